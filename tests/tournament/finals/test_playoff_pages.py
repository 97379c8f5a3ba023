"""The play-off page before, during and after it, and the prizes."""

import re

import pytest
from django.test import Client

from tests.tournament.ending import (
    SMALL,
    closed_event,
    fresh,
    playoff_event,
    sealed_event,
    signed_in,
)
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.finals.test_cut_acts import correct
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.models import CutOfCards, Event, Guest, Role, Round, Stage
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event, part: str = "play-off/") -> str:
    """A page as HTML."""
    answer = client.get(f"/e/{event.slug}/{part}")
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, event: Event, part: str, **sent: str) -> str:
    """Press a button and read the page one comes back to."""
    # A button has one key on its page: who presses it twice gives a second one in `sent`.
    answer = client.post(f"/e/{event.slug}/{part}", {"key": f"{part}-once", **sent}, follow=True)
    assert answer.redirect_chain
    return answer.content.decode()


def podium(html: str) -> list[str]:
    """Who stands on the podium, in the order of the prizes."""
    part = html.split('podium">', 1)[1].split('class="pairs', 1)[0]
    return re.findall(r"<h2>([^<]*)</h2>", part)[:3]


def finished(hands: tuple[str, ...] = ("=9", "out", "=2"), **host: bool) -> Event:
    """A play-off whose one game is in; `host` names guests connected with the host by ref."""
    event = playoff_event()
    for ref, connected in host.items():
        Guest.objects.filter(event=event, ref=ref).update(host_connected=connected)
    save(event, hands, (2, 1, 1))
    return fresh(event)


def level_page(hands: tuple[str, ...]) -> str:
    """The plan after one game."""
    # Each event has a slug of its own: a test makes one with hands that are level and one without.
    event = sealed_event(hands, slug=f"level-{len(set(hands))}")
    return page(signed_in(event), event)


def test_before_anything_nobody_is_seated() -> None:
    event = seated_event(5)
    assert "Nobody to seat yet" in page(signed_in(event), event)


def test_before_the_seal_the_plan_is_shown_and_the_button_waits() -> None:
    event = closed_event(cut_size=4, playoff_tables=2)
    html = page(signed_in(event), event)
    seats = re.findall(r'class="seat-of">(\w)</b><span class="lines-words"><b>([^<]*)<', html)
    assert seats == [("A", "Guest 1"), ("B", "Guest 4"), ("A", "Guest 2"), ("B", "Guest 3")]
    assert "“Seal the cut” comes first." in html
    assert "play-off/seat/" not in html


def test_those_level_inside_the_cut_are_named_before_they_are_seated() -> None:
    assert "Guest 2 and Guest 3 are level." in level_page(("out", "5", "5", "=20", "=40"))
    assert "are level" not in level_page(("out", "5", "=6", "=20", "=40"))


def test_after_a_correction_that_turns_the_sealed_order_home_and_play_off_lead_to_the_seal() -> (
    None
):
    event = sealed_event(("out", "5", "=6", "=20", "=40"))
    reveal_cut(event, sign())
    client = signed_in(event)
    assert "play-off/reply/" in page(client, event)
    asked = "finalists are not asked yet whether they play on"
    home = page(client, event, "")
    assert ('<h2 id="now">Ask who plays on</h2>' in home, asked in home) == (True, True)
    correct(event, ("out", "7", "=6", "=20", "=40"))
    shown, home = page(client, event), page(client, event, "")
    assert "The results have changed since the sealing" in shown
    assert [act for act in ("reply", "seat") if f"play-off/{act}/" in shown] == []
    assert ('<h2 id="now">Break the seal</h2>' in home, asked in home) == (True, False)
    assert "The same guests go through, in another order." in page(client, event, "cut/")


def test_a_plan_that_cannot_be_seated_says_why() -> None:
    event = sealed_event(playoff_tables=2)
    assert "3 players cannot sit at 2 tables" in page(signed_in(event), event, "play-off/?tables=2")


def ten_through() -> Event:
    event = seated_event(15, **SMALL | {"cut_size": 10})
    for table in (1, 2, 3):
        save(
            event, ("out", "5", f"={10 + table}", f"={20 + table}", f"={30 + table}"), (1, table, 1)
        )
    close_round(event, 1, sign())
    seal_cut(event, sign())
    return fresh(event)


def test_ten_at_one_pack_are_seated_only_by_whoever_has_read_the_warning() -> None:
    event = ten_through()
    reveal_cut(event, sign())
    client = signed_in(event)
    html = page(client, event, "play-off/?packs=1")
    assert "10 players with 1 pack leave 1 in the stock, a starved game" in html
    assert 'name="warned" required' in html
    assert "To seat it so all the same, tick" in press(client, event, "play-off/seat/", packs="1")
    assert "The play-off is seated" in press(
        client, event, "play-off/seat/", packs="1", warned="on", key="knowing"
    )
    assert "1 pack," in page(client, event)


def test_the_page_says_how_many_packs_and_what_cannot_be_dealt() -> None:
    event = ten_through()
    client = signed_in(event)
    html = page(client, event)
    assert ("2 packs" in html, "warned" in html) == (True, False)
    assert page(client, event, "play-off/?tables=2").count("1 pack<") == 2


def test_finalists_answer_on_the_page_and_the_next_reserve_comes_in() -> None:
    event = sealed_event()
    client = signed_in(event)
    assert "Next in line: Guest 4, Guest 5." in page(client, event)
    html = press(client, event, "play-off/reply/", guest="P002", answer="declined")
    assert "the next reserve moves up" in html
    assert re.findall(r'class="seat-of">\w</b><span class="lines-words"><b>([^<]*)<', html) == [
        "Guest 1",
        "Guest 3",
        "Guest 4",
    ]
    assert "Next in line: Guest 5." in html
    back = press(client, event, "play-off/reply/take-back/", guest="P002", reason="They stay")
    assert "The answer is taken back." in back


def test_an_extra_game_is_opened_entered_and_taken_back_from_the_page() -> None:
    event = finished(("out", "5", "5"))
    client = signed_in(event)
    assert "Guest 2 and Guest 3 are level. One extra game decides" in page(client, event)
    assert "in the order of their badges" not in page(client, event)
    answer = client.post(
        f"/e/{event.slug}/play-off/extra/", {"key": "one", "guest": ["P002", "P003"]}, follow=True
    )
    assert f'href="/e/{event.slug}/sheets/3/1/">Enter the extra game' in answer.content.decode()
    assert "taken back" in press(
        client, event, "play-off/extra/3/take-back/", reason="They cut cards"
    )


def test_one_press_seats_it_and_links_to_the_entry_of_its_tables() -> None:
    event = sealed_event()
    client = signed_in(event)
    assert "“Read them out” comes first." in page(client, event, "play-off/")
    reveal_cut(event, sign())
    html = press(client, event, "play-off/seat/")
    assert "The play-off is seated" in html
    assert f'href="/e/{event.slug}/sheets/2/1/"' in html
    assert "0 of 1 games in" in html
    again = press(client, event, "play-off/seat/")
    assert "message-fault" not in again
    assert Round.objects.filter(event=event, stage=Stage.PLAYOFF).count() == 1


def test_a_seating_is_taken_back_with_its_reason() -> None:
    event = playoff_event()
    client = signed_in(event)
    assert "Say why" in press(client, event, "play-off/unseat/", reason="")
    press(client, event, "play-off/unseat/", key="two", reason="One went home")
    assert not Round.objects.filter(event=event, stage=Stage.PLAYOFF).exists()


def test_while_games_are_missing_there_is_no_podium() -> None:
    event = playoff_event(playoff_games=2)
    save(event, ("=9", "out", "=2"), (2, 1, 1))
    html = page(signed_in(event), event)
    assert "Standings of the play-off" in html
    assert "1 of 2 games in" in html
    assert 'podium">' not in html


def test_after_the_last_game_the_podium_stands_with_its_sentences() -> None:
    event = finished()
    html = page(signed_in(event), event)
    assert podium(html) == ["Guest 2", "Guest 3", "Guest 1"]
    livery = event.guests.get(ref="P002").livery_name
    assert f"“Winner, with nought points, of the {livery}: Guest 2.”" in html
    assert "Wooden spoon" in html
    assert "Not eligible" not in html


def test_a_guest_of_the_host_keeps_the_place_and_is_passed_over_for_the_prize() -> None:
    event = finished(P003=True)
    html = page(signed_in(event), event)
    assert podium(html) == ["Guest 2", "Guest 1", "Nobody"]
    assert "Not eligible for this prize, keeping the place: Guest 3." in html
    assert re.findall(
        r'class="num place[^"]*">([^<]*)</td><td role="cell" class="name">([^<]*)<', html
    ) == [
        ("1", "Guest 2"),
        ("2", "Guest 3"),
        ("3", "Guest 1"),
    ]


def test_a_guest_of_the_host_may_win() -> None:
    event = finished(P002=True)
    assert podium(page(signed_in(event), event)) == ["Guest 2", "Guest 3", "Guest 1"]


def test_those_level_for_a_prize_cut_cards_and_the_cut_is_taken_back() -> None:
    event = finished(("out", "2", "2"))
    client = signed_in(event)
    html = page(client, event)
    assert podium(html) == ["Guest 1", "Still open", "Still open"]
    cut = press(client, event, "cut/cards/", stage="playoff", card_P002="KH", card_P003="2C")
    assert podium(cut) == ["Guest 1", "Guest 3", "Guest 2"]
    press(client, event, "cut/cards/take-back/", stage="playoff", reason="The wrong guest cut")
    assert CutOfCards.objects.count() == 0


def test_the_page_of_prizes_holds_all_of_them() -> None:
    event = finished()
    html = page(signed_in(event, Role.UMPIRE), event, "prizes/")
    assert podium(html) == ["Guest 2", "Guest 3", "Guest 1"]
    for prize in ("Best single round", "Most games won", "Wooden spoon"):
        assert f"<b>{prize}</b>" in html
    assert "as they stand" not in html


def test_prizes_before_the_play_off_are_as_they_stand() -> None:
    event = closed_event()
    html = page(signed_in(event), event, "prizes/")
    assert "Prizes as they stand" in html
    assert "The podium is filled by the play-off." in html


def test_prizes_before_the_first_sheet_are_nobodys() -> None:
    event = seated_event(5)
    assert "No prize is won yet" in page(signed_in(event), event, "prizes/")

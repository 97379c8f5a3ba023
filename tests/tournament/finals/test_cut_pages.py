"""The page of the cut: what is shown, who may press, and that a press counts once."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from tests.tournament.ending import (
    LEVEL,
    closed_event,
    fresh,
    played_event,
    sealed_event,
    signed_in,
    stranger,
)
from tests.tournament.evening import official, save, seated_event, sheet, sign
from tournament.counting.submission import Place, SheetConflictError
from tournament.entry.acts import correct_sheet, record_sheet
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.models import CutOfCards, Event, LedgerEntry, Pending, Role, Seal
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db

ACTS = (
    "cut/seal/",
    "cut/break-seal/",
    "cut/printed/",
    "cut/reveal/",
    "cut/withdraw/",
    "cut/hold-board/",
    "cut/release-board/",
    "cut/list-on-board/",
    "cut/cards/",
    "cut/cards/take-back/",
    "play-off/seat/",
    "play-off/unseat/",
)


def page(client: Client, event: Event, part: str = "cut/") -> str:
    """A page as HTML."""
    answer = client.get(f"/e/{event.slug}/{part}")
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, event: Event, part: str, **sent: Any) -> str:
    """Press a button and read the page one comes back to."""
    answer = client.post(f"/e/{event.slug}/{part}", {"key": f"{part}-once", **sent}, follow=True)
    assert answer.redirect_chain
    return answer.content.decode()


def keys(html: str) -> Mapping[str, str]:
    """The hidden key of each form by the address it is sent to."""
    found = re.findall(r'action="([^"]+)"[^>]*>.*?name="key" value="([^"]+)"', html, re.DOTALL)
    return dict(found)


def test_before_the_first_sheet_there_is_nothing_to_cut() -> None:
    event = seated_event(5)
    assert "Nothing to cut yet" in page(signed_in(event), event)


def test_a_cut_larger_than_the_field_says_the_mend() -> None:
    event = played_event(cut_size=9)
    html = page(signed_in(event), event)
    assert "A cut of 9 needs 9 ranked players, and there are 5: choose a smaller cut." in html
    assert f'href="/e/{event.slug}/settings/">Choose a smaller cut</a>' in html
    assert "/settings/together/" not in html


def test_where_nobody_has_a_result_for_a_game_not_played_the_way_on_is_shown() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "2", "3", "4", "5"))
    declare_unplayed(event, Place(1, 2, 1), sign(), reason="The table broke up")
    close_round(event, 1, sign())
    official = signed_in(fresh(event))
    html = page(official, fresh(event))
    nobody = "Nobody has a result: a game that one table did not play counts at none."
    assert (html.count(nobody), "choose a smaller cut" in html) == (2, False)
    assert f'href="/e/{event.slug}/settings/together/"' in html
    changed = {"unplayed_policy": "mean_of_others", "version": fresh(event).version + 1}
    Event.objects.filter(pk=event.pk).update(**changed)
    assert "Nobody has a result" not in page(official, fresh(event))


def test_the_list_shows_those_through_and_those_within_five_points() -> None:
    event = played_event(("out", "3", "=5", "=9", "=40"))
    html = page(signed_in(event), event)
    assert re.findall(r'class="name">([^<]*)<', html) == [
        "Guest 1",
        "Guest 2",
        "Guest 3",
        "Guest 4",
    ]
    assert "4 over" in html
    assert "Just missed" in html


def test_a_tie_on_the_line_stands_as_two_figures_with_the_reason() -> None:
    event = played_event(games_per_round=2, cut_size=1)
    save(event, ("=6", "=1", "=30", "=1", "out"), (1, 1, 2))
    html = page(signed_in(event), event)
    assert "Level on 6 points at the line" in html
    assert re.findall(r'class="figure">(\d+)</span><span>([^<]*)<', html) == [
        ("1", "games won"),
        ("0", "games won"),
    ]
    assert "1st by most games won (1 to 0), the first tie-break of the evening." in html
    assert "Were everybody on 6 let in, 2 would go through instead of 1." in html


def test_an_unchecked_sheet_that_could_change_it_is_named_with_its_link() -> None:
    event = played_event()
    html = page(signed_in(event), event)
    assert "1 unchecked sheet could still change the list" in html
    assert f'href="/e/{event.slug}/sheets/1/1/"' in html


def test_a_checked_sheet_is_not_named() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1, cut_size=3)
    save(event, ("out", "5", "=5", "=20", "=40"), checked=True, checker="Guest 2")
    assert "could still change the list" not in page(signed_in(event), event)


def test_a_missing_figure_is_asked_for_by_name() -> None:
    event = played_event(("out", "=33", "=33", "=60", "=61"), cut_size=2)
    html = page(signed_in(event), event)
    assert "To be asked for" in html
    assert "Ask Guest 2 and Guest 3 for their eights: only the points are known." in html
    assert 'name="eights:P002:1:1:1"' in html


def test_what_cannot_be_pressed_yet_says_why() -> None:
    event = played_event()
    html = page(signed_in(event), event)
    assert "“Close round 1” comes first. Its sheet is in." in html
    assert "cut/seal/" not in html


def test_two_sheets_that_differ_hold_the_seal_and_the_home_and_the_cut_lead_to_the_choice() -> None:
    event = closed_event()
    with pytest.raises(SheetConflictError):
        record_sheet(event, sheet(("out", "5", "=5", "=20", "=41")), sign(), at_desk=True)
    client, link = signed_in(event), f'href="/e/{event.slug}/sheets/1/1/1/conflict/"'
    home, cut = page(client, event, ""), page(client, event)
    assert (link in cut, "“Choose” comes first. Two different" in cut, "cut/seal/" in cut) == (
        True,
        True,
        False,
    )
    assert (link in home, f'<a class="button button-main" href="/e/{event.slug}/cut/"' in home) == (
        True,
        False,
    )


def test_sealing_printing_and_revealing_are_three_presses() -> None:
    event = closed_event()
    client = signed_in(event)
    sealed = press(client, event, "cut/seal/")
    seal = Seal.objects.get()
    assert "The cut, sealed" in sealed
    assert f'class="digest">{seal.digest[:8]}<' in sealed
    assert (seal.printed_at, seal.revealed_at) == (None, None)
    assert f'href="/e/{event.slug}/paper/the-ten/"' in sealed
    assert client.get(f"/e/{event.slug}/paper/the-ten/").status_code == 200
    press(client, event, "cut/printed/")
    assert Seal.objects.get().revealed_at is None
    assert "The cut is revealed" in press(client, event, "cut/reveal/")
    assert Seal.objects.get().revealed_at is not None


def test_a_double_press_is_one_entry_and_no_fault() -> None:
    event = closed_event()
    client = signed_in(event)
    first, second = (press(client, event, "cut/seal/") for _ in range(2))
    assert LedgerEntry.objects.filter(event=event, kind="seal").count() == 1
    for html in (first, second):
        assert "The cut is sealed." in html
        assert "message-fault" not in html


def test_another_key_is_another_press_and_is_refused_with_a_sentence() -> None:
    event = closed_event()
    client = signed_in(event)
    press(client, event, "cut/seal/")
    html = press(client, event, "cut/seal/", key="another")
    assert "message-fault" in html
    assert "The cut is already sealed" in html


def test_every_form_of_a_page_carries_a_key_of_its_own() -> None:
    event = sealed_event()
    client = signed_in(event)
    found, later = keys(page(client, event)), keys(page(client, event))
    assert len(found) >= 2
    assert len(set(found.values())) == len(found)
    assert not set(found.values()) & set(later.values())


def test_with_one_official_a_seal_is_broken_with_a_reason_and_a_witness() -> None:
    event = sealed_event(one_official=True)
    client = signed_in(event)
    sent = {"reason": "Misread\x00 sheet", "witness": "Walter Witness"}
    assert "Say why" in press(client, event, "cut/break-seal/", **sent | {"reason": ""})
    assert "Name somebody else" in press(
        client, event, "cut/break-seal/", key="two", **sent | {"witness": ""}
    )
    assert "The seal is broken" in press(client, event, "cut/break-seal/", key="three", **sent)
    entry = LedgerEntry.objects.get(kind="break_seal")
    assert (entry.reason, entry.body) == (
        "Misread sheet",
        {"edition": 1, "witness": "Walter Witness"},
    )


def test_who_is_alone_says_so_once_and_breaks_the_seal_with_a_witness() -> None:
    event = sealed_event()
    client = signed_in(event)
    assert "Are you alone tonight?" in page(client, event)
    alone = {"alone": "yes", "reason": "Misread sheet", "witness": "Walter Witness"}
    assert "Name somebody else" in press(
        client, event, "cut/break-seal/", key="two", **alone | {"witness": ""}
    )
    assert not Event.objects.get(pk=event.pk).one_official
    assert "The seal is broken" in press(client, event, "cut/break-seal/", key="three", **alone)
    assert Event.objects.get(pk=event.pk).one_official
    kinds = LedgerEntry.objects.filter(event=event).order_by("number").values_list("kind", "reason")
    assert list(kinds)[-2:] == [("settings", "Alone tonight"), ("break_seal", "Misread sheet")]
    press(client, event, "cut/seal/", key="four")
    again = page(client, event)
    assert "Are you alone tonight?" not in again
    assert "Who watches now?" in again


def test_nobody_is_alone_where_another_official_of_the_desk_could_be_asked() -> None:
    event = sealed_event()
    client = signed_in(event)
    official(event, Role.HEAD_UMPIRE, "Another Head")
    assert "Are you alone tonight?" not in page(client, event)
    alone = {"alone": "yes", "reason": "Misread sheet", "witness": "Walter Witness"}
    assert "has a second official" in press(client, event, "cut/break-seal/", **alone)
    assert Seal.objects.get().broken_at is None


def test_with_two_officials_the_seal_holds_until_the_second_one_agrees() -> None:
    event = sealed_event()
    said = press(signed_in(event), event, "cut/break-seal/", reason="Misread sheet")
    assert "Waiting for a second official" in said
    assert Seal.objects.get().broken_at is None
    assert Pending.objects.get().reason == "Misread sheet"


def test_a_change_since_the_seal_is_named_and_nothing_is_printed_from_it() -> None:
    event = sealed_event()
    corrected = sheet(
        ("=50", "5", "=5", "=20", "out"), seen=1, reason="Misread", witness="Walter Witness"
    )
    correct_sheet(event, corrected, sign(), at_desk=True)
    client = signed_in(event)
    html = page(client, event)
    assert "The results have changed since the list was sealed." in html
    assert "Guest 1 would be out; Guest 5 would be in." in html
    assert "cut/printed/" not in html
    assert "break the seal" in press(client, event, "cut/reveal/")
    assert "The results have changed" in page(client, event, "reveal/")


def test_an_unchanged_seal_shows_no_such_banner() -> None:
    event = sealed_event()
    assert "The results have changed" not in page(signed_in(event), event)


def test_cards_are_recorded_and_taken_back() -> None:
    event = closed_event(LEVEL, cut_size=2)
    client = signed_in(event)
    assert 'name="card_P002"' in page(client, event)
    assert "such as 7H" in press(client, event, "cut/cards/", key="1", card_P002="", card_P003="2C")
    assert "no card can be cut twice" in press(
        client, event, "cut/cards/", key="2", card_P002="2C", card_P003="2C"
    )
    assert CutOfCards.objects.count() == 0
    html = press(client, event, "cut/cards/", key="3", card_P002="7H", card_P003="2C")
    assert "The cut of cards is recorded." in html
    assert 'name="card_P002"' not in html
    press(client, event, "cut/cards/take-back/", reason="The wrong guest cut")
    assert CutOfCards.objects.count() == 0


def test_cards_of_nobody_are_refused_with_a_sentence() -> None:
    event = closed_event(LEVEL, cut_size=2)
    html = press(signed_in(event), event, "cut/cards/", **{"card_P099": "7H", "card_\x00": "2C"})
    assert "At least two guests cut" in html


def test_the_board_is_held_released_and_lengthened_from_here() -> None:
    event = closed_event()
    client = signed_in(event)
    press(client, event, "cut/hold-board/")
    assert fresh(event).held
    press(client, event, "cut/release-board/")
    press(client, event, "cut/list-on-board/", full="1")
    assert (fresh(event).held, fresh(event).board_full) == (False, True)
    press(client, event, "cut/list-on-board/", full="0")
    assert not fresh(event).board_full


@pytest.mark.parametrize("part", ACTS)
def test_an_act_is_the_desks_and_never_a_link(part: str) -> None:
    event = played_event()
    address = f"/e/{event.slug}/{part}"
    desk = [signed_in(event, role) for role in (Role.ORGANISER, Role.HEAD_UMPIRE)]
    assert [client.get(address).status_code for client in desk] == [405, 405]
    before = LedgerEntry.objects.count()
    assert signed_in(event, Role.UMPIRE).post(address).status_code == 404
    assert stranger().post(address).status_code == 404
    assert Client().post(address).status_code == 302
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403
    assert LedgerEntry.objects.count() == before
    assert [client.post(address).status_code for client in desk] == [302, 302]


@pytest.mark.parametrize(
    ("part", "umpire"),
    [("cut/", 200), ("play-off/", 200), ("prizes/", 200), ("reveal/", 404), ("standings/", 200)],
)
def test_a_page_is_for_those_its_mark_names(part: str, umpire: int) -> None:
    event = sealed_event()
    address = f"/e/{event.slug}/{part}"
    assert [
        signed_in(event, role).get(address).status_code
        for role in (Role.ORGANISER, Role.HEAD_UMPIRE)
    ] == [200] * 2
    assert signed_in(event, Role.UMPIRE).get(address).status_code == umpire
    assert stranger().get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_an_umpire_sees_the_cut_without_its_buttons() -> None:
    event = closed_event()
    html = page(signed_in(event, Role.UMPIRE), event)
    assert "The desk seals it." in html
    assert 'action="/e/' not in html

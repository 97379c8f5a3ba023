"""Reading out the ten and the podium: one name a step on the board, and none before its turn."""

import re

import pytest
from django.test import Client

from tests.tournament.ending import (
    closed_event,
    following,
    fresh,
    names_shown,
    playoff_event,
    sealed_event,
    signed_in,
)
from tests.tournament.evening import NOW, save, sheet, sign
from tests.tournament.paper.reading import rows_of
from tournament.counting.announcement import honours
from tournament.counting.board import board, compute
from tournament.counting.finals import PODIUM
from tournament.counting.submission import SheetConflictError
from tournament.entry.acts import resolve_conflict
from tournament.finals.acts import reveal_cut, seal_cut, withdraw_announcement
from tournament.finals.acts_playoff import read_back, read_next, reveal_podium, withdraw_podium
from tournament.models import Event, Guest
from tournament.paper.prizes import prizes_given
from tournament.paper.results import final_list
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def desk(event: Event, where: str = "reveal/") -> str:
    """The page of the reading."""
    client = Client()
    known = event.officials.select_related("user").first()
    client = signed_in(event) if known is None else client
    if known:
        client.force_login(known.user)
    return client.get(f"/e/{event.slug}/{where}").content.decode()


def wall(event: Event) -> list[str]:
    """The names on the public board."""
    return names_shown(board_page(event))


def board_page(event: Event) -> str:
    """The public board as HTML."""
    return Client().get(f"/e/{event.slug}/board/now/").content.decode()


def guests(html: str) -> list[str]:
    return sorted(set(re.findall(r"Guest \d", html)))


def step(event: Event, times: int = 1, stage: str = "cut") -> Event:
    for _ in range(times):
        read_next(event, sign(), stage=stage)
    return fresh(event)


def test_the_desk_sees_whom_to_read_next_and_the_board_whoever_was_read() -> None:
    event, seen = following(closed_event()), []
    seal_cut(event, sign())
    event = fresh(event)
    for _ in range(5):
        seen.append((guests(desk(event)), wall(event)))
        event = step(event) if len(seen) < 5 else event
    held = [f"Guest {number}" for number in range(1, 6)]
    assert seen == [
        ([], held),
        (["Guest 3"], []),
        (["Guest 2", "Guest 3"], ["Guest 3"]),
        (["Guest 1", "Guest 2", "Guest 3"], ["Guest 3", "Guest 2"]),
        (["Guest 1", "Guest 2", "Guest 3"], ["Guest 3", "Guest 2", "Guest 1"]),
    ]


def test_the_sentence_to_read_aloud_has_its_figures_in_words() -> None:
    event = step(sealed_event())
    livery = event.guests.get(ref="P003").livery_name
    assert f"“In equal second place, with five points, of the {livery}: Guest 3.”" in desk(event)


def test_who_chose_not_to_be_named_is_read_out_by_badge_and_livery() -> None:
    event = sealed_event()
    Guest.objects.filter(event=event, ref="P003").update(unnamed=True)
    event = step(event)
    html = desk(event)
    assert (
        "Guest 3" in html,
        f"{event.guests.get(ref='P003').livery_name}: Badge 3.”" in html,
    ) == (False, True)
    assert wall(step(event)) == ["Badge 3"]


def test_a_step_back_covers_the_last_name_and_the_first_one_ends_the_reading() -> None:
    event = step(sealed_event(), 2)
    read_back(event, sign())
    assert wall(fresh(event)) == []
    read_back(event, sign())
    assert fresh(event).reading is None
    with pytest.raises(Refused, match="Nothing is being read out"):
        read_back(event, sign())
    assert list(faults(event)) == []


def test_one_press_sent_twice_is_one_name() -> None:
    event = step(sealed_event())
    for _ in range(2):
        read_next(event, sign("the same press"))
    assert wall(fresh(event)) == ["Guest 3"]


def test_after_the_last_name_comes_the_revealing() -> None:
    event = step(sealed_event(), 3)
    assert f'action="/e/{event.slug}/cut/reveal/"' not in desk(event)
    event = step(event)
    assert f'action="/e/{event.slug}/cut/reveal/"' in desk(event)
    with pytest.raises(Refused, match="All names are read"):
        read_next(event, sign())
    reveal_cut(event, sign())
    assert "The public board has shown them since" in desk(event)
    with pytest.raises(Refused, match="already been revealed"):
        read_next(event, sign())


def test_a_list_shown_without_reading_is_said_to_stand_on_the_board() -> None:
    event = sealed_event()
    reveal_cut(event, sign())
    html = desk(event)
    assert ("On the board: equal second to first" in html, "none of them yet" in html) == (
        True,
        False,
    )
    assert "Names to come are covered" not in html


def test_a_withdrawn_announcement_covers_all_of_them_again() -> None:
    event = following(closed_event())
    seal_cut(event, sign())
    event = step(event, 4)
    reveal_cut(event, sign())
    withdraw_announcement(event, sign(), reason="Too early")
    assert len(wall(fresh(event))) == 5
    assert "3 to be read" in desk(fresh(event))
    assert wall(step(event, 2)) == ["Guest 3"]


def test_nothing_is_read_out_before_the_seal() -> None:
    event = closed_event()
    html = desk(event)
    assert "Seal the cut first" in html
    assert "Guest 1" not in html
    with pytest.raises(Refused, match="Seal the cut first"):
        read_next(event, sign())


def test_a_tie_is_told_without_a_name_that_is_still_to_come() -> None:
    event = step(sealed_event(("out", "5", "5", "=20", "=40")))
    assert "Level on 5: nothing separates them." in desk(event)
    other = step(sealed_event(("out", "5", "=6", "=20", "=40"), slug="no-tie"))
    assert "Level on" not in desk(other)


def played_off(said: tuple[str, ...] = ("=9", "out", "=2")) -> Event:
    event = playoff_event()
    save(event, said, (2, 1, 1))
    return fresh(event)


def test_the_podium_is_read_likewise_and_the_play_off_is_public_only_afterwards() -> None:
    event, before = played_off(), [f"Guest {number}" for number in range(1, 6)]
    assert wall(event) == before
    seen = []
    for _ in range(4):
        event = step(event, stage=PODIUM)
        seen.append(wall(event))
    assert seen == [[], ["Guest 1"], ["Guest 1", "Guest 3"], ["Guest 1", "Guest 3", "Guest 2"]]
    assert "That is the podium" in desk(event, "podium/")
    reveal_podium(event, sign())
    assert wall(fresh(event)) == ["Guest 2", "Guest 3", "Guest 1"]
    with pytest.raises(Refused, match="already public"):
        reveal_podium(event, sign())
    with pytest.raises(Refused, match="Say why"):
        withdraw_podium(event, sign(), reason="")
    withdraw_podium(event, sign(), reason="A sheet was misread")
    assert wall(fresh(event)) == before
    with pytest.raises(Refused, match="not public yet"):
        withdraw_podium(event, sign(), reason="Again")
    assert list(faults(fresh(event))) == []


def plates_on(html: str) -> list[tuple[str, str]]:
    """Prize and name of everybody who stands on the podium."""
    return re.findall(r'class="plate-heading">([^<]*)</p><h2>([^<]*)<', html)


def rows_on(html: str) -> list[tuple[str, str]]:
    """Place and name of every guest whom a board shows."""
    return re.findall(
        r'class="board-place">([^<]*)</span>\s*<span><span class="board-name[^"]*">([^<]*)<', html
    )


def test_what_the_hall_hears_is_what_it_sees_where_a_guest_of_the_host_is_passed_over() -> None:
    event = played_off()
    Guest.objects.filter(event=event, ref="P003").update(host_connected=True)
    livery = {guest.name: guest.livery_name for guest in event.guests.all()}
    second = (
        f"The second prize goes to Guest 1 of the {livery['Guest 1']}, third in the play-off with"
        " nine points."
    )
    winner = f"Winner, with nought points, of the {livery['Guest 2']}: Guest 2."

    shown = []
    for sentence, heading in ((second, "The second prize"), (winner, "Winner")):
        event = step(event, stage=PODIUM)
        html = desk(event, "podium/")
        assert (f"“{sentence}”" in html, f'class="reveal-ordinal">{heading}<' in html) == (
            True,
            True,
        )
        shown.append(plates_on(board_page(event)))
    event = step(event, stage=PODIUM)
    prize = "The second prize goes to"
    assert [*shown, plates_on(board_page(event))] == [
        [],
        [(prize, "Guest 1")],
        [(prize, "Guest 1"), ("The winner", "Guest 2")],
    ]
    assert "third in the play-off" in board_page(event)
    for where in ("play-off/", "prizes/"):
        assert re.findall(r'class="read-aloud">“([^”]*)”', desk(event, where)) == [winner, second]
    assert [
        (row.prize, row.called, row.result, row.notes)
        for row in prizes_given(event, board(event))[-3:]
    ] == [
        ("Third", "Nobody", "", ()),
        (
            "Second prize",
            "Guest 1",
            "9 points, third in the play-off",
            ("passes over Guest 3 (host)",),
        ),
        ("Winner", "Guest 2", "0 points", ()),
    ]
    rows = rows_of(final_list(event, board(event), NOW))
    assert [(place, honour) for place, _name, honour, *_totals in rows] == [
        ("1", "Winner"),
        ("2", ""),
        ("3", "Second prize"),
    ]
    reveal_podium(event, sign())
    assert rows_on(board_page(fresh(event))) == [
        ("1", "Guest 2"),
        ("2", "Guest 3"),
        ("3", "Guest 1"),
    ]


def contested_final() -> Event:
    """A play-off that was closed while two differing sheets of it wait for a choice."""
    event = played_off()
    with pytest.raises(SheetConflictError):
        save(event, ("=9", "out", "=12"), (2, 1, 1))
    close_round(event, 2, sign())
    return fresh(event)


@pytest.mark.promise("No list is read out while two differing sheets wait for a choice")
def test_no_podium_is_read_while_two_sheets_of_the_play_off_differ_and_each_page_leads_there() -> (
    None
):
    event = contested_final()
    waits = "Two different sheets were sent for one game"
    with pytest.raises(Refused, match=waits):
        read_next(event, sign(), stage=PODIUM)
    with pytest.raises(Refused, match=waits):
        reveal_podium(event, sign())
    link = f'href="/e/{event.slug}/sheets/2/1/1/conflict/"'
    for where in ("podium/", ""):
        assert link in desk(event, where), where
    resolve_conflict(
        event, sheet(("=9", "out", "=2"), (2, 1, 1), seen=1, reason="Counted again"), sign()
    )
    assert link not in desk(fresh(event), "")
    assert wall(step(fresh(event), 2, PODIUM)) == ["Guest 1"]


@pytest.mark.control(
    "test_no_podium_is_read_while_two_sheets_of_the_play_off_differ_and_each_page_leads_there"
)
def test_were_differing_sheets_not_looked_for_an_undecided_podium_would_be_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = contested_final()
    monkeypatch.setattr("tournament.finals.acts_playoff.to_choose", lambda *_given: "")
    reveal_podium(event, sign())
    assert wall(fresh(event)) == ["Guest 2", "Guest 3", "Guest 1"]


def test_a_prize_is_called_after_a_place_only_where_its_holder_has_that_place() -> None:
    event = played_off()
    Guest.objects.filter(event=event, ref="P002").update(host_connected=True)
    rules = [("winner", True), ("second", False), ("The Rose Bowl", False)]
    event.prizes = [{"name": name, "skips_host": skips} for name, skips in rules]
    event.save()
    said = {
        honour.prize: (honour.name, honour.place, honour.sentence.split(" of the ")[0])
        for honour in honours(compute(event))
    }
    assert said == {
        "first prize": ("Guest 3", "2", "The first prize goes to Guest 3"),
        "second prize": ("Guest 2", "1", "The second prize goes to Guest 2"),
        "The Rose Bowl": ("Guest 1", "3", "The Rose Bowl goes to Guest 1"),
    }


def test_a_podium_that_is_not_decided_is_not_read() -> None:
    early = playoff_event()
    assert "No podium to read out yet" in desk(early, "podium/")
    with pytest.raises(Refused, match="not over"):
        read_next(early, sign(), stage=PODIUM)


def test_an_open_prize_waits_for_its_extra_game() -> None:
    event = played_off(("out", "5", "5"))
    assert "A prize is still open" in desk(event, "podium/")
    with pytest.raises(Refused, match="not decided"):
        read_next(event, sign(), stage=PODIUM)

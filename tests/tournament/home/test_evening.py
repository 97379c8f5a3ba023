"""The home of an event: where it stands, what comes next, what is in the way; and the grid of
sheets.
"""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.grid import Cell, Grid
from tournament.counting.rulings import Where
from tournament.counting.submission import Place, SheetConflictError
from tournament.entry.acts_checking import mark_checked
from tournament.finals.acts import reveal_cut, seal_cut, withdraw_announcement
from tournament.finals.acts_replies import reply
from tournament.guests.acts import add_guest
from tournament.home.phase import evening
from tournament.ledger.chain import bump
from tournament.models import Event, Game, Guest, Role, Round
from tournament.paper.acts import play_without_paper
from tournament.rulings.acts import make_ruling, overrule
from tournament.seating.acts import close_round, lay_round, publish_round
from tournament.seating.acts_door import check_in, close_door, reopen_door
from tournament.seating.acts_tables import open_table
from tournament.seating.acts_walk_in import sign_in
from tournament.seating.reading import door_plan
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")
STANDS = {"act": "stands", "rectification": "The Queen stays, as nobody minded."}


def signed_in(event: Event, role: Role = Role.HEAD_UMPIRE) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


def play(event: Event, number: int) -> None:
    """Enter every game of a round, seat by seat worse."""
    games = Game.objects.filter(event=event, table__round__number=number).order_by(
        "table__number", "number"
    )
    for table, game in games.values_list("table__number", "number"):
        save(event, GAME, (number, table, game), checked=True)


def now(event: Event) -> tuple[str, str]:
    found = evening(event)
    return next(step.words for step in found.parts if step.state == "now"), found.next.heading


def test_the_phase_and_the_next_act_follow_the_rows_through_the_whole_evening() -> None:
    event = new_event(cut_size=4, games_per_round=1, playoff_games=1, playoff_tables=1)
    said = [now(event)]
    refs = [guest.ref for guest in add_guests(event, 5)]
    said.append(now(event))
    lay_round(event, 1, [refs])
    lay_round(event, 2, [refs])
    said.append(now(event))
    said += [played(event, number) for number in (1, 2)]
    seal_cut(event, sign())
    said.append(now(event))
    reveal_cut(event, sign())
    said.append(now(event))
    seat_playoff(Event.objects.get(pk=event.pk), sign())
    said.append(now(event))
    save(event, GAME[:4], (3, 1, 1))
    close_round(event, 3, sign())
    said.append(now(event))
    assert said == [
        ("Guests", "Add the guests"),
        ("Seating", "Seat the guests"),
        ("Seating", "Publish the seating"),
        ("Round 2", "Publish round 2"),
        ("Cut", "Seal the cut"),
        ("Cut", "Read the names out"),
        ("Play-off", "Ask who plays on"),
        ("Play-off", "Start the play-off"),
        ("Prizes", "Read the podium"),
    ]


def played(event: Event, number: int) -> tuple[str, str]:
    """Publish, play and close a round; says what stood before the closing and after it."""
    publish_round(event, number, sign())
    assert now(event) == (
        ("Door", "Print the papers")
        if number == 1
        else (f"Round {number}", f"Start round {number}")
    )
    play(event, number)
    assert now(event) == (f"Round {number}", f"Close round {number}")
    close_round(event, number, sign())
    return now(event)


def test_what_is_in_the_way_is_counted_by_kind_with_its_games() -> None:
    event = seated_event(10)
    save(event, GAME, (1, 1, 1), checked=True)
    save(event, GAME, (1, 1, 2))
    save(event, ("out", "8", "3", "4", "5"), (1, 1, 3), checked=True)
    save(event, GAME, (1, 1, 4), checked=True)
    with pytest.raises(SheetConflictError):
        save(event, ("out", "A", "3", "4", "5"), (1, 1, 4))
    found = {
        hindrance.kind: [(cell.table, cell.game) for cell in hindrance.cells]
        for hindrance in evening(event).hindrances
    }
    assert found == {
        "conflict": [(1, 4)],
        "missing": [(1, 5), *((2, game) for game in range(1, 6))],
        "flagged": [(1, 3)],
        "unchecked": [(1, 2)],
    }
    shown = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert "4 of 10 sheets are in. Start with table 1." in shown


def test_a_round_is_closed_from_here_and_opened_again_with_a_reason() -> None:
    event = seated_event()
    client = signed_in(event)
    home = reverse("evening", args=[event.slug])
    early = client.post(reverse("close", args=[event.slug, 1]), {"key": "early"}, follow=True)
    assert "cannot be closed yet" in early.content.decode()
    play(event, 1)
    assert "Close round 1" in client.get(home).content.decode()
    client.post(reverse("close", args=[event.slug, 1]), {"key": "close"})
    assert Round.objects.get(event=event, number=1).state == "closed"
    client.post(reverse("reopen", args=[event.slug, 1]), {"reason": ""})
    assert Round.objects.get(event=event, number=1).state == "closed"
    client.post(reverse("reopen", args=[event.slug, 1]), {"reason": "a card was found"})
    assert Round.objects.get(event=event, number=1).state == "published"


def test_an_umpire_sees_the_home_and_closes_nothing() -> None:
    event = seated_event()
    play(event, 1)
    client = signed_in(event, Role.UMPIRE)
    assert (
        "The head umpire or the organiser does this."
        in client.get(reverse("evening", args=[event.slug])).content.decode()
    )
    assert client.post(reverse("close", args=[event.slug, 1]), {"key": "x"}).status_code == 404
    assert Round.objects.get(event=event, number=1).state == "published"


def test_still_to_do_leads_an_umpire_to_no_page_of_the_desk() -> None:
    """Somebody is here without a seat: the desk is led to a place, an umpire reads it."""
    event = seated_event(10)
    check_in(event, "P001", sign())
    add_guest(event, {"name": "Nell New", "livery": None}, sign())
    check_in(event, "P011", sign())
    for role, shown in ((Role.ORGANISER, 1), (Role.UMPIRE, 0)):
        client = signed_in(event, role)
        page = client.get(reverse("evening", args=[event.slug])).content.decode()
        assert "1 here without a seat in round 1" in page
        assert page.count("A seat for Nell New") == shown
        todo = page.partition('id="still-to-do"')[2].partition("</section>")[0]
        for address in re.findall(r'href="([^"]+)"', todo):
            assert client.get(unescape(address)).status_code == 200, address


def test_a_round_that_is_not_there_is_not_closed() -> None:
    event = seated_event()
    assert (
        signed_in(event).post(reverse("close", args=[event.slug, 9]), {"key": "x"}).status_code
        == 404
    )


def test_up_to_24_tables_stand_in_one_band_and_more_in_bands_as_even_as_can_be() -> None:
    halls = {
        0: [],
        6: [6],
        22: [22],
        23: [23],
        24: [24],
        25: [13, 12],
        40: [20, 20],
        49: [17, 17, 15],
    }
    cells = {tables: tuple(Cell(1, table, 1) for table in range(1, tables + 1)) for tables in halls}
    cut = {tables: Grid(1, cells[tables]).bands for tables in halls}
    assert {tables: [len(band.tables) for band in bands] for tables, bands in cut.items()} == halls
    assert [len(band.blank) for band in cut[49]] == [0, 0, 2]
    assert cut[25][1].tables[0] == "14"


def test_two_rounds_of_a_small_hall_stand_side_by_side_on_the_home() -> None:
    event = seated_event(qualifying_rounds=2)
    Round.objects.filter(event=event, number=1).update(state="closed")
    page = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert [page.count(f'<th scope="col">Round {number}</th>') for number in (1, 2)] == [1, 1]
    assert page.count('class="legend"') == 1
    small, whole = (
        Grid(1, tuple(Cell(1, table, 1) for table in range(1, size))) for size in (3, 22)
    )
    assert (small.beside([whole, small]), whole.beside([small])) == ((small,), ())


def test_the_grid_tells_every_state() -> None:
    event = seated_event()
    save(event, GAME, (1, 1, 1), checked=True)
    save(event, GAME, (1, 1, 2))
    save(event, ("A", "2", "3", "4", "5"), (1, 1, 3), checked=True, blocked=True)
    save(event, ("out", "8", "3", "4", "5"), (1, 1, 4), checked=True)
    Game.objects.filter(table__round__number=2, number=1).update(not_played=True)
    first, second = evening(event).grids
    assert dict(first.counts) == {
        "missing": 1,
        "entered": 1,
        "checked": 1,
        "flagged": 1,
        "blocked": 1,
        "unplayed": 0,
    }
    assert dict(second.counts)["unplayed"] == 1
    shown = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert "table 1, game 4, look again" in shown


@pytest.mark.parametrize("name", ["evening", "desk"])
def test_the_home_and_the_scores_cost_the_same_at_30_and_110_guests(name: str) -> None:
    costs = []
    for guests in (30, 110):
        event = seated_event(guests)
        client = signed_in(event)
        save(event, GAME)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=[event.slug]))
        costs.append(len(queries))
    assert costs[0] == costs[1]
    # PostgreSQL is asked for the totals of a round by a query of their own.
    assert costs[0] <= 22 + (connection.vendor == "postgresql")


def test_the_time_shown_is_that_of_the_last_entry() -> None:
    event = seated_event()
    save(event, GAME)
    last = evening(event).as_of
    assert last is not None
    assert (last.kind, last.at) == ("sheet", NOW)


def test_a_page_without_sheets_leads_to_the_seating() -> None:
    event = new_event()
    empty = signed_in(event).get(reverse("desk", args=[event.slug])).content.decode()
    assert f'href="{reverse("seating", args=[event.slug])}">Go to the seating' in empty


def test_a_cut_larger_than_the_field_is_told_before_the_evening_comes_to_it() -> None:
    event = seated_event(10)
    client, home = signed_in(event), reverse("evening", args=[event.slug])
    assert (
        evening(event).warning,
        "larger than the field" in client.get(home).content.decode(),
    ) == ("", False)
    Guest.objects.filter(event=event, ref="P010").update(status="withdrawn")
    bump(event)
    said = (
        "The cut is larger than the field: 10 go through and 9 guests are there. Choose a smaller"
        " cut in the settings."
    )
    assert evening(event).warning == said
    assert client.get(home).content.decode().count(said) == 1


def test_while_the_door_is_open_the_next_act_is_to_close_it_and_who_is_awaited_is_named() -> None:
    event = seated_event(10)
    said = [now(event)]
    play_without_paper(event, sign())
    said.append(now(event))
    for badge in range(1, 10):
        check_in(event, f"P{badge:03}", sign())
    said.append(now(event))
    shown = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert "1 guest to arrive" in shown
    assert [hindrance.kind for hindrance in evening(event).hindrances] == ["door"]
    close_door(event, door_plan(event).seen, sign())
    said.append(now(event))
    reopen_door(event, sign(), reason="Too early")
    save(event, GAME, (1, 1, 1), checked=True)
    said.append(now(event))
    assert said == [
        ("Door", "Print the papers"),
        ("Door", "Check the guests in"),
        ("Door", "Check the guests in"),
        ("Round 1", "Start round 1"),
        ("Round 1", "Round 1: 9 sheets to come"),
    ]


def test_before_the_first_sheet_the_home_leads_to_paper_and_door_and_play_can_start_without_them() -> (
    None
):
    event = seated_event(10)
    home = reverse("evening", args=[event.slug])
    shown = signed_in(event).get(home).content.decode()
    assert f'href="{reverse("paper", args=[event.slug])}">Print the papers</a>' in shown
    assert ("Go to table 1, game 1</a>" in shown, evening(event).hindrances) == (True, ())
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "umpire"))
    assert "The organiser does this." in umpire.get(home).content.decode()
    save(event, GAME, (1, 1, 1), checked=True)
    assert (now(event), evening(event).in_the_way) == (
        ("Round 1", "Round 1: 9 sheets to come"),
        "Start with table 1.",
    )


def test_a_walk_in_evening_leads_from_tables_to_the_draw_of_round_2() -> None:
    event = new_event(games_per_round=1)
    refs = [guest.ref for guest in add_guests(event, 5)]
    for ref in refs:
        check_in(event, ref, sign())
    sign_in(event, {"name": "Late Lou", "company": ""}, NOW)
    open_table(event, refs, sign())
    said = [now(event)]
    play_without_paper(event, sign())
    said.append(now(event))
    play(event, 1)
    close_round(event, 1, sign())
    said.append(now(event))
    assert said == [
        ("Door", "Print the papers"),
        ("Round 1", "Start round 1"),
        ("Round 2", "Draw round 2"),
    ]
    shown = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert (
        "1 signed in by the code on the wall" in shown,
        reverse("door", args=[event.slug]) in shown,
    ) == (
        True,
        True,
    )


def test_between_cut_and_play_off_those_who_were_not_asked_are_counted() -> None:
    event = new_event(cut_size=4, games_per_round=1, playoff_games=1, playoff_tables=1)
    refs = [guest.ref for guest in add_guests(event, 5)]
    for number in (1, 2):
        lay_round(event, number, [refs])
        played(event, number)
    seal_cut(event, sign())
    reveal_cut(event, sign())
    counted = [evening(event).next.figures]
    reply(event, refs[:2], sign(), declined=False)
    counted.append(evening(event).next.figures)
    assert counted == [
        f"{number} finalists are not asked yet whether they play on." for number in (4, 2)
    ]


def test_a_list_that_the_hall_heard_is_never_said_to_be_unknown() -> None:
    event = new_event(cut_size=4, games_per_round=1)
    refs = [guest.ref for guest in add_guests(event, 5)]
    for number in (1, 2):
        lay_round(event, number, [refs])
        played(event, number)
    seal_cut(event, sign())
    first = evening(event).next
    reveal_cut(event, sign())
    withdraw_announcement(event, sign(), reason="Read too early")
    again = evening(event).next
    assert [(first.heading, first.figures), (again.heading, again.figures)] == [
        ("Read the names out", "The list is sealed; nobody in the hall knows it."),
        ("Read the names out", "The list is sealed again; names were read before."),
    ]


def test_a_ruling_without_its_reason_is_asked_for_before_its_round_is_closed() -> None:
    event = seated_event(5, games_per_round=1)
    play(event, 1)
    assert now(event) == ("Round 1", "Close round 1")
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    overrule(event, 1, sign(), reason="All at the table had agreed on it", own=STANDS)
    ruling = make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    found = evening(event)
    assert (found.next.heading, found.in_the_way) == (
        "Say why a ruling departs",
        "One thing to do first.",
    )
    page = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    assert "Close round 1</button></form>" not in page
    assert f'href="{reverse("ruling", args=[event.slug, ruling.number])}">Say why' in page


def kinds(event: Event) -> list[str]:
    """What still is to do, by kind."""
    return [hindrance.kind for hindrance in evening(Event.objects.get(pk=event.pk)).hindrances]


@pytest.mark.promise("Unchecked sheets are nothing to do until somebody checks")
def test_unchecked_sheets_are_nothing_to_do_until_somebody_checks_at_this_evening() -> None:
    event = seated_event(5, games_per_round=2)
    save(event, GAME, (1, 1, 1))
    save(event, GAME, (1, 1, 2))
    assert kinds(event) == []
    mark_checked(event, Place(1, 1, 1), 1, "The left-hand neighbours", sign())
    assert kinds(event) == ["unchecked"]
    close_round(event, 1, sign())
    save(event, GAME, (2, 1, 1))
    save(event, GAME, (2, 1, 2))
    assert kinds(event) == ["unchecked"]


@pytest.mark.control(
    "test_unchecked_sheets_are_nothing_to_do_until_somebody_checks_at_this_evening"
)
def test_were_checking_expected_at_every_evening_unchecked_sheets_would_stay_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = seated_event(5, games_per_round=2)
    save(event, GAME, (1, 1, 1))
    monkeypatch.setattr("tournament.home.phase.checking", lambda _cells: True)
    assert [hindrance.kind for hindrance in evening(event).hindrances] == ["missing", "unchecked"]

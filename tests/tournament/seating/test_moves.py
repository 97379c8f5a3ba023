"""Guests go to free seats: a table broken up before and after its round began, one moved, and both
taken back.
"""

import pytest

from scoring.seating import SeatingImpossibleError
from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, add_guests, new_event, save, seated_event, sign
from tests.tournament.hall import overlaps, seats, undo_seats
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting import scores
from tournament.counting.board import compute
from tournament.counting.past import at_number
from tournament.counting.state import Present
from tournament.models import Event, LedgerEntry
from tournament.refusal import Refused
from tournament.seating.acts import close_round, games_missing, lay_round, publish_round
from tournament.seating.acts_seats import break_up_table, leave, move_guest, take_seats_back
from tournament.seating.small_tables import SmallTable, break_up_plan, small_tables
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
WHY = "Two went home"
SMALL = {"qualifying_rounds": 1, "games_per_round": 3, "cut_size": 2}
HANDS = ("out", "2", "3", "4", "5", "6")


def evening(sizes: tuple[int, ...] = (4, 5, 5), **fields: object) -> Event:
    """Tables of these sizes, guests numbered through."""
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    tables = [
        [f"P{start + number:03}" for number in range(1, size + 1)]
        for start, size in zip(starts, sizes, strict=True)
    ]
    return seated_event(sum(sizes), tables=tables, **SMALL | fields)


def two_gone(
    since: int = 1, played: tuple[int, ...] = (0, 0, 0), sizes: tuple[int, ...] = (4, 5, 5)
) -> Event:
    """Two of the first table go home from a game on; so many games are in at each table."""
    event = evening(sizes)
    for table, (size, games) in enumerate(zip(sizes, played, strict=True), start=1):
        for game in range(1, games + 1):
            save(event, HANDS[:size], (1, table, game))
    for ref in ("P003", "P004"):
        leave(event, ref, (1, since), sign(), reason="The last train")
    return fresh(event)


def broken(event: Event) -> Event:
    """The same with table 1 broken up."""
    break_up_table(event, (1, 1), break_up_plan(event, 1, 1).seen, sign(), reason=WHY)
    return fresh(event)


def whereabouts(event: Event, badge: int) -> list[tuple[int, str, int, int | None]]:
    """Table, letter, first and last game of each seat of a guest."""
    return sorted(
        (table, letter, since, until)
        for _round, table, letter, guest, since, until in seats(event)
        if guest == badge
    )


def in_order(event: Event) -> None:
    """Nobody sits twice, the ledger tells every seat, the past is the present, and the archive
    comes in equal.
    """
    assert overlaps(event) == []
    assert list(faults(fresh(event))) == []
    last = event.ledger.latest("number").number
    assert sorted(Present(fresh(event)).tallies("qualifying"), key=repr) == sorted(
        at_number(fresh(event), last, lambda then: Present(then).tallies("qualifying")), key=repr
    )
    document = archive(fresh(event))
    again = import_evening(document, NOW)
    assert archive(again) == document
    assert compute(again).standings == compute(fresh(event)).standings


def test_before_a_game_is_in_the_guests_sit_at_the_other_tables_from_the_first_on() -> None:
    event = two_gone()
    assert small_tables(event) == [SmallTable(1, 1, "1", 2, 1)]
    event = broken(event)
    assert [whereabouts(event, badge) for badge in (1, 2)] == [
        [(2, "F", 1, None)],
        [(3, "F", 1, None)],
    ]
    assert (small_tables(event), {table for table, _game in games_missing(event.rounds.get())}) == (
        [],
        {2, 3},
    )
    in_order(event)


def test_after_games_were_played_they_keep_them_and_play_on_at_the_new_tables() -> None:
    event = broken(two_gone(2, (1, 1, 1)))
    assert whereabouts(event, 1) == [(1, "A", 1, 1), (2, "F", 2, None)]
    assert games_missing(event.rounds.get()) == [(2, 2), (2, 3), (3, 2), (3, 3)]
    for table in (2, 3):
        for game in (2, 3):
            save(event, HANDS, (1, table, game))
    close_round(event, 1, sign())
    in_order(event)
    totals = {standing.player: standing.total for standing in compute(fresh(event)).standings}
    assert (totals["P001"], totals["P002"]) == (0 + 6 + 6, 2 + 6 + 6)


def test_a_game_that_the_new_table_has_played_already_counts_as_absent_there() -> None:
    event = broken(two_gone(2, (1, 2, 2)))
    assert whereabouts(event, 2) == [(1, "B", 1, 1), (3, "F", 3, None)]
    missed = [tally for tally in scores.tallies(event) if tally.state == "absent"]
    assert [(tally.player, tally.table, tally.game) for tally in missed] == [
        ("P001", 2, 2),
        ("P002", 3, 2),
    ]
    in_order(event)


def test_a_table_that_is_behind_takes_them_when_it_has_caught_up_so_that_nobody_plays_a_game_twice() -> (
    None
):
    event = broken(two_gone(3, (2, 0, 0)))
    assert whereabouts(event, 1) == [(1, "A", 1, 2), (2, "F", 3, None)]
    save(event, HANDS[:5], (1, 2, 1))
    in_order(event)


@pytest.mark.parametrize("games", [0, 2])
def test_moved_back_every_output_is_as_it_was(games: int) -> None:
    event = two_gone(games + 1, (games, games, games))
    before = seats(event), archive(event), compute(event).standings
    event = broken(event)
    take_seats_back(
        event, event.ledger.latest("number").number, sign(), reason="They stayed after all"
    )
    assert (seats(event), archive(fresh(event)), compute(fresh(event)).standings) == before
    in_order(event)


def test_who_comes_back_after_it_finds_their_seat_and_the_table_is_named_again() -> None:
    event = broken(two_gone())
    undo_seats(event, "P003", sign(), reason="Missed the train")
    assert small_tables(fresh(event)) == [SmallTable(1, 1, "1", 1, 1)]
    take_seats_back(
        event,
        LedgerEntry.objects.get(event=event, kind="move_seats").number,
        sign(),
        reason="All are back",
    )
    assert [table.guests for table in small_tables(fresh(event))] == [3]
    in_order(event)


def test_one_guest_fills_a_small_table_from_a_larger_one() -> None:
    event = evening((4, 6))
    leave(event, "P004", (1, 1), sign(), reason="Unwell")
    assert [table.guests for table in small_tables(event)] == [3]
    move_guest(event, 10, (1, 1, "D"), sign(), reason="Makes four")
    assert (small_tables(fresh(event)), whereabouts(event, 10)) == ([], [(1, "D", 1, None)])
    take_seats_back(event, event.ledger.latest("number").number, sign(), reason="Not needed")
    assert whereabouts(event, 10) == [(2, "F", 1, None)]
    in_order(event)


def test_a_drafted_round_is_mended_before_it_is_published() -> None:
    event = new_event(**SMALL)
    refs = [guest.ref for guest in add_guests(event, 9)]
    lay_round(event, 1, [refs[:3], refs[3:]])
    assert [(table.round, table.table, table.guests) for table in small_tables(event)] == [
        (1, 1, 3)
    ]
    move_guest(event, 9, (1, 1, "D"), sign(), reason="Makes four")
    publish_round(event, 1, sign())
    assert small_tables(fresh(event)) == []
    in_order(event)


def test_what_cannot_be_done_is_refused_with_its_reason_and_changes_nothing() -> None:
    full = two_gone(sizes=(4, 6, 6))
    with pytest.raises(
        SeatingImpossibleError, match="No seat is free at the other tables, and 2 guests need one"
    ):
        break_up_plan(full, 1, 1)
    before = seats(full)
    for said, to in (
        ("Seat A at table 2 is taken", (1, 2, "A")),
        ("no such place", (1, 2, "Z")),
        ("sits at table 1 already", (1, 1, "C")),
    ):
        with pytest.raises(Refused, match=said):
            move_guest(full, 1, to, sign(), reason=WHY)
    for badge, number, said in ((99, 1, "Badge 99 has no seat"), (1, 7, "Round 7 is not drawn")):
        with pytest.raises(Refused, match=said):
            move_guest(full, badge, (number, 2, "A"), sign(), reason=WHY)
    with pytest.raises(Refused, match="Say why they change seats"):
        move_guest(full, 5, (1, 1, "C"), sign(), reason=" ")
    with pytest.raises(Refused, match="no such change of seats"):
        take_seats_back(full, 1, sign(), reason=WHY)
    assert seats(full) == before


def test_a_plan_that_is_not_the_one_that_was_looked_at_is_refused() -> None:
    event = two_gone()
    seen = break_up_plan(event, 1, 1).seen
    move_guest(event, 5, (1, 3, "F"), sign(), reason="Sees better there")
    with pytest.raises(Refused, match="Something changed while you looked"):
        break_up_table(event, (1, 1), seen, sign(), reason=WHY)


def test_they_stay_once_they_have_played_or_changed_seats_or_the_round_is_closed() -> None:
    event = broken(two_gone())
    number = event.ledger.latest("number").number
    leave(event, "P001", (1, 1), sign(), reason="Unwell too")
    with pytest.raises(Refused, match="Guest 1 has changed seats since"):
        take_seats_back(event, number, sign(), reason=WHY)
    undo_seats(event, "P001", sign(), reason="Better")
    save(event, HANDS, (1, 2, 1))
    with pytest.raises(
        Refused, match="The sheet of game 1 at table 2 of round 1 has Guest 1 on it"
    ):
        take_seats_back(event, number, sign(), reason=WHY)
    for table, game in games_missing(event.rounds.get()):
        save(event, HANDS, (1, table, game))
    close_round(event, 1, sign())
    with pytest.raises(Refused, match="Round 1 is closed: open it again first"):
        take_seats_back(event, number, sign(), reason=WHY)


def test_the_same_press_twice_moves_once() -> None:
    event = two_gone()
    seen, key = break_up_plan(event, 1, 1).seen, sign("once")
    break_up_table(event, (1, 1), seen, key, reason=WHY)
    break_up_table(event, (1, 1), seen, key, reason=WHY)
    assert LedgerEntry.objects.filter(event=event, kind="move_seats").count() == 1

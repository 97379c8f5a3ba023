"""The door: who is seen, who never came, and everything back as it was when it is opened again."""

import pytest

from tests.tournament.evening import NOW, entry, save, seated_event, sign
from tests.tournament.hall import overlaps, seats
from tournament.acts.archive import import_evening
from tournament.acts.check_in import check_in, undo_check_in
from tournament.acts.door import close_door, reopen_door
from tournament.acts.entry import record_sheet
from tournament.acts.places import Spot, seat_late
from tournament.acts.seating import SeatingRefusedError, clear_published, lay_round
from tournament.acts.swap import Swap, swap_guests
from tournament.archive import archive
from tournament.board import compute
from tournament.ledger.door import door_plan
from tournament.ledger.lift import players
from tournament.ledger.verify import faults
from tournament.models import Event, Game, Guest, LedgerEntry
from tournament.submission import Place, Submission
from tournament.views.seating_hall import free_places

pytestmark = pytest.mark.django_db


def here(event: Event, *away: int) -> None:
    """Everybody but these badges is seen at the door."""
    for ref in event.guests.exclude(badge__in=away).values_list("ref", flat=True):
        check_in(event, ref, sign())


def close(event: Event) -> None:
    close_door(event, door_plan(event).seen, sign())


def status(event: Event, badge: int) -> str:
    return Guest.objects.get(event=event, badge=badge).status


def sizes(event: Event) -> list[int]:
    return [sum(key is not None for key in table) for row in door_plan(event).hall.seating.rounds for table in row]


def test_a_guest_is_seen_once_and_unseen_again() -> None:
    event = seated_event()
    check_in(event, "P003", sign())
    assert Guest.objects.get(event=event, ref="P003").arrived_at == NOW
    with pytest.raises(SeatingRefusedError, match="Guest 3, badge 3, is here already"):
        check_in(event, "P003", sign())
    assert list(faults(event)) == []
    undo_check_in(event, "P003", sign())
    assert Guest.objects.get(event=event, ref="P003").arrived_at is None
    with pytest.raises(SeatingRefusedError, match="Guest 3 is not marked as here"):
        undo_check_in(event, "P003", sign())
    with pytest.raises(SeatingRefusedError, match="There is no guest P099"):
        check_in(event, "P099", sign())
    Guest.objects.filter(event=event, ref="P004").update(arrived_at=NOW)
    assert list(faults(event)) == ["Guest 4 is marked as here, and the ledger says otherwise."]


def test_six_no_shows_lose_seat_and_rank_and_every_table_is_fit_again() -> None:
    event = seated_event(110)
    away = (1, 2, 6, 7, 11, 50)
    here(event, *away)
    close(event)
    assert (min(sizes(event)), max(sizes(event)), [status(event, badge) for badge in away]) == (4, 5, ["no_show"] * 6)
    body = LedgerEntry.objects.filter(event=event).latest("number").body
    assert [(move["round"], move["after"]) for move in body["moves"]] == [
        (1, "1A"),
        (1, "2A"),
        (2, "1A"),
        (2, "2A"),
    ]
    assert (overlaps(event), list(faults(event))) == ([], [])
    standing = {one.player for one in compute(event).standings}
    assert standing & {f"P{badge:03}" for badge in away} == set()
    assert len([one for one in players(event) if one.status == "no_show"]) == 6


def test_closing_and_opening_the_door_changes_nothing() -> None:
    event = seated_event(20)
    away = (1, 6, 7, 8, 9)
    here(event, *away)
    before, games = seats(event), Game.objects.filter(event=event).count()
    close(event)
    assert Game.objects.filter(event=event, table__number=2).count() == 0
    assert len(seats(event)) == len(before) - 10
    document = archive(event)
    assert archive(import_evening(document, NOW)) == document
    with pytest.raises(SeatingRefusedError, match="Say why the door is opened again"):
        reopen_door(event, sign(), reason=" ")
    reopen_door(event, sign(), reason="Closed too early")
    assert (seats(event), Game.objects.filter(event=event).count()) == (before, games)
    assert {status(event, badge) for badge in away} == {"registered"}
    assert list(faults(event)) == []
    with pytest.raises(SeatingRefusedError, match="The door is not closed"):
        reopen_door(event, sign(), reason="Again")


def test_the_door_is_not_closed_on_an_empty_hall_nor_on_a_full_one_nor_unseen() -> None:
    event = seated_event(10)
    plan = door_plan(event)
    with pytest.raises(SeatingRefusedError, match="Nobody is checked in yet"):
        close_door(event, plan.seen, sign())
    here(event, 4)
    with pytest.raises(SeatingRefusedError, match="Something changed while you looked"):
        close_door(event, plan.seen, sign())
    check_in(event, "P004", sign())
    with pytest.raises(SeatingRefusedError, match="Everybody on the list is here"):
        close_door(event, door_plan(event).seen, sign())
    for ref in ("P001", "P002", "P003"):
        undo_check_in(event, ref, sign())
    with pytest.raises(SeatingRefusedError, match="7 guests cannot sit at tables of 4 to 6"):
        close_door(event, "", sign())
    assert {guest.status for guest in event.guests.all()} == {"registered"}


def test_pressed_twice_it_is_closed_once() -> None:
    event = seated_event(10)
    here(event, 4)
    seen, by = door_plan(event).seen, sign("once")
    close_door(event, seen, by)
    close_door(event, seen, by)
    assert LedgerEntry.objects.filter(event=event, kind="door").count() == 1
    reopen_door(event, sign("back"), reason="x")
    reopen_door(event, sign("back"), reason="x")
    assert LedgerEntry.objects.filter(event=event, kind="reopen_door").count() == 1


def test_who_is_on_a_sheet_is_here_and_a_table_on_record_stays() -> None:
    event = seated_event(15)
    save(event, ("absent", "out", "2", "3", "4"))
    check_in(event, "P010", sign())
    for ref in [f"P{badge:03}" for badge in range(11, 16)]:
        check_in(event, ref, sign())
    for ref in ("P007", "P008"):
        check_in(event, ref, sign())
    plan = door_plan(event)
    assert [guest.ref for guest in plan.absent] == ["P001", "P006", "P009"]
    close(event)
    kept = [(row[0], row[1], row[5]) for row in seats(event) if row[3] == 1]
    assert kept == [(1, 1, 1)]
    assert [one.player for one in compute(event).standings if one.player in ("P001", "P006")] == []
    reopen_door(event, sign(), reason="They stood outside")
    assert [(row[0], row[5]) for row in seats(event) if row[3] == 1] == [(1, None), (2, None)]


def test_the_door_stays_closed_once_what_it_changed_was_played_or_moved_on() -> None:
    event = seated_event(10)
    here(event, 1, 2)
    close(event)
    moved = LedgerEntry.objects.filter(event=event).latest("number").body["moves"]
    badge = int(moved[0]["guest"].removeprefix("P"))
    assert [(move["round"], move["after"]) for move in moved] == [(1, "1A"), (2, "1A")]
    swap_guests(event, Swap(1, badge, 9), sign(), reason="They asked")
    with pytest.raises(SeatingRefusedError, match=f"Guest {badge} changed seats in round 1 since"):
        reopen_door(event, sign(), reason="Closed too early")
    swap_guests(event, Swap(1, badge, 9), sign(), reason="Taken back")
    left = zip("ACDE", ("out", "2", "3", "4"), strict=True)
    entries = tuple(entry(letter, words) for letter, words in left)
    record_sheet(event, Submission(Place(1, 1, 1), entries), sign())
    with pytest.raises(SeatingRefusedError, match="A sheet of table 1 in round 1 is in: the door stays closed"):
        reopen_door(event, sign(), reason="Closed too early")


def test_who_came_after_the_door_was_closed_is_late_and_takes_a_place() -> None:
    event = seated_event(10)
    here(event, 4)
    close(event)
    check_in(event, "P004", sign())
    assert status(event, 4) == "late"
    undo_check_in(event, "P004", sign())
    assert status(event, 4) == "no_show"
    check_in(event, "P004", sign())
    seat_late(event, "P004", [Spot(1, 1, "D", 2), Spot(2, 1, "D")], sign(), reason="The train")
    with pytest.raises(SeatingRefusedError, match="Guest 4 has taken a place since"):
        undo_check_in(event, "P004", sign())
    with pytest.raises(SeatingRefusedError, match="Guest 4 came after all and sits in round"):
        reopen_door(event, sign(), reason="Closed too early")
    assert list(faults(event)) == []


def test_who_has_gone_home_is_not_let_in() -> None:
    event = seated_event(10)
    Guest.objects.filter(event=event, ref="P004").update(status="withdrawn")
    with pytest.raises(SeatingRefusedError, match="Guest 4 has gone home"):
        check_in(event, "P004", sign())


def test_before_anything_is_drawn_closing_the_door_only_lists_who_never_came() -> None:
    event = seated_event(10)
    for number in (1, 2):
        clear_published(event, number, sign(), reason="Anew")
    here(event, 4)
    close(event)
    assert (status(event, 4), seats(event)) == ("no_show", [])
    lay_round(event, 1, [["P001", "P002", "P003", "P005"]])
    reopen_door(event, sign(), reason="They came")
    assert status(event, 4) == "registered"


def test_closing_a_door_on_110_guests_costs_few_queries(django_assert_max_num_queries: object) -> None:
    event = seated_event(110)
    event.guests.exclude(badge__in=(1, 2, 6, 7, 11, 50)).update(arrived_at=NOW)
    seen = door_plan(event).seen
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        close_door(event, seen, sign())
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        reopen_door(event, sign(), reason="Closed too early")


def test_nobody_is_put_at_a_table_that_was_given_up() -> None:
    event = seated_event(20)
    here(event, 6, 7, 8, 9)
    close(event)
    check_in(event, "P006", sign())
    with pytest.raises(SeatingRefusedError, match="Nobody plays at table 2 any more"):
        seat_late(event, "P006", [Spot(1, 2, "A")], sign(), reason="The train")
    assert 2 not in {table for table, _seat in free_places(door_plan(event).hall, 1)}

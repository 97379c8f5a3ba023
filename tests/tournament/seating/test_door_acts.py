"""The door: who is seen, who never came, and everything back as it was when it is opened again."""

from collections import Counter

import pytest

from scoring.seating import certificate
from tests.tournament.evening import NOW, entry, save, seated_event, sign
from tests.tournament.hall import drafted, overlaps, seats
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.counting.scores import players
from tournament.counting.seats import hall
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.models import Event, Game, Guest, LedgerEntry, Seat
from tournament.refusal import Refused
from tournament.seating.acts import clear_published, lay_round, publish_round
from tournament.seating.acts_door import check_in, close_door, reopen_door, undo_check_in
from tournament.seating.acts_seats import Spot, move_guest, seat_late, swap_guests
from tournament.seating.acts_walk_in import add_walk_in
from tournament.seating.reading import door_plan, door_plans
from tournament.seating.tiles import free_tables
from tournament.verification.checks import faults
from tournament.verification.seats import entries, seats_at

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
    return [
        sum(key is not None for key in table)
        for row in door_plan(event).hall.seating.rounds
        for table in row
    ]


def test_a_guest_is_seen_once_and_unseen_again() -> None:
    event = seated_event()
    check_in(event, "P003", sign())
    assert Guest.objects.get(event=event, ref="P003").arrived_at == NOW
    with pytest.raises(Refused, match="Guest 3, badge 3, is here already"):
        check_in(event, "P003", sign())
    assert list(faults(event)) == []
    undo_check_in(event, "P003", sign())
    assert Guest.objects.get(event=event, ref="P003").arrived_at is None
    with pytest.raises(Refused, match="Guest 3 is not marked as here"):
        undo_check_in(event, "P003", sign())
    with pytest.raises(Refused, match="There is no guest P099"):
        check_in(event, "P099", sign())
    Guest.objects.filter(event=event, ref="P004").update(arrived_at=NOW)
    assert list(faults(event)) == ["Guest 4 is marked as here, and the record says otherwise."]


def test_six_no_shows_lose_seat_and_rank_and_every_table_is_fit_again() -> None:
    event = seated_event(110)
    away = (1, 2, 6, 7, 11, 50)
    here(event, *away)
    close(event)
    assert (min(sizes(event)), max(sizes(event)), [status(event, badge) for badge in away]) == (
        4,
        5,
        ["no_show"] * 6,
    )
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
    assert len([player for player in players(event) if player.status == "no_show"]) == 6


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
    with pytest.raises(Refused, match="Say why the door is opened again"):
        reopen_door(event, sign(), reason=" ")
    reopen_door(event, sign(), reason="Closed too early")
    assert (seats(event), Game.objects.filter(event=event).count()) == (before, games)
    assert {status(event, badge) for badge in away} == {"registered"}
    assert list(faults(event)) == []
    with pytest.raises(Refused, match="The door is not closed"):
        reopen_door(event, sign(), reason="Again")


def test_the_door_is_not_closed_on_an_empty_hall_nor_on_a_full_one_nor_unseen() -> None:
    event = seated_event(10)
    plan = door_plan(event)
    with pytest.raises(Refused, match="Nobody is checked in yet"):
        close_door(event, plan.seen, sign())
    here(event, 4)
    with pytest.raises(Refused, match="Something changed while you looked"):
        close_door(event, plan.seen, sign())
    check_in(event, "P004", sign())
    with pytest.raises(Refused, match="Everybody on the list is here"):
        close_door(event, door_plan(event).seen, sign())
    for ref in ("P001", "P002", "P003"):
        undo_check_in(event, ref, sign())
    with pytest.raises(Refused, match="7 guests cannot sit at tables of 4 to 6"):
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
    assert [
        standing.player
        for standing in compute(event).standings
        if standing.player in ("P001", "P006")
    ] == []
    reopen_door(event, sign(), reason="They stood outside")
    assert [(row[0], row[5]) for row in seats(event) if row[3] == 1] == [(1, None), (2, None)]


def test_who_moved_before_and_never_came_has_their_seats_again_as_they_were() -> None:
    """The seat that they left with game 1 stays left; only the one of the closing comes back."""
    laid = [["P001", "P002", "P003", "P004", "P005"], ["P006", "P007", "P008", "P009"]]
    event = seated_event(9, tables=laid)
    save(event, ("absent", "out", "2", "3", "4"))
    move_guest(event, 1, (1, 2, "E"), sign(), reason="Company for table 2")
    for badge in (6, 7, 8, 9):
        check_in(event, f"P{badge:03}", sign())
    before = seats(event)
    close(event)
    assert [row for row in seats(event) if row[3] == 1] == [(1, 1, "A", 1, 1, 1)]
    reopen_door(event, sign(), reason="They stood outside")
    assert (seats(event), list(faults(event))) == (before, [])


def test_the_door_stays_closed_once_what_it_changed_was_played_or_moved_on() -> None:
    event = seated_event(10)
    here(event, 1, 2)
    close(event)
    moved = LedgerEntry.objects.filter(event=event).latest("number").body["moves"]
    badge = int(moved[0]["guest"].removeprefix("P"))
    assert [(move["round"], move["after"]) for move in moved] == [(1, "1A"), (2, "1A")]
    swap_guests(event, 1, (badge, 9), sign(), reason="They asked")
    with pytest.raises(Refused, match=f"Guest {badge} changed seats in round 1 since"):
        reopen_door(event, sign(), reason="Closed too early")
    swap_guests(event, 1, (badge, 9), sign(), reason="Taken back")
    left = zip("ACDE", ("out", "2", "3", "4"), strict=True)
    entries = tuple(entry(letter, words) for letter, words in left)
    record_sheet(event, Submission(Place(1, 1, 1), entries), sign())
    with pytest.raises(Refused, match="A sheet of table 1 in round 1 is in: the door stays closed"):
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
    with pytest.raises(Refused, match="Guest 4 has taken a place since"):
        undo_check_in(event, "P004", sign())
    with pytest.raises(Refused, match="Guest 4 came after all and sits in round"):
        reopen_door(event, sign(), reason="Closed too early")
    assert list(faults(event)) == []


def test_who_has_gone_home_is_not_let_in() -> None:
    event = seated_event(10)
    Guest.objects.filter(event=event, ref="P004").update(status="withdrawn")
    with pytest.raises(Refused, match="Guest 4 has gone home"):
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


def test_closing_a_door_on_110_guests_costs_few_queries(
    django_assert_max_num_queries: object,
) -> None:
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
    with pytest.raises(Refused, match="Nobody plays at table 2 any more"):
        seat_late(event, "P006", [Spot(1, 2, "A")], sign(), reason="The train")
    assert 2 not in free_tables(door_plan(event).hall, 1)


def arrive(event: Event, *badges: int) -> None:
    """Guests who are not on any plan are added at the door."""
    for badge in badges:
        add_walk_in(event, f"Guest {badge}", "", sign())


def evening_of_113() -> Event:
    """Drawn for 113 at 23 tables; five never come, two walk in: 110 are 22 tables of five."""
    event = drafted(113)
    for number in (1, 2):
        publish_round(event, number, sign())
    here(event, 3, 17, 40, 77, 101)
    arrive(event, 114, 115)
    return event


def counted(event: Event) -> list[Counter[int]]:
    """How many tables of each size somebody sits at, by round."""
    rounds = hall(event).seating.rounds
    return [
        Counter(size for table in row if (size := sum(key is not None for key in table)))
        for row in rounds
    ]


def test_who_stands_without_a_seat_gets_a_freed_one_when_the_door_closes_and_it_is_taken_back() -> (
    None
):
    event = seated_event(20)
    before = seats(event)
    here(event, 3, 8)
    arrive(event, 21)
    plan = door_plan(event)
    assert [guest.badge for guest in plan.seated] == [21]
    close(event)
    assert [row[:3] for row in seats(event) if row[3] == 21] == [(1, 1, "C"), (2, 2, "C")]
    assert (list(faults(event)), overlaps(event), door_plan(event).without) == ([], [], ())
    assert played_forward(event) == [row[:4] for row in seats(event)]
    reopen_door(event, sign(), reason="Closed too early")
    assert (seats(event), list(faults(event))) == (before, [])


def played_forward(event: Event) -> list[tuple[int, int, str, int]]:
    """The seats as the ledger alone has them at its end."""
    rows = seats_at(entries(event)).rows
    return sorted((row.round, row.table, row.letter, int(row.ref[1:])) for row in rows)


def test_the_best_new_seating_puts_110_at_22_tables_of_five_with_few_moves() -> None:
    event = evening_of_113()
    fewest, best = door_plans(event)
    assert [set(sizes) for sizes in best.sizes] == [{5}, {5}]
    assert len(best.movers) <= 12
    close_door(event, best.seen, sign())
    assert counted(event) == [Counter({5: 22})] * 2
    assert (list(faults(event)), overlaps(event)) == ([], [])
    found = hall(event)
    assert certificate(found.seating, found.wishes).count("repeats") == 0
    document = archive(event)
    assert archive(import_evening(document, NOW)) == document
    reopen_door(event, sign(), reason="Closed too early")
    assert counted(event) == [Counter({5: 21, 4: 2})] * 2
    assert fewest.sizes != best.sizes


def test_once_a_sheet_is_in_no_new_seating_is_offered_and_newcomers_wait() -> None:
    event = evening_of_113()
    seated = Seat.objects.filter(event=event, round__number=1, table__number=1).order_by("letter")
    hands = [
        entry(letter, "out" if letter == "A" else "2")
        for letter in seated.values_list("letter", flat=True)
    ]
    record_sheet(event, Submission(Place(1, 1, 1), tuple(hands)), sign())
    (plan,) = door_plans(event)
    assert (plan.seated, [guest.badge for guest in plan.without]) == ((), [114, 115])


def test_closing_with_the_best_seating_costs_few_queries(
    django_assert_max_num_queries: object,
) -> None:
    event = evening_of_113()
    seen = door_plans(event)[1].seen
    with django_assert_max_num_queries(28):  # type: ignore[operator]
        close_door(event, seen, sign())

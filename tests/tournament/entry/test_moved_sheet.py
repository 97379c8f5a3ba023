"""Sheets in the wrong place and hands entered for each other: moved by new versions, nothing
overwritten.
"""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import save, seated_event, sheet, sign
from tournament.counting.board import compute
from tournament.counting.consequences import rehearse
from tournament.counting.grid import cells
from tournament.counting.submission import Place, SheetConflictError
from tournament.entry.acts_corrections import move_sheet, swap_hands
from tournament.entry.wrong_place import SheetMove
from tournament.models import Event, Flag, LedgerEntry, Sheet
from tournament.refusal import Refused
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "2", "3", "4", "5"), ("6", "out", "7", "9", "A")
ONE, TWO, OTHER_TABLE = Place(1, 1, 1), Place(1, 1, 2), Place(1, 2, 1)
NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)


def evening() -> Event:
    return seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)


def totals(event: Event) -> dict[str, int]:
    return {
        standing.player: standing.total
        for standing in compute(Event.objects.get(pk=event.pk)).standings
        if standing.total
    }


def states(event: Event) -> list[str]:
    return [cell.state for cell in cells(event)]


def test_a_sheet_moves_to_the_game_it_belongs_to_and_its_own_game_wants_one_again() -> None:
    event = evening()
    save(event, FIRST)
    before = totals(event)
    move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")
    assert totals(event) == before
    assert states(event) == ["missing", "entered", "missing", "missing"]
    assert list(faults(event)) == []
    save(event, SECOND)
    assert [
        (row.game.number, row.version, row.accepted)
        for row in Sheet.objects.order_by("entry__number")
    ] == [
        (1, 1, False),
        (2, 1, True),
        (1, 2, True),
    ]
    assert list(faults(event)) == []


def test_moved_back_it_counts_as_it_did_and_the_ledger_tells_both_moves() -> None:
    event = evening()
    save(event, FIRST)
    before = (totals(event), states(event))
    move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")
    move_sheet(event, SheetMove(TWO, ONE), sign(), reason="No, it was game 1")
    assert (totals(event), states(event)) == before
    told = LedgerEntry.objects.filter(event=event, kind="move").values_list("reason", flat=True)
    assert list(told) == ["It was game 2", "No, it was game 1"]
    assert list(faults(event)) == []


def test_a_sheet_of_another_table_stays_with_the_seats_and_two_sheets_change_places() -> None:
    event = evening()
    save(event, FIRST)
    save(event, SECOND, (1, 2, 1))
    move_sheet(
        event, SheetMove(ONE, OTHER_TABLE), sign(), reason="Sheets of tables 1 and 2 were mixed up"
    )
    assert totals(event) == {
        "P001": 6,
        "P003": 7,
        "P004": 9,
        "P005": 1,
        "P007": 2,
        "P008": 3,
        "P009": 4,
        "P010": 5,
    }
    assert list(faults(event)) == []
    move_sheet(event, SheetMove(OTHER_TABLE, ONE), sign(), reason="They were right")
    assert totals(event)["P002"] == 2


def test_two_hands_are_swapped_and_swapped_back() -> None:
    event = evening()
    save(event, FIRST)
    swap_hands(event, ONE, ("A", "E"), sign(), reason="Entered for each other")
    assert totals(event) == {"P001": 5, "P002": 2, "P003": 3, "P004": 4}
    swap_hands(event, ONE, ("E", "A"), sign(), reason="They were right")
    assert totals(event) == {"P002": 2, "P003": 3, "P004": 4, "P005": 5}
    assert list(faults(event)) == []


def test_a_dismissed_flag_stays_dismissed_where_the_sheet_goes() -> None:
    event = evening()
    save(event, ("out", "8", "3", "4", "5"), dismissed={"bare_eight B": "Counted again"})
    move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")
    assert Flag.objects.get(sheet__accepted=True).dismissed == "Counted again"


def test_what_it_would_do_is_seen_first_and_nothing_of_it_is_left() -> None:
    event = evening()
    save(event, FIRST)
    save(event, SECOND, (1, 2, 1))
    before = (totals(event), event.ledger.count(), Event.objects.get(pk=event.pk).version)
    seen = rehearse(event, lambda by: swap_hands(event, ONE, ("A", "E"), by, reason="Wrong"), NOW)
    assert [
        (move.player, move.figures("total")) for move in seen.moves.shifted if move.differs("total")
    ] == [
        ("P005", (5, 0)),
        ("P001", (0, 5)),
    ]
    assert (totals(event), event.ledger.count(), Event.objects.get(pk=event.pk).version) == before


def test_a_repeated_request_moves_once() -> None:
    event = evening()
    save(event, FIRST)
    for _ in range(2):
        move_sheet(event, SheetMove(ONE, TWO), sign("one key"), reason="It was game 2")
    assert states(event) == ["missing", "entered", "missing", "missing"]


@pytest.mark.parametrize(
    ("move", "reason", "said"),
    [
        (SheetMove(ONE, TWO), " ", "Say why"),
        (SheetMove(ONE, ONE), "x", "another game or table"),
        (SheetMove(TWO, ONE), "x", "No sheet is in for round 1, table 1, game 2"),
        (SheetMove(ONE, Place(1, 9, 1)), "x", "There is no round 1, table 9, game 1"),
        (SheetMove(ONE, Place(10**9, 1, 1)), "x", "There is no round"),
    ],
)
def test_what_cannot_be_moved_is_refused_with_a_sentence_and_changes_nothing(
    move: SheetMove, reason: str, said: str
) -> None:
    event = evening()
    save(event, FIRST)
    with pytest.raises(Refused, match=said):
        move_sheet(event, move, sign(), reason=reason)
    assert event.ledger.count() == 2


def test_a_sheet_that_does_not_fit_the_seats_is_refused() -> None:
    laid = [["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008", "P009"]]
    event = seated_event(9, tables=laid, qualifying_rounds=1, games_per_round=1)
    save(event, FIRST[:4])
    with pytest.raises(
        Refused,
        match="has the seats A, B, C, D, and round 1, table 2, game 1 has A, B, C, D, E",
    ):
        move_sheet(event, SheetMove(ONE, OTHER_TABLE), sign(), reason="Wrong table")
    with pytest.raises(Refused, match="two different seats"):
        swap_hands(event, ONE, ("A", "E"), sign(), reason="Wrong")


def test_while_two_sheets_wait_for_a_choice_nothing_moves() -> None:
    event = evening()
    save(event, FIRST)
    with pytest.raises(SheetConflictError):
        save(event, SECOND)
    with pytest.raises(Refused, match="wait for a choice"):
        move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")


def test_a_page_from_before_the_move_is_answered_with_a_sentence() -> None:
    event = evening()
    save(event, FIRST)
    move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")
    with pytest.raises(ValueError, match="sheet you saw is gone"):
        save(event, SECOND, seen=1, reason="Misread")


def test_a_move_is_one_act_of_few_queries() -> None:
    event = seated_event(110)
    save(event, FIRST)
    save(event, SECOND, (1, 2, 1))
    with CaptureQueriesContext(connection) as taken:
        move_sheet(event, SheetMove(ONE, OTHER_TABLE), sign(), reason="Mixed up")
    assert len(taken) <= 25, len(taken)


def test_a_sheet_sent_twice_after_the_move_is_still_known_by_its_key() -> None:
    event = evening()
    save(event, FIRST)
    said = sheet(SECOND, (1, 1, 2))
    assert said.seen == 0
    move_sheet(event, SheetMove(ONE, TWO), sign(), reason="It was game 2")
    with pytest.raises(SheetConflictError):
        save(event, SECOND, (1, 1, 2))

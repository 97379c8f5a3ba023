"""Seats that change from a game on, also when its sheets are in: the hands go with the player or
stay with the seat.
"""

from typing import Literal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import save, seated_event, sign
from tournament.counting.board import compute
from tournament.counting.submission import Place
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.models import Event, Seat
from tournament.refusal import Refused
from tournament.seating.acts_seats import leave
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "2", "3", "4", "5"), ("6", "out", "7", "9", "A")


def evening() -> Event:
    """Two tables of five, three games; games 1 and 2 are in at both."""
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=2)
    for table, said in ((1, FIRST), (2, SECOND)):
        for game in (1, 2):
            save(event, said, (1, table, game))
    return event


def totals(event: Event) -> dict[str, int]:
    return {
        standing.player: standing.total
        for standing in compute(Event.objects.get(pk=event.pk)).standings
    }


def seats(event: Event, ref: str) -> list[tuple[int, str, int, int | None]]:
    rows = Seat.objects.filter(event=event, guest__ref=ref).order_by("from_game")
    return list(rows.values_list("table__number", "letter", "from_game", "left_after_game"))


@pytest.mark.parametrize(
    ("hands", "one", "other"),
    [("player", 4, 12), ("seat", 2 + 6, 6 + 2)],
)
def test_two_guests_who_sat_at_each_others_tables_keep_their_hands_or_take_those_of_the_seat(
    hands: Literal["player", "seat"], one: int, other: int
) -> None:
    event = evening()
    assert (totals(event)["P002"], totals(event)["P006"]) == (4, 12)
    reseat(
        event,
        SeatChange(1, 2, 6, from_game=2, hands=hands),
        sign(),
        reason="They sat the other way round",
    )
    assert (totals(event)["P002"], totals(event)["P006"]) == (one, other)
    assert seats(event, "P002") == [(1, "B", 1, 1), (2, "A", 2, None)]
    assert seats(event, "P006") == [(2, "A", 1, 1), (1, "B", 2, None)]
    assert list(faults(event)) == []


@pytest.mark.parametrize("hands", ["player", "seat"])
@pytest.mark.parametrize("since", [1, 2, 3])
def test_the_same_change_again_leaves_everything_as_it_was(
    hands: Literal["player", "seat"], since: int
) -> None:
    event = evening()
    before = (totals(event), seats(event, "P002"), seats(event, "P006"))
    for reason in ("They sat the other way round", "No, the list was right"):
        reseat(event, SeatChange(1, 2, 6, from_game=since, hands=hands), sign(), reason=reason)
    assert (totals(event), seats(event, "P002"), seats(event, "P006")) == before
    assert list(faults(event)) == []


def test_at_one_table_the_letters_change_and_nobody_loses_a_point() -> None:
    event = evening()
    before = totals(event)
    reseat(event, SeatChange(1, 1, 5), sign(), reason="A and E sat the other way round")
    assert totals(event) == before
    assert seats(event, "P001") == [(1, "E", 1, None)]
    save(event, ("2", "3", "4", "5", "out"), (1, 1, 3))
    assert totals(event)["P001"] == before["P001"]
    assert list(faults(event)) == []


def test_a_guest_moves_to_a_free_seat_before_its_games_are_in_and_back_again() -> None:
    laid = [["P001", "P002", "P003", "P004", "P005"], ["P006", "P007", "P008", "P009"]]
    event = seated_event(9, tables=laid, qualifying_rounds=1, games_per_round=2)
    save(event, FIRST)
    save(event, SECOND[:4], (1, 2, 1))
    before = totals(event)
    change = SeatChange(1, 3, spot=(2, "E"), from_game=2)
    reseat(event, change, sign(), reason="They sat down at table 2")
    assert seats(event, "P003") == [(1, "C", 1, 1), (2, "E", 2, None)]
    save(event, ("out", "2", "3", "4", "5"), (1, 2, 2))
    assert totals(event)["P003"] == before["P003"] + 5
    with pytest.raises(Refused, match="No sheet of game 2 is in at the new table of Guest 3"):
        reseat(event, SeatChange(1, 3, spot=(1, "C"), from_game=2), sign(), reason="Back")
    assert list(faults(event)) == []


def test_who_went_home_has_the_other_seat_for_as_long_as_they_had_theirs() -> None:
    event = evening()
    leave(event, "P002", (1, 3), sign(), reason="The last train")
    reseat(event, SeatChange(1, 2, 6, from_game=2), sign(), reason="They sat the other way round")
    assert seats(event, "P002") == [(1, "B", 1, 1), (2, "A", 2, 2)]
    assert seats(event, "P006") == [(2, "A", 1, 1), (1, "B", 2, None)]
    assert list(faults(event)) == []


def test_a_hand_goes_with_its_player_to_a_table_of_more_seats() -> None:
    laid = [["P001", "P002", "P003", "P004", "P005"], ["P006", "P007", "P008", "P009"]]
    event = seated_event(9, tables=laid, qualifying_rounds=1, games_per_round=1)
    save(event, FIRST)
    save(event, SECOND[:4], (1, 2, 1))
    before = totals(event)
    reseat(event, SeatChange(1, 3, spot=(2, "E")), sign(), reason="They sat at table 2 all along")
    assert totals(event) == before
    assert list(faults(event)) == []
    reseat(event, SeatChange(1, 3, spot=(1, "C")), sign(), reason="They did not")
    assert totals(event) == before
    assert seats(event, "P003") == [(1, "C", 1, None)]


@pytest.mark.parametrize(
    ("change", "reason", "said"),
    [
        (SeatChange(1, 2, 6), " ", "Say why"),
        (SeatChange(2, 2, 6), "x", "Round 2 is not published"),
        (SeatChange(1, 2, 6, from_game=4), "x", "has the games 1 to 3"),
        (SeatChange(1, 2, 99), "x", "Badge 99 has no seat"),
        (SeatChange(1, 2, 2), "x", "Choose the guest or the free seat"),
        (SeatChange(1, 2, spot=(2, "A")), "x", "Seat A at table 2 is taken by Guest 6"),
        (SeatChange(1, 2, spot=(2, "Z")), "x", "Round 1 has no such place"),
        (SeatChange(1, 2, 6, hands="both"), "x", "go with the players or stay"),  # type: ignore[arg-type]
        (
            SeatChange(1, 2, spot=(2, "F"), hands="seat"),
            "x",
            "would lose a hand|has no hand for seat F",
        ),
    ],
)
def test_what_cannot_be_changed_is_refused_with_a_sentence_and_changes_nothing(
    change: SeatChange, reason: str, said: str
) -> None:
    event = evening()
    before = (totals(event), event.ledger.count(), list(Seat.objects.order_by("pk").values_list()))
    with pytest.raises(Refused, match=said):
        reseat(event, change, sign(), reason=reason)
    assert (
        totals(event),
        event.ledger.count(),
        list(Seat.objects.order_by("pk").values_list()),
    ) == before


def test_a_hand_whose_other_table_has_no_sheet_is_not_lost() -> None:
    event = evening()
    move_sheet(event, SheetMove(Place(1, 2, 2), Place(1, 2, 3)), sign(), reason="It was game 3")
    with pytest.raises(Refused, match="has no hand for seat B"):
        reseat(
            event, SeatChange(1, 2, 6, from_game=2), sign(), reason="They sat the other way round"
        )
    reseat(
        event,
        SeatChange(1, 2, 6, from_game=2, hands="seat"),
        sign(),
        reason="They sat the other way round",
    )
    assert list(faults(event)) == []


def test_a_whole_round_at_two_tables_is_one_act_of_few_queries() -> None:
    event = seated_event(110)
    for table, said in ((1, FIRST), (2, SECOND)):
        for game in range(1, 6):
            save(event, said, (1, table, game))
    with CaptureQueriesContext(connection) as taken:
        reseat(event, SeatChange(1, 2, 6), sign(), reason="They sat the other way round")
    assert len(taken) <= 25, [one["sql"][:70] for one in taken]
    assert list(faults(event)) == []

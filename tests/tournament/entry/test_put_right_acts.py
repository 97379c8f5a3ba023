"""Whatever is put right, taken back in turn it leaves every total, place and seat as it was, and
the ledger whole.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.ending import sealed_event
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.test_every_act import undone
from tournament.counting.board import compute
from tournament.counting.grid import cells
from tournament.counting.submission import Place
from tournament.entry.acts_cards import (
    Said,
    record_answer,
    record_round_total,
    take_back_answer,
    take_back_round_total,
)
from tournament.entry.acts_corrections import move_sheet, swap_hands
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.finals.acts import seal_cut
from tournament.ledger.chain import Signature
from tournament.models import Event, Seat, Tally
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SHEETS = {1: ("out", "2", "=33", "4", "8 K"), 2: ("6", "out", "absent", "9 9", "A")}
Act = Callable[[Event, Signature], object]
PLACES = st.builds(Place, st.just(1), st.integers(1, 2), st.integers(1, 3))
HANDS = st.sampled_from(["player", "seat"])


def moved(away: Place, to: Place) -> tuple[Act, Act]:
    return (
        lambda event, by: move_sheet(event, SheetMove(away, to), by, reason="Wrong place"),
        lambda event, by: move_sheet(event, SheetMove(to, away), by, reason="It was right"),
    )


def swapped(place: Place, one: str, other: str) -> tuple[Act, Act]:
    def act(event: Event, by: Signature) -> None:
        swap_hands(event, place, (one, other), by, reason="Entered for each other")

    return act, act


def reseated(one: int, other: int, since: int, hands: Any) -> tuple[Act, Act]:
    def act(event: Event, by: Signature) -> None:
        reseat(
            event,
            SeatChange(1, one, other, from_game=since, hands=hands),
            by,
            reason="They sat otherwise",
        )

    return act, act


SEAT = st.sampled_from("ABCDE")
ACTS = st.one_of(
    st.builds(moved, PLACES, PLACES),
    st.builds(swapped, PLACES, SEAT, SEAT),
    st.builds(reseated, st.integers(1, 10), st.integers(1, 10), st.integers(1, 3), HANDS),
)


def evening() -> Event:
    """Two tables of five and three games; the last of the second table is not in."""
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=3)
    for table, game in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
        save(event, SHEETS[1 + (table + game) % 2], (1, table, game))
    return event


def everything(event: Event) -> tuple[Any, ...]:
    """What every output is made of: places, states of the games, who sits where, and the tallies
    that count.
    """
    tallies = Tally.objects.filter(event=event, sheet__accepted=True)
    where = (
        "sheet__game__table__number",
        "sheet__game__number",
        "seat",
        "guest__ref",
        "hand",
        "points",
        "state",
    )
    seats = Seat.objects.filter(event=event)
    sits = ("table__number", "letter", "guest__ref", "from_game", "left_after_game")
    return (
        compute(Event.objects.get(pk=event.pk)).standings,
        [cell.state for cell in cells(event)],
        sorted(seats.values_list(*sits), key=str),
        sorted(tallies.values_list(*where), key=str),
    )


def test_acts_taken_back_in_turn_leave_everything_as_it_was() -> None:
    event = evening()

    @examples(8)
    @given(chosen=st.lists(ACTS, min_size=1, max_size=4))
    def in_turn(chosen: list[tuple[Act, Act]]) -> None:
        with undone():
            done_and_taken_back(Event.objects.get(pk=event.pk), chosen)

    in_turn()


def done_and_taken_back(event: Event, chosen: list[tuple[Act, Act]]) -> None:
    """Some acts one after the other, and then their reverses."""
    done = []
    for act, back in chosen:
        before = everything(event)
        try:
            act(event, sign())
        except Refused:
            assert everything(event) == before
            continue
        done.append((before, back))
        assert list(faults(event)) == []
    for before, back in reversed(done):
        back(event, sign())
        assert everything(event) == before
        assert list(faults(event)) == []


def test_an_act_that_is_not_taken_back_is_seen() -> None:
    event = evening()
    before = everything(event)
    swapped(Place(1, 1, 1), "A", "B")[0](event, sign())
    assert everything(event) != before


def test_what_would_move_somebody_over_a_sealed_line_is_refused_and_the_rest_is_done() -> None:
    event = sealed_event()
    before = everything(event)
    for act in (swapped(Place(1, 1, 1), "C", "E")[0], reseated(3, 5, 1, "seat")[0]):
        with pytest.raises(
            Refused, match=r"The cut is sealed and this changes it: .*Break the seal first"
        ):
            act(event, sign())
    assert everything(event) == before
    swapped(Place(1, 1, 1), "A", "B")[0](event, sign())
    made = record_answer(event, Said(Place(1, 1, 1), "P003", cards=2), sign())
    take_back_answer(event, made.entry.number, sign(), reason="Misheard")
    assert list(faults(event)) == []


def test_a_round_total_that_crosses_a_sealed_line_is_refused() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1, cut_size=2)
    for badge in (1, 2, 3, 4, 5):
        record_round_total(event, (1, f"P00{badge}"), badge, sign(), reason="Only sums")
    close_round(event, 1, sign())
    seal_cut(event, sign())
    with pytest.raises(Refused, match="The cut is sealed"):
        take_back_round_total(event, (1, "P001"), {}, sign(), reason="Found the games")
    take_back_round_total(event, (1, "P005"), {}, sign(), reason="Found the games")
    record_round_total(event, (1, "P005"), 9, sign(), reason="Only a sum after all")
    assert list(faults(event)) == []

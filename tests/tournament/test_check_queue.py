"""The entries of an event as the check queue is asked about them: what weighs, what was compared, what it found."""

import pytest

from scoring.mistakes import LET_STAND, LOOKED_OVER, TAPPED, Cell, Found, Habits, habits, odds
from tests.tournament.ending import fresh
from tests.tournament.evening import save, seated_event, sign
from tournament.acts.desk import record_card_totals
from tournament.check_queue import CheckQueue, check_queue, known_hands
from tournament.ledger.entered import Entries, entered_totals, whereabouts
from tournament.ledger.lift import rules
from tournament.models import Event

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "8", "=3", "4 4", "5"), ("out", "=12", "=21", "2", "9")


@pytest.fixture
def event() -> Event:
    """Two tables, one game each, three of ten go through."""
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    save(made, FIRST)
    save(made, SECOND, (1, 2, 1))
    return fresh(made)


def _queue(event: Event) -> CheckQueue:
    told = check_queue(fresh(event))
    assert isinstance(told, CheckQueue)
    return told


def test_a_figure_has_its_neighbours_and_weighs_by_how_it_was_entered(event: Event) -> None:
    entries = Entries(event)
    assert entries.cells("P003") == (Cell(3, (30, 8), 1.0),)
    assert entries.cells("P001") == (Cell(0, (5, 30), TAPPED),)
    save(event, SECOND, (1, 2, 1), seen=1, reason="looked over", checked=True)
    assert Entries(event).cells("P007") == (Cell(12, (0, 21), LOOKED_OVER),)


def test_an_unlikely_hand_that_was_let_stand_weighs_more() -> None:
    made = seated_event(5, cut_size=2, games_per_round=1, qualifying_rounds=1)
    dear = " ".join(["X"] * 7)
    outcome = save(made, ("out", dear, "3", "4", "5"))
    assert outcome.flags
    made.flags.update(dismissed="counted again", dismissed_by="Umpire")
    assert {cell.weight for cell in Entries(made).cells("P002")} == {TAPPED * LET_STAND}


def test_a_card_that_agrees_is_doubted_no_more_and_one_that_does_not_still_is(event: Event) -> None:
    before = _queue(event)
    record_card_totals(event, 1, {"P002": 30, "P003": 13}, sign())
    entries = Entries(event)
    assert (entries.cells("P002"), entries.compared, entries.differing) == ((), {("P002", 1)}, ["P003"])
    assert entries.cells("P003") == (Cell(3, (8,), 1.0),)
    after = _queue(event)
    assert after.sure > before.sure
    assert "P002" not in {one.doubt.player for one in after.wanted}
    assert (after.compared, after.differing) == (1, ("P003",))


def test_a_card_compared_counts_again_once_the_entry_is_another(event: Event) -> None:
    record_card_totals(event, 1, {"P007": 12}, sign())
    save(event, ("out", "=21", "=12", "2", "9"), (1, 2, 1), seen=1, reason="rows exchanged")
    assert Entries(event).differing == ["P007"]


def test_what_was_corrected_teaches_how_mistakes_are_made_this_evening(event: Event) -> None:
    known = known_hands(rules(event))
    at_first = Entries(event).habits(known)
    save(event, ("out", "=12", "=24", "2", "9"), (1, 2, 1), seen=1, reason="counted again")
    after = Entries(event).habits(known)
    assert after.rate > at_first.rate
    assert after.mix["sum"] > at_first.mix["sum"]


def test_two_rows_exchanged_are_one_mistake_and_two_right_cards_rule_it_out_once(event: Event) -> None:
    known = known_hands(rules(event))
    save(event, ("out", "=21", "=12", "2", "9"), (1, 2, 1), seen=1, reason="rows exchanged")
    assert Entries(event).habits(known) == habits([Found(12, 21, (0, 12))], 0.0, known.eight)
    record_card_totals(event, 1, {"P002": 30, "P003": 3}, sign())
    both = Cell(30, (0, 3)), Cell(3, (8,))
    exposure = sum(sum(odds(cell, known, Habits(0.5)).values()) for cell in both)
    assert Entries(event).habits(known).rate == habits([Found(12, 21, (0, 12))], exposure, known.eight).rate


def test_the_queue_says_why_each_card_is_asked_for(event: Event) -> None:
    said = {one.doubt.player: one.why for one in _queue(event).wanted}
    assert said["P003"] == "one point behind the line, one bare total, one sheet nobody looked over"
    assert said["P005"] == "three points behind the line, one sheet nobody looked over"


def test_where_nothing_can_be_said_a_sentence_says_why() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    assert check_queue(empty) == "No sheet is in yet: there is nothing to compare."
    alone = seated_event(5, cut_size=5, games_per_round=1)
    save(alone, FIRST)
    assert isinstance(check_queue(fresh(alone)), str)


def test_where_to_find_a_guest_and_what_is_entered_for_them(event: Event) -> None:
    assert whereabouts(event)["P007"] == (7, ["Table 2, seat B"])
    assert entered_totals(event, "P007") == {1: 12}


def test_the_queue_is_kept_for_a_version_and_made_anew_for_the_next(event: Event) -> None:
    assert _queue(event) is _queue(event)
    kept = _queue(event)
    record_card_totals(event, 1, {"P002": 30}, sign())
    assert _queue(event) is not kept

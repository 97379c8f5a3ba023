"""A game gone through move by move, each with its verdict."""

from pathlib import Path

import pytest

from scoring.cards import parse_cards
from scoring.transcript import loads, steps

FIXTURES = Path(__file__).parents[3] / "fixtures" / "transcripts"


def text(name: str) -> str:
    return (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["swedish-pursuit", "swedish-pursuit-reshuffle", "switch", "ottawa", "pursuit"]
)
def test_every_move_of_a_game_in_order_is_legal_and_moves_no_card_away(name: str) -> None:
    transcript = loads(text(name))
    gone = list(steps(transcript))
    assert [step.number for step in gone] == list(range(len(transcript.moves) + 1))
    assert all(step.stop is None for step in gone)
    assert {step.verdict.answer for step in gone if step.verdict} <= {"legal", "win", "upheld"}
    assert all(step.top is not None for step in gone if name != "pursuit")
    # In the example of Pursuit the opponent is caught with cards still in hand.
    assert any(hand == () for hand in gone[-1].hands) is (name != "pursuit")


def test_the_table_after_a_move_is_told() -> None:
    first, second = list(steps(loads(text("swedish-pursuit"))))[:2]
    assert (first.move, first.verdict, first.turn, first.top, first.stock) == (
        None,
        None,
        2,
        39,
        26,
    )
    assert (second.turn, second.top, second.stock) == (3, parse_cards("3S")[0], 26)
    assert second.hands[1] == tuple(sorted(parse_cards("4C 5C QH 7H")))


def test_steps_end_at_the_first_fault() -> None:
    gone = list(steps(loads(text("swedish-pursuit-faulty"))))
    assert (len(gone), gone[-1].stop is not None) == (5, True)
    assert gone[-1].verdict is not None
    assert gone[-1].verdict.answer == "illegal"
    assert gone[-1].hands == gone[-2].hands


def test_a_play_taken_back_has_its_verdict_and_changes_nothing() -> None:
    gone = list(steps(loads(text("swedish-pursuit").replace("4:KD 5:AD", "4:4H?? 4:KD 5:AD"))))
    taken_back = gone[3]
    assert taken_back.verdict is not None
    assert (taken_back.verdict.answer, taken_back.hands) == ("illegal", gone[2].hands)
    assert taken_back.stop is None


def test_a_play_out_of_turn_has_no_verdict() -> None:
    gone = list(steps(loads(text("swedish-pursuit").replace("4:KD 5:AD", "1:KC?? 4:KD 1:9H"))))
    assert [(step.verdict, step.stop is not None) for step in (gone[3], gone[5])] == [
        (None, False),
        (None, True),
    ]


def test_a_pile_that_was_taken_shows_no_card() -> None:
    gone = list(steps(loads(text("pursuit").split("1:+ 1:JK")[0] + "1:+d")))
    assert gone[-1].top is None

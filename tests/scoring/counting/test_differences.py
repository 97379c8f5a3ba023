"""What mistake would explain a difference: every kind found, ranked, and only where it makes the
whole difference.
"""

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.counting.differences import Entered, Explanation, explain_round
from scoring.counting.hand import Hand, parse_hand, receipt
from scoring.games.ottawa import OTTAWA
from scoring.games.swedish_pursuit import SWEDISH_PURSUIT
from scoring.games.switch import SWITCH
from scoring.law.rulebook import Rulebook

CARDS = st.lists(
    st.sampled_from(("8", "8H", "A", "2", "9S", "T", "K", "X")), min_size=1, max_size=8
)


def of_hand(hand: Hand, claimed: int, rules: Rulebook) -> tuple[Explanation, ...]:
    """A card of one game, in which somebody held this hand."""
    return explain_round([Entered(receipt(hand, rules).total, hand)], claimed, rules)


def hand(text: str, claimed: int, rules: Rulebook = SWEDISH_PURSUIT) -> list[str]:
    return [one.words for one in of_hand(parse_hand(text), claimed, rules)]


def card(points: list[int | None], claimed: int, **neighbours: list[int | None]) -> list[str]:
    entered = [Entered(point) for point in points]
    return [one.words for one in explain_round(entered, claimed, SWEDISH_PURSUIT, neighbours)]


def test_an_agreeing_total_needs_no_explanation() -> None:
    assert hand("8H KD", 40) == []
    assert card([40, 7], 47) == []


def test_an_eight_at_its_face_value_is_the_first_guess() -> None:
    assert hand("8H KD", 18) == ["Game 1: 8H was counted as 8 instead of 30 (SP-30)."]
    assert hand("8 8 2", 18) == [
        "Game 1: 2 cards of the rank 8 were counted as 8 instead of 30 (SP-30)."
    ]
    assert hand("8 8 K 2", 50)[0] == "Game 1: 8 was counted as 8 instead of 30 (SP-30)."


def test_court_cards_and_aces_may_be_taken_for_other_values() -> None:
    assert hand("KD 5H", 18) == ["Game 1: KD was counted as 13 instead of 10 (SP-33)."]
    assert hand("A 5H", 16)[0] == "Game 1: A was counted as 11 instead of 1 (SP-31)."
    assert hand("AS 5C", 6, OTTAWA) == ["Game 1: AS was counted as 1 instead of 15 (OT-31)."]


def test_a_card_is_missed_or_counted_twice() -> None:
    assert hand("7H 5C 3D", 10) == ["Game 1: 5C was not counted."]
    assert hand("7H 5C 3D", 20) == ["Game 1: 5C was counted twice."]
    assert hand("X 5", 5) == [
        "Game 1: X was not counted.",
        "The sum is out by 10: a carry was lost.",
    ]
    assert hand("10H 5C", 5)[0] == "Game 1: 10H was not counted."


def test_two_digits_change_places_and_a_carry_gets_lost() -> None:
    assert hand("K Q 7 4", 13) == [
        "The total: 31 was written as 13, with two digits swapped.",
        "Game 1: 31 was written as 13, with two digits swapped.",
    ]
    assert hand("9S 9H 4C", 12) == ["The sum is out by 10: a carry was lost."]
    assert hand("9S 9H 4C", 32) == ["The sum is out by 10: a carry was added twice."]
    assert hand("2", 20) == [
        "The total: 2 was written as 20, with two digits swapped.",
        "Game 1: 2 was written as 20, with two digits swapped.",
    ]
    assert hand("9S 9H 4C", 1000) == []


def test_a_game_is_left_out_or_added_twice() -> None:
    assert card([13, 27, 5, 0, None], 18) == ["Game 2, 27 points, was left out."]
    assert card([13, 27, 6, 0, None], 73) == ["Game 2, 27 points, was added twice."]


def test_swapped_digits_are_found_in_the_game_they_sit_in() -> None:
    assert card([13, 27, 6, 0, 11], 102) == [
        "Game 2: 27 was written as 72, with two digits swapped."
    ]
    assert card([13, 30, 6, 0, 11], 36) == []


def test_an_eight_is_supposed_where_only_points_are_known() -> None:
    assert card([13, 37, 6], 34) == ["Game 2: an 8 may have been counted as 8 instead of 30."]
    found = explain_round([Entered(40, parse_hand("8H KD")), Entered(37)], 55, SWEDISH_PURSUIT)
    assert [(one.mistake, one.game, one.seen) for one in found] == [
        ("eight_at_face", 1, True),
        ("eight_at_face", 2, False),
    ]
    assert found[0].words == "Game 1: 8H was counted as 8 instead of 30 (SP-30)."
    assert explain_round([Entered(37)], 15, OTTAWA) == ()
    assert explain_round([Entered(37)], 15, SWITCH) == ()


def test_neighbours_rows_are_taken_for_each_other() -> None:
    assert card([13, 27, 5], 31, Bede=[9, 20, 2]) == [
        "This is the total of Bede: the rows were taken for each other."
    ]
    assert card([13, 27, 5], 38, Bede=[9, 20, 40]) == [
        "Game 2: the 20 points of Bede were added instead of 27."
    ]
    assert (
        card([13, 27, 5], 32, Bede=[None, 99, 99])[0]
        == "Game 1: the 0 points of Bede were added instead of 13."
    )


def test_the_likelier_mistake_comes_first() -> None:
    found = explain_round([Entered(30, parse_hand("8")), Entered(22)], 30, SWEDISH_PURSUIT)
    assert [one.mistake for one in found] == ["eight_at_face", "game_left_out"]


@given(CARDS, st.integers(0, 7))
def test_a_card_left_out_is_always_found(tokens: list[str], at: int) -> None:
    assume(at < len(tokens))
    held, left = Hand(tuple(tokens)), Hand((*tokens[:at], *tokens[at + 1 :]))
    found = of_hand(held, receipt(left, SWEDISH_PURSUIT).total, SWEDISH_PURSUIT)
    assert ("card_missed", tokens[at]) in {(one.mistake, one.card) for one in found}


@given(st.lists(st.integers(0, 99), min_size=1, max_size=5), st.integers(0, 600))
def test_every_explanation_is_said_once_and_never_for_an_agreeing_total(
    points: list[int], claimed: int
) -> None:
    found: tuple[Explanation, ...] = explain_round(
        [Entered(point) for point in points], claimed, SWEDISH_PURSUIT
    )
    assert len({one.words for one in found}) == len(found)
    assert claimed != sum(points) or found == ()

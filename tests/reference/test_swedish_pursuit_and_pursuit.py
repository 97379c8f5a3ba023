"""The references of Swedish Pursuit and Pursuit answer as the law does where the answer can be told
by hand.
"""

import json
from pathlib import Path

import pytest

from tests.reference import Card, pursuit
from tests.reference import swedish_pursuit as swedish

FIXTURES = Path(__file__).parents[2] / "fixtures" / "rulebook"
PERFT = json.loads((FIXTURES / "perft.json").read_text())["2026"]


@pytest.mark.parametrize(
    ("option", "counts"), [("suit", "perft_follow_suit"), ("rank_or_suit", "perft_match_rank")]
)
def test_the_lines_of_play_are_those_of_the_source(option: str, counts: str) -> None:
    hands = [hand.split() for hand in PERFT["hands"]]
    start = swedish.new(
        PERFT["players"], hands, PERFT["stock"].split(), PERFT["turned_up"], {"trick_match": option}
    )
    assert (start.turn, start.direction, start.pending) == (
        PERFT["first"],
        PERFT["direction"],
        PERFT["pending"],
    )
    found, open_games, finished = [], [start], 0
    for _ in PERFT[counts]:
        after = [
            swedish.apply(state, play) for state in open_games for play in swedish.legal(state)
        ]
        finished += sum(state.over for state in after)
        open_games = [state for state in after if not state.over]
        found.append(len(open_games) + finished)
    assert found == PERFT[counts]


def table(hand: str, top: str, **options: str) -> swedish.State:
    return swedish.new(3, [hand.split(), ["3D"], ["5D"]], ["9C", "9D", "9S", "TC"], top, options)


@pytest.mark.parametrize(("start", "turn", "direction", "pending"), [
    ("KH", 1, 1, 0), ("AH", 2, 1, 0), ("QH", 2, -1, 0), ("2H", 1, 1, 2),
])  # fmt: skip
def test_a_trick_card_turned_up_acts(start: Card, turn: int, direction: int, pending: int) -> None:
    state = table("6C", start)
    assert (state.turn, state.direction, state.pending) == (turn, direction, pending)


def test_an_eight_turned_up_goes_under_the_stock() -> None:
    state = table("6C", "8H")
    assert (state.pile, state.stock[-1]) == (["9C"], "8H")


def test_queens_aces_and_twos_follow_suit_unless_rank_counts() -> None:
    assert swedish.legal(table("QS 3C", "QH", start_queen="left", first_player="left")) == {
        ("pick_up",)
    }
    state = table("QS 3C", "QH", trick_match="rank_or_suit", start_queen="left")
    assert swedish.legal(state) == {("lay", ("QS",), None)}


def test_a_two_answers_a_two_and_an_unanswered_one_is_paid() -> None:
    state = table("2C 9H", "2H")
    assert swedish.legal(state) == {("lay", ("2C",), None)}
    state = swedish.apply(state, ("lay", ("2C",), None))
    assert (state.pending, swedish.legal(state)) == (4, {("take_penalty",)})
    state = swedish.apply(state, ("take_penalty",))
    assert (state.hands[1], state.pending, state.stock) == (["3D", "9C", "9D", "9S", "TC"], 0, [])


def test_an_eight_counts_thirty_and_the_winner_nothing() -> None:
    state = swedish.new(3, [["9H"], ["8C", "AD"], ["KD", "7S"]], [], "KH", {})
    over = swedish.apply(state, ("lay", ("9H",), None))
    assert (over.over, over.winner, swedish.scores(over)) == (True, 1, [0, 31, 17])


@pytest.mark.parametrize(("blocked", "scores"), [
    ("tally", [9, 3, 6]), ("lowest_zero", [9, 0, 6]), ("redeal", [None, None, None]), ("reshuffle", [9, 3, 6]),
])  # fmt: skip
def test_a_round_of_misses_blocks_the_game(blocked: str, scores: list[int | None]) -> None:
    state = swedish.new(3, [["9C"], ["3D"], ["6S"]], [], "KH", {"blocked": blocked})
    for _ in range(3):
        state = swedish.apply(state, ("miss",))
    assert (state.over, state.winner, swedish.scores(state)) == (True, None, scores)


def chase(hand: str, up_to: str = "TC", other: str = "5C", **options: str) -> pursuit.State:
    state = pursuit.new(
        2, [hand.split(), ["8C"]], ["9C", "9D"], "3C", options, up_to=[up_to, other]
    )
    return pursuit.apply(state, ("take", "stock"))


def downs(state: pursuit.State) -> set[str]:
    chains = (play[1] for play in pursuit.legal(state) if play[0] == "put_down")
    return {
        "/".join(",".join(cards) for cards in chain) for chain in chains if isinstance(chain, tuple)
    }


def test_a_sequence_begins_on_the_rank_one_is_up_to_and_wraps() -> None:
    assert downs(chase("TS AS 7D")) == {"TS", "TS,AS"}
    assert downs(chase("TS AS AD 2D")) == {"TS", "TS,AS", "TS,AS/AD", "TS,AS/AD,2D"}
    assert downs(chase("6D 5D", up_to="6C", other="TC")) == {"6D"}
    assert downs(chase("6D 5D", up_to="6C", other="TC", direction="both")) == {"6D", "6D,5D"}


def test_a_final_joker_is_the_next_card_and_keeps_the_one_before() -> None:
    state = chase("TS JK 7D")
    assert downs(state) == {"TS", "TS,JK", "JK/TS"}
    assert downs(chase("TS JK 7D", no_final_joker="yes")) == {"TS", "JK/TS"}
    after = pursuit.apply(state, ("put_down", (("TS", "JK"),)))
    assert (after.up_to[0], after.rank[0], after.pile) == (["TS", "JK"], "A", ["3C", "TC"])


def test_putting_down_the_opponents_card_wins_unless_it_is_too_early() -> None:
    hand = "4S 5S 6S 7D"
    won = pursuit.apply(chase(hand, up_to="4C"), ("put_down", (("4S", "5S", "6S"),)))
    assert (won.over, won.winner, pursuit.places(won)) == (True, 1, [1, None])
    assert downs(chase(hand, up_to="4C", no_early_wins="yes")) == {"4S"}
    passed = chase(hand, up_to="4C", win="end_on_card")
    assert not pursuit.apply(passed, ("put_down", (("4S", "5S", "6S"),))).over


def test_all_cards_down_means_no_discard_and_the_old_top_discard_returns() -> None:
    one_left = pursuit.apply(chase("TS AS 9S", up_to="9H"), ("put_down", (("9S", "TS", "AS"),)))
    assert (one_left.turn, pursuit.legal(one_left)) == (1, {("discard", "9C")})
    emptied = pursuit.apply(chase("TC AC", up_to="9H"), ("put_down", (("9C", "TC", "AC"),)))
    assert (emptied.turn, emptied.pile[-1], emptied.up_to[0]) == (2, "3C", ["AC"])


def test_equally_many_useful_cards_are_passed_nearest_first() -> None:
    options = {"passing_cards": "yes"}
    state = pursuit.new(
        2, [["TS", "4H", "AD", "7C"], ["9H", "5D", "2C"]], [], "3C", options, up_to=["5C", "TC"]
    )
    assert [sorted(hand) for hand in state.hands] == [["4H", "5D", "7C", "9H"], ["2C", "AD", "TS"]]


def test_racing_counts_laps_and_landing_costs_a_turn() -> None:
    racing = {"racing": "yes", "landing_misses": "yes"}
    state = chase("TS AS 2S 3S 4S 5S", **racing)
    state.steps[0] = 45
    landed = pursuit.apply(state, ("put_down", (("TS", "AS", "2S", "3S", "4S", "5S"),)))
    assert (landed.over, pursuit.laps(landed)) == (True, [5, 0])
    state.steps[0] = 0
    landed = pursuit.apply(state, ("put_down", (("TS", "AS", "2S", "3S", "4S", "5S"),)))
    assert (landed.over, landed.misses_turn) == (False, [False, True])
    assert pursuit.apply(landed, ("discard", "9C")).turn == 1

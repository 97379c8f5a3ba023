"""A player's figures: what enters which sum."""

import pytest

from scoring.counting.policies import Adjustment, Policies, fill
from scoring.counting.tally import Player, Tally
from scoring.counting.totals import Line, lines
from tests.scoring import printed

ROWS = {"ann": "- 31/2/1 0! | 12 5/1/0", "ben": "44/5/1 0! 6/1/0 | 0! 7"}


def _ann(policies: Policies | None = None, adjustments: tuple[Adjustment, ...] = ()) -> Line:
    scores = fill(printed.tallies(ROWS), policies or Policies())
    return lines(scores, printed.field(ROWS), adjustments)[0]


def test_filled_points_enter_total_round_worst_game_and_countback_and_nothing_else() -> None:
    ann = _ann()
    assert (ann.total, ann.rounds, ann.countback) == (92, {1: 75, 2: 17}, (5, 12, 0, 31, 44))
    assert (ann.worst("lowest"), ann.worst("highest")) == (44, 0)
    assert (ann.games_won, ann.eights, ann.cards, ann.absent) == (1, 1, 3, 1)
    assert (ann.round_games, ann.unranked_because) == ({1: 3, 2: 2}, "")


def test_the_sheets_without_cards_are_named() -> None:
    ann = _ann()
    assert (ann.no_eights, ann.no_cards) == (((2, 1, 1),), ((2, 1, 1),))


def test_an_adjustment_enters_the_total_and_its_round_but_no_game() -> None:
    ann = _ann(adjustments=(Adjustment("ann", 10, 2, "late call"), Adjustment("ann", -3)))
    assert (ann.total, ann.rounds, ann.adjusted) == (99, {1: 75, 2: 27}, 7)
    assert ann.countback == (5, 12, 0, 31, 44)


def test_an_absent_game_that_counts_nothing_leaves_them_unranked() -> None:
    ann = _ann(Policies(absent="unranked"))
    assert (ann.total, ann.unranked_because, ann.absent) == (48, "absent games", 1)


@pytest.mark.parametrize(
    ("row", "because"), [(".", "no games"), ("x", "no games"), ("-", "absent games")]
)
def test_nobody_is_ranked_on_nothing(row: str, because: str) -> None:
    rows = {"ann": row}
    scores = fill(printed.tallies(rows), Policies(unplayed="mean_of_others"))
    [ann] = lines(scores, printed.field(rows))
    assert (ann.total, ann.worst("lowest"), ann.unranked_because) == (0, None, because)


def test_a_withdrawn_player_is_not_ranked_although_their_games_are_in() -> None:
    [ann] = lines(
        fill([Tally("ann", 1, 1, 1, points=3)], Policies()),
        [Player("ann", "Ann", status="withdrawn")],
    )
    assert (ann.total, ann.unranked_because) == (3, "withdrawn")


def test_results_of_a_stranger_are_refused() -> None:
    with pytest.raises(
        ValueError,
        match=r"^There are results for cat, who are not among the players; add them first\.$",
    ):
        lines(fill([Tally("cat", 1, 1, 1, points=3)], Policies()), printed.field(ROWS))


def test_two_players_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^Two players share an id; give each their own\.$"):
        lines((), [Player("ann", "Ann"), Player("ann", "Anna")])


@pytest.mark.parametrize(
    "second", [Tally("ann", 1, 2, 1, points=4), Tally("ann", 1, 1, 1, "absent")]
)
def test_two_results_for_one_game_are_refused(second: Tally) -> None:
    scores = fill([Tally("ann", 1, 1, 1, points=3), second], Policies(absent="unranked"))
    with pytest.raises(ValueError, match=r"^Ann has 2 results for game 1 of round 1; keep one\.$"):
        lines(scores, [Player("ann", "Ann")])

"""Teams by the totals of their players: best n, mean, too few, ties by place, either direction."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.prize_list import Evening, Prize, give
from scoring.counting.prizes import prizes
from scoring.counting.standings import Ranking
from scoring.counting.tally import Direction, Player
from scoring.counting.teams import BEST_TWO, TeamRule, TeamStanding, shown, teams
from scoring.formats.results import Halves
from tests.scoring import printed

DIRECTIONS = st.sampled_from(("lowest", "highest"))
FIELDS = st.lists(st.tuples(st.sampled_from("ABCD"), st.integers(7, 13)), max_size=12)


def told(
    rows: list[tuple[str, int]], rule: TeamRule, direction: Direction = "lowest"
) -> tuple[TeamStanding, ...]:
    """Teams of players given as livery and total."""
    games = {f"p{number:02}": str(total) for number, (_team, total) in enumerate(rows)}
    players = [Player(f"p{number:02}", "", team) for number, (team, _total) in enumerate(rows)]
    return teams(printed.ranked(games, Ranking(direction, ())), players, rule, direction)


def lines(found: tuple[TeamStanding, ...]) -> list[tuple[int | None, int | None, str, str]]:
    return [
        (one.place, one.order, one.team, "" if one.figure is None else shown(one.figure))
        for one in found
    ]


def test_the_best_two_of_each_livery_add_up() -> None:
    rows = [
        ("Grocers", 10),
        ("Mercers", 30),
        ("Grocers", 50),
        ("Grocers", 5),
        ("Mercers", 7),
        ("Drapers", 1),
    ]
    assert lines(told(rows, BEST_TWO)) == [
        (1, 1, "Grocers", "15"),
        (2, 2, "Mercers", "37"),
        (None, None, "Drapers", ""),
    ]
    assert lines(told(rows, BEST_TWO, "highest"))[0] == (1, 1, "Grocers", "60")


def test_a_mean_is_exact_and_shown_rounded() -> None:
    rows = [("Grocers", 10), ("Grocers", 10), ("Grocers", 11), ("Mercers", 10), ("Mercers", 11)]
    found = told(rows, TeamRule(None, "mean", 2))
    assert found[0].figure == Fraction(31, 3)
    assert lines(found) == [(1, 1, "Grocers", "10.33"), (2, 2, "Mercers", "10.5")]
    assert [shown(Fraction(*pair)) for pair in ((2, 3), (-1, 3), (1, 200), (7, 1))] == [
        "0.67",
        "-0.33",
        "0.01",
        "7",
    ]


def test_a_mean_of_the_best_takes_what_there_is_from_the_minimum_on() -> None:
    rows = [("Grocers", 10), ("Mercers", 9), ("Mercers", 12), ("Mercers", 90)]
    assert lines(told(rows, TeamRule(2, "mean", 1))) == [
        (1, 1, "Grocers", "10"),
        (2, 2, "Mercers", "10.5"),
    ]
    assert lines(told(rows, TeamRule(2, "mean", 2)))[1] == (None, None, "Grocers", "")


def test_half_points_count_as_halves() -> None:
    field = [
        replace(one, total=Halves(one.total)) for one in printed.ranked({"ann": "3", "ben": "4"})
    ]
    players = [Player("ann", "", "Grocers"), Player("ben", "", "Grocers")]
    assert [shown(one.figure or Fraction(0)) for one in teams(field, players, BEST_TWO)] == ["3.5"]
    assert [str(one.total) for one in prizes(field, (), players).livery_best_two] == ["3.5"]
    (given_,) = give([Prize("Best livery", "livery")], Evening(field, (), players), {})
    assert str(given_.figure) == "3.5"


def test_equal_sums_share_the_place_and_the_better_placed_player_decides_the_order() -> None:
    rows = [
        ("Grocers", 10),
        ("Grocers", 20),
        ("Mercers", 12),
        ("Mercers", 18),
        ("Drapers", 12),
        ("Drapers", 18),
    ]
    first, *others = told(rows, BEST_TWO)
    assert (first.team, first.place, first.order) == ("Grocers", 1, 1)
    assert first.decided_by == "ahead of Drapers by the better placed player (place 1 to 2)"
    assert [(one.team, one.place, one.order, one.level) for one in others] == [
        ("Drapers", 1, 2, ("Drapers", "Mercers")),
        ("Mercers", 1, 3, ("Drapers", "Mercers")),
    ]


def test_equal_means_of_equal_places_go_to_the_one_that_needs_fewer() -> None:
    rows = [("Grocers", 10), ("Mercers", 10), ("Mercers", 10)]
    found = told(rows, TeamRule(2, "mean", 1))
    assert [(one.team, one.decided_by) for one in found] == [
        ("Grocers", "ahead of Mercers by needing fewer players"),
        ("Mercers", ""),
    ]


def test_who_is_not_ranked_or_has_no_livery_counts_for_nobody() -> None:
    field = printed.ranked({"ann": "1", "ben": "2", "cat": "3", "dan": "4"})
    players = [
        Player("ann", "", "A"),
        Player("ben", "", "A"),
        Player("cat", "", "A"),
        Player("dan", "", ""),
    ]
    out = tuple(replace(one, ranked=one.player != "ann") for one in field)
    assert [(team.team, team.counted, team.players) for team in teams(out, players, BEST_TWO)] == [
        ("A", ("ben", "cat"), 2)
    ]


@pytest.mark.parametrize(
    "wrong", [{"best": None}, {"best": 0}, {"minimum": 0}, {"figure": "median"}]
)
def test_a_rule_that_cannot_be_is_refused_in_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        TeamRule(**wrong)  # type: ignore[arg-type]


@given(
    FIELDS,
    DIRECTIONS,
    st.sampled_from((BEST_TWO, TeamRule(None, "mean", 1), TeamRule(3, "mean", 2))),
)
def test_totals_counted_from_the_other_end_rank_alike(
    rows: list[tuple[str, int]], direction: Direction, rule: TeamRule
) -> None:
    """Lowest over totals is highest over what is left of 100, so no direction
    is treated otherwise.
    """
    other: Direction = "highest" if direction == "lowest" else "lowest"
    found = told(rows, rule, direction)
    turned = told([(team, 100 - total) for team, total in rows], rule, other)
    assert [(one.team, one.place, one.order) for one in found] == [
        (one.team, one.place, one.order) for one in turned
    ]


@given(FIELDS, DIRECTIONS)
def test_a_better_total_never_puts_a_team_back(
    rows: list[tuple[str, int]], direction: Direction
) -> None:
    better = -1 if direction == "lowest" else 1
    before = {one.team: one.place for one in told(rows, BEST_TWO, direction)}
    for number, (team, total) in enumerate(rows):
        after = told(
            [*rows[:number], (team, total + 7 * better), *rows[number + 1 :]], BEST_TWO, direction
        )
        was = before[team]
        assert was is None or next(one.place for one in after if one.team == team) <= was  # type: ignore[operator]


@given(FIELDS, DIRECTIONS)
def test_places_are_one_more_than_the_number_of_better_teams(
    rows: list[tuple[str, int]], direction: Direction
) -> None:
    ranked = [one for one in told(rows, BEST_TWO, direction) if one.figure is not None]
    sign = 1 if direction == "lowest" else -1
    for one in ranked:
        assert one.place == 1 + sum(
            sign * (other.figure or 0) < sign * (one.figure or 0) for other in ranked
        )
    assert [one.order for one in ranked] == list(range(1, len(ranked) + 1))

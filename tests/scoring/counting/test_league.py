"""A league adds evenings up: best n of m, evenings missed, totals or places, ties, either
direction.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.league import LeagueRule, LeagueStanding, Result, league

SEASONS = st.lists(
    st.dictionaries(st.sampled_from("abcde"), st.integers(0, 9), max_size=5), min_size=1, max_size=4
)
RULES = st.sampled_from(
    (
        LeagueRule(),
        LeagueRule(best=2),
        LeagueRule(best=2, absent="worst"),
        LeagueRule(direction="highest", absent="nothing"),
        LeagueRule("place", best=2),
        LeagueRule("place", absent="worst"),
        LeagueRule("points", absent="nothing"),
        LeagueRule("points", best=2, absent="worst"),
    )
)


def season(*evenings: str, best_is_low: bool = True) -> list[list[Result]]:
    """Evenings written as `ann 10, ben 20, cat - 5`: a dash before the total of somebody who is not
    ranked.
    """
    return [
        _evening(dict(_said(word) for word in evening.split(", ")), best_is_low)
        for evening in evenings
    ]


def _said(cell: str) -> tuple[str, int | None]:
    name, total = cell.split()
    return name, None if total == "-" else int(total)


def _evening(totals: dict[str, int | None], best_is_low: bool) -> list[Result]:
    known = [total for total in totals.values() if total is not None]

    def place(total: int) -> int:
        return 1 + sum(one < total if best_is_low else one > total for one in known)

    return [
        Result(name, total or 0, None if total is None else place(total))
        for name, total in totals.items()
    ]


def lines(found: Sequence[LeagueStanding]) -> list[tuple[Any, ...]]:
    return [(one.place, one.person, one.figure) for one in found]


THREE = season("ann 10, ben 20, cat 30", "ann 40, ben 10, cat 20", "ann 10, cat 15, ben 90")


def test_three_evenings_add_up() -> None:
    assert lines(league(THREE, LeagueRule())) == [(1, "ann", 60), (2, "cat", 65), (3, "ben", 120)]


def test_the_best_two_of_three_leave_the_worst_out() -> None:
    found = league(THREE, LeagueRule(best=2))
    assert lines(found) == [(1, "ann", 20), (2, "ben", 30), (3, "cat", 35)]
    assert [(number, int(one.figure), one.counts) for number, one in found[1].evenings.items()] == [
        (0, 20, True),
        (1, 10, True),
        (2, 90, False),
    ]


def test_while_there_are_fewer_evenings_than_count_all_of_them_count() -> None:
    assert lines(league(THREE[:1], LeagueRule(best=2))) == [
        (1, "ann", 10),
        (2, "ben", 20),
        (3, "cat", 30),
    ]
    assert league([], LeagueRule(best=2)) == ()


TWO = season("ann 10, ben 20, cat 30", "ann 40, dan 10, eve -")


def test_who_missed_too_many_is_listed_last_and_not_ranked() -> None:
    found = league(TWO, LeagueRule())
    assert lines(found) == [
        (1, "ann", 50),
        (None, "ben", 20),
        (None, "cat", 30),
        (None, "dan", 10),
        (None, "eve", 0),
    ]
    assert [one.ranked for one in found] == [True, False, False, False, False]
    assert [one.person for one in league(TWO, LeagueRule(best=1))] == [
        "dan",
        "ann",
        "ben",
        "cat",
        "eve",
    ]


def test_an_evening_missed_may_count_as_its_worst() -> None:
    found = league(TWO, LeagueRule(absent="worst"))
    assert lines(found)[:4] == [(1, "dan", 40), (2, "ann", 50), (3, "ben", 60), (4, "cat", 70)]
    assert (found[0].evenings[0].missed, int(found[0].evenings[0].figure), found[0].attended) == (
        True,
        30,
        1,
    )
    highest = season("ann 10, ben 20", "ann 5, cat 9", best_is_low=False)
    assert lines(league(highest, LeagueRule(direction="highest", absent="worst"))) == [
        (1, "ben", 25),
        (2, "cat", 19),
        (3, "ann", 15),
    ]


def test_an_evening_without_anybody_ranked_counts_nothing_for_whoever_missed_it() -> None:
    assert lines(league(season("ann 10", "ben -"), LeagueRule(absent="worst"))) == [
        (1, "ann", 10),
        (None, "ben", 10),
    ]


def test_places_add_up_and_shared_places_are_their_mean() -> None:
    evenings = season("ann 10, ben 10, cat 30", "ann 40, ben 10")
    assert lines(league(evenings, LeagueRule("place", absent="worst"))) == [
        (1, "ben", Fraction(5, 2)),
        (2, "ann", Fraction(7, 2)),
        (3, "cat", 6),
    ]


def test_points_for_places_are_pooled_and_split_where_level() -> None:
    evenings = season("ann 10, ben 10, cat 30", "ann 40, ben 10")
    rule = LeagueRule("points", absent="nothing", place_points=(10, 5))
    assert lines(league(evenings, rule)) == [
        (1, "ben", Fraction(35, 2)),
        (2, "ann", Fraction(25, 2)),
        (3, "cat", 0),
    ]


def test_equal_figures_share_the_place_and_the_evenings_decide_the_order() -> None:
    won = league(season("ann 10, ben 20, cat 5", "ann 30, ben 20, cat 90"), LeagueRule())
    assert [(one.person, one.place, one.order, one.decided_by) for one in won] == [
        ("ben", 1, 1, "most evenings won"),
        ("ann", 1, 2, ""),
        ("cat", 3, 3, ""),
    ]
    best = league(season("ann 10, ben 20, cat 5", "ann 30, ben 20, cat 4"), LeagueRule())
    assert [(one.person, one.decided_by) for one in best[1:]] == [
        ("ann", "the best single evening"),
        ("ben", ""),
    ]
    last = league(season("ann 10, ben 20, cat 5", "ann 20, ben 10, cat 4"), LeagueRule())
    assert [(standing.person, standing.decided_by) for standing in last[1:]] == [
        ("ben", "the better last evening"),
        ("ann", ""),
    ]


def test_what_no_evening_decides_stays_level() -> None:
    found = league(season("ann 10, ben 10, cat 20"), LeagueRule())
    assert [(one.order, one.level) for one in found] == [
        (1, ("ann", "ben")),
        (2, ("ann", "ben")),
        (3, ()),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": "luck"},
        {"absent": "shot"},
        {"best": 0},
        {"absent": "nothing"},
        {"by": "place", "absent": "nothing"},
        {"by": "points", "place_points": (1, 2)},
        {"by": "points", "place_points": ()},
        {"by": "points", "place_points": (1, -1)},
    ],
)
def test_a_rule_that_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        LeagueRule(**wrong)


def test_two_results_of_one_person_in_one_evening_are_refused() -> None:
    with pytest.raises(ValueError, match="two results"):
        league([[Result("ann", 1, 1), Result("ann", 2, 2)]], LeagueRule())


def told(drawn: Sequence[dict[str, int]], rule: LeagueRule) -> list[list[Result]]:
    return [_evening(dict(evening), rule.direction == "lowest") for evening in drawn]


@given(SEASONS, RULES)
def test_the_figure_is_the_sum_of_what_counts_and_nothing_left_out_is_better(
    drawn: list[dict[str, int]], rule: LeagueRule
) -> None:
    sign = 1 if rule.lowest else -1
    for one in league(told(drawn, rule), rule):
        counting = [evening.figure for evening in one.evenings.values() if evening.counts]
        left = [
            evening.figure
            for evening in one.evenings.values()
            if not evening.counts and evening.place
        ]
        assert one.figure == sum(counting)
        assert len(counting) <= (rule.best or len(drawn))
        assert all(sign * out >= sign * inside for out in left for inside in counting)


@given(SEASONS, RULES)
def test_everybody_stands_once_and_in_order_whatever_the_order_of_entry(
    drawn: list[dict[str, int]], rule: LeagueRule
) -> None:
    evenings = told(drawn, rule)
    found = league(evenings, rule)
    assert found == league([evening[::-1] for evening in evenings], rule)
    assert sorted(one.person for one in found) == sorted(
        {one.person for evening in evenings for one in evening}
    )
    ranked = [one for one in found if one.ranked]
    sign = 1 if rule.lowest else -1
    assert [standing.order for standing in ranked] == list(range(1, len(ranked) + 1))
    assert [standing.place for standing in ranked] == [
        1 + sum(sign * rival.figure < sign * standing.figure for rival in ranked)
        for standing in ranked
    ]


@given(SEASONS, RULES)
def test_a_better_total_in_one_evening_never_makes_the_sum_worse(
    drawn: list[dict[str, int]], rule: LeagueRule
) -> None:
    before = {one.person: one.figure for one in league(told(drawn, rule), rule)}
    better, sign = (-1 if rule.direction == "lowest" else 1), (1 if rule.lowest else -1)
    for number, evening in enumerate(drawn):
        for person, total in evening.items():
            changed = [
                *drawn[:number],
                {**evening, person: total + 20 * better},
                *drawn[number + 1 :],
            ]
            after = next(one for one in league(told(changed, rule), rule) if one.person == person)
            assert sign * after.figure <= sign * before[person]

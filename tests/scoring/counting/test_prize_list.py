"""Prizes beside the podium: scope, who may have them, one a person, shared, split or decided, and
who is next.
"""

import cProfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.prize_list import Evening, Given, Prize, TableWon, give
from scoring.counting.standings import Ranking, Standing
from scoring.counting.tally import Player
from tests.scoring import printed

# Totals 30, 35, 40, 45 and 90 over two rounds of two games; ann and ben are of one livery, dan of
# none.
ROWS = {
    "ann": "0! 10/1/0 | 20/2/1 0!",
    "ben": "5/1/0 0! | 10/1/0 20/2/0",
    "cat": "20/2/0 20/2/0 | 0! 0/0/0",
    "dan": "9/1/0 9/1/0 | 9/1/0 18/2/0",
    "eve": "30/1/0 30/3/1 | 30/3/1 0!",
}
LIVERY = {"ann": "Woolmen", "ben": "Woolmen", "cat": "Grocers", "eve": "Grocers"}


def evening(
    rows: Mapping[str, str] = ROWS, host: str = "", offices: Mapping[str, str] | None = None
) -> Evening:
    players = [
        Player(
            name,
            name.title(),
            LIVERY.get(name, ""),
            name in host.split(),
            office=(offices or {}).get(name, ""),
        )
        for name in rows
    ]
    return Evening(printed.ranked(rows), (), players)


def one(
    prize: Prize, around: Evening | None = None, held: Mapping[str, str] | None = None
) -> Given:
    return give([prize], around or evening(), held or {})[0]


def names(found: Given) -> tuple[Any, ...]:
    return found.players, found.figure, found.next_in_line, found.next_figure


@pytest.mark.parametrize(
    ("prize", "said"),
    [
        (Prize("Best total"), (("ann",), 30, ("ben",), 35)),
        (Prize("Wooden spoon", figure="last"), (("eve",), 90, ("dan",), 45)),
        (Prize("Most games", figure="games_won"), (("ann",), 2, ("ben", "cat", "eve"), 1)),
        (Prize("Most eights", figure="eights_caught"), (("eve",), 2, ("ann",), 1)),
        (Prize("Half-time", "half_time"), (("ben",), 5, ("ann",), 10)),
        (Prize("Round 2", "round", round=2), (("cat",), 0, ("ann",), 20)),
        (Prize("Single round", "round"), (("cat",), 0, ("ben",), 5)),
    ],
)
def test_each_scope_has_its_winner_and_who_is_next(prize: Prize, said: tuple[Any, ...]) -> None:
    assert names(one(prize)) == said


def test_a_best_single_round_says_in_which() -> None:
    assert one(Prize("Single round", "round")).in_round == 2
    assert one(Prize("Round 1", "round", round=1)).in_round == 1


def test_highest_wins_where_the_highest_total_does() -> None:
    field = printed.ranked(ROWS, Ranking(direction="highest"))
    around = Evening(field, (), evening().players, "highest")
    assert names(one(Prize("Best"), around))[0] == ("eve",)
    assert names(one(Prize("Last", figure="last"), around))[0] == ("ann",)


def test_a_livery_is_its_two_best_and_the_next_livery() -> None:
    found = one(Prize("Livery", "livery"))
    assert (found.liveries, found.players, found.figure) == (("Woolmen",), ("ann", "ben"), 65)
    assert (found.next_in_line, found.next_figure) == (("Grocers",), 130)
    assert one(Prize("Livery", "livery", skips_host=True), evening(host="ann")).liveries == (
        "Grocers",
    )
    assert one(Prize("Livery", "livery"), evening({"ann": "1"})) == Given(Prize("Livery", "livery"))


def test_level_liveries_share_it_or_wait() -> None:
    rows = {"ann": "1", "ben": "2", "cat": "1", "eve": "2"}
    shared = one(Prize("Livery", "livery"), evening(rows))
    assert (shared.liveries, shared.players, shared.undecided) == (("Grocers", "Woolmen"), (), ())
    assert one(Prize("Livery", "livery", level="decide"), evening(rows)).undecided == (
        "Grocers",
        "Woolmen",
    )


def test_host_and_office_pass_over_and_say_whom() -> None:
    found = one(Prize("Best", skips_host=True), evening(host="ann cat"))
    assert (found.players, found.passed_over, found.next_in_line) == (
        ("ben",),
        (("ann", "host"),),
        ("dan",),
    )
    offices = {"ann": "Master", "cat": "Junior Warden", "eve": "junior warden"}
    found = one(Prize("Wardens", office="Junior Warden"), evening(offices=offices))
    assert (found.players, found.next_in_line) == (("cat",), ("eve",))
    assert found.passed_over == (("ann", "office"), ("ben", "office"))


def test_one_prize_a_person_goes_on_to_the_next_and_only_where_asked() -> None:
    first, second = give(
        [Prize("Half-time", "half_time"), Prize("Best", once=True)], evening(), {"ann": "Winner"}
    )
    assert (first.players, second.players) == (("ben",), ("cat",))
    assert second.passed_over == (("ann", "has “Winner”"), ("ben", "has “Half-time”"))
    assert one(Prize("Best"), held={"ann": "Winner"}).players == ("ann",)


def test_who_is_level_and_may_not_have_it_is_named_too() -> None:
    rows = {"ann": "9 1", "ben": "5 5"}
    found = one(Prize("Best", skips_host=True), evening(rows, host="ben"))
    assert (found.players, found.passed_over) == (("ann",), (("ben", "host"),))


def test_a_prize_nobody_may_have_stays_open_with_its_reasons() -> None:
    found = one(Prize("Best", office="Master"))
    assert (found.players, len(found.passed_over)) == ((), 5)


LEVEL = {"ann": "4/1/0 4/1/0", "ben": "4/1/0 4/1/0", "cat": "9/1/0 9/1/0"}


@pytest.mark.parametrize("level", ["share", "split"])
@pytest.mark.parametrize("scope", ["field", "final"])
def test_level_players_hold_it_together(level: Any, scope: Any) -> None:
    around = evening(LEVEL)
    around = Evening(around.field, around.field, around.players)
    found = one(Prize("Best", scope, level=level), around)
    assert (found.players, found.next_in_line, found.undecided) == (("ann", "ben"), ("cat",), ())


@pytest.mark.parametrize("scope", ["field", "final"])
def test_where_the_order_decides_it_stays_open_only_between_those_nothing_separates(
    scope: Any,
) -> None:
    around = evening(LEVEL)
    around = Evening(around.field, around.field, around.players)
    found = one(Prize("Best", scope, level="decide"), around)
    assert (found.players, found.undecided) == ((), ("ann", "ben"))
    decided = evening({"ann": "4/1/0 4/1/0", "ben": "8/1/0 0!"})
    decided = Evening(decided.field, decided.field, decided.players)
    assert one(Prize("Best", scope, level="decide"), decided).players == ("ben",)


def test_a_round_not_all_of_which_was_played_wins_nothing() -> None:
    rows = {"ann": "0! .", "ben": "9 9"}
    assert one(Prize("Round", "round"), evening(rows)).players == ("ben",)
    assert one(Prize("Half-time", "half_time"), evening(rows)).players == ("ben",)
    assert one(Prize("Half-time", "half_time"), Evening((), (), ())).players == ()


def test_where_the_highest_wins_a_round_cut_short_by_its_winner_counts() -> None:
    rows = {"ann": "5 6 | 40 .", "ben": "9 9 | 7 8"}
    best = one(Prize("Single", "round"), replace(evening(rows), direction="highest"))
    assert (best.players, best.figure, best.in_round) == (("ann",), 40, 2)
    assert one(Prize("Single", "round"), evening(rows)).in_round == 1


def test_who_had_the_best_in_both_rounds_has_it_once() -> None:
    found = one(Prize("Single", "round"), evening({"ann": "5 | 5", "ben": "9 | 9"}))
    assert (found.players, found.in_round, found.next_in_line) == (("ann",), 1, ("ben",))


def test_a_best_single_round_that_several_had_in_different_rounds_names_none() -> None:
    found = one(Prize("Single", "round"), evening({"ann": "5 | 9", "ben": "9 | 5", "cat": "7 | 7"}))
    assert (found.players, found.figure, found.in_round) == (("ben", "ann"), 5, 0)


def test_figures_that_are_not_known_are_named_and_nothing_wins_with_nothing() -> None:
    rows = {"ann": "5", "ben": "9/1/1", "cat": "3/1/0"}
    found = one(Prize("Eights", figure="eights_caught"), evening(rows, host="cat"))
    assert (found.players, found.unknown) == (("ben",), ("ann",))
    assert (
        one(
            Prize("Eights", figure="eights_caught", skips_host=True), evening(rows, host="ann ben")
        ).players
        == ()
    )


CELLS = st.sampled_from(("0!", "5/1/0", "9/1/0", "30/3/1", ".", "-"))
ROWS_OF_ROUNDS = st.dictionaries(
    st.sampled_from(("ann", "ben", "cat", "dan", "eve", "flo")),
    st.lists(st.lists(CELLS, min_size=1, max_size=2), min_size=1, max_size=3).map(
        lambda rounds: " | ".join(" ".join(games) for games in rounds)
    ),
    min_size=1,
)


def plainly_whole(one: Standing, number: int, ranked: list[Standing]) -> bool:
    """The definition: a player has all the games of a round that anybody has."""
    return one.round_games.get(number) == max(
        standing.round_games.get(number, 0) for standing in ranked
    )


def plainly(prize: Prize, around: Evening) -> tuple[int | None, set[str]]:
    """The best figure and everybody who has it, looked for anew for each player."""
    ranked = [standing for standing in around.field if standing.ranked]
    numbers = sorted({number for standing in ranked for number in standing.round_games})
    asked = [number for number in numbers if prize.round in (0, number)]
    figures = [
        (standing.rounds[number], standing.player)
        for standing in ranked
        for number in asked
        if plainly_whole(standing, number, ranked)
    ]
    if prize.scope == "half_time":
        asked = [number for number in numbers if number <= around.half_time]
        figures = [
            (sum(standing.rounds[number] for number in asked), standing.player)
            for standing in ranked
            if asked and all(plainly_whole(standing, number, ranked) for number in asked)
        ]
    best = min((figure for figure, _player in figures), default=None)
    return best, {player for figure, player in figures if figure == best}


@given(ROWS_OF_ROUNDS, st.sampled_from(("round", "half_time")), st.integers(0, 3))
def test_the_rounds_are_won_as_they_are_by_the_definition_written_out(
    rows: dict[str, str], scope: Any, number: int
) -> None:
    prize, around = Prize("Best", scope, round=number), evening(rows)
    found = one(prize, around)
    assert (found.figure, set(found.players)) == plainly(prize, around)


def calls_for(players: int) -> int:
    """How many calls it takes to give the prizes to a field of so many; the same at every run."""
    around = evening({f"p{number}": f"{number % 40}/1/0 | 0! " for number in range(players)})
    prizes = [Prize(scope, scope) for scope in ("field", "round", "half_time", "livery")]
    profile = cProfile.Profile()
    profile.runcall(give, [*prizes, Prize("Host", "round", skips_host=True)], around, {})
    return sum(entry.callcount for entry in profile.getstats())


def test_a_field_ten_times_as_large_costs_ten_times_as_much() -> None:
    assert calls_for(1000) < 11 * calls_for(100)


WON = (
    TableWon(1, 1, ("ann", "ben"), 5),
    TableWon(1, 2, ("cat",), 0),
    TableWon(2, 1, ("ann",), 20),
)


def at_tables(prize: Prize, around: Evening) -> list[tuple[Any, ...]]:
    found = give([prize], replace(around, won=WON), {})
    return [(won.in_round, won.table, won.players, won.figure, won.passed_over) for won in found]


def test_the_winners_of_each_round_at_each_table_have_a_prize_each() -> None:
    each = Prize("Table", "table")
    assert at_tables(each, evening()) == [
        (1, 1, ("ann", "ben"), 5, ()),
        (1, 2, ("cat",), 0, ()),
        (2, 1, ("ann",), 20, ()),
    ]
    assert at_tables(replace(each, round=2), evening()) == [(2, 1, ("ann",), 20, ())]


def test_a_winner_at_a_table_who_may_not_have_it_is_passed_over() -> None:
    found = at_tables(Prize("Table", "table", skips_host=True, round=1), evening(host="ann cat"))
    assert found == [
        (1, 1, ("ben",), 5, (("ann", "host"),)),
        (1, 2, (), 0, (("cat", "host"),)),
    ]

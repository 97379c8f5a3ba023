"""Prizes pass over whom they must, the ranking nobody."""

from collections.abc import Mapping, Sequence

from scoring.counting.prize_list import Given, Prize
from scoring.counting.prizes import (
    PODIUM_2019,
    Award,
    awards,
    prizes,
)
from scoring.counting.standings import Ranking, Standing, rank
from scoring.counting.tally import Direction, Player
from tests.scoring import printed

ORDER = {"ann": "1", "ben": "2", "cat": "3", "dan": "4", "eve": "5"}


def _podium(
    rows: Mapping[str, str], host: Sequence[str] = (), rules: Sequence[Prize] = PODIUM_2019
) -> tuple[Award, ...]:
    players = [Player(name, name.title(), host_connected=name in host) for name in rows]
    return awards(printed.ranked(rows), players, rules)


def test_without_host_players_the_podium_is_the_order() -> None:
    assert _podium(ORDER) == (
        Award("winner", "ann", next_in_line="ben"),
        Award("second", "ben", next_in_line="cat"),
        Award("third", "cat", next_in_line="dan"),
    )


def test_the_winner_may_be_of_the_host_and_the_others_may_not() -> None:
    assert _podium(ORDER, ["ann", "ben", "dan"]) == (
        Award("winner", "ann", next_in_line="ben"),
        Award("second", "cat", ("ben",), "eve"),
        Award("third", "eve", ("ben", "dan")),
    )


def test_a_prize_that_nobody_may_have_stays_empty() -> None:
    assert _podium({"ann": "1", "ben": "2"}, ["ben"])[1] == Award("second", None, ("ben",))
    assert _podium({"ann": "1"})[1:] == (Award("second", None), Award("third", None))
    assert _podium({}) == (Award("winner", None), Award("second", None), Award("third", None))


def test_a_prize_between_level_players_waits_and_so_do_those_after_it() -> None:
    level = ("ben", "cat")
    assert _podium({"ann": "1", "ben": "2", "cat": "2", "dan": "3"}) == (
        Award("winner", "ann", next_in_line="ben"),
        Award("second", None, undecided=level),
        Award("third", None, undecided=level),
    )


def test_level_players_of_whom_one_is_eligible_need_no_decision() -> None:
    assert _podium({"ann": "1", "ben": "2", "cat": "2", "dan": "3"}, ["ben"])[1] == Award(
        "second", "cat", ("ben",), "dan"
    )


def test_a_prize_may_be_open_to_all() -> None:
    rules = (Prize("gold"), Prize("silver"))
    assert [award.player for award in _podium(ORDER, ["ann", "ben"], rules)] == ["ann", "ben"]


def _players(liveries: Mapping[str, str]) -> list[Player]:
    return [Player(name, name.title(), livery) for name, livery in liveries.items()]


LIVERIES = {
    "ann": "Bakers",
    "ben": "Bakers",
    "cat": "Bakers",
    "dan": "Drapers",
    "eve": "Drapers",
    "fay": "Nurses",
}
TOTALS = {
    "ann": "1",
    "ben": "2",
    "cat": "9",
    "dan": "0!",
    "eve": "3",
    "fay": "0!",
    "gus": "0!",
    "hal": "0!",
}
PLAYERS = _players({**LIVERIES, "gus": "", "hal": ""})


def _liveries(
    field: Sequence[Standing], direction: Direction = "lowest"
) -> list[tuple[object, ...]]:
    pairs = prizes(field, (), PLAYERS, direction).livery_best_two
    return [(pair.place, pair.team, pair.total, pair.players) for pair in pairs]


def _told(won: Given | None) -> tuple[object, ...]:
    """The figure of a prize, its holders, and those whose own is not known."""
    assert won
    return won.figure, won.players, won.unknown


def test_a_livery_counts_its_two_best_and_needs_two() -> None:
    field = rank(printed.tallies(TOTALS), PLAYERS)
    assert _liveries(field) == [(1, "Bakers", 3, 3), (1, "Drapers", 3, 2)]


def test_where_most_points_win_a_livery_counts_its_two_highest() -> None:
    field = rank(printed.tallies(TOTALS), PLAYERS, Ranking("highest"))
    assert _liveries(field, "highest") == [(1, "Bakers", 11, 3), (2, "Drapers", 3, 2)]


def test_figures_are_shared_by_all_who_hold_them() -> None:
    rows = {"ann": "0! 31/2/1 | 5/1/0", "ben": "0! 36/2/1 | 5/1/0", "cat": "9 9 | 50"}
    won = prizes(printed.ranked(rows), (), printed.field(rows))
    assert _told(won.most_games_won) == (1, ("ann", "ben"), ())
    assert _told(won.most_eights_caught) == (1, ("ann", "ben"), ("cat",))
    assert {number: _told(best) for number, best in won.best_round.items()} == {
        1: (18, ("cat",), ()),
        2: (5, ("ann", "ben"), ()),
    }
    assert (won.wooden_spoon, won.playoff, won.livery_best_two) == (("cat",), (), ())


def test_the_wooden_spoon_is_shared_on_the_last_total() -> None:
    rows = {"ann": "1", "ben": "0! 9", "cat": "9"}
    assert prizes(printed.ranked(rows), (), printed.field(rows)).wooden_spoon == ("ben", "cat")


def test_a_round_s_best_has_played_all_its_games() -> None:
    rows = {"ann": "1", "ben": "4 5", "cat": "6 6 | 2"}
    won = prizes(printed.ranked(rows), (), printed.field(rows), "highest")
    assert [_told(won.best_round[number]) for number in (1, 2)] == [
        (12, ("cat",), ()),
        (2, ("cat",), ()),
    ]
    lowest = prizes(printed.ranked(rows), (), printed.field(rows))
    assert _told(lowest.best_round[1]) == (9, ("ben",), ())


def test_before_the_first_game_there_is_nothing_to_win() -> None:
    won = prizes(rank((), PLAYERS), (), PLAYERS)
    assert (won.wooden_spoon, won.most_games_won, won.most_eights_caught, won.best_round) == (
        (),
        None,
        None,
        {},
    )

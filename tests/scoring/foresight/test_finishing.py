"""Simulated finishes against a plain recount, and what must hold whatever chance does."""

from dataclasses import replace
from random import Random

import pytest

from scoring.foresight.simulation import Field, Pool, TableResult, finishes, pool
from scoring.games.rulebooks import rulebook

RULES = rulebook("swedish_pursuit").rules()
NAMES = [f"G{number:03}" for number in range(1, 111)]
TABLES = [NAMES[place : place + 5] for place in range(0, 110, 5)]


def fixed(*points: tuple[int, ...]) -> dict[int, Pool]:
    """A pool of given results for one table size."""
    size = len(points[0])
    results = tuple(TableResult(point, 1, (1,), (), ()) for point in points)
    return {size: Pool(RULES, size, results)}


def test_a_single_possible_result_is_added_once_for_each_game_to_come() -> None:
    field = Field({"a": 10, "b": 0, "c": 7}, [["a", "b", "c"], ["c", "a", "b"]], 1)
    found = finishes(field, fixed((0, 5, 20)), 50, Random(1))
    # a: 10 + 0 + 5, b: 0 + 5 + 20, c: 7 + 20 + 0
    assert (found.lines, found.through, found.tied) == (
        (15,) * 50,
        {"a": 1.0, "b": 0.0, "c": 0.0},
        0.0,
    )


def test_players_without_a_further_game_keep_their_totals() -> None:
    field = Field({"a": 3, "b": 4, "c": 100}, [["a", "c"]], 2)
    assert finishes(field, fixed((2, 0)), 5, Random(1)).through == {"a": 1.0, "b": 1.0, "c": 0.0}
    over = finishes(Field({"a": 3, "b": 4, "c": 100}, [], 2), {}, 5, Random(1))
    assert (over.lines, over.through["c"]) == ((4,) * 5, 0.0)


def test_places_on_a_tie_are_shared_out() -> None:
    found = finishes(Field({"a": 1, "b": 5, "c": 5, "d": 5, "e": 9}, [], 3), {}, 4, Random(1))
    assert found.through == pytest.approx({"a": 1, "b": 2 / 3, "c": 2 / 3, "d": 2 / 3, "e": 0})
    assert found.tied == 1.0


def test_the_highest_totals_go_through_where_the_highest_is_best() -> None:
    field = Field({"a": 1, "b": 5, "c": 9}, [["a", "b", "c"]], 2, "highest")
    assert finishes(field, fixed((30, 0, 0)), 3, Random(1)).through == {
        "a": 1.0,
        "b": 0.0,
        "c": 1.0,
    }


def test_a_hundred_and_ten_guests_share_exactly_ten_places() -> None:
    results = pool(RULES, 5, 200, Random(2))
    field = Field(dict.fromkeys(NAMES, 0), [table for table in TABLES for _ in range(7)], 10)
    found = finishes(field, {5: results}, 200, Random(3))
    assert sum(found.through.values()) == pytest.approx(10)
    assert len(found.lines) == found.count == 200
    assert list(found.lines) == sorted(found.lines)
    assert 0 < found.tied < 1
    assert finishes(field, {5: results}, 200, Random(3)) == found


def test_the_packed_sums_agree_with_a_plain_recount() -> None:
    results = pool(RULES, 4, 50, Random(2))
    names = NAMES[:16]
    tables = [names[place::4] for place in range(4)] * 2 + [
        names[place : place + 4] for place in range(0, 16, 4)
    ]
    totals = {name: number for number, name in enumerate(names)}
    found = finishes(Field(totals, tables, 5), {4: results}, 40, Random(9))
    assert list(found.lines) == sorted(_plain_lines(totals, tables, results, Random(9)))


def _plain_lines(
    totals: dict[str, int], tables: list[list[str]], results: Pool, rng: Random
) -> list[int]:
    """The line of 40 finishes, added up without packing, from the same draws."""
    groups = {tuple(table): tables.count(table) for table in tables}
    seed = rng.getrandbits(64)
    drawn = {
        group: [
            Random(f"{seed} {game} {group}").choices(results.results, k=40) for game in range(games)
        ]
        for group, games in groups.items()
    }
    lines = []
    for number in range(40):
        ends = dict(totals)
        for group, games in groups.items():
            for game in range(games):
                for player, points in zip(group, drawn[group][game][number].points, strict=True):
                    ends[player] += points
        lines.append(sorted(ends.values())[4])
    return lines


def test_a_seat_of_nobody_counts_for_nobody() -> None:
    field = Field({"a": 10, "c": 7}, [["a", "", "c"]], 1)
    found = finishes(field, fixed((0, 5, 20)), 3, Random(1))
    assert (found.lines, found.through) == ((10,) * 3, {"a": 1.0, "c": 0.0})


def test_a_table_draws_the_same_games_whatever_the_others_have_to_come() -> None:
    results = pool(RULES, 4, 50, Random(2))
    alone = Field(dict.fromkeys(NAMES[:4], 0), [NAMES[:4]], 1)
    beside = Field(dict.fromkeys(NAMES[:4], 0) | {"z": 10**6}, [["z", "", "", ""], NAMES[:4]], 1)
    assert (
        finishes(alone, {4: results}, 30, Random(3)).lines
        == finishes(beside, {4: results}, 30, Random(3)).lines
    )


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (Field({"a": 0, "b": 0}, [["a", "b"]], 1), "no pool of results for a table of 2"),
        (Field({"a": 0, "b": 0}, [], 2), "from 1 to 1 players"),
        (Field({"a": 0, "b": 0}, [["a", "b", "z"]], 1), "z has a seat"),
    ],
)
def test_a_field_that_cannot_be_finished_is_refused(field: Field, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        finishes(field, fixed((0, 1, 2)), 3, Random(1))


def test_a_pool_without_points_is_refused() -> None:
    empty = {2: Pool(RULES, 2, (TableResult((), 1, (1,), (), ()),))}
    with pytest.raises(ValueError, match="decided by places"):
        finishes(Field({"a": 0, "b": 0}, [["a", "b"]], 1), empty, 3, Random(1))


def test_who_plays_better_is_expected_to_score_less_in_games_to_come() -> None:
    pools, field = fixed((10, 6, 7)), Field({"a": 0, "b": 0, "c": 0}, [("a", "b", "c")], 1)
    better = replace(field, scale={"a": (0.5, 0.0)})
    ends = [finishes(one, pools, 20, Random(1)).through for one in (field, better)]
    assert ends == [{"a": 0.0, "b": 1.0, "c": 0.0}, {"a": 1.0, "b": 0.0, "c": 0.0}]

"""An unchecked sheet is listed exactly when one wrong entry in it could change who goes through."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.cut import AtTheLine, Cut, cut
from scoring.counting.open_sheets import OpenSheet, open_sheets
from scoring.counting.policies import Policies, fill
from scoring.counting.standings import Ranking, standings
from scoring.counting.tally import Direction
from tests.scoring import printed

ROWS = {"ann": "10 | 10", "ben": "12 | 12", "cat": "13 | 13", "dan": "0 | 40"}
TABLES = {"ann": 1, "ben": 2, "cat": 3, "dan": 4}
ALL = [(number, table, 1) for number in (1, 2) for table in TABLES.values()]


def _open(
    rows: Mapping[str, str],
    direction: Direction = "lowest",
    size: int = 2,
    policy: AtTheLine = "cut_of_cards",
) -> tuple[OpenSheet, ...]:
    scores = fill(printed.tallies(rows, TABLES), Policies(), direction)
    drawn = cut(standings(scores, printed.field(rows), Ranking(direction)), size, policy)
    assert isinstance(drawn, Cut)
    return open_sheets(drawn, scores, ALL, direction)


def _sheets(found: Sequence[OpenSheet]) -> list[tuple[int, int, int]]:
    return [(sheet.round, sheet.table, sheet.game) for sheet in found]


def test_any_sheet_of_the_cut_counts_and_from_outside_those_that_reach_the_line() -> None:
    found = _open(ROWS)
    assert _sheets(found) == [
        (1, 2, 1),
        (1, 3, 1),
        (2, 2, 1),
        (2, 3, 1),
        (1, 1, 1),
        (2, 1, 1),
        (2, 4, 1),
    ]
    assert [(sheet.could_fall_out, sheet.could_come_in, sheet.distance) for sheet in found[:2]] == [
        (("ben",), (), 2),
        ((), ("cat",), 2),
    ]


def test_where_most_points_win_sheets_are_sought_the_other_way_round() -> None:
    found = _open(ROWS, "highest", 1)
    assert [
        (sheet.round, sheet.table, sheet.could_fall_out, sheet.could_come_in) for sheet in found
    ] == [
        (1, 3, (), ("cat",)),
        (2, 3, (), ("cat",)),
        (2, 4, ("dan",), ()),
        (1, 2, (), ("ben",)),
        (2, 2, (), ("ben",)),
        (1, 1, (), ("ann",)),
        (2, 1, (), ("ann",)),
    ]


def test_those_who_must_cut_cards_are_on_both_sides_of_the_line() -> None:
    found = _open({"ann": "10", "ben": "10"}, size=1)
    assert [(sheet.could_fall_out, sheet.could_come_in, sheet.distance) for sheet in found] == [
        (("ann",), ("ann",), 0),
        (("ben",), ("ben",), 0),
    ]


def test_a_level_player_who_was_admitted_can_still_drop_out() -> None:
    found = _open({"ann": "10", "ben": "10"}, size=1, policy="admit_all")
    assert [(sheet.could_fall_out, sheet.could_come_in) for sheet in found] == [
        (("ann",), ()),
        (("ben",), ()),
    ]


def test_nothing_is_open_when_there_are_no_more_players_than_places() -> None:
    assert _open(ROWS, size=4) == ()


def test_sheets_that_are_checked_and_players_without_a_rank_do_not_count() -> None:
    rows = {**ROWS, "eve": "-"}
    scores = fill(printed.tallies(rows, TABLES), Policies(absent="unranked"))
    drawn = cut(standings(scores, printed.field(rows), Ranking()), 2)
    assert isinstance(drawn, Cut)
    assert _sheets(open_sheets(drawn, scores, [(1, 3, 1)])) == [(1, 3, 1)]
    assert open_sheets(drawn, scores, []) == ()


def _through(points: Mapping[str, list[int]], direction: Direction) -> set[str]:
    rows = {name: " ".join(str(game) for game in games) for name, games in points.items()}
    drawn = cut(printed.ranked(rows, Ranking(direction, ())), 2, "admit_all")
    assert isinstance(drawn, Cut)
    return set(drawn.qualifiers)


@given(
    st.lists(st.lists(st.integers(0, 12), min_size=2, max_size=2), min_size=4, max_size=4),
    st.sampled_from(["lowest", "highest"]),
)
def test_no_wrong_entry_changes_the_list_unless_its_sheet_is_open(
    games: list[list[int]], way: Direction
) -> None:
    points = dict(zip(TABLES, games, strict=True))
    rows = {name: " ".join(str(one) for one in own) for name, own in points.items()}
    scores = fill(printed.tallies(rows, TABLES), Policies(), way)
    drawn = cut(standings(scores, printed.field(rows), Ranking(way, ())), 2, "admit_all")
    assert isinstance(drawn, Cut)
    unchecked = [(1, table, game) for table in TABLES.values() for game in (1, 2)]
    listed = _sheets(open_sheets(drawn, scores, unchecked, way))
    for name, table in TABLES.items():
        for game in (0, 1):
            if (1, table, game + 1) not in listed:
                changed = {**points, name: [*points[name]]}
                for value in range(13):
                    changed[name][game] = value
                    assert _through(changed, way) == set(drawn.qualifiers)


def test_a_wrong_entry_in_an_open_sheet_does_change_the_list() -> None:
    points = {"ann": [10, 10], "ben": [12, 12], "cat": [13, 13], "dan": [0, 40]}
    assert _through(points, "lowest") == {"ann", "ben"}
    assert _through({**points, "dan": [0, 4]}, "lowest") == {"ann", "dan"}
    assert (2, 4, 1) in _sheets(_open(ROWS))

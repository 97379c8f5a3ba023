"""Who moved between two boards."""

from dataclasses import replace

from scoring.counting.board import Board, Progress, movers
from scoring.counting.cut import cut
from scoring.counting.standings import rank
from scoring.counting.tally import Player, Tally

NAMES = ("Anne", "Ben", "Cleo", "Dan")
FIELD = tuple(Player(name[0], name) for name in NAMES)


def board(*points: int, size: int = 2) -> Board:
    """One game at one table, the players in the order of their names."""
    tallies = [
        Tally(who.id, 1, 1, 1, points=scored) for who, scored in zip(FIELD, points, strict=False)
    ]
    standings = rank(tallies, FIELD[: len(points)])
    return Board(standings, cut(standings, size), (), Progress())


def told(before: Board, after: Board) -> list[tuple[str, str, int, int]]:
    """Name, way over the line, places and points of everybody who moved."""
    return [
        (mover.name, mover.crossed, mover.places, mover.points) for mover in movers(before, after)
    ]


def test_whoever_crossed_the_line_comes_first_and_whoever_stands_still_is_left_out() -> None:
    assert told(board(1, 2, 3, 4), board(1, 9, 3, 9)) == [
        ("Cleo", "in", 1, 0),
        ("Ben", "out", -1, 7),
        ("Dan", "", 1, 5),
    ]


def test_the_most_places_come_before_fewer() -> None:
    assert told(board(1, 2, 3, 4, size=4), board(9, 2, 3, 4, size=4)) == [
        ("Anne", "", -3, 8),
        ("Ben", "", 1, 0),
        ("Cleo", "", 1, 0),
        ("Dan", "", 1, 0),
    ]


def test_who_came_and_who_is_gone_have_no_places_to_compare() -> None:
    assert told(board(1, 2, size=1), board(1, 2, 3, size=1)) == [("Cleo", "", 0, 3)]
    assert told(board(1, 2, 3, size=1), board(1, 2, size=1)) == [("Cleo", "", 0, -3)]


def test_without_a_cut_nobody_crosses_a_line() -> None:
    none = replace(board(2, 1), cut=None)
    assert [one[1] for one in told(board(1, 2, size=1), none)] == ["", ""]
    assert [one[1] for one in told(none, board(1, 2, size=1))] == ["", ""]

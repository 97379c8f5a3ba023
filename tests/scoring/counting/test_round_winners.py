"""Who has won a round at each table."""

from scoring.counting.board import progress
from scoring.counting.prize_list import TableWon
from scoring.counting.round_winners import round_winners
from scoring.counting.tally import Direction, Tally

DUE = [(1, table, game) for table in (1, 2) for game in (1, 2)]


def winners(
    *rows: tuple[str, int, int, int | None], direction: Direction = "lowest"
) -> list[TableWon]:
    """Winners of a round of two games at two tables; rows are player, table, game, points."""
    tallies = [
        Tally(player, 1, table, game, points=points)
        if points is not None
        else Tally(player, 1, table, game, state="absent")
        for player, table, game, points in rows
    ]
    tables = progress(DUE, [tally.sheet for tally in tallies]).tables
    return [*round_winners(tallies, tables, direction)]


FIRST = (("ann", 1, 1, 0), ("ben", 1, 1, 9), ("ann", 1, 2, 12), ("ben", 1, 2, 2))


def test_the_lowest_sum_of_all_games_at_the_table_has_won_its_round() -> None:
    assert winners(*FIRST) == [TableWon(1, 1, ("ben",), 11)]
    assert winners(*FIRST, direction="highest") == [TableWon(1, 1, ("ann",), 12)]


def test_nobody_has_won_while_a_game_is_to_come() -> None:
    assert winners(*FIRST[:2]) == []
    second = (("cat", 2, 1, 5), ("dan", 2, 1, 0), ("cat", 2, 2, 0), ("dan", 2, 2, 9))
    assert winners(*FIRST[:2], *second) == [TableWon(1, 2, ("cat",), 5)]


def test_whoever_is_level_shares_it_and_each_table_has_its_own() -> None:
    level = (("cat", 2, 1, 5), ("dan", 2, 1, 0), ("cat", 2, 2, 0), ("dan", 2, 2, 5))
    assert winners(*FIRST, *level)[1:] == [TableWon(1, 2, ("cat", "dan"), 5)]


def test_whoever_missed_a_game_has_not_won_and_perhaps_nobody_has() -> None:
    away = (("ann", 1, 1, 0), ("ben", 1, 1, 9), ("ann", 1, 2, None), ("ben", 1, 2, 2))
    assert winners(*away) == [TableWon(1, 1, ("ben",), 11)]
    half = (("ann", 1, 1, 0), ("ben", 1, 1, None), ("ann", 1, 2, None), ("ben", 1, 2, 2))
    assert winners(*half) == []

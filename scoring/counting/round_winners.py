"""Who has won a round at each table: whoever has the best sum of all its games there. It is told
once the last of them is in; whoever is level shares it.
"""

from collections import defaultdict
from collections.abc import Iterable

from scoring.counting.board import TableProgress
from scoring.counting.prize_list import TableWon
from scoring.counting.tally import Direction, Tally


def round_winners(
    tallies: Iterable[Tally], tables: Iterable[TableProgress], direction: Direction
) -> tuple[TableWon, ...]:
    """The winners of every round at every table that has all its games, in the order of `tables`.

    Whoever has not played every game that is due there has not won. Source: the
    sheet of Swedish Pursuit, by which the lowest scoring player has won the round.
    """
    # The points of each player at each table of each round, game by game.
    games_of: defaultdict[tuple[int, int], defaultdict[str, list[int]]]
    games_of = defaultdict(lambda: defaultdict(list))
    for tally in tallies:
        if tally.points is not None:
            games_of[tally.round, tally.table][tally.player].append(tally.points)
    pick, won = min if direction == "lowest" else max, []
    for table in tables:
        points = {
            player: sum(games)
            for player, games in games_of[table.round, table.table].items()
            if len(games) == table.games_due
        }
        if points:
            best = pick(points.values())
            players = tuple(player for player in sorted(points) if points[player] == best)
            won.append(TableWon(table.round, table.table, players, best))
    return tuple(won)

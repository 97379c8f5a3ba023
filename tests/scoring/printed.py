"""Small fields written down as printed tables: a row of games per player, rounds parted by a bar.

`0!` went out, `31/2/1` points with cards and eights, `31` bare points, `-` absent, `x` not played,
`.` not entered.
"""

from collections.abc import Mapping

from scoring.counting.standings import Facts, Ranking, Standing, rank
from scoring.counting.tally import Player, Tally


def field(rows: Mapping[str, str]) -> list[Player]:
    return [Player(name, name.title()) for name in rows]


def tallies(rows: Mapping[str, str], tables: Mapping[str, int] | None = None) -> list[Tally]:
    """All at table 1 unless `tables` says otherwise."""
    found = []
    for name, row in rows.items():
        for number, games in enumerate(row.split("|"), start=1):
            for game, cell in enumerate(games.split(), start=1):
                if cell != ".":
                    found.append(_tally(cell, (name, number, (tables or {}).get(name, 1), game)))
    return found


def _tally(cell: str, where: tuple[str, int, int, int]) -> Tally:
    if cell in "-x":
        return Tally(*where, "absent" if cell == "-" else "not_played")
    if cell.endswith("!"):
        return Tally(*where, "played", int(cell[:-1]), True)
    points, *counted = (int(part) for part in cell.split("/"))
    cards, eights = counted or (None, None)
    return Tally(*where, "played", points, False, cards, eights)


def ranked(
    rows: Mapping[str, str], ranking: Ranking | None = None, facts: Facts | None = None
) -> tuple[Standing, ...]:
    return rank(tallies(rows), field(rows), ranking, facts)

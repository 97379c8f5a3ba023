"""Which sheets that nobody has checked could still change the cut."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Sheet, Tally


class OpenSheet(NamedTuple):
    """An unchecked sheet that could change the cut; `distance` is its nearest player's distance to
    the line.
    """

    round: int
    table: int
    game: int
    could_fall_out: tuple[str, ...]
    could_come_in: tuple[str, ...]
    distance: int


def open_sheets(
    cut: Cut,
    scores: Iterable[Tally],
    unchecked: Iterable[Sheet],
    direction: Direction = "lowest",
) -> tuple[OpenSheet, ...]:
    """The unchecked sheets (round, table, game) that could still change who goes through, nearest
    first.

    A sheet counts when one entry in it, set to any value from 0 on, could take a player of the cut
    to the total next after the last place or beyond it, or bring one from outside to the last total
    inside; a level total may turn on games won or cards, so it counts too. One wrong sheet is
    supposed at a time. Nothing can change when there are no more players than places.
    """
    field = {standing.player: standing for standing in cut.standings if standing.ranked}
    if len(field) == cut.size:
        return ()
    targets, first_out = set(unchecked), list(field.values())[cut.size].total
    lowest, inside = direction == "lowest", set(cut.qualifiers)
    on_sheet: defaultdict[Sheet, list[tuple[Standing, int]]] = defaultdict(list)
    for score in scores:
        if score.sheet in targets and score.player in field:
            standing = field[score.player]
            on_sheet[score.sheet].append((standing, standing.total - (score.points or 0)))
    sheets = []
    for sheet, entries in on_sheet.items():
        # An entry may be raised to any height, and lowered to nought, which leaves the rest.
        out = [
            standing
            for standing, rest in entries
            if standing.player in inside.union(cut.undecided) and (lowest or rest <= first_out)
        ]
        into = [
            standing
            for standing, rest in entries
            if standing.player not in inside and (not lowest or rest <= cut.cut_score)
        ]
        if out or into:
            distance = min(
                [abs(standing.total - first_out) for standing in out]
                + [abs(standing.total - cut.cut_score) for standing in into]
            )
            falling, coming = (
                tuple(standing.player for standing in moved) for moved in (out, into)
            )
            sheets.append(OpenSheet(*sheet, falling, coming, distance))
    sheets.sort(key=lambda sheet: (sheet.distance, sheet.round, sheet.table, sheet.game))
    return tuple(sheets)

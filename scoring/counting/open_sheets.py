"""Which sheets that nobody has checked could still change the cut."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Sheet, Tally
from scoring.words import listed


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a single entry can be wrong: `ceiling` is the most points a game can give, None for
    no limit.
    """

    direction: Direction = "lowest"
    ceiling: int | None = None


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """An unchecked sheet that could change the cut; `distance` is its nearest player's distance to
    the line.
    """

    round: int
    table: int
    game: int
    could_fall_out: tuple[str, ...]
    could_come_in: tuple[str, ...]
    distance: int
    words: str


def open_sheets(
    cut: Cut, scores: Iterable[Tally], unchecked: Iterable[Sheet], bounds: Bounds | None = None
) -> tuple[OpenSheet, ...]:
    """The unchecked sheets (round, table, game) that could still change who goes through, nearest
    first.

    A sheet counts when one entry in it, set to any value from 0 to the ceiling, could take a player
    of the cut to the total next after the last place or beyond it, or bring one from outside to the
    last total inside; a level total may turn on games won or cards, so it counts too. One wrong
    sheet is supposed at a time. Nothing can change when there are no more players than places.
    """
    field = {standing.player: standing for standing in cut.standings if standing.ranked}
    if len(field) == cut.size:
        return ()
    limits, targets = bounds or Bounds(), set(unchecked)
    first_out = list(field.values())[cut.size].total
    lowest, inside = limits.direction == "lowest", set(cut.qualifiers)
    on_sheet: defaultdict[Sheet, list[tuple[Standing, int]]] = defaultdict(list)
    for score in scores:
        if score.sheet in targets and score.player in field:
            standing = field[score.player]
            on_sheet[score.sheet].append((standing, standing.total - (score.points or 0)))
    sheets = []
    for sheet, entries in on_sheet.items():
        out = [
            standing
            for standing, rest in entries
            if standing.player in inside.union(cut.undecided)
            and _may_reach(rest, first_out, limits.ceiling, upwards=lowest)
        ]
        into = [
            standing
            for standing, rest in entries
            if standing.player not in inside
            and _may_reach(rest, cut.cut_score, limits.ceiling, upwards=not lowest)
        ]
        if out or into:
            distance = min(
                [abs(standing.total - first_out) for standing in out]
                + [abs(standing.total - cut.cut_score) for standing in into]
            )
            falling, coming = (
                tuple(standing.player for standing in moved) for moved in (out, into)
            )
            words = _in_words(sheet, out, into)
            sheets.append(OpenSheet(*sheet, falling, coming, distance, words))
    sheets.sort(key=lambda sheet: (sheet.distance, sheet.round, sheet.table, sheet.game))
    return tuple(sheets)


def _may_reach(rest: int, line: int, ceiling: int | None, *, upwards: bool) -> bool:
    """Whether some value of one entry, without which the total is `rest`, takes it to a line or
    beyond.
    """
    return ceiling is None or rest + ceiling >= line if upwards else rest <= line


def _in_words(sheet: Sheet, out: list[Standing], into: list[Standing]) -> str:
    place = "Round {}, table {}, game {}".format(*sheet)
    lost, won = (listed(standing.name for standing in moved) for moved in (out, into))
    if lost and won:
        return f"{place} could put out {lost} and let in {won}."
    return f"{place} could put out {lost}." if lost else f"{place} could let in {won}."

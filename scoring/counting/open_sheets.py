"""Which sheets that nobody has checked could still change the cut."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
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


@dataclass(frozen=True, slots=True)
class _Line:
    """The totals either side of the line as (last place, the next), who is inside, and who is on
    both sides.
    """

    last_in: int
    first_out: int
    inside: frozenset[str]
    level: frozenset[str]
    bounds: Bounds


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
    line = _line(cut, field, bounds or Bounds())
    if line is None:
        return ()
    targets = set(unchecked)
    on_sheet: defaultdict[Sheet, list[Tally]] = defaultdict(list)
    for score in scores:
        if score.sheet in targets and score.player in field:
            on_sheet[score.sheet].append(score)
    sheets = [_open_sheet(sheet, entries, field, line) for sheet, entries in on_sheet.items()]
    return tuple(
        sorted(
            filter(None, sheets),
            key=lambda sheet: (sheet.distance, sheet.round, sheet.table, sheet.game),
        )
    )


def _line(cut: Cut, field: Mapping[str, Standing], bounds: Bounds) -> _Line | None:
    totals = [standing.total for standing in field.values()]
    if len(totals) == cut.size:
        return None
    return _Line(
        cut.cut_score,
        totals[cut.size],
        frozenset(cut.qualifiers),
        frozenset(cut.undecided),
        bounds,
    )


def _open_sheet(
    sheet: Sheet, scores: Iterable[Tally], field: Mapping[str, Standing], line: _Line
) -> OpenSheet | None:
    out, into = [], []
    for score in scores:
        standing = field[score.player]
        if score.player in line.inside | line.level and _could_fall_out(
            standing.total, score.points or 0, line
        ):
            out.append(standing)
        if score.player not in line.inside and _could_come_in(
            standing.total, score.points or 0, line
        ):
            into.append(standing)
    if not out and not into:
        return None
    distance = min(
        [abs(standing.total - line.first_out) for standing in out]
        + [abs(standing.total - line.last_in) for standing in into]
    )
    return OpenSheet(*sheet, _ids(out), _ids(into), distance, _in_words(sheet, out, into))


def _could_fall_out(total: int, points: int, line: _Line) -> bool:
    if line.bounds.direction == "highest":
        return total - points <= line.first_out
    return line.bounds.ceiling is None or total - points + line.bounds.ceiling >= line.first_out


def _could_come_in(total: int, points: int, line: _Line) -> bool:
    if line.bounds.direction == "lowest":
        return total - points <= line.last_in
    return line.bounds.ceiling is None or total - points + line.bounds.ceiling >= line.last_in


def _ids(standings: Iterable[Standing]) -> tuple[str, ...]:
    return tuple(standing.player for standing in standings)


def _in_words(sheet: Sheet, out: list[Standing], into: list[Standing]) -> str:
    place = "Round {}, table {}, game {}".format(*sheet)
    lost, won = (listed(standing.name for standing in moved) for moved in (out, into))
    if lost and won:
        return f"{place} could put out {lost} and let in {won}."
    return f"{place} could put out {lost}." if lost else f"{place} could let in {won}."

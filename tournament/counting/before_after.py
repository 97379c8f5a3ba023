"""The preview of a change that moves places: the standing around the cut before it and after it,
side by side with curves from row to row, and the chances of going through that it moves
(`chance_moves.py`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.counting.cut import Cut, Move, NoCut
from scoring.counting.standings import Standing, ordinal
from tournament.counting.chance_moves import ChanceMoves, chance_moves
from tournament.counting.consequences import Consequence
from tournament.models import Event

ABOVE, BELOW = 4, 2
"""How many places inside the line and outside it are always shown."""
ROW, THIN, WIDTH = 44, 10, 56
"""Heights of a row and of a line or gap, and the width of the curves, as shared.css has them."""
NOBODY = "There is no line yet: no sheet is in."


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a column: a player's place, the cut itself or a gap. `y` is its middle."""

    kind: str
    y: float = 0
    order: int | None = None
    player: str = ""
    name: str = ""
    total: int | None = None


Curve = tuple[str, str]
"""Whether its player goes `out` or comes `in` (else ""), and the path from a row on the left to
the same player's row on the right.
"""


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Everything the preview shows: who falls `out` of the cut and who comes `into` it, `words`
    that say so; then the two lists and the curves between them. Where there is no cut to draw the
    lists are empty and `words` says why. `chances` are None where there are none to tell.
    """

    out: tuple[Move, ...]
    into: tuple[Move, ...]
    words: str
    before: tuple[Line, ...] = ()
    after: tuple[Line, ...] = ()
    curves: tuple[Curve, ...] = ()
    height: int = 0
    cut_scores: tuple[int, int] = (0, 0)
    chances: ChanceMoves | None = None

    @property
    def drawn(self) -> bool:
        """Whether there are two lists to compare."""
        return bool(self.before and self.after)


def moves_and_chances(
    event: Event, consequence: Consequence, corrected: Collection[str]
) -> BeforeAfter:
    """A consequence as its preview shows it: places drawn, and chances before and after. Those
    `corrected` are always shown.
    """
    preview = before_after(consequence, corrected, early=_early(event, consequence))
    return replace(preview, chances=chance_moves(event, consequence, corrected))


def _early(event: Event, consequence: Consequence) -> str:
    """Why nobody is in or out yet; empty once the round is played after which the line is drawn."""
    if consequence.begun >= event.qualifying_rounds:
        return ""
    return f"Nobody is in or out yet: the line is drawn after round {event.qualifying_rounds}."


def before_after(
    consequence: Consequence, corrected: Collection[str], *, early: str = ""
) -> BeforeAfter:
    """Draw a consequence; the rows of those `corrected` are always shown. `early` says why nobody
    is in or out yet: then no line is drawn between them, and nobody moves over it.
    """
    moves, old, new = consequence.moves, consequence.before, consequence.after
    if early:
        moves = replace(moves, out=(), into=())
    if not isinstance(old, Cut) or not isinstance(new, Cut):
        words = next((cut.words for cut in (new, old) if isinstance(cut, NoCut)), NOBODY)
        return BeforeAfter(moves.out, moves.into, early or words)
    out = {move.player for move in moves.out}
    into = {move.player for move in moves.into}
    before, after = (
        tuple(
            _placed(
                line
                for line in _column(cut, {*corrected, *out, *into}, out, into)
                if not early or line.kind != "line"
            )
        )
        for cut in (old, new)
    )
    return BeforeAfter(
        out=moves.out,
        into=moves.into,
        words=early or moves.words,
        before=before,
        after=after,
        curves=tuple(_curves(before, after)),
        height=int(max(_bottom(before), _bottom(after))),
        cut_scores=(0, 0) if early else (old.cut_score, new.cut_score),
    )


def _column(
    cut: Cut, players: Collection[str], out: Collection[str], into: Collection[str]
) -> Iterator[Line]:
    """The rows of one list: the places around the line, and `players` wherever they stand."""
    ranked = [standing for standing in cut.standings if standing.order is not None]
    last_through = len(cut.qualifiers) + cut.places_left
    above = 0
    for place, standing in enumerate(ranked, start=1):
        near = last_through - ABOVE <= place <= last_through + BELOW
        if not near and standing.player not in players:
            continue
        if above and place > above + 1:
            yield Line("gap")
        if above and above <= last_through < place:
            yield Line("line")
        kind = "out" if standing.player in out else "in" if standing.player in into else "row"
        yield Line(kind, 0, place, standing.player, standing.name, standing.total)
        above = place


def _placed(lines: Iterable[Line]) -> Iterator[Line]:
    top = 0
    for line in lines:
        height = _height(line)
        yield replace(line, y=top + height / 2)
        top += height


def _height(line: Line) -> int:
    return THIN if line.kind in ("line", "gap") else ROW


def _curves(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Curve]:
    line_after = {line.player: line for line in after if line.player}
    half = WIDTH // 2
    for line in before:
        end = line_after.get(line.player)
        if end is not None:
            path = f"M0 {line.y:g}C{half} {line.y:g} {half} {end.y:g} {WIDTH} {end.y:g}"
            yield line.kind if line.kind in ("out", "in") else "", path


def _bottom(lines: Sequence[Line]) -> float:
    last = lines[-1] if lines else Line("gap")
    return last.y + _height(last) / 2


def place_words(before: Standing | None, after: Standing | None) -> str:
    """What becomes of one player's total and place, in a sentence."""
    if before is None or after is None:
        return ""
    total = (
        f"{before.total} stays {after.total}"
        if before.total == after.total
        else f"{before.total} becomes {after.total}"
    )
    if before.order is None or after.order is None:
        return f"Total {total}."
    if before.order == after.order:
        return f"Total {total}, still {ordinal(after.order)}."
    return f"Total {total}, {ordinal(before.order)} becomes {ordinal(after.order)}."

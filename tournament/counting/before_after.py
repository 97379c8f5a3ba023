"""The standings before and after a change, side by side, and the chances it moves."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.counting.cut import Cut, Move, NoCut
from scoring.counting.standings import Standing, ordinal
from scoring.foresight.chances import Chance
from tournament.counting.chances import Chances, in_words, reckon
from tournament.counting.consequences import Consequence
from tournament.counting.grid import games_to_come
from tournament.models import Event

ABOVE, BELOW = 4, 2
"""So many places inside the line and outside it are always shown."""
ROW, THIN, WIDTH = 44, 10, 56
"""Heights of a row and of a line or gap, and the width of the curves, as shared.css has them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a column: a player's place, the cut itself or a gap. `y` is its middle."""

    kind: str
    y: float = 0
    order: int | None = None
    player: str = ""
    name: str = ""
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """A path from a row on the left to the same player's row on the right."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class ChanceMove:
    """A guest's chance of going through before and after, in words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChanceMoves:
    """Whose chances change, those whom it is about first; `more` change beside them.

    Nobody: `rows` is empty.
    """

    rows: tuple[ChanceMove, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Everything the preview draws; `drawn` is False where there is no cut to draw (`words` says
    why).
    """

    out: tuple[Move, ...]
    into: tuple[Move, ...]
    words: str
    crosses: bool
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


def before_after(
    consequence: Consequence, corrected: Collection[str], *, early: str = ""
) -> BeforeAfter:
    """Draw a consequence; the rows of those `corrected` are always shown. `early` says why nobody
    is in or out yet: then no line is drawn between them, and nobody moves over it.
    """
    moved, old, new = consequence.moves, consequence.before, consequence.after
    if early:
        moved = replace(moved, out=(), into=(), words=early)
    if not isinstance(old, Cut) or not isinstance(new, Cut):
        words = next((cut.words for cut in (new, old) if isinstance(cut, NoCut)), NOBODY)
        crosses = consequence.moves.crosses_the_line
        return BeforeAfter(moved.out, moved.into, early or words, crosses)
    out, into = ({move.player for move in some} for some in (moved.out, moved.into))
    players = {*corrected, *out, *into}
    columns = (_column(cut, players, out, into) for cut in (old, new))
    before, right = (
        tuple(_placed(line for line in column if not early or line.kind != "line"))
        for column in columns
    )
    return BeforeAfter(
        out=moved.out,
        into=moved.into,
        words=moved.words,
        crosses=consequence.moves.crosses_the_line,
        before=before,
        after=right,
        curves=tuple(_curves(before, right)),
        height=int(max(_end(before), _end(right))),
        cut_scores=(0, 0) if early else (old.cut_score, new.cut_score),
    )


def place_words(before: Standing | None, after: Standing | None) -> str:
    """What becomes of one player's total and place, in a sentence."""
    if before is None or after is None:
        return ""
    total = (
        f"{before.total} stays {after.total}"
        if before.total == after.total
        else f"{before.total} becomes"
    )
    total = total if before.total == after.total else f"{total} {after.total}"
    if before.order is None or after.order is None:
        return f"Total {total}."
    if before.order == after.order:
        return f"Total {total}, still {ordinal(after.order)}."
    return f"Total {total}, {ordinal(before.order)} becomes {ordinal(after.order)}."


def _column(
    cut: Cut, players: Collection[str], out: Collection[str], into: Collection[str]
) -> Iterator[Line]:
    """The rows of one list: around the line, and further off those who are shown anyway."""
    ranked = [standing for standing in cut.standings if standing.order is not None]
    last = len(cut.qualifiers) + cut.places_left
    index = 0
    for order, standing in enumerate(ranked, start=1):
        if not (last - ABOVE <= order <= last + BELOW or standing.player in players):
            continue
        if index and order > index + 1:
            yield Line("gap")
        if index <= last < order and index:
            yield Line("line")
        kind = "out" if standing.player in out else "in" if standing.player in into else "row"
        yield Line(kind, 0, order, standing.player, standing.name, standing.total)
        index = order


def _placed(lines: Iterable[Line]) -> Iterator[Line]:
    top = 0
    for line in lines:
        tall = THIN if line.kind in ("line", "gap") else ROW
        yield Line(line.kind, top + tall / 2, line.order, line.player, line.name, line.total)
        top += tall


def _curves(before: Sequence[Line], right: Sequence[Line]) -> Iterator[Curve]:
    ends = {line.player: line for line in right if line.player}
    for line in before:
        end = ends.get(line.player)
        if end is not None:
            half = WIDTH // 2
            path = f"M0 {line.y:g}C{half} {line.y:g} {half} {end.y:g} {WIDTH} {end.y:g}"
            yield Curve(line.kind if line.kind in ("out", "in") else "", path)


def _end(lines: Sequence[Line]) -> float:
    last = lines[-1] if lines else Line("gap")
    return last.y + (THIN if last.kind in ("line", "gap") else ROW) / 2


NOBODY = "There is no line yet: no sheet is in."
SLIGHT = 0.015


"""Less than this is what another thousand finishes could say as well."""


MOST = 10


NONE = "no chance to tell"


def moves_and_chances(
    event: Event, consequence: Consequence, about: Collection[str]
) -> BeforeAfter:
    """A consequence as its preview shows it: places drawn, and chances before and after; `about`
    are always shown.
    """
    preview = before_after(consequence, about, early=_early(event, consequence))
    return replace(preview, chances=chance_moves(event, consequence, about))


def _early(event: Event, consequence: Consequence) -> str:
    """That nobody is in or out yet: the round is to come after which the line is drawn."""
    if consequence.begun >= event.qualifying_rounds:
        return ""
    return f"Nobody is in or out yet: the line is drawn after round {event.qualifying_rounds}."


def chance_moves(
    event: Event, consequence: Consequence, about: Collection[str]
) -> ChanceMoves | None:
    """The chances before and after; None where neither side has any (see `reckon`)."""
    ahead = consequence.ahead or games_to_come(event)
    now = reckon(consequence.before, ahead, event.version)
    then = reckon(consequence.after, consequence.coming or ahead, event.version)
    if isinstance(now, str) and isinstance(then, str):
        return None
    was, will = _by_player(now), _by_player(then)
    names = {
        standing.player: standing.name
        for side in (now, then)
        for standing, _chance, _games in _rows(side)
    }
    differ = sorted(
        (player for player in names if _differ(was.get(player), will.get(player))),
        key=lambda player: -abs(_share(will.get(player)) - _share(was.get(player))),
    )
    first = [player for player in about if player in names]
    players = list(dict.fromkeys((*first, *differ)))
    rows = tuple(
        ChanceMove(names[name], _chance_words(was.get(name)), _chance_words(will.get(name)))
        for name in players[:MOST]
    )
    return ChanceMoves(rows, max(0, len(players) - MOST))


def _rows(side: Chances | str) -> Iterable[tuple[Standing, Chance, int]]:
    return () if isinstance(side, str) else side.rows


def _by_player(side: Chances | str) -> dict[str, Chance]:
    return {} if isinstance(side, str) else side.of_player


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0


def _differ(was: Chance | None, will: Chance | None) -> bool:
    if was is None or will is None:
        return was is not will
    return abs(was.share - will.share) > SLIGHT


def _chance_words(chance: Chance | None) -> str:
    return in_words(chance) if chance else NONE

"""How likely an entered figure is wrong, what was right then, and how often mistakes are made this evening.

The kinds are those seen where sheets are copied by hand; their shares and the rate they start from are assumptions that
the evening's own findings replace bit by bit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring.simulation import TableResult

Kind = Literal["neighbour", "digits", "eight", "sum"]
MIX: Mapping[Kind, float] = {"neighbour": 0.4, "digits": 0.2, "eight": 0.2, "sum": 0.2}
"""Share of each kind: two neighbours' rows taken for each other, two digits swapped, an 8 at its face value, a sum."""
OUT_BY = (1, 2, 10)
"""By how much a sum is out, up or down, each as likely as the others."""
RATE = 0.005
"""Wrong figures among those entered, as long as nothing is known about this evening."""
RATE_CERTAINTY = 1.0
"""How many mistakes found weigh as much as that assumption."""
MIX_CERTAINTY = 8.0
"""How many mistakes found weigh as much as the assumed shares."""
TAPPED, LOOKED_OVER, KEYED_TWICE, LET_STAND = 0.5, 0.5, 0.25, 3.0
"""What a figure's weight is multiplied by where cards were tapped and no figure written, where a neighbour looked over
it, where it was keyed twice alike, where an unlikely hand was let stand. Assumptions; nothing was measured."""
FEWEST = 0.5
"""What a number of points counts that the sample does not have: rare is not impossible."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What guests who did not go out hold at this game.

    `chance` of each number of points (`unseen` above the highest of the sample), and how likely an 8 is among them
    (`with_eight`); `eight` is what an 8 counts more than its face (0 where it counts its face). Shares of all
    figures: `held` where the guest held something, `two_digits` where digits can be swapped, `eights` where an 8 can
    be mistaken.
    """

    chance: Mapping[int, float]
    unseen: float
    with_eight: Mapping[int, float]
    eight: int
    held: float
    two_digits: float
    eights: float

    def of(self, points: int) -> float:
        """The chance of so many points among those held."""
        return self.chance.get(points, self.unseen if points > 0 else 0.0)


@dataclass(frozen=True, slots=True)
class Cell:
    """One guest's figure of one game as entered, and what is known about it.

    `beside` are the figures of the neighbours whose own card was not compared: where one was, the two rows were not
    taken for each other. `weight` multiplies the rate: 0 for a figure compared with its
    card, below 1 where cards were tapped or a neighbour looked over it, above 1 where an unlikely hand was let stand.
    """

    points: int
    beside: tuple[int, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Habits:
    """How often and in which way entries go wrong this evening: the rate per figure and the share of each kind."""

    rate: float = RATE
    mix: Mapping[Kind, float] = field(default_factory=lambda: MIX)


@dataclass(frozen=True, slots=True)
class Found:
    """A mistake found: what stood in the entry, what was right, what the neighbours have."""

    entered: int
    right: int
    beside: tuple[int, ...]


def spread(results: Iterable[TableResult], eight: int) -> Spread:
    """Count the points of all who did not go out; every number up to the highest has at least a small chance."""
    points: Counter[int] = Counter()
    eights: Counter[int] = Counter()
    for result in results:
        for number, caught in zip(result.points, result.eights, strict=True):
            points[number] += 1
            eights[number] += number > 0 and caught > 0
    counts = {number: points[number] + FEWEST for number in range(1, max(points, default=0) + 1)}
    total = sum(counts.values())
    chance = {number: count / total for number, count in counts.items()}
    with_eight = {number: eights[number] / count for number, count in counts.items() if eights[number]}
    held = 1 - points[0] / points.total()
    return Spread(
        chance,
        FEWEST / total,
        with_eight if eight else {},
        eight,
        held=held,
        two_digits=held * sum(of for number, of in chance.items() if swapped(number) != number),
        eights=held * sum(chance[number] * of for number, of in with_eight.items()),
    )


def odds(cell: Cell, known: Spread, habits: Habits) -> dict[int, float]:
    """For each number of points that may have been right instead, its odds against the entry.

    A nought is doubted only as one of two rows taken for each other: that just one guest went out is checked at the
    entry itself.
    """
    each = cell.weight * habits.rate / (1 - habits.rate)
    found = dict.fromkeys(cell.beside, 0.0)
    for other in cell.beside:
        found[other] += each * habits.mix["neighbour"]
    if entered := known.of(cell.points):
        for right in _near(cell.points, known.eight):
            some = _slips(right, cell.points, known, habits.mix) * known.of(right) / entered
            found[right] = found.get(right, 0.0) + each * some
    return {right: of for right, of in found.items() if of and right != cell.points}


def _near(points: int, eight: int) -> set[int]:
    """What a slip of the pen or of the head can have turned into these points."""
    return {points + eight, swapped(points), *(points + by for by in OUT_BY), *(points - by for by in OUT_BY)}


def _slips(right: int, entered: int, known: Spread, mix: Mapping[Kind, float]) -> float:
    """How often who has these points is entered with those, for each mistake made on the average figure."""
    some = 0.0
    if swapped(right) == entered:
        some += mix["digits"] / known.two_digits
    if right - known.eight == entered and right in known.with_eight:
        some += mix["eight"] * known.with_eight[right] / known.eights
    if abs(right - entered) in OUT_BY:
        some += mix["sum"] / (2 * len(OUT_BY) * known.held)
    return some


def swapped(points: int) -> int:
    """The figure with its last two digits changed about; the same one where that is no figure of two digits."""
    tens, ones = divmod(points % 100, 10)
    return points - points % 100 + 10 * ones + tens if tens and ones else points


def kind_of(found: Found, eight: int) -> Kind:
    """The kind of a mistake found, likeliest first; what fits none is a sum gone wrong."""
    if found.right - found.entered == eight:
        return "eight"
    if swapped(found.right) == found.entered:
        return "digits"
    return "neighbour" if found.entered in found.beside else "sum"


def habits(found: Iterable[Found], exposure: float, eight: int) -> Habits:
    """What the mistakes found so far say about this evening's.

    `exposure` is the number of figures compared with their cards, each counted by its `Cell` odds at even chances, two
    neighbours' rows once: so a card chosen because it looked doubtful does not make the whole evening look so.
    """
    kinds = Counter(kind_of(one, eight) for one in found)
    number = sum(kinds.values())
    rate = (RATE_CERTAINTY + number) / (RATE_CERTAINTY / RATE + exposure)
    mix = {kind: (MIX_CERTAINTY * share + kinds[kind]) / (MIX_CERTAINTY + number) for kind, share in MIX.items()}
    return Habits(min(rate, 0.5), mix)

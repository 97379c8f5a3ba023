"""Which personal card to compare with the entries next, and how sure the list of those who go through is now.

Every figure entered may be wrong (`scoring.mistakes`). From that each guest's right total has a distribution, and the
list is right exactly if the last of those inside stays ahead of the first of those outside: an exact sum, nothing drawn
at random. The card that adds most to that certainty, should it prove right, comes first. Two rows taken for each other
count as two mistakes until one of the two cards is compared, which errs on the side of doubt.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul

from scoring.mistakes import Cell, Habits, Spread, odds
from scoring.tally import Direction

REACH = 120
"""Points to either side of the line between which totals are followed: mistakes beyond are too rare to matter."""
SLIGHT = 1e-6
"""Chances below this are left out."""
LONGEST = 60
"""So many cards are put in order one after the other; nobody compares more before the ten are read out."""

Chances = dict[int, float]
"""A chance for each total."""


@dataclass(frozen=True, slots=True)
class Card:
    """A guest's personal card: who, the total entered, and each figure that may be wrong (a compared one left out)."""

    player: str
    total: int
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """The ranked cards in order after tie-breaks, how many go through (fewer than cards), and what is known.

    `spread` says what guests hold at this game, `habits` what this evening's findings say. On equal totals the order
    entered stands.
    """

    cards: Sequence[Card]
    through: int
    spread: Spread
    habits: Habits = field(default_factory=Habits)
    direction: Direction = "lowest"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card to be compared: what it adds to the certainty at its turn if it proves right, and its chance to be wrong.

    `gap` is its distance in points from the last total inside: 0 on it, positive for worse, negative for better.
    """

    player: str
    gain: float
    wrong: float
    gap: int


@dataclass(frozen=True, slots=True)
class Queue:
    """How sure the list is (0 to 1), the cards in the order to compare, and how many make it as sure as was asked.

    `enough` counts the first of `doubts` that have to prove right for that: 0 where it is so now, None where all of
    those put in order do not suffice.
    """

    sure: float
    doubts: tuple[Doubt, ...]
    enough: int | None


def queue(asked: Question, wanted: float = 0.99, longest: int = LONGEST) -> Queue:
    """Put the cards in the order in which comparing them makes the list sure soonest.

    `wanted` is the certainty to reach, between 0 and 1; `longest` bounds the cards put in order one after the other,
    the others follow by what each would add now. Raises ValueError unless the cut leaves somebody in and out.
    """
    if not 0 < asked.through < len(asked.cards):
        raise ValueError(f"The cut is from 1 to {len(asked.cards) - 1} players here, not {asked.through}.")
    chances = [_chances(card, asked) for card in asked.cards]
    line = _Line(asked, chances)
    sure = [line.sure()]
    at_first = line.gains(sure[0])
    by_gain = sorted(at_first, key=lambda at: (-at_first[at], at))
    line.keep_open(by_gain[:longest])
    turns: list[tuple[int, float]] = []
    while line.open:
        gains = line.gains(sure[-1])
        at = max(gains, key=lambda place: (gains[place], -place))
        turns.append((at, gains[at]))
        line.settle(at)
        sure.append(line.sure())
    turns += [(at, at_first[at]) for at in by_gain[longest:]]
    doubts = tuple(_doubt(asked, at, gain, chances[at]) for at, gain in turns)
    return Queue(sure[0], doubts, next((count for count, how in enumerate(sure) if how >= wanted), None))


def _doubt(asked: Question, at: int, gain: float, chances: Chances) -> Doubt:
    total = _total(asked.cards[at], asked)
    gap = total - _total(asked.cards[asked.through - 1], asked)
    return Doubt(asked.cards[at].player, max(0.0, gain), 1 - chances[total], gap)


def _total(card: Card, asked: Question) -> int:
    """The total as a number of which the lowest is best."""
    return card.total if asked.direction == "lowest" else -card.total


def _chances(card: Card, asked: Question) -> Chances:
    """The chance of each total that may be the right one."""
    sign = 1 if asked.direction == "lowest" else -1
    found: Chances = defaultdict(float, {_total(card, asked): 1.0})
    for cell in card.cells:
        against = odds(cell, asked.spread, asked.habits)
        whole = sum(against.values())
        likely = [(total, chance) for total, chance in found.items() if chance * whole > SLIGHT]
        for right, of in against.items():
            shift = sign * (right - cell.points)
            for total, chance in likely:
                found[total + shift] += chance * of
    everything = sum(found.values())
    return {total: chance / everything for total, chance in found.items()}


class _Line:
    """The chances of all cards along the points around the line: of those inside, and of those outside."""

    def __init__(self, asked: Question, chances: Sequence[Chances]) -> None:
        self.asked = asked
        middle = _total(asked.cards[asked.through - 1], asked)
        self.points = range(middle - REACH, middle + REACH + 1)
        self.settled = [[1.0] * len(self.points), [1.0] * len(self.points)]
        self.open = {at: self._curve(at, of) for at, of in enumerate(chances)}
        for at in [at for at, of in enumerate(chances) if len(of) == 1]:
            self.settle(at)

    def _outside(self, at: int) -> int:
        return int(at >= self.asked.through)

    def _curve(self, at: int, chances: Chances) -> list[float]:
        """Inside: the chance to be at each point or better; outside: at it or worse."""
        here = [chances.get(point, 0.0) for point in self.points]
        if self._outside(at):
            beyond = sum(chance for total, chance in chances.items() if total > self.points[-1])
            return list(accumulate(reversed(here), initial=beyond))[:0:-1]
        before = sum(chance for total, chance in chances.items() if total < self.points[0])
        return list(accumulate(here, initial=before))[1:]

    def _as_entered(self, at: int) -> list[float]:
        return self._curve(at, {_total(self.asked.cards[at], self.asked): 1.0})

    def settle(self, at: int) -> None:
        """Take the total of this card for right."""
        del self.open[at]
        self._multiply(at, self._as_entered(at))

    def keep_open(self, places: Sequence[int]) -> None:
        """Ask no more after the other cards: their chances stay as they are."""
        for at in self.open.keys() - set(places):
            self._multiply(at, self.open.pop(at))

    def _multiply(self, at: int, curve: list[float]) -> None:
        side = self._outside(at)
        self.settled[side] = _product(self.settled[side], curve)

    def sure(self) -> float:
        """The chance that the last of those inside is no worse than the first of those outside."""
        sides = [list(side) for side in self.settled]
        for at, curve in self.open.items():
            sides[self._outside(at)] = _product(sides[self._outside(at)], curve)
        return _apart(*sides)

    def gains(self, sure: float) -> dict[int, float]:
        """What each open card would add to this certainty if it proved right."""
        found = {}
        for side in (0, 1):
            places = [at for at in self.open if self._outside(at) == side]
            other = self.settled[1 - side]
            for at in self.open.keys() - set(places):
                other = _product(other, self.open[at])
            for at, without in zip(places, self._without_each(places, side), strict=True):
                alone = _product(without, self._as_entered(at))
                found[at] = (_apart(other, alone) if side else _apart(alone, other)) - sure
        return found

    def _without_each(self, places: Sequence[int], side: int) -> Iterator[list[float]]:
        """The product of a whole side without each of these cards in turn."""
        ones = [1.0] * len(self.points)
        after = list(accumulate((self.open[at] for at in reversed(places)), _product, initial=ones))[::-1][1:]
        before = self.settled[side]
        for at, behind in zip(places, after, strict=True):
            yield _product(before, behind)
            before = _product(before, self.open[at])


def _product(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return list(map(mul, one, other))


def _apart(inside: Sequence[float], outside: Sequence[float]) -> float:
    """The chance that the last inside stands at some point and everybody outside at it or beyond."""
    steps = (here - before for here, before in zip(inside, (0.0, *inside), strict=False))
    return sum((step * there for step, there in zip(steps, outside, strict=True)), 0.0)

"""Which personal card to compare with the entries next, and at most how likely the list of those
inside is wrong.

Every figure entered may be wrong (`mistakes.py`). From that each guest's right total has a
distribution (`totals.py`), and the list is right exactly if the last of those inside stays ahead of
the first of those outside: an exact sum, nothing drawn at random. The card that adds most to that,
should it prove right, comes first; the order counts with the rate of mistakes to be expected, the
limit with the upper end of what the rate may be (`rate.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import mul, sub, truediv
from typing import NamedTuple

from scoring.counting.tally import Direction
from scoring.foresight.mistakes import Cell, Spread
from scoring.foresight.rate import LEAST_EXPOSURE, Habits, mean, upper
from scoring.foresight.totals import CERTAIN, Shifts, shifts

REACH = 120
"""Points to either side of the line between which totals are followed: mistakes beyond are too rare
to matter.
"""
DEEP = 40
"""The points are followed no farther than to the card so many places inside the line, and outside:
beyond it the list is right only if all of those cards are off to one side.
"""
LONGEST = 40
"""So many cards are put in order one after the other; nobody compares more before the list is read
out.
"""
LIMIT = 0.05
"""A list may be read out once it is wrong in at most this share of halls."""
MARGIN = 5 / 3
"""The limit stands so many times above what is reckoned: on evenings whose mistakes are of another
mix than the assumed kinds, lists were wrong up to so much more often than that.
"""
LEAST_COMPARED = 10
"""Before so many cards were compared the list is not said to be safe, however it looks."""


@dataclass(frozen=True, slots=True)
class Card:
    """A guest's personal card: who, the total entered, and each figure that may be wrong (a
    compared one left out).
    """

    player: str
    total: int
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """The ranked cards in order after tie-breaks, how many go through (fewer than cards), and what
    is known.

    `spread` says what guests hold at this game, `habits` what this evening's findings say. On equal
    totals the order entered stands.
    """

    cards: Sequence[Card]
    through: int
    spread: Spread
    habits: Habits = field(default_factory=Habits)
    direction: Direction = "lowest"


class Doubt(NamedTuple):
    """A card to be compared, and what it adds to the certainty at its turn if it proves right.

    `gap` is its distance in points from the last total inside: 0 on it, positive for worse,
    negative for better. `tied` if equal totals stand on both sides of the line and this is one of
    them: its order decides.
    """

    player: str
    gain: float
    gap: int
    tied: bool


class Queue(NamedTuple):
    """The most halls like this one in which the list is wrong (0 to 1), and the cards in the order
    to compare.

    `enough` counts the first of `doubts` that have to prove right to bring the limit down to what
    was wanted: 0 where it is so now, None where all of those put in order do not suffice.
    """

    limit: float
    doubts: tuple[Doubt, ...]
    enough: int | None


def queue(question: Question, target: float = LIMIT, longest: int = LONGEST) -> Queue:
    """Put the cards in the order in which comparing them makes the list sure soonest; tied ones on
    the line first.

    `target` is the limit to reach, between 0 and 1; `longest` bounds the cards put in order one
    after the other, the others follow by what each would add now. Raises ValueError unless the cut
    leaves somebody in and out.
    """
    if not 0 < question.through < len(question.cards):
        raise ValueError(
            f"The cut is from 1 to {len(question.cards) - 1} players here, not {question.through}."
        )
    cards = _Cards(question)
    line = cards.line(mean(question.habits))
    gains = line.gains([place for place, card in enumerate(question.cards) if card.cells])
    by_gain = sorted(gains, key=lambda place: (not cards.tied(place), -gains[place], place))
    turns: list[tuple[int, float]] = []
    remaining = by_gain[:longest]
    while remaining:
        now = line.gains(remaining)
        index = min(remaining, key=lambda place: (not cards.tied(place), -now[place], place))
        turns.append((index, now[index]))
        line.settle(index)
        remaining.remove(index)
    limit, enough = _enough(cards, [place for place, _gain in turns], target)
    turns += [(place, gains[place]) for place in by_gain[longest:]]
    return Queue(limit, tuple(cards.doubt(place, gain) for place, gain in turns), enough)


def _enough(cards: "_Cards", ordered: Sequence[int], target: float) -> tuple[float, int | None]:
    """The limit now, and how many of these cards bring it down to what was wanted.

    The more cards prove right, the lower the rate may be: the number is sought with the rate of
    now, then twice more with the rate after so many cards.
    """
    limits = cards.limits(ordered, 0)
    now, enough, before = limits[0], _first(limits, target), 0
    for _ in range(2 if ordered else 0):
        proved = len(ordered) if enough is None else enough
        if proved == before:  # the rate of the last time, and so its limits
            break
        limits, before = cards.limits(ordered, proved), proved
        enough = _first(limits, target)
    fewest = min(len(ordered), max(0, LEAST_COMPARED - cards.asked.habits.compared))
    return now, None if enough is None else max(enough, fewest)


def _first(limits: Sequence[float], target: float) -> int | None:
    return next((number for number, limit in enumerate(limits) if limit <= target), None)


class _Cards:
    """All cards with what their totals may be."""

    def __init__(self, question: Question) -> None:
        self.asked = question
        sign = 1 if question.direction == "lowest" else -1
        self.totals = [sign * card.total for card in question.cards]
        self.last_in, self.first_out = self.totals[question.through - 1 : question.through + 1]
        self.points = self._points()
        shares = tuple(question.habits.shares.items())
        self.shifts = [
            shifts(card.cells, question.spread, shares, sign) if self._may_reach(place) else CERTAIN
            for place, card in enumerate(question.cards)
        ]

    def _points(self) -> range:
        """The points around the line at which totals are followed."""
        through, first, last = self.asked.through, self.last_in - REACH, self.last_in + REACH
        if through > DEEP:
            first = max(first, self.totals[through - DEEP - 1])
        if through + DEEP < len(self.totals):
            last = min(last, self.totals[through + DEEP])
        return range(first, last + 1)

    def _may_reach(self, place: int) -> bool:
        """Whether two mistakes can bring a card from outside as far as to the points around the
        line: no figure is less than nothing, so that no total is too high by more than its two
        highest figures, and by those that may be another row's.
        """
        if place < self.asked.through or self.asked.direction != "lowest":
            return True
        cells = self.asked.cards[place].cells
        highest = sum(sorted(cell.points for cell in cells)[-2:])
        exchanged = sum(cell.points for cell in cells if cell.swapped_with is not None)
        return self.totals[place] - highest - exchanged <= self.points[-1]

    def tied(self, index: int) -> bool:
        return self.totals[index] == self.last_in == self.first_out

    def line(self, rate: float) -> "_Line":
        return _Line(self, rate)

    def limits(self, ordered: Sequence[int], proved: int) -> list[float]:
        """At most how likely the list is wrong now and after each of these cards, if all agree,
        with the margin.

        With the rate there may be once the first `proved` of them agreed: what is not known of them
        yet counts as little as it can.
        """
        habits = self.asked.habits
        figures = sum(len(self.asked.cards[place].cells) for place in ordered[:proved])
        line = self.line(
            upper(replace(habits, exposure=habits.exposure + LEAST_EXPOSURE * figures))
        )
        sure_so_far = [line.sure()]
        for index in ordered:
            line.settle(index)
            sure_so_far.append(line.sure())
        return [min(1.0, max(0.0, MARGIN * (1 - certainty))) for certainty in sure_so_far]

    def doubt(self, index: int, gain: float) -> Doubt:
        gap = self.totals[index] - self.last_in
        return Doubt(self.asked.cards[index].player, max(0.0, gain), gap, self.tied(index))


class _Line:
    """The chances of all cards along the points around the line: of those inside, and of those
    outside.

    `inside` is the chance that nobody inside is worse than each point, `outside` that nobody
    outside is better.
    """

    def __init__(self, cards: _Cards, rate: float) -> None:
        self.first, self.count = cards.points[0], len(cards.points)
        self.through, self.totals = cards.asked.through, cards.totals
        self.inside, self.outside = [1.0] * self.count, [1.0] * self.count
        self.curves = [self._follow(place, card, rate) for place, card in enumerate(cards.shifts)]

    def _follow(self, index: int, card: Shifts, rate: float) -> Sequence[float]:
        """Count the card in; its own chances on the points that are left once it proves right."""
        own, start = self._own(index), self.first - self.totals[index]
        if card is CERTAIN:
            self._prove(index)
            return ()
        if index < self.through:
            curve = card.up_to(start, self.count, rate)
            self.inside = list(map(mul, self.inside, curve))
            return curve[own:]
        curve = card.beyond(start - 1, self.count, rate)
        self.outside = list(map(mul, self.outside, curve))
        return curve[: own + 1]

    def sure(self) -> float:
        """The chance that the last of those inside is no worse than the first of those outside."""
        return float(sum(map(mul, _steps(self.inside), self.outside)))

    def _own(self, index: int) -> int:
        """Where the card's total as entered stands among the points."""
        return min(self.count, max(0, self.totals[index] - self.first))

    def gains(self, places: Sequence[int]) -> dict[int, float]:
        """What each of these cards adds to the certainty if it proves right: its curve taken out, a
        step put in.
        """
        certainty = self.sure()
        falling = map(sub, self.outside, chain(self.outside[1:], (0.0,)))
        inside = list(map(mul, self.inside, falling))
        outside = list(map(mul, self.outside, _steps(self.inside)))
        gains = dict.fromkeys(places, 0.0)
        for place in places:
            if curve := self.curves[place]:
                own = self._own(place)
                rest = inside[own:] if place < self.through else outside
                gains[place] = sum(map(truediv, rest, curve)) - certainty
        return gains

    def settle(self, index: int) -> None:
        """Take the total of this card for right."""
        if index < self.through:
            own = self._own(index)
            self.inside[own:] = map(truediv, self.inside[own:], self.curves[index])
        else:
            curve = self.curves[index]
            self.outside[: len(curve)] = map(truediv, self.outside[: len(curve)], curve)
        self._prove(index)

    def _prove(self, index: int) -> None:
        """Its total is neither worse nor better than entered."""
        own = self._own(index)
        if index < self.through:
            self.inside[:own] = [0.0] * own
        else:
            self.outside[own + 1 :] = [0.0] * (self.count - own - 1)


def _steps(rising: Sequence[float]) -> list[float]:
    return list(map(sub, rising, chain((0.0,), rising)))

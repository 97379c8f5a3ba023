"""What the right total of a card may be: by how much it can be off, at any rate of mistakes.

The figures of a card shift its total by one mistake or by two; more on one card are too rare to
matter. Both parts are free of the rate, so that a card needs to be counted anew only when its
figures, the rows beside them or the shares of the kinds change.
"""

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from scoring.foresight.mistakes import SAME_SHEET, Cell, Kind, Odds, Spread, rows, slips
from scoring.foresight.rate import even

FARTHEST = 400
"""Points by which a total is followed up and down; what is off by more may be off by any more."""
SPAN = 2 * FARTHEST + 1
SCALE = 2.0**20
"""Odds are multiplied as whole numbers of this small part: finer than anything that is told."""
_WORD = 64
_MOST = round(128 * SCALE)
"""No odds of a figure count more, so that those of a card fill less than half a word and can be
squared.
"""


@dataclass(frozen=True, slots=True)
class Shifts:
    """By how much a right total can differ from the one entered, from `-FARTHEST` to `FARTHEST`.

    Three rising rows: the weight up to each shift without a mistake (ends at 1), with one for even
    odds of a mistake on the average figure (counted in parts of `SCALE`, ends at `whole`), and
    with two (in parts of its square, each pair both ways round: ends at the square of `whole`).
    """

    none: Sequence[float]
    one: Sequence[float]
    two: Sequence[float]

    @property
    def whole(self) -> float:
        """The sum of the odds of all figures of the card, at even odds of a mistake."""
        return self.one[-1] / SCALE

    def up_to(self, first: int, count: int, rate: float) -> list[float]:
        """The chance of a shift up to `first`, `first + 1` … at this rate of wrong figures; so many
        numbers.
        """
        return self._along(first, count, rate, 0.0, 1.0)

    def beyond(self, first: int, count: int, rate: float) -> list[float]:
        """The chance of a greater shift than each of those: what `up_to` leaves of 1."""
        return self._along(first, count, rate, 1.0, -1.0)

    def _along(self, first: int, count: int, rate: float, least: float, sign: float) -> list[float]:
        """From `least` before all shifts on, `sign` times what lies up to each.

        A total that is off by more than is followed counts as beyond whatever is asked.
        """
        odds_of_one = even(rate) / SCALE
        odds_of_two = odds_of_one * odds_of_one / 2
        total = 1 + odds_of_one * self.one[-1] + odds_of_two * self.two[-1]
        a, b, c = sign / total, sign * odds_of_one / total, sign * odds_of_two / total
        before = min(count, max(0, -FARTHEST - first))
        start, end = (min(SPAN - 1, max(0, place + FARTHEST)) for place in (first, first + count))
        below, above = (
            least + a * self.none[index] + b * self.one[index] + c * self.two[index]
            for index in (0, SPAN - 2)
        )
        sums = [below] * before
        if self.none is _STEP:
            own = min(end, max(start, FARTHEST))
            for low, place, until in ((least, start, own), (least + a, own, end)):
                pairs = zip(self.one[place:until], self.two[place:until], strict=True)
                sums += [low + b * number + c * two for number, two in pairs]
        else:
            parts = zip(self.none[start:end], self.one[start:end], self.two[start:end], strict=True)
            sums += [least + a * none + b * number + c * two for none, number, two in parts]
        return sums + [above] * (count - len(sums))


_STEP = [0.0] * FARTHEST + [1.0] * (FARTHEST + 1)
CERTAIN = Shifts(_STEP, [0.0] * SPAN, [0.0] * SPAN)
"""A card that was compared."""


@lru_cache(maxsize=1 << 10)
def shifts(
    cells: tuple[Cell, ...], spread: Spread, shares: tuple[tuple[Kind, float], ...], sign: int
) -> Shifts:
    """The shifts of one card; `sign` is -1 where the highest total is best, since totals count
    downwards then.
    """
    if not cells:
        return CERTAIN
    item = list(
        _words(sum(_slips(cell.points, cell.weight, spread, shares, sign) for cell in cells), SPAN)
    )
    none = {0: 1.0}
    of_kind = dict(shares)
    for cell in cells:
        for right, weight in rows(cell, of_kind):
            item[_place(sign * (right - cell.points))] += round(SCALE * cell.weight * weight)
        if cell.swapped_with is not None:
            none = _mixed(none, sign * (cell.swapped_with - cell.points))
    one, two = array("d", accumulate(item)), _pairs(item)
    if len(none) == 1:
        return Shifts(_STEP, one, two)
    return Shifts(*(array("d", _shifted(row, none)) for row in (_STEP, one, two)))


@lru_cache(maxsize=1 << 11)
def _slips(
    points: int, weight: float, spread: Spread, shares: tuple[tuple[Kind, float], ...], sign: int
) -> int:
    """The odds of every slip of a figure by shift, as one long number: a word a shift, so that the
    figures of a card are added up at once.
    """
    row = [0] * SPAN
    for right, total in slips(points, spread, shares).items():
        row[_place(sign * (right - points))] += round(SCALE * weight * total)
    return _number([min(heights_row, _MOST) for heights_row in row] if max(row) > _MOST else row)


def _number(row: Sequence[int]) -> int:
    return int.from_bytes(struct.pack(f"<{len(row)}Q", *row), "little")


def _words(number: int, count: int) -> tuple[int, ...]:
    return struct.unpack(f"<{count}Q", number.to_bytes(count * _WORD // 8, "little"))


def _place(shift: int) -> int:
    return FARTHEST + max(-FARTHEST, min(FARTHEST, shift))


def _mixed(none: Odds, actor: int) -> Odds:
    """A figure that is off by so much, mistake or not, with the odds of two rows of one sheet."""
    wrong = SAME_SHEET / (1 + SAME_SHEET)
    mixed = {shift: chance * (1 - wrong) for shift, chance in none.items()}
    for shift, weight in none.items():
        mixed[shift + actor] = mixed.get(shift + actor, 0.0) + weight * wrong
    return mixed


def _shifted(rising: Sequence[float], none: Odds) -> Sequence[float]:
    shifted = [0.0] * SPAN
    for shift, weight in none.items():
        for place in range(SPAN):
            before = place - shift
            shifted[place] += weight * (rising[min(before, SPAN - 1)] if before >= 0 else 0.0)
    return shifted


def _pairs(row: Sequence[int]) -> "array[float]":
    """The weight up to each shift by two mistakes: all pairs added up by squaring one long number,
    of those shifts alone that have odds.
    """
    places = [place for place, weight in enumerate(row) if weight]
    if not places:
        return array("d", [0.0]) * SPAN
    first, count = places[0], places[-1] - places[0] + 1
    number = _number(row[first : first + count])
    rising = array("d", accumulate(_words(number * number, 2 * count)))
    start = 2 * first - FARTHEST
    below = array("d", [0.0]) * start + rising[max(0, -start) :]
    return (below + rising[-1:] * SPAN)[: SPAN - 1] + rising[-1:]

"""The cards somebody would choose who knew how the evenings are made: what no honest queue can do better than.

The oracle knows the rate and the kinds of mistakes, the very hands the evenings are dealt from, and that two rows taken
for each other are one mistake. It draws what may have happened and takes the card that mends the most wrong lists.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import accumulate
from random import Random

from scoring.mistakes import MIX, Cell, Habits, odds, spread
from tests.scoring.planted import EIGHT, THROUGH, Evening, Way, results


@dataclass(frozen=True)
class Slip:
    """A mistake that may have been made: by how much whose totals are off, and its chance."""

    shifts: Mapping[int, int]
    chance: float


def by_oracle(rate: float, draws: int) -> Way:
    """A way of choosing cards for evenings with so many wrong figures, by so many draws for each card."""

    def way(of: Evening, rng: Random) -> Iterator[int]:
        while True:
            mended = _mended(of, list(_slips(of, rate)), rng, draws)
            left = (player for player in of.order() if player not in of.compared)
            yield max(left, key=lambda player: mended[player])

    return way


def _slips(of: Evening, rate: float) -> Iterator[Slip]:
    known, habits = spread(results(2, 600), EIGHT), Habits(rate)
    for player, row in of.figures.items():
        for figure in row if player not in of.compared else ():
            for right, chance in odds(Cell(figure.entered, ()), known, habits).items():
                yield Slip({player: right - figure.entered}, chance)
            owner, other = figure.beside[1]
            if owner not in of.compared and (by := other.entered - figure.entered):
                yield Slip({player: by, owner: -by}, MIX["neighbour"] * rate / (1 - rate))


def _mended(of: Evening, slips: Sequence[Slip], rng: Random, draws: int) -> Counter[int]:
    """In how many draws the list is wrong, and right once this player's card was compared."""
    totals = {player: of.total(player) for player in of.figures}
    weights = list(accumulate(slip.chance / (1 + slip.chance) for slip in slips))
    listed, mended = _inside(of, totals, ()), Counter[int]()
    for _ in range(draws):
        made = rng.choices(slips, cum_weights=weights, k=_how_many(weights[-1], rng))
        right = _inside(of, totals, made)
        for player in {player for slip in made for player in slip.shifts} if right != listed else ():
            told = [slip for slip in made if player in slip.shifts]
            mended[player] += _inside(of, totals, told) == right
    return mended


def _how_many(expected: float, rng: Random) -> int:
    """How many mistakes there are where so many are expected."""
    number, until = -1, 0.0
    while until < expected:
        number, until = number + 1, until + rng.expovariate(1)
    return number


def _inside(of: Evening, totals: Mapping[int, int], made: Sequence[Slip]) -> frozenset[int]:
    """Who goes through once these mistakes are mended."""
    mended = dict(totals)
    for slip in made:
        for player, by in slip.shifts.items():
            mended[player] += by
    return frozenset(nsmallest(THROUGH, mended, key=lambda player: (mended[player], of.lot[player])))

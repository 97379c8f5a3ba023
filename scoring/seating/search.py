"""The search for less harm: guests in trouble change seats with whoever eases it most, in all
rounds or in one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random

from scoring.seating.hall import Hall

PARTNERS = 40  # how many partners a guest in trouble looks at before choosing one
HOT, COLD = 0.6, 0.12  # the heat at which annealing starts and ends, in repeated meetings
TELL = 1_000  # annealing tells its progress after so many tries
UPHILL = 0.03  # how often a stuck search takes a change for the worse, to leave a dead end


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search: `goal` is harm that cannot be undercut, `tries` and `patience` count
    exchanges looked at.

    The search ends at the goal, after all tries, or after `patience` tries that brought nothing
    better. `told` hears the share of tries used, 0 to 1.
    """

    goal: int
    tries: int
    patience: int
    told: Callable[[float], None]


@dataclass(slots=True)
class _Best:
    """The best state met so far, and how many tries have gone by without a better one."""

    harm: int
    tables: list[list[list[int]]]
    idle: int = 0

    def note(self, hall: Hall, tried: int) -> None:
        self.idle += tried
        if hall.harm < self.harm:
            self.harm, self.tables, self.idle = hall.harm, hall.copied(), 0


def improve(hall: Hall, rng: Random, effort: Effort, *, throughout: bool) -> Hall:
    """The hall with the least harm found from `hall` (which is changed); pinned guests keep their
    seats.

    With `throughout` two guests exchange their seats of all rounds, so that the movement stays
    whole; without it those of one round.
    """
    best = _Best(hall.harm, hall.copied())
    free = [guest for guest in range(hall.guests) if guest not in hall.pinned]
    used = 0
    while hall.harm > effort.goal and used < effort.tries and best.idle < effort.patience:
        used, best.idle = used + len(free), best.idle + len(free)
        trouble = hall.clashes if throughout else hall.strain
        troubled = [guest for guest in free if trouble(guest)]
        rng.shuffle(troubled)
        if not troubled:
            break
        for guest in troubled:
            if hall.harm > effort.goal and trouble(guest):
                stuck = best.idle > effort.patience // 4
                tried = _ease(hall, rng, guest, free, throughout=throughout, stuck=stuck)
                used += tried
                best.note(hall, tried)
        effort.told(min(1.0, used / effort.tries))
    return hall if hall.harm == best.harm else hall.with_tables(best.tables)


def _ease(
    hall: Hall, rng: Random, guest: int, free: list[int], *, throughout: bool, stuck: bool
) -> int:
    """Exchange `guest` with the best of some partners if that does no harm; returns how many were
    looked at.
    """
    sample = rng.sample(free, min(PARTNERS, len(free)))
    partners = [partner for partner in sample if partner != guest]
    turn = rng.randrange(len(hall.tables))
    number = None if throughout else turn
    changes = [hall.change(guest, partner, number) for partner in partners]
    least = min(changes, default=1)
    if least <= 0 or (stuck and changes and rng.random() < UPHILL):
        hall.exchange(guest, partners[changes.index(least)], number)
    return len(partners) + 1


def anneal(hall: Hall, rng: Random, effort: Effort) -> Hall:
    """The hall with the least harm found when guests change seats in single rounds at random, ever
    more warily.

    Changes for the worse are taken now and then, less often as the search cools (simulated
    annealing): slower than `improve`, but it finds its way where many rounds leave little freedom.
    `hall` is changed.
    """
    best = _Best(hall.harm, hall.copied())
    free = [guest for guest in range(hall.guests) if guest not in hall.pinned]
    scale = max(1, hall.weights.repeats)
    for used in range(effort.tries if len(free) > 1 else 0):
        if hall.harm <= effort.goal:
            break
        number, (first, second) = rng.randrange(len(hall.tables)), rng.sample(free, 2)
        heat = scale * HOT * (COLD / HOT) ** (used / effort.tries)
        change = hall.change(first, second, number)
        if change <= 0 or rng.random() < exp(-change / heat):
            hall.exchange(first, second, number)
            best.note(hall, 1)
        if used % TELL == 0:
            effort.told(used / effort.tries)
    return hall.with_tables(best.tables)

"""The shortest evening that still meets the same wall: incidents left out, fewer guests, rounds and
games.
"""

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from django.core.cache import caches
from django.db import transaction

from tests.walks.people import GoneHomeError, WallError
from tests.walks.plan import Plan
from tests.walks.walk import Walk
from tests.walks.wanders import wander

MOST_TRIES = 40
Walked = Callable[[Plan], tuple[Walk, WallError | None]]


def walked(
    plan: Plan,
    *,
    thorough: bool = False,
    acts: int = sys.maxsize,
    wanders: bool = False,
    kind: type[Walk] = Walk,
) -> tuple[Walk, WallError | None]:
    """An evening, or so many acts of it, and the wall it met; nothing of it is left in the
    database. One that `wanders` ends with presses that nobody plans.

    The lots that the product draws for seats and pairs come of the seed too: walked again, an
    evening is the same.
    """
    walk, before = kind(plan, thorough, acts), transaction.savepoint()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbelow", Random(plan.seed).randrange)
        try:
            with suppress(GoneHomeError):
                walk.go()
            if wanders:
                wander(walk)
        except WallError as wall:
            return walk, wall
        finally:
            transaction.savepoint_rollback(before)
            caches["limits"].clear()
    return walk, None


def shrunk(
    plan: Plan, wall: WallError, again: Walked = walked, *, most: int = MOST_TRIES
) -> tuple[Walk, WallError]:
    """The smallest evening found in so many tries that ends at a wall of the same kind."""
    best, (walk, found), tries = plan, again(plan), 0
    if found is None or found.kind != wall.kind:
        return walk, WallError("not the same again", f"{wall}, then {found}")
    smaller = True
    while smaller and tries < most:
        smaller = False
        for candidate in _smaller(best):
            tries += 1
            other, met = again(candidate)
            if met is not None and met.kind == found.kind:
                best, walk, found, smaller = candidate, other, met, True
                break
            if tries >= most:
                break
    return walk, found


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Simpler evenings, the boldest first."""
    usual = Plan(plan.seed)
    if plan.game != usual.game:
        yield replace(plan, game=usual.game, choices="")
    for at in range(len(plan.incidents)):
        yield replace(plan, incidents=plan.incidents[:at] + plan.incidents[at + 1 :])
    for name in (
        "style",
        "flaws",
        "prints",
        "playoff",
        "cut_tie",
        "absent",
        "unplayed",
        "level",
        "phones",
        "points",
    ):
        if getattr(plan, name) != getattr(usual, name):
            yield replace(plan, **{name: getattr(usual, name)})
    yield from (replace(plan, rounds=number) for number in _less(plan.rounds, 2))
    yield from (replace(plan, games=number) for number in _less(plan.games, 1))
    yield from (replace(plan, guests=number) for number in _less(plan.guests, 8))
    yield from (replace(plan, through=number) for number in _less(plan.through, 3))


def _less(number: int, least: int) -> tuple[int, ...]:
    """The least there can be, then one less."""
    return tuple(dict.fromkeys((least, number - 1))) if number > least else ()


def told(walk: Walk, wall: WallError) -> str:
    """What a person repeats: the evening, its steps, and where they end."""
    return f"{walk.plan}\n{walk.story}\n     {wall}"

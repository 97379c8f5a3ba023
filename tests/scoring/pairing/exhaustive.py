"""Matchings and least costs by trying everything: what the library's matching is compared with."""

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.pairing.swiss import BYE, CONSTRAINTS, COSTS, Constraint, Edge, Field, cost, possible


def heaviest_by_search(edges: Sequence[Edge]) -> set[tuple[str, str]]:
    """The matching with the most pairs and then the most weight, for a few players."""
    weights = {frozenset((one, other)): (weight, (one, other)) for one, other, weight in edges}
    refs = sorted({ref for one, other, _ in edges for ref in (one, other)})
    best: tuple[int, int, set[tuple[str, str]]] = (0, 0, set())
    for matching in _matchings(refs, weights):
        found = (
            len(matching),
            sum(weight for weight, _ in matching),
            {pair for _, pair in matching},
        )
        best = max(best, found, key=lambda one: one[:2])
    return best[2]


def _matchings(refs: Sequence[str], weights: dict[frozenset[str], Any]) -> Iterator[list[Any]]:
    if not refs:
        yield []
        return
    first, *rest = refs
    yield from _matchings(rest, weights)
    for other in rest:
        pair = frozenset((first, other))
        if pair in weights:
            for matching in _matchings([one for one in rest if one != other], weights):
                yield [weights[pair], *matching]


def least_cost(
    field: Field, constraints: Sequence[Constraint] = CONSTRAINTS
) -> tuple[int, ...] | None:
    """The least cost of any pairing of everybody under constraints, compared part by part; None
    where none is.
    """
    allowed = {frozenset(pair): cost(field, *pair) for pair in possible(field, constraints)}
    refs = sorted(field.contestants)
    everyone = [*refs, *([BYE] if len(refs) % 2 else [])]
    return min(_costs(everyone, allowed), default=None)


def _costs(
    refs: Sequence[str], allowed: dict[frozenset[str], tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    if not refs:
        yield (0,) * len(COSTS)
        return
    first, *rest = refs
    for other in rest:
        here = allowed.get(frozenset((first, other)))
        if here is not None:
            for others in _costs([one for one in rest if one != other], allowed):
                yield tuple(a + b for a, b in zip(here, others, strict=True))

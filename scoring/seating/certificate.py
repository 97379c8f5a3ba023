"""The certificate of a seating: each harm it does, counted, named and held against what cannot be
avoided.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from scoring.seating.bounds import (
    least_apart_broken,
    least_fixed_broken,
    least_repeats,
    least_together,
    least_unfair_sizes,
)
from scoring.seating.harms import (
    fair_sizes,
    misplaced,
    off_plan,
    unfair_sizes,
)
from scoring.seating.partners import pairs
from scoring.seating.plan import PricedPlan, TablePlan
from scoring.seating.rooms import out_of_room
from scoring.seating.values import (
    LABELS,
    WORDS,
    Certificate,
    Count,
    Key,
    Kind,
    Seating,
    Wishes,
)


def certificate(
    seating: Seating,
    wishes: Wishes,
    *,
    name: Callable[[Key], str] = str,
    plans: Sequence[PricedPlan] = (),
) -> Certificate:
    """What `seating` does to the guests of `wishes`; `name` gives the printed name for the
    sentences.

    Empty seats count for nothing, so the seating may have withdrawals and gaps. A guest of the
    wishes without a seat in a round is named as unseated in it. With the legal `plans` for these
    guests, "fewer cannot be had" is said of the evening, and where it holds of these tables alone,
    that is said.
    """
    harms = [*misplaced(seating, wishes, name), *pairs(seating, wishes, name)]
    harms += [
        *out_of_room(seating, wishes, name),
        *unfair_sizes(seating, name),
        *off_plan(seating, wishes, name),
    ]
    harms.sort(key=lambda harm: (harm.round, harm.table or 0))
    sizes = seating.sizes
    usual, share = fair_sizes(sizes, seating.guests)
    at_side: Counter[tuple[Key, bool]] = Counter()
    for number, table, _seat, key in seating.places():
        size = sizes[number - 1][table - 1]
        at_side[key, size > usual] += size != usual
    small, large = (
        max((times for (_key, side), times in at_side.items() if side == larger), default=0)
        for larger in (False, True)
    )
    broken = {frozenset(harm.keys) for harm in harms if harm.kind == "apart_broken"}
    astray = {harm.keys for harm in harms if harm.kind == "fixed_broken"}
    fixed = sum(sitter.fixed_table is not None for sitter in wishes.sitters)
    existing = {sitter.key for sitter in wishes.sitters}
    apart = {
        frozenset(pair) for pair in wishes.apart if pair[0] != pair[1] and existing.issuperset(pair)
    }
    kinds, least = [harm.kind for harm in harms], _least(seating, wishes)
    elsewhere = min((plan.repeats for plan in plans), default=None)
    return Certificate(
        counts=tuple(
            Count(
                kind,
                kinds.count(kind),
                least.get(kind, 0),
                getattr(wishes.weights, kind),
                elsewhere if kind == "repeats" else None,
                wishes.group,
            )
            for kind in WORDS
        ),
        harms=tuple(harms),
        small=(small, share[0]),
        large=(large, share[1]),
        tables_by_size=tuple(TablePlan(tuple(filter(None, row))).by_size for row in sizes),
        fixed_wished=fixed,
        fixed_kept=fixed - len(astray),
        apart_wished=len(apart),
        apart_kept=len(apart) - len(broken),
        group=wishes.group,
    )


def _least(seating: Seating, wishes: Wishes) -> dict[Kind, int]:
    """The fewest cases of each kind that any seating at these tables can have; kinds that are
    always avoidable are left out.
    """
    rooms = tuple(tuple(len(table) for table in row) for row in seating.rounds)
    present = tuple(
        frozenset(key for table in row for key in table if key is not None)
        for row in seating.rounds
    )
    rounds = list(zip(rooms, present, strict=True))
    return {
        "fixed_broken": sum(least_fixed_broken(wishes, room, here) for room, here in rounds),
        "apart_broken": least_apart_broken(wishes, rooms, present),
        "repeats": least_repeats(wishes, rooms, seating.sizes, present),
        "size": least_unfair_sizes(wishes, rooms, seating.sizes, present),
        **{
            kind: sum(least_together(wishes, label, room, here) for room, here in rounds)
            for kind, label in LABELS.items()
        },
    }

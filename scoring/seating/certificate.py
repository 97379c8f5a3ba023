"""The certificate of a seating: each harm it does, counted, named and held against what cannot be
avoided.
"""

from collections.abc import Callable, Sequence

from scoring.seating.bounds import (
    least_apart_broken,
    least_fixed_broken,
    least_repeats,
    least_together,
    least_unfair_sizes,
)
from scoring.seating.hall import out_of_room
from scoring.seating.harms import (
    fair_share,
    misplaced,
    off_plan,
    sizes_of,
    unfair_sizes,
    usual_size,
)
from scoring.seating.partners import pairs
from scoring.seating.plan import PricedPlan
from scoring.seating.values import (
    WORDS,
    Certificate,
    Count,
    Exposure,
    Harm,
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
    sizes = sizes_of(seating)
    usual = usual_size(size for row in sizes for size in row if size)
    broken = {frozenset(harm.keys) for harm in harms if harm.kind == "apart_broken"}
    astray = {harm.keys for harm in harms if harm.kind == "fixed_broken"}
    fixed, apart = _wished(seating, wishes)
    return Certificate(
        counts=_counts(seating, wishes, harms, min((plan.repeats for plan in plans), default=None)),
        harms=tuple(harms),
        usual_size=usual,
        exposures=_exposures(seating, usual),
        tables_by_size=tuple(
            tuple((size, row.count(size)) for size in sorted({*row} - {0}, reverse=True))
            for row in sizes
        ),
        fixed_wished=fixed,
        fixed_kept=fixed - len(astray),
        apart_wished=apart,
        apart_kept=apart - len(broken),
        least_most=_least_most(seating, sizes, usual),
        group=wishes.group,
    )


def _least_most(
    seating: Seating, sizes: tuple[tuple[int, ...], ...], usual: int
) -> tuple[int, int]:
    guests = {key for row in seating.rounds for table in row for key in table if key is not None}
    return fair_share(sizes, len(guests) or 1, usual)


def _wished(seating: Seating, wishes: Wishes) -> tuple[int, int]:
    existing = {sitter.key for sitter in wishes.sitters}
    fixed = sum(sitter.fixed_table is not None for sitter in wishes.sitters)
    return fixed, len(
        {
            frozenset(pair)
            for pair in wishes.apart
            if pair[0] != pair[1] and existing.issuperset(pair)
        }
    )


def _counts(
    seating: Seating, wishes: Wishes, harms: list[Harm], repeats_elsewhere: int | None
) -> tuple[Count, ...]:
    kinds = [harm.kind for harm in harms]
    least = _least(seating, wishes)
    return tuple(
        Count(
            kind,
            kinds.count(kind),
            least.get(kind, 0),
            getattr(wishes.weights, kind),
            repeats_elsewhere if kind == "repeats" else None,
            wishes.group,
        )
        for kind in WORDS
    )


def _least(seating: Seating, wishes: Wishes) -> dict[Kind, int]:
    sizes = sizes_of(seating)
    rooms = tuple(tuple(len(table) for table in row) for row in seating.rounds)
    present = tuple(
        frozenset(key for table in row for key in table if key is not None)
        for row in seating.rounds
    )
    rounds = list(zip(rooms, present, strict=True))
    return {
        "fixed_broken": sum(least_fixed_broken(wishes, room, here) for room, here in rounds),
        "apart_broken": least_apart_broken(wishes, rooms, present),
        "repeats": least_repeats(wishes, rooms, sizes, present),
        "size": least_unfair_sizes(wishes, rooms, sizes, present),
        "same_livery": sum(least_together(wishes, "livery", room, here) for room, here in rounds),
        "same_group": sum(least_together(wishes, "group", room, here) for room, here in rounds),
        "same_team": sum(least_together(wishes, "team", room, here) for room, here in rounds),
    }


def _exposures(seating: Seating, usual: int) -> tuple[Exposure, ...]:
    small: dict[Key, int] = {}
    large: dict[Key, int] = {}
    for row, sizes in zip(seating.rounds, sizes_of(seating), strict=True):
        for table, size in zip(row, sizes, strict=True):
            for key in (key for key in table if key is not None and size != usual):
                counted = small if size < usual else large
                counted[key] = counted.get(key, 0) + 1
    return tuple(Exposure(key, small.get(key, 0), large.get(key, 0)) for key in {**small, **large})

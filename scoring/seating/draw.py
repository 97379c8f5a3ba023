"""The draw: guests to seats for all rounds, those with a fixed table first; by the cyclic plan
where it serves, by a search where it does not.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from scoring.seating.bounds import least_apart_broken, least_repeats, least_together
from scoring.seating.certificate import certificate
from scoring.seating.hall import Clashes, Hall
from scoring.seating.movement import cyclic_plan
from scoring.seating.plan import TablePlan
from scoring.seating.rooms import in_no_room_yet, settled
from scoring.seating.search import Effort, anneal, improve
from scoring.seating.values import (
    LABELS,
    Key,
    Kind,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Wishes,
)


def dealt(
    sitters: Sequence[Sitter], tables: list[list[int]], rng: Random, *, in_order: bool
) -> list[int]:
    """For each place of the first round's `tables` the number of its guest, at random from `rng`.

    Guests with a fixed table sit at it from seat A on, as many as it holds. With `in_order` guests
    of one livery take neighbouring tables, which spreads a large livery as evenly as can be.
    """
    guest_at = [-1] * len(sitters)
    rest = []
    for guest, sitter in enumerate(sitters):
        wished = [] if sitter.fixed_table is None else tables[sitter.fixed_table - 1]
        place = next((place for place in wished if guest_at[place] < 0), None)
        if place is None:
            rest.append(guest)
        else:
            guest_at[place] = guest
    rng.shuffle(rest)
    if in_order:
        first_seen: dict[object, int] = {}
        rest.sort(key=lambda guest: first_seen.setdefault(sitters[guest].livery, len(first_seen)))
    deepest = max(len(table) for table in tables)
    free = [table[seat] for seat in range(deepest) for table in tables if seat < len(table)]
    for place in free:
        if guest_at[place] < 0:
            guest_at[place] = rest.pop()
    return guest_at


def pin_fixed(hall: Hall, sitters: Sequence[Sitter], rounds: int) -> None:
    """Pin all guests who sit at their fixed table in any of the first `rounds` rounds."""
    hall.pinned = {
        guest
        for guest, sitter in enumerate(sitters)
        if any(sitter.fixed_table == table_of[guest][0] + 1 for table_of in hall.where[:rounds])
    }


def hold_at_fixed_tables(hall: Hall, sitters: Sequence[Sitter]) -> None:
    """Exchange guests in single rounds so that all sit at their fixed tables while these have
    seats, then pin them.

    Where more wish for a table than it holds, those pinned already keep it in every round.
    """
    first = hall.pinned
    fixed = [guest for guest, sitter in enumerate(sitters) if sitter.fixed_table is not None]
    for number, row in enumerate(hall.tables):
        for guest in sorted(fixed, key=lambda guest: guest not in first):
            wished = (sitters[guest].fixed_table or 0) - 1
            if hall.where[number][guest][0] == wished:
                continue
            rest = [
                peer
                for peer in row[wished]
                if (sitters[peer].fixed_table or 0) - 1 != wished
                or (guest in first and peer not in first)
            ]
            if rest:
                hall.exchange(
                    guest, min(rest, key=lambda peer: hall.change(guest, peer, number)), number
                )
    pin_fixed(hall, sitters, len(hall.tables))


SENTENCE_SERVES = (
    4  # the movement is worth saying while at most one move in four is an exception to it
)
TRIES, TRIES_EACH = (
    15_000,
    60,
)  # exchanges looked at in each stage: as many for each round and for each guest
PATIENCE, PATIENCE_EACH = 1_000, 20  # likewise without anything better before the stage ends
LAST_TRIES, LAST_MOST = (
    2_500,
    100_000,
)  # for each pair of rounds, and at most, when the movement is given up

DRAWS = 8  # the best of so many: they take under two seconds for any hall that one evening fills

Places = list[
    list[list[int]]
]  # for each round the tables, for each table the numbers of its places
Progress = Callable[[float], None]


def draw(
    wishes: Wishes, plan: TablePlan, rounds: int, rng: Random, *, progress: Progress | None = None
) -> Seating:
    """A seating of all guests for `rounds` rounds (from 1) with the least harm found; the same for
    the same rng state.

    First the places of the cyclic plan are mended where table sizes spoil it, then guests are dealt
    to the places and exchanged for whole evenings, and only what is still amiss is eased by
    exceptions in single rounds. `progress` is told the share of the work done, 0 to 1, never
    falling. Whoever is not to change rooms is settled at a table of theirs first. Raises
    SeatingImpossibleError when the plan is for another number of guests, a key occurs twice, or a
    fixed table does not exist.
    """
    _check(wishes, plan, rounds)
    wishes = settled(in_no_room_yet(wishes), [max(plan.sizes)] * plan.tables)
    report = _rising(progress)
    places, amiss = _mended_places(wishes, plan, rounds, rng, _span(report, 0.0, 0.2))
    least = _goal(wishes, places)
    goal = least + amiss
    effort = _effort(plan.guests, rounds, goal, _span(report, 0.2, 0.5))
    clash = clashes(wishes)
    hall = _seated(wishes, places, clash, rng, effort, in_order=False)
    if hall.harm > goal:
        effort = replace(effort, told=_span(report, 0.5, 0.8))
        second = _seated(wishes, places, clash, rng, effort, in_order=True)
        hall = min(hall, second, key=lambda hall: hall.harm)
    if hall.rest() > least:
        tries = min(LAST_TRIES * rounds * rounds, LAST_MOST) + TRIES_EACH * plan.guests
        effort = Effort(least, tries, tries, _span(report, 0.8, 1.0))
        freed = anneal(hall.off_plan(), rng, effort)
        hall = freed if freed.harm < hall.rest() else hall
    report(1.0)
    keys = [sitter.key for sitter in wishes.sitters]
    follows = hall.exceptions() * SENTENCE_SERVES <= hall.guests * (rounds - 1)
    seats = tuple(
        tuple(tuple(keys[guest] for guest in table) for table in row) for row in hall.tables
    )
    return Seating(seats, hall.steps if follows else ())


def best_draw(
    wishes: Wishes, plan: TablePlan, rounds: int, rng: Random, *, draws: int = DRAWS
) -> Seating:
    """The best of several draws by the harm its certificate counts; the first that reaches what is
    proved ends them.

    One draw that is harmless is the same as `draw` gives. Raises what `draw` raises.
    """
    best: tuple[int, int, Seating] | None = None
    for _ in range(draws):
        seating = draw(wishes, plan, rounds, rng)
        # Exceptions to the movement harm nobody at a table: they only choose between seatings that
        # are as good.
        certified = certificate(seating, wishes).counts
        counts = {count.kind: (count.count - count.least) * count.weight for count in certified}
        exceptions = counts.pop("off_plan")
        if best is None or (sum(counts.values()), exceptions) < best[:2]:
            best = sum(counts.values()), exceptions, seating
        if best[0] <= 0:
            break
    if best is None:
        raise ValueError(f"At least one draw is made, not {draws}.")
    return best[2]


def _check(wishes: Wishes, plan: TablePlan, rounds: int) -> None:
    if rounds < 1:
        raise SeatingImpossibleError(f"{rounds} rounds cannot be drawn; choose at least 1.")
    if len(wishes.sitters) != plan.guests:
        raise SeatingImpossibleError(
            f"The table plan seats {plan.guests} but there are {len(wishes.sitters)} guests; make"
            " the plan again."
        )
    twice = [
        key
        for key, number in Counter(sitter.key for sitter in wishes.sitters).items()
        if number > 1
    ]
    if twice:
        raise SeatingImpossibleError(
            f"{twice[0]} is in the list of guests more than once; take one entry out."
        )
    for sitter in wishes.sitters:
        if sitter.fixed_table is not None and not 1 <= sitter.fixed_table <= plan.tables:
            raise SeatingImpossibleError(
                f"{sitter.key} is fixed to table {sitter.fixed_table}; choose a table from 1 to"
                f" {plan.tables}."
            )


def _goal(wishes: Wishes, places: Places) -> int:
    """The weighted harm no seating at tables of these sizes can undercut."""
    weights = wishes.weights
    rooms, present = (
        tuple(tuple(len(table) for table in row) for row in places),
        (frozenset(sitter.key for sitter in wishes.sitters),) * len(places),
    )
    together: int = sum(
        getattr(weights, kind) * least_together(wishes, label, room, here)
        for kind, label in LABELS.items()
        for room, here in zip(rooms, present, strict=True)
    )
    repeats = weights.repeats * least_repeats(wishes, rooms, rooms, present)
    return together + repeats + weights.apart_broken * least_apart_broken(wishes, rooms, present)


def _mended_places(
    wishes: Wishes, plan: TablePlan, rounds: int, rng: Random, progress: Progress
) -> tuple[Places, int]:
    """The places of the cyclic plan, exchanged in single rounds where it lets two meet twice or
    tires one of a size.

    Seat A of a table to which somebody is fixed stays put. With the places comes the harm that
    stays amiss in them whoever takes them, beyond the repeats that cannot be avoided.
    """
    hall = Hall(cyclic_plan(plan, rounds), [{}] * plan.guests, wishes.weights)
    hall.pinned = {
        sitter.fixed_table - 1 for sitter in wishes.sitters if sitter.fixed_table is not None
    }
    unavoidable = _goal(
        Wishes(tuple(Sitter(place) for place in range(plan.guests)), (), wishes.weights),
        hall.tables,
    )
    hall = improve(hall, rng, _effort(plan.guests, rounds, unavoidable, progress), throughout=False)
    return hall.tables, hall.harm - unavoidable


def _seated(
    wishes: Wishes, places: Places, clash: Clashes, rng: Random, effort: Effort, *, in_order: bool
) -> Hall:
    """Guests dealt to the places and exchanged, first for whole evenings, then in single rounds."""
    guest_at = dealt(wishes.sitters, places[0], rng, in_order=in_order)
    tables = [[[guest_at[place] for place in table] for table in row] for row in places]
    hall = Hall(tables, clash, wishes.weights)
    pin_fixed(hall, wishes.sitters, 1)
    hall = improve(hall, rng, effort, throughout=True)
    hold_at_fixed_tables(hall, wishes.sitters)
    return improve(hall, rng, effort, throughout=False)


def clashes(wishes: Wishes) -> Clashes:
    """The harm that two guests of these wishes do at one table, guests numbered in their order: of
    those alone who bear the same label or are to be kept apart, for all pairs of a large hall are
    millions.
    """
    numbers = {sitter.key: number for number, sitter in enumerate(wishes.sitters)}
    apart: defaultdict[int, set[int]] = defaultdict(set)
    for key, rival in wishes.apart:
        if key in numbers and rival in numbers:
            apart[numbers[key]].add(numbers[rival])
            apart[numbers[rival]].add(numbers[key])
    bearers: defaultdict[tuple[Kind, Key | None], list[int]] = defaultdict(list)
    for number, sitter in enumerate(wishes.sitters):
        for kind, label in LABELS.items():
            bearers[kind, getattr(sitter, label)].append(number)
    clash = []
    for number, sitter in enumerate(wishes.sitters):
        harms = dict.fromkeys(apart[number], wishes.weights.apart_broken)
        for kind, label in LABELS.items():
            weight, name = getattr(wishes.weights, kind), getattr(sitter, label)
            for peer in bearers[kind, name] if weight and name is not None else ():
                harms[peer] = harms.get(peer, 0) + weight
        harms.pop(number, None)
        clash.append({peer: harms[peer] for peer in sorted(harms) if harms[peer]})
    return clash


def _effort(guests: int, rounds: int, goal: int, progress: Progress) -> Effort:
    return Effort(
        goal,
        TRIES * rounds + TRIES_EACH * guests,
        PATIENCE * rounds + PATIENCE_EACH * guests,
        progress,
    )


def _span(progress: Progress, start: float, end: float) -> Progress:
    return lambda share: progress(start + (end - start) * share)


def _rising(progress: Progress | None) -> Progress:
    """Tell only what is more than was told before, and nothing where nobody asked."""
    most = 0.0

    def tell(share: float) -> None:
        nonlocal most
        if progress and share > most:
            most = share
            progress(share)

    return tell

"""How many tables of what size a number of guests needs: what harms them least, then as near the
wished size.

The movement from round to round: A stays, B moves on one table, C two, said in one sentence.

Who looks over whose hand: the left-hand neighbour, the next guest clockwise.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from scoring.seating.bounds import least_together
from scoring.seating.values import (
    Key,
    Seating,
    SeatingImpossibleError,
    Table,
    Wishes,
    seat_letter,
)
from scoring.words import listed, many, noun


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table sizes of one round, large tables first, at most one apart."""

    sizes: tuple[int, ...]

    @property
    def guests(self) -> int:
        """How many guests the plan seats."""
        return sum(self.sizes)

    @property
    def tables(self) -> int:
        """How many tables the plan has."""
        return len(self.sizes)

    @property
    def by_size(self) -> tuple[tuple[int, int], ...]:
        """Pairs (seats, number of such tables), largest tables first."""
        return tuple(sorted(Counter(self.sizes).items(), reverse=True))

    def __str__(self) -> str:
        return " + ".join(f"{tables}x{seats}" for seats, tables in self.by_size)


@dataclass(frozen=True, slots=True)
class PricedPlan:
    """A legal division of the guests with what it costs them, whoever sits where.

    `repeats` are the meetings that happen again in all rounds together however the guests are
    dealt; `twice` how often somebody comes to a table of the rarer size a second time: what nobody
    can avoid in two rounds without repeats, a mere guide for more rounds, else 0. `liveries` and
    `parties` are the pairs of one livery or party that share a table in all rounds together: known
    once the guests' wishes are (`with_companies`).
    """

    plan: TablePlan
    rounds: int
    repeats: int
    twice: int
    liveries: int = 0
    parties: int = 0

    @property
    def words(self) -> str:
        """The price in words: "at least 4 pairs meet again"."""
        together = ((self.liveries, "livery"), (self.parties, "party"))
        return "; ".join(
            [self._meetings, *(_sharing(pairs, group) for pairs, group in together if pairs)]
        )

    @property
    def _meetings(self) -> str:
        if self.repeats:
            return f"at least {many(self.repeats, 'pair meets', 'pairs meet')} again"
        if self.twice and self.rounds == 2:
            guests = noun(self.twice, "guest sits", "guests sit")
            return (
                f"nobody need meet twice, {self.twice} {guests} twice at a table of the rarer size"
            )
        return "nobody need meet twice"


def _sharing(pairs: int, unit: str) -> str:
    shares = noun(pairs, f"pair of one {unit} shares", f"pairs of one {unit} share")
    return f"at least {pairs} {shares} a table"


def with_companies(plans: Sequence[PricedPlan], wishes: Wishes) -> tuple[PricedPlan, ...]:
    """The plans with the pairs of one livery and of one party that no seating at them keeps apart.

    Their order stays: many small tables part a large livery, but tables of two sizes are felt by
    everybody who sits at the rarer one. Whoever thinks otherwise chooses another plan.
    """
    here = [sitter.key for sitter in wishes.sitters]
    return tuple(
        replace(
            plan,
            liveries=plan.rounds * least_together(wishes, "livery", plan.plan.sizes, here),
            parties=plan.rounds * least_together(wishes, "group", plan.plan.sizes, here),
        )
        for plan in plans
    )


def chosen_plan(plans: Sequence[PricedPlan], tables: int | None) -> TablePlan:
    """The plan with so many tables, or the first where none is named.

    Raises SeatingImpossibleError with the numbers of tables there are.
    """
    fitting = [plan.plan for plan in plans if tables in {None, plan.plan.tables}]
    if not fitting:
        numbers = sorted(plan.plan.tables for plan in plans)
        choices = listed(map(str, numbers), "or")
        raise SeatingImpossibleError(
            f"{_guests(plans[0].plan.guests)} do not fit {many(tables or 0, 'table')}:"
            f" choose {choices}."
        )
    return fitting[0]


def priced_plans(
    guests: int, rounds: int, *, least: int = 4, target: int = 5, most: int = 6
) -> tuple[PricedPlan, ...]:
    """Every legal division of `guests` at tables of `least` to `most` seats, the one that does
    least harm first.

    Sizes differ by one at most. Least harm is the fewest forced repeats over `rounds` rounds, then
    the fewest guests twice at the rarer size, then the mean size nearest to the target, then the
    fewer tables. Raises SeatingImpossibleError when no number of tables holds the guests.
    """
    if not 1 <= least <= target <= most:
        raise ValueError("Table sizes must satisfy 1 <= least <= target <= most.")
    fewest, many = -(-guests // most), guests // least
    if guests < 1 or fewest > many:
        raise SeatingImpossibleError(_why_not(guests, least, most))
    plans = [_priced(guests, tables, rounds) for tables in range(fewest, many + 1)]
    return tuple(
        sorted(
            plans,
            key=lambda priced_plan: (
                priced_plan.repeats,
                priced_plan.twice,
                *_further(priced_plan.plan, rounds, target),
            ),
        )
    )


NEAR = Fraction(1, 2)
"""Plans whose mean size is so near the target may give way to each other where that spares guests
over three rounds.
"""


def _further(plan: TablePlan, rounds: int, target: int) -> tuple[int, Fraction]:
    """What orders plans of one price: how many seats of the rarer size are hard to fill afresh, and
    the distance.

    From the third round on a table of the rarer size needs guests from more and more tables of the
    usual one.
    """
    off = abs(Fraction(plan.guests, plan.tables) - target)
    if rounds < 3:
        return 0, off
    (size, rare), usual = (
        min(plan.by_size, key=lambda pair: pair[1]),
        max(number for _size, number in plan.by_size),
    )
    hard = rare * max(0, (rounds - 1) * size - usual) if len(plan.by_size) > 1 else 0
    return (hard if off <= NEAR else plan.guests * rounds), off


def _priced(guests: int, tables: int, rounds: int) -> PricedPlan:
    small, large = divmod(guests, tables)
    plan = TablePlan((small + 1,) * large + (small,) * (tables - large))
    again = sum(_from_before(size, tables) for size in plan.sizes) * (rounds - 1)
    beyond = rounds * sum(comb(size, 2) for size in plan.sizes) - comb(guests, 2)
    repeats = max(0, again, beyond)
    rare = min(large, tables - large)
    size = small + 1 if rare == large else small
    twice = rare * max(0, size - (tables - rare)) if rounds > 1 and not repeats else 0
    return PricedPlan(plan, rounds, repeats, twice)


def _from_before(size: int, tables: int) -> int:
    """The pairs of a table that sat together before: drawn as evenly as can be from the tables of
    the last round.
    """
    size_each, more = divmod(size, tables)
    return more * comb(size_each + 1, 2) + (tables - more) * comb(size_each, 2)


def table_plan(
    guests: int, *, least: int = 4, target: int = 5, most: int = 6, rounds: int = 1
) -> TablePlan:
    """The plan for `guests` at tables of `least` to `most` seats that does least harm over so many
    rounds.

    For one round it is the one whose mean size lies nearest to the target, the smaller number of
    tables when two lie equally near. Raises SeatingImpossibleError when no number of tables holds
    the guests.
    """
    return priced_plans(guests, rounds, least=least, target=target, most=most)[0].plan


def _why_not(guests: int, least: int, most: int) -> str:
    sizes = f"tables of {least}" if least == most else f"tables of {least} to {most}"
    if guests < least:
        return (
            f"{_guests(max(guests, 0))} cannot fill {sizes}; add at least {least - max(guests, 0)}."
        )
    tables = guests // least
    more, fewer = (tables + 1) * least - guests, guests - tables * most
    subject = noun(tables, "one table holds", f"{tables} tables hold")
    return (
        f"{_guests(guests)} cannot sit at {sizes}: {subject} at most {tables * most} and"
        f" {tables + 1} need at least {(tables + 1) * least}; add {more} or take {fewer} away."
    )


def _guests(number: int) -> str:
    return many(number, "guest")


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def steps_for(seats: int) -> tuple[int, ...]:
    """By how many tables each of `seats` seats moves on in the cyclic plan: A 0, B 1, C 2, …."""
    return tuple(range(seats))


def cyclic_plan(plan: TablePlan, rounds: int) -> list[list[list[int]]]:
    """The seats of `rounds` rounds when every seat moves on by its step: for each round the tables
    of numbered places.

    Places count from 0 through the A seats of all tables, then the B seats, and so on. The last
    seat of the large tables travels on by its own step, so that the sizes travel too; the rarer
    size is spread evenly over the hall: far enough apart, nobody comes to a second table of that
    size.
    """
    tables, small = plan.tables, min(plan.sizes)
    large = _spread(tables, plan.sizes.count(small + 1))
    seats = [list(range(tables))] * small + [large]
    places: list[list[list[int]]] = [[[] for _ in range(tables)] for _ in range(rounds)]
    for number, row in enumerate(places):
        place = 0
        for seat, starts in enumerate(seats):
            for start in starts:
                row[(start + number * seat) % tables].append(place)
                place += 1
    return places


def _spread(tables: int, large: int) -> list[int]:
    """Which tables (from 0) are large: the rarer of the two sizes lies at even distances, one at
    the last table.
    """
    rare = min(large, tables - large)
    places = {(number + 1) * tables // rare - 1 for number in range(rare)}
    return [table for table in range(tables) if (table in places) == (large == rare)]


def movement_sentence(seating: Seating) -> str:
    """The movement for the master of ceremonies ("A stays, B moves on one table, C two"), without a
    full stop.

    Empty when the rounds follow no plan or there is only one. A seat whose step leads round the
    hall back to its own table stays. After the last table comes table 1.
    """
    if not seating.steps or len(seating.rounds) < 2:
        return ""
    tables = len(seating.rounds[0])
    return steps_sentence(
        {seat_letter(seat): step % tables for seat, step in enumerate(seating.steps)}
    )


def steps_sentence(steps: Mapping[str, int]) -> str:
    """By how many tables each letter moves on, in one sentence without a full stop: "A stays, B
    moves on one table, C two". Empty for no letter.
    """
    letters: dict[int, list[str]] = {}
    for letter, step in steps.items():
        letters.setdefault(step, []).append(letter)
    parts: list[str] = []
    moved = False
    for step, seats in letters.items():
        several = len(seats) > 1
        word = NUMBER_WORDS[step] if step < len(NUMBER_WORDS) else str(step)
        if step == 0:
            parts.append(f"{listed(seats)} {'stay' if several else 'stays'}")
        elif not moved:
            tables = "table" if step == 1 else "tables"
            parts.append(f"{listed(seats)} {'move' if several else 'moves'} on {word} {tables}")
            moved = True
        else:
            parts.append(f"{listed(seats)} {word}")
    return ", ".join(parts)


def left_neighbour(table: Table, seat: int) -> Key | None:
    """The key of the guest who checks the hand at `seat` (from 0): the next one clockwise who is
    there.

    Empty seats are passed over. None when nobody else sits at the table; SeatingImpossibleError
    when the seat itself is empty or does not exist.
    """
    if not 0 <= seat < len(table) or table[seat] is None:
        raise SeatingImpossibleError(
            f"Nobody sits in seat {seat + 1} of this table; choose a seat that is taken."
        )
    clockwise = table[seat + 1 :] + table[:seat]
    return next((key for key in clockwise if key is not None), None)


def checkers(table: Table) -> dict[Key, Key]:
    """For each guest at the table the key of the one who checks them; empty when fewer than two sit
    there.
    """
    pairs = (
        (key, left_neighbour(table, seat)) for seat, key in enumerate(table) if key is not None
    )
    return {key: checker for key, checker in pairs if checker is not None}

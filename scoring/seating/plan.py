"""How many tables of what size a number of guests needs: what harms them least, then as near the
wished size.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from scoring.seating.bounds import least_together, pairs_spread
from scoring.seating.values import SeatingImpossibleError, Wishes
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
    can avoid in two rounds without repeats, a mere guide for more rounds, else 0. `liveries`,
    `parties` and `teams` are the pairs of one that share a table in all rounds together: known once
    the guests' wishes are (`with_companies`).
    """

    plan: TablePlan
    rounds: int
    repeats: int
    twice: int
    liveries: int = 0
    parties: int = 0
    teams: int = 0

    @property
    def words(self) -> str:
        """The price in words: "at least 4 pairs meet again"."""
        words = [self._meetings]
        for field, unit in (("liveries", "livery"), ("parties", "party"), ("teams", "team")):
            pairs = getattr(self, field)
            shares = noun(pairs, f"pair of one {unit} shares", f"pairs of one {unit} share")
            words += [f"at least {pairs} {shares} a table"] if pairs else []
        return "; ".join(words)

    @property
    def _meetings(self) -> str:
        if self.repeats:
            return f"at least {many(self.repeats, 'pair meets', 'pairs meet')} again"
        if self.twice and self.rounds == 2:
            guests = noun(self.twice, "guest sits", "guests sit")
            return f"nobody need meet twice, {self.twice} {guests} twice at a table of another size"
        return "nobody need meet twice"


def with_companies(plans: Sequence[PricedPlan], wishes: Wishes) -> tuple[PricedPlan, ...]:
    """The plans with the pairs of one livery, party or team that no seating at them keeps apart.

    Their order stays: many small tables part a large livery, but tables of two sizes are felt by
    everybody who sits at the rarer one. Whoever thinks otherwise chooses another plan.
    """
    here = [sitter.key for sitter in wishes.sitters]

    def together(plan: PricedPlan, label: str) -> int:
        return plan.rounds * least_together(wishes, label, plan.plan.sizes, here)

    return tuple(
        replace(
            plan,
            liveries=together(plan, "livery"),
            parties=together(plan, "group"),
            teams=together(plan, "team"),
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
            f"{many(plans[0].plan.guests, 'guest')} do not fit {many(tables or 0, 'table')}:"
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
    fewer tables; but a `target` as high as `most` says that as many as can be are to sit together,
    so the fewer tables come first. Raises SeatingImpossibleError when no number of tables holds the
    guests.
    """
    if not 1 <= least <= target <= most:
        raise ValueError("Table sizes must satisfy 1 <= least <= target <= most.")
    fewest, greatest = -(-guests // most), guests // least
    if guests < 1 or fewest > greatest:
        raise SeatingImpossibleError(_why_not(guests, least, most))
    plans = [_priced(guests, tables, rounds) for tables in range(fewest, greatest + 1)]
    return tuple(
        sorted(
            plans,
            key=lambda priced_plan: (
                priced_plan.plan.tables if target == most else 0,
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
    # A table's guests come as evenly as can be from the tables of the round before.
    again = sum(pairs_spread(size, tables) for size in plan.sizes) * (rounds - 1)
    beyond = rounds * sum(comb(size, 2) for size in plan.sizes) - comb(guests, 2)
    repeats = max(0, again, beyond)
    rare = min(large, tables - large)
    size = small + 1 if rare == large else small
    twice = rare * max(0, size - (tables - rare)) if rounds > 1 and not repeats else 0
    return PricedPlan(plan, rounds, repeats, twice)


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
        present = max(guests, 0)
        return f"{many(present, 'guest')} cannot fill {sizes}; add at least {least - present}."
    tables = guests // least
    more, fewer = (tables + 1) * least - guests, guests - tables * most
    subject = noun(tables, "one table holds", f"{tables} tables hold")
    return (
        f"{many(guests, 'guest')} cannot sit at {sizes}: {subject} at most {tables * most} and"
        f" {tables + 1} need at least {(tables + 1) * least}; add {more} or take {fewer} away."
    )

"""How many tables of what size a number of guests needs: as near the wished size as the numbers allow."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from scoring.seating.values import SeatingImpossibleError


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


def table_plan(guests: int, *, least: int = 4, target: int = 5, most: int = 6) -> TablePlan:
    """The plan for `guests` at tables of `least` to `most` seats, as near `target` a table as can be.

    The number of tables is the one whose mean size lies nearest to the target, the smaller number when two lie equally
    near; sizes then differ by one at most. Raises SeatingImpossibleError when no number of tables holds the guests.
    """
    if not 1 <= least <= target <= most:
        raise ValueError("Table sizes must satisfy 1 <= least <= target <= most.")
    fewest, many = -(-guests // most), guests // least
    if guests < 1 or fewest > many:
        raise SeatingImpossibleError(_why_not(guests, least, most))
    tables = min(range(fewest, many + 1), key=lambda k: abs(Fraction(guests, k) - target))
    small, large = divmod(guests, tables)
    return TablePlan((small + 1,) * large + (small,) * (tables - large))


def _why_not(guests: int, least: int, most: int) -> str:
    sizes = f"tables of {least}" if least == most else f"tables of {least} to {most}"
    if guests < least:
        return f"{_guests(max(guests, 0))} cannot fill {sizes}; add at least {least - max(guests, 0)}."
    tables = guests // least
    more, fewer = (tables + 1) * least - guests, guests - tables * most
    held = "one table holds" if tables == 1 else f"{tables} tables hold"
    return (
        f"{_guests(guests)} cannot sit at {sizes}: {held} at most {tables * most} and {tables + 1} need"
        f" at least {(tables + 1) * least}; add {more} or take {fewer} away."
    )


def _guests(number: int) -> str:
    return "1 guest" if number == 1 else f"{number} guests"

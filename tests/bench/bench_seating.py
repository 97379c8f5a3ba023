"""Drawing the seating of 110 and of 1,000 guests."""

import random
from collections.abc import Callable
from functools import partial

from scoring.seating import Seating, Sitter, Wishes, certificate, draw, table_plan
from tests.bench.measure import interleaved, load

LIVERIES = 35


def wishes(guests: int) -> Wishes:
    """So many guests of 35 liveries."""
    return Wishes(tuple(Sitter(badge, livery=badge % LIVERIES) for badge in range(1, guests + 1)))


def drawing(field: Wishes) -> Seating:
    """Two rounds of a field, the same each time."""
    return draw(field, table_plan(len(field.sitters)), 2, random.Random(1))


def main() -> None:
    """Time the draw and the certificate."""
    print(load())
    fields = {guests: wishes(guests) for guests in (110, 1000)}
    things: dict[str, Callable[[], object]] = {}
    for guests, field in fields.items():
        things[f"draw {guests} guests, 2 rounds"] = partial(drawing, field)
        things[f"certificate of {guests}"] = partial(certificate, drawing(field), field)
    interleaved(things, rounds=5)


if __name__ == "__main__":
    main()

"""Drawing the seating of 110 and of 1,000 guests."""

import random
from collections.abc import Callable

from scoring.seating import Sitter, Wishes, certificate, draw, table_plan
from tests.bench.measure import interleaved, load

LIVERIES = 35


def wishes(guests: int) -> Wishes:
    """So many guests of 35 liveries."""
    return Wishes(tuple(Sitter(badge, livery=badge % LIVERIES) for badge in range(1, guests + 1)))


def main() -> None:
    """Time the draw and the certificate."""
    print(load())
    fields = {guests: wishes(guests) for guests in (110, 1000)}
    drawn = {guests: draw(field, table_plan(guests), 2, random.Random(1)) for guests, field in fields.items()}
    things: dict[str, Callable[[], object]] = {}
    for guests, field in fields.items():
        things[f"draw {guests} guests, 2 rounds"] = lambda f=field, g=guests: draw(
            f, table_plan(g), 2, random.Random(1)
        )
        things[f"certificate of {guests}"] = lambda f=field, d=drawn[guests]: certificate(d, f)
    interleaved(things, rounds=5)


if __name__ == "__main__":
    main()

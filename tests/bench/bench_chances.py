"""Who can still make it, and which card to compare: 1,000 finishes of 110 guests, and one answer of
the check queue.
"""

from random import Random

from scoring.foresight.chances import chances
from scoring.foresight.check_queue import queue
from scoring.foresight.simulation import Field, finishes, pool, turned
from scoring.games.rulebooks import rulebook
from tests.bench.measure import interleaved, load
from tests.scoring.planted import asked, evening

RULES = rulebook("swedish_pursuit").rules()
GUESTS = [f"Guest {number}" for number in range(1, 111)]
TABLES = [tuple(GUESTS[at : at + 5]) for at in range(0, 110, 5)]
FINISHES = 1_000


def field(games: int) -> Field:
    """22 tables of five with so many games to come, totals as they are by then,
    ten to go through.
    """
    rng = Random(3)
    return Field({guest: rng.randrange(20, 70) for guest in GUESTS}, TABLES * games, cut=10)


def main() -> None:
    """Print all of it."""
    print(load())
    known = {5: turned(pool(RULES, 5, 400, Random(4)))}
    half, last, cards = field(5), field(1), asked(evening(0.01, Random(5)))
    interleaved(
        {
            "1,000 finishes of 110 guests, 7 games to come": lambda: finishes(
                field(7), known, FINISHES, Random(5)
            ),
            "their chances at half time, 5 to come": lambda: chances(
                half, known, FINISHES, Random(5)
            ),
            "their chances before the last game": lambda: chances(last, known, FINISHES, Random(5)),
            "the check queue of 110 cards, the next card": lambda: queue(cards, longest=0),
            "the check queue, 60 cards in order": lambda: queue(cards),
        },
        rounds=5,
    )


if __name__ == "__main__":
    main()

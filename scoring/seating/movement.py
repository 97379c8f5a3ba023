"""The movement from round to round: A stays, B moves on one table, C two, said in one sentence."""

from collections.abc import Mapping

from scoring.seating.plan import TablePlan
from scoring.seating.values import Seating, seat_letter
from scoring.words import listed, number_word

IN_WORDS = 10
"""Steps of more tables are said in figures."""
STAYS = "Everybody keeps their seat"


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
    hall back to its own table stays; where all do, `STAYS`. After the last table comes table 1.
    """
    if not seating.steps or len(seating.rounds) < 2:
        return ""
    tables = len(seating.rounds[0])
    steps = {seat_letter(seat): step % tables for seat, step in enumerate(seating.steps)}
    return steps_sentence(steps) if any(steps.values()) else STAYS


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
        word = number_word(step) if step <= IN_WORDS else str(step)
        if step == 0:
            parts.append(f"{listed(seats)} {'stay' if several else 'stays'}")
        elif not moved:
            tables = "table" if step == 1 else "tables"
            parts.append(f"{listed(seats)} {'move' if several else 'moves'} on {word} {tables}")
            moved = True
        else:
            parts.append(f"{listed(seats)} {word}")
    return ", ".join(parts)

"""What a seating does to single guests: away from a fixed table, off the plan, unseated, too
often at a table of another size than the usual one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from scoring.seating.values import Harm, Key, Seating, Wishes
from scoring.words import listed


def usual_size(sizes: Iterable[int]) -> int:
    """The commonest size among the tables of all rounds, the larger of two equally common; 0
    without tables.
    """
    counted = Counter(sizes)
    return max(counted, key=lambda size: (counted[size], size), default=0)


def fair_share(rounds: Sequence[Sequence[int]], guests: int, usual: int) -> tuple[int, int]:
    """How often at most a guest need sit at a table smaller, and larger, than `usual` over rounds
    of such table sizes.

    The seats at such tables shared out evenly among `guests` (from 1) and rounded up.
    """
    small = sum(size for row in rounds for size in row if size < usual)
    large = sum(size for row in rounds for size in row if size > usual)
    return -(-small // guests), -(-large // guests)


def sizes_of(seating: Seating) -> tuple[tuple[int, ...], ...]:
    """How many guests sit at each table of each round; empty seats do not count."""
    return tuple(
        tuple(sum(key is not None for key in table) for table in row) for row in seating.rounds
    )


def misplaced(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Guests without a seat, with more than one, or away from their fixed table, in each round."""
    for number, row in enumerate(seating.rounds, start=1):
        tables: dict[Key, list[int]] = {sitter.key: [] for sitter in wishes.sitters}
        for table, seats in enumerate(row, start=1):
            for key in (key for key in seats if key is not None):
                tables.setdefault(key, []).append(table)
        for key, theirs in tables.items():
            yield from _not_one_seat(key, theirs, number, (wishes, name))
        for sitter in wishes.sitters:
            here, fixed = tables[sitter.key], sitter.fixed_table
            if here and fixed is not None and here[0] != fixed:
                label, stay = wishes.called(here[0]), wishes.called(fixed)
                sentence = (
                    f"{name(sitter.key)} is to stay at table {stay} but sits at table {label} in"
                    " round"
                    f" {number}."
                )
                yield Harm("fixed_broken", (sitter.key,), number, here[0], sentence)


def _not_one_seat(
    key: Key, tables: list[int], number: int, words: tuple[Wishes, Callable[[Key], str]]
) -> Iterator[Harm]:
    wishes, name = words
    if not tables:
        yield Harm("unseated", (key,), number, None, f"{name(key)} has no seat in round {number}.")
    elif len(tables) > 1:
        spots = listed(wishes.called(table) for table in tables)
        sentence = f"{name(key)} has {len(tables)} seats in round {number}, at tables {spots}."
        yield Harm("doubled", (key,), number, tables[0], sentence)


def unfair_sizes(seating: Seating, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each round in which a guest comes to a small table, or to a large one, more often than is
    fair.
    """
    sizes = sizes_of(seating)
    usual = usual_size(size for row in sizes for size in row if size)
    guests = {key for row in seating.rounds for table in row for key in table if key is not None}
    share = fair_share(sizes, len(guests) or 1, usual)
    counts: Counter[tuple[Key, bool]] = Counter()
    for number, row in enumerate(seating.rounds, start=1):
        for table, seats in enumerate(row, start=1):
            size = sizes[number - 1][table - 1]
            for key in (key for key in seats if key is not None and size != usual):
                large = size > usual
                counts[key, large] += 1
                if counts[key, large] > share[large]:
                    word, times = "large" if large else "small", counts[key, large]
                    sentence = (
                        f"{name(key)} sits at a {word} table, of {size}, for the {_nth(times)} time"
                        f" in round {number}."
                    )
                    yield Harm("size", (key,), number, table, sentence)


def off_plan(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each move from one round to the next that does not follow the movement; nothing when the
    rounds have none.
    """
    if not seating.steps:
        return
    for number, (before, after) in enumerate(
        zip(seating.rounds, seating.rounds[1:], strict=False), start=2
    ):
        came_to = {
            key: table for table, seats in enumerate(after) for key in seats if key is not None
        }
        for start, seats in enumerate(before):
            for seat, key in enumerate(seats):
                if key is None or key not in came_to:
                    continue
                due = (start + seating.steps[seat % len(seating.steps)]) % len(after)
                if came_to[key] != due:
                    labels = tuple(
                        wishes.called(number + 1) for number in (start, came_to[key], due)
                    )
                    sentence = _off_plan(name(key), number, labels)
                    yield Harm("off_plan", (key,), number, came_to[key] + 1, sentence)


def _off_plan(person: str, number: int, labels: tuple[str, ...]) -> str:
    here, there, due = labels
    if there == here:
        return f"{person} stays at table {here} in round {number}, not going to table {due}."
    if due == here:
        return f"{person} goes from table {here} to {there} in round {number}, not staying there."
    return f"{person} goes from table {here} to {there} in round {number}, not to table {due}."


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")

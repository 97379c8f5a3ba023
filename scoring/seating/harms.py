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


def crowding(size: int, usual: int) -> int:
    """How many more guests sit at tables of unusual size once a table of this size has one more."""
    return (size + 1) * (size + 1 != usual) - size * (size != usual)


def fair_sizes(rounds: Sequence[Sequence[int]], guests: int) -> tuple[int, tuple[int, int]]:
    """The usual size over rounds of tables that so many sit at, and how often at most one of the
    `guests` need sit at a smaller and at a larger one: the seats at such tables shared out evenly
    and rounded up.
    """
    usual = usual_size(size for row in rounds for size in row if size)
    small = sum(size for row in rounds for size in row if size < usual)
    large = sum(size for row in rounds for size in row if size > usual)
    return usual, (-(-small // (guests or 1)), -(-large // (guests or 1)))


def misplaced(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Guests without a seat, with more than one, or away from their fixed table, in each round."""
    tables: list[dict[Key, list[int]]] = [
        {sitter.key: [] for sitter in wishes.sitters} for _ in seating.rounds
    ]
    for number, table, _seat, key in seating.places():
        tables[number - 1].setdefault(key, []).append(table)
    for number, row in enumerate(tables, start=1):
        for key, own in row.items():
            if not own:
                sentence = f"{name(key)} has no seat in round {number}."
                yield Harm("unseated", (key,), number, None, sentence)
            elif len(own) > 1:
                spots = listed(map(wishes.called, own))
                sentence = f"{name(key)} has {len(own)} seats in round {number}, at tables {spots}."
                yield Harm("doubled", (key,), number, own[0], sentence)
        for sitter in wishes.sitters:
            here, fixed = row[sitter.key], sitter.fixed_table
            if here and fixed is not None and here[0] != fixed:
                label, stay = wishes.called(here[0]), wishes.called(fixed)
                sentence = (
                    f"{name(sitter.key)} is to stay at table {stay} but sits at table {label} in"
                    f" round {number}."
                )
                yield Harm("fixed_broken", (sitter.key,), number, here[0], sentence)


def unfair_sizes(seating: Seating, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each round in which a guest comes to a small table, or to a large one, more often than is
    fair.
    """
    sizes = seating.sizes
    usual, share = fair_sizes(sizes, seating.guests)
    counts: Counter[tuple[Key, bool]] = Counter()
    for number, table, _seat, key in seating.places():
        size = sizes[number - 1][table - 1]
        large = size > usual
        counts[key, large] += size != usual
        times = counts[key, large]
        if size != usual and times > share[large]:
            nth = {1: "first", 2: "second", 3: "third"}.get(times, f"{times}th")
            sentence = (
                f"{name(key)} sits at a {'large' if large else 'small'} table, of {size}, for the"
                f" {nth} time in round {number}."
            )
            yield Harm("size", (key,), number, table, sentence)


def off_plan(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each move from one round to the next that does not follow the movement; nothing when the
    rounds have none.
    """
    if not seating.steps:
        return
    table_of = {(key, number): table for number, table, _seat, key in seating.places()}
    for number, start, seat, key in seating.places():
        end = table_of.get((key, number + 1))
        if end is None:
            continue
        step, tables = seating.steps[seat % len(seating.steps)], len(seating.rounds[number])
        planned = (start - 1 + step) % tables + 1
        if end != planned:
            here, there, due = map(wishes.called, (start, end, planned))
            if there == here:
                moves, instead = f"stays at table {here}", f"not going to table {due}"
            else:
                moves = f"goes from table {here} to {there}"
                instead = "not staying there" if due == here else f"not to table {due}"
            sentence = f"{name(key)} {moves} in round {number + 1}, {instead}."
            yield Harm("off_plan", (key,), number + 1, end, sentence)

"""Table sizes as the guests meet them: which size is the usual one, and who sits at another more
often than is fair.

Who shares a table and should not: guests who met before, of one livery, of one party, or to be kept
apart.

What a seating does to single guests: away from a fixed table, off the plan, unseated, too often at
a small table.

How evenly a seating shares out what differs between places: the sizes of tables, the seats, the
deals.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scoring.seating.values import Harm, Key, Kind, Seating, Wishes, seat_letter
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


REASONS: dict[Kind, str] = {
    "same_livery": "{} are of one {group} and share table {} in round {}.",
    "same_group": "{} belong to one party and share table {} in round {}.",
    "apart_broken": "{} are to be kept apart but share table {} in round {}.",
}


@dataclass(slots=True)
class _Acquaintance:
    """What is known of all guests while the tables are gone through, and where each pair has met so
    far.
    """

    livery: dict[Key, Key | None]
    group: dict[Key, Key | None]
    apart: frozenset[frozenset[Key]]
    wishes: Wishes
    met: defaultdict[frozenset[Key], list[tuple[int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def kinds(self, first: Key, second: Key) -> Iterator[Kind]:
        """The wishes that the two at one table break."""
        if self.livery.get(first) is not None and self.livery.get(first) == self.livery.get(second):
            yield "same_livery"
        if self.group.get(first) is not None and self.group.get(first) == self.group.get(second):
            yield "same_group"
        if frozenset((first, second)) in self.apart:
            yield "apart_broken"


def pairs(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Every pair at one table that breaks a wish, round by round; `name` gives the printed name of
    a key.
    """
    acquaintance = _Acquaintance(
        {sitter.key: sitter.livery for sitter in wishes.sitters},
        {sitter.key: sitter.group for sitter in wishes.sitters},
        frozenset(frozenset(pair) for pair in wishes.apart),
        wishes,
    )
    for number, row in enumerate(seating.rounds, start=1):
        for position, table in enumerate(row, start=1):
            for pair in combinations([key for key in table if key is not None], 2):
                yield from _harms_of(pair, (number, position), acquaintance, name)


def _harms_of(
    pair: tuple[Key, Key],
    spot: tuple[int, int],
    acquaintance: _Acquaintance,
    name: Callable[[Key], str],
) -> Iterator[Harm]:
    number, table = spot
    label = acquaintance.wishes.called(table)
    earlier = acquaintance.met[frozenset(pair)]
    if earlier:
        sentence = (
            f"{_both(pair, name)} meet at table {label} in round {number} and met"
            f" {_spots(acquaintance.wishes, earlier)}."
        )
        yield Harm("repeats", pair, number, table, sentence, tuple(earlier))
    earlier.append(spot)
    for kind in acquaintance.kinds(*pair):
        sentence = REASONS[kind].format(
            _both(pair, name), label, number, group=acquaintance.wishes.group
        )
        yield Harm(kind, pair, number, table, sentence)


def _both(pair: tuple[Key, Key], name: Callable[[Key], str]) -> str:
    return f"{name(pair[0])} and {name(pair[1])}"


def _spots(wishes: Wishes, spots: list[tuple[int, int]]) -> str:
    return listed(f"at table {wishes.called(table)} in round {number}" for number, table in spots)


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


@dataclass(frozen=True, slots=True)
class Balance:
    """One guest: for each round the number at their table and their seat, 0 and nothing where they
    do not sit.

    `deals` are the fewest and the most games they deal when the deal goes round the table from
    whoever cuts it.
    """

    key: Key
    sizes: tuple[int, ...]
    seats: tuple[str, ...]
    deals: tuple[int, int]

    def games_at(self, games: Sequence[int]) -> Mapping[int, int]:
        """How many games they play at a table of each size, with so many games in each round."""
        by_size: dict[int, int] = {}
        for size, number in zip(self.sizes, games, strict=True):
            if size:
                by_size[size] = by_size.get(size, 0) + number
        return by_size


@dataclass(frozen=True, slots=True)
class Share:
    """Rounds at tables of an unusual size, smaller or larger: the most any guest has, and the least
    that can be had.

    `over` is how many guests have `most`, `seats` how many such seats there are in all rounds; with
    `even` every guest can have the same number of them.
    """

    most: int
    least_most: int
    over: int
    seats: int
    even: bool


@dataclass(frozen=True, slots=True)
class Balanced:
    """A whole seating: `usual` is the commonest size of a table, 0 without tables; every guest by
    their key.
    """

    usual: int
    guests: tuple[Balance, ...]
    small: Share
    large: Share


def balance(seating: Seating, games: Sequence[int]) -> Balanced:
    """The balance of a seating whose rounds have so many games each."""
    sizes = sizes_of(seating)
    by_guest: dict[Key, list[tuple[int, str]]] = {}
    for number, (row, numbers) in enumerate(zip(seating.rounds, sizes, strict=True)):
        for table, size in zip(row, numbers, strict=True):
            for place, key in enumerate(table):
                if key is not None:
                    by_guest.setdefault(key, [(0, "")] * len(seating.rounds))[number] = (
                        size,
                        seat_letter(place),
                    )
    guests = tuple(
        _balance(key, rounds, games)
        for key, rounds in sorted(by_guest.items(), key=lambda row: str(row[0]))
    )
    usual = usual_size(size for row in sizes for size in row if size)
    share = fair_share(sizes, len(guests) or 1, usual)
    small = [sum(0 < size < usual for size in guest.sizes) for guest in guests]
    large = [sum(size > usual for size in guest.sizes) for guest in guests]
    return Balanced(usual, guests, _share(small, share[0]), _share(large, share[1]))


def _balance(key: Key, rounds: Sequence[tuple[int, str]], games: Sequence[int]) -> Balance:
    at_table = [
        (size, number) for (size, _letter), number in zip(rounds, games, strict=True) if size
    ]
    fewest, most = (
        sum(number // size for size, number in at_table),
        sum(-(-number // size) for size, number in at_table),
    )
    return Balance(
        key,
        tuple(size for size, _ in rounds),
        tuple(letter for _, letter in rounds),
        (fewest, most),
    )


def _share(times: Sequence[int], least: int) -> Share:
    most, seats = max(times, default=0), sum(times)
    return Share(
        most,
        least,
        sum(time == most for time in times),
        seats,
        not times or seats % len(times) == 0,
    )

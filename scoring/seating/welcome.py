"""How welcome a guest is at a table: whom they met, who is of their livery, party or team, whom
to keep apart from.
"""

from collections import defaultdict
from collections.abc import Iterable

from scoring.seating.harms import usual_size
from scoring.seating.rooms import away_from_stand
from scoring.seating.values import Key, Sitter, Wishes, alike


class Company:
    """Who sits where, round by round, and what harm a move would do; `tables[r][t]` lists keys in
    seat order. It keeps tables of its own, which its moves change.
    """

    def __init__(self, rounds: Iterable[Iterable[Iterable[Key | None]]], wishes: Wishes) -> None:
        self.tables = [[list(seats) for seats in row] for row in rounds]
        self.wishes = wishes
        self.sitters = {sitter.key: sitter for sitter in wishes.sitters}
        self.apart = {frozenset(pair) for pair in wishes.apart}
        self._clashes: dict[frozenset[Key], int] = {}
        self._met: defaultdict[frozenset[Key], int] = defaultdict(int)
        self._where: list[dict[Key, int]] = [
            {key: table for table, seats in enumerate(row) for key in seats if key is not None}
            for row in self.tables
        ]
        for row in self.tables:
            for seats in row:
                keys = [key for key in seats if key is not None]
                for place, key_here in enumerate(keys):
                    self._count(key_here, keys[:place], 1)

    def size(self, number: int, table: int) -> int:
        """How many sit at `table` (from 0) in round `number` (from 1)."""
        return len(self._mates(number, table))

    def settled(self, number: int, table: int) -> int:
        """How many sit at that table who are not to be moved."""
        sitters = (self.sitter(key) for key in self._mates(number, table))
        return sum(sitter.fixed_table == table + 1 or sitter.step_free for sitter in sitters)

    @property
    def usual(self) -> int:
        """The commonest size among the tables of all rounds, see `usual_size`."""
        sizes = (len(seats) - seats.count(None) for row in self.tables for seats in row)
        return usual_size(filter(None, sizes))

    def change(self, key: Key, number: int, start: int, end: int) -> int:
        """By how much the harm changes when `key` goes from table `start` to another, `end` (from
        0), in round `number`.
        """
        return self.welcome(key, number, end) - self.welcome(key, number, start)

    def table(self, key: Key, number: int) -> int:
        """The table (from 0) of `key` in round `number`; KeyError when they have none."""
        return self._where[number - 1][key]

    def strain(self, key: Key, number: int) -> int:
        """The harm `key` has a part in at their table of round `number`."""
        return self.welcome(key, number, self.table(key, number))

    def exchange_change(self, first: Key, second: Key, number: int) -> int:
        """By how much the harm changes when two guests of different tables change seats in round
        `number`.
        """
        here, there = self.table(first, number), self.table(second, number)
        return (
            self.change(first, number, here, there)
            + self.change(second, number, there, here)
            - 2 * self.joint(first, second, met=False)
        )

    def exchange(self, key: Key, other: Key, number: int) -> None:
        """Let two guests of different tables change seats in round `number`."""
        row, here, there = (
            self.tables[number - 1],
            self.table(key, number),
            self.table(other, number),
        )
        for leaver, comer, table in ((key, other, here), (other, key, there)):
            mates = [mate for mate in self._mates(number, table) if mate != leaver]
            self._count(leaver, mates, -1)
            self._count(comer, mates, 1)
        first, second = row[here].index(key), row[there].index(other)
        row[here][first], row[there][second] = other, key
        self._where[number - 1] |= {key: there, other: here}

    def move(self, key: Key, number: int, start: int, end: int) -> int:
        """Take `key` from table `start` to the first free seat of table `end`; returns that seat
        (from 0).
        """
        self.rise(key, number, start)
        return self.sit(key, number, end)

    def welcome(self, key: Key, number: int, table: int) -> int:
        """The harm that `key` does at `table` (from 0) in round `number`, or would do by sitting
        down there.
        """
        own, repeats = self._where[number - 1].get(key) == table, self.wishes.weights.repeats
        return away_from_stand(self.sitter(key), table + 1, self.wishes) + sum(
            self.clash(key, mate) + (repeats if self._met[frozenset((key, mate))] > own else 0)
            for mate in self._mates(number, table)
            if mate != key
        )

    def sit(self, key: Key, number: int, table: int) -> int:
        """Give `key`, who has no seat in round `number`, the first free seat of `table`; returns it
        (from 0).
        """
        occupied = self.tables[number - 1][table]
        self._count(key, self._mates(number, table), 1)
        free = occupied.index(None) if None in occupied else len(occupied)
        occupied[free : free + 1] = [key]
        self._where[number - 1][key] = table
        return free

    def rise(self, key: Key, number: int, table: int) -> None:
        """Take the seat at `table` from `key`; empty seats at the end of a table are none."""
        occupied = self.tables[number - 1][table]
        occupied[occupied.index(key)] = None
        while occupied and occupied[-1] is None:
            occupied.pop()
        self._count(key, self._mates(number, table), -1)
        del self._where[number - 1][key]

    def clash(self, first: Key, second: Key) -> int:
        """The harm of two at one table, whether they met before or not."""
        pair, weights = frozenset((first, second)), self.wishes.weights
        if pair not in self._clashes:
            kinds = alike(self.sitter(first), self.sitter(second))
            apart = weights.apart_broken if pair in self.apart else 0
            self._clashes[pair] = apart + sum(getattr(weights, kind) for kind in kinds)
        return self._clashes[pair]

    def joint(self, first: Key, second: Key, *, met: bool) -> int:
        """The harm of two who come to one table together; `met` where they shared another one in
        this round.
        """
        again = met or bool(self._met[frozenset((first, second))])
        return self.clash(first, second) + self.wishes.weights.repeats * again

    def sitter(self, key: Key) -> Sitter:
        """The wishes of a guest; somebody unknown has none."""
        return self.sitters.get(key, Sitter(key))

    def _mates(self, number: int, table: int) -> list[Key]:
        return [key for key in self.tables[number - 1][table] if key is not None]

    def _count(self, first: Key, peers: list[Key], actor: int) -> None:
        for second in peers:
            self._met[frozenset((first, second))] += actor

"""How welcome a guest is at a table: whom they met, who is of their livery or party, whom to keep apart from."""

from collections import defaultdict

from scoring.seating.rooms import away_from_stand
from scoring.seating.values import Key, Sitter, Wishes

Tables = list[list[list[Key | None]]]


class Company:
    """Who sits where, round by round, and what harm a move would do; `tables[r][t]` lists keys in seat order."""

    def __init__(self, tables: Tables, wishes: Wishes) -> None:
        self.tables = tables
        self.wishes = wishes
        self.sitters = {sitter.key: sitter for sitter in wishes.sitters}
        self.apart = {frozenset(pair) for pair in wishes.apart}
        self._met: defaultdict[frozenset[Key], int] = defaultdict(int)
        self._where: list[dict[Key, int]] = [
            {key: table for table, seats in enumerate(row) for key in seats if key is not None} for row in tables
        ]
        for row in tables:
            for seats in row:
                keys = [key for key in seats if key is not None]
                for place, one in enumerate(keys):
                    self._count(one, keys[:place], 1)

    def size(self, number: int, table: int) -> int:
        """How many sit at `table` (from 0) in round `number` (from 1)."""
        return len(self._mates(number, table))

    def settled(self, number: int, table: int) -> int:
        """How many sit at that table who are not to be moved."""
        sitters = (self.sitter(key) for key in self._mates(number, table))
        return sum(sitter.fixed_table == table + 1 or sitter.step_free for sitter in sitters)

    def change(self, key: Key, number: int, start: int, end: int) -> int:
        """By how much the harm changes when `key` goes from table `start` to `end` (from 0) in round `number`."""
        sitter, left = self.sitter(key), [mate for mate in self._mates(number, start) if mate != key]
        harm = away_from_stand(sitter, end + 1, self.wishes) - away_from_stand(sitter, start + 1, self.wishes)
        return harm + self._among(key, self._mates(number, end), 0) - self._among(key, left, 1)

    def table(self, key: Key, number: int) -> int:
        """The table (from 0) of `key` in round `number`; KeyError when they have none."""
        return self._where[number - 1][key]

    def strain(self, key: Key, number: int) -> int:
        """The harm `key` has a part in at their table of round `number`."""
        table = self.table(key, number)
        mates = [mate for mate in self._mates(number, table) if mate != key]
        return self._among(key, mates, 1) + away_from_stand(self.sitter(key), table + 1, self.wishes)

    def exchange_change(self, one: Key, other: Key, number: int) -> int:
        """By how much the harm changes when two guests of different tables change seats in round `number`."""
        here, there = self.table(one, number), self.table(other, number)
        met_there = self._among(one, [other], 0) + self._among(other, [one], 0)
        return self.change(one, number, here, there) + self.change(other, number, there, here) - met_there

    def exchange(self, one: Key, other: Key, number: int) -> None:
        """Let two guests of different tables change seats in round `number`."""
        row, here, there = self.tables[number - 1], self.table(one, number), self.table(other, number)
        for leaver, comer, table in ((one, other, here), (other, one, there)):
            mates = [mate for mate in self._mates(number, table) if mate != leaver]
            self._count(leaver, mates, -1)
            self._count(comer, mates, 1)
        first, second = row[here].index(one), row[there].index(other)
        row[here][first], row[there][second] = other, one
        self._where[number - 1] |= {one: there, other: here}

    def move(self, key: Key, number: int, start: int, end: int) -> int:
        """Take `key` from table `start` to the first free seat of table `end`; returns that seat (from 0)."""
        row = self.tables[number - 1]
        seat = row[start].index(key)
        row[start][seat] = None
        while row[start] and row[start][-1] is None:
            row[start].pop()
        self._count(key, self._mates(number, start), -1)
        self._count(key, self._mates(number, end), 1)
        taken = row[end]
        free = taken.index(None) if None in taken else len(taken)
        taken[free : free + 1] = [key]
        self._where[number - 1][key] = end
        return free

    def clash(self, one: Key, other: Key) -> int:
        """The harm of two at one table, whether they met before or not."""
        here, there, weights = self.sitter(one), self.sitter(other), self.wishes.weights
        harm = weights.apart_broken if frozenset((one, other)) in self.apart else 0
        if here.livery is not None and here.livery == there.livery:
            harm += weights.same_livery
        if here.group is not None and here.group == there.group:
            harm += weights.same_group
        return harm

    def sitter(self, key: Key) -> Sitter:
        """The wishes of a guest; somebody unknown has none."""
        return self.sitters.get(key, Sitter(key))

    def _among(self, key: Key, mates: list[Key], here: int) -> int:
        """The harm of a guest among these; `here` is 1 where they sit among them already."""
        return sum(self.clash(key, mate) + self._repeat(key, mate, here) for mate in mates)

    def _repeat(self, one: Key, other: Key, here: int) -> int:
        """The harm of meeting again; `here` is 1 where the present meeting is among those counted."""
        return self.wishes.weights.repeats if self._met[frozenset((one, other))] > here else 0

    def _mates(self, number: int, table: int) -> list[Key]:
        return [key for key in self.tables[number - 1][table] if key is not None]

    def _count(self, one: Key, others: list[Key], by: int) -> None:
        for other in others:
            self._met[frozenset((one, other))] += by

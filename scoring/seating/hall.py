"""The hall while it is being drawn: guests as numbers, their harm to each other, and what an
exchange would change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.seating.harms import fair_sizes
from scoring.seating.values import Weights

Clashes = Sequence[Mapping[int, int]]
"""For each guest, numbered from 0, the harm of sharing a table with others, repeats left aside; who
does no harm is not in it.
"""


class Hall:
    """Seats in all rounds with the weighted harm they do, kept up to date from exchange to
    exchange.

    `tables[r][t]` lists the guests of a table in seat order. Guests in `pinned` are never
    exchanged. By the plan seat A stays, B moves on by one table, C by two, and so on (`steps`); a
    guest who moves otherwise is an exception.
    """

    def __init__(
        self,
        tables: list[list[list[int]]],
        clash: Clashes,
        weights: Weights,
        pinned: Iterable[int] = (),
    ) -> None:
        self.tables = tables
        self.clash = clash
        self.weights = weights
        self.steps = tuple(range(max(map(len, tables[0]))))
        self.guests = sum(len(table) for table in tables[0])
        self.pinned = set(pinned)
        sizes = [[len(table) for table in row] for row in self.tables]
        usual, self._share = fair_sizes(sizes, self.guests)
        self._side = [[(size > usual) - (size < usual) for size in row] for row in sizes]
        self._uneven = any(side for row in self._side for side in row)
        self.where = [[(0, 0)] * self.guests for _ in self.tables]
        self.meetings: list[dict[int, int]] = [{} for _ in range(self.guests)]
        clashes = 0
        for number, row in enumerate(self.tables):
            for t, table in enumerate(row):
                for seat, guest in enumerate(table):
                    self.where[number][guest] = (t, seat)
                    for mate in table[:seat]:
                        clashes += clash[guest].get(mate, 0) + self._meet(guest, mate)
        self._alone = [self._own(guest) for guest in range(self.guests)]
        self.harm = clashes + sum(self._alone)

    def with_tables(self, tables: list[list[list[int]]]) -> "Hall":
        """The same guests at other `tables`."""
        return Hall(tables, self.clash, self.weights, self.pinned)

    def off_plan(self) -> "Hall":
        """A copy of the hall in which an exception to its movement counts as no harm."""
        weights = replace(self.weights, off_plan=0)
        return Hall(self.copied(), self.clash, weights, self.pinned)

    def copied(self) -> list[list[list[int]]]:
        """The tables as they are now, in lists of their own."""
        return [[list(table) for table in row] for row in self.tables]

    def _meet(self, first: int, second: int) -> int:
        met = self.meetings[first].get(second, 0)
        self.meetings[first][second] = self.meetings[second][first] = met + 1
        return self.weights.repeats if met else 0

    def clashes(self, guest: int) -> int:
        """The harm `guest` has a part in by those they share a table with, repeats left aside."""
        clash = self.clash[guest]
        return sum(
            clash.get(mate, 0)
            for row, table_of in zip(self.tables, self.where, strict=True)
            for mate in row[table_of[guest][0]]
        )

    def strain(self, guest: int) -> int:
        """All the harm `guest` has a part in."""
        met = self.meetings[guest].values()
        return (
            self.clashes(guest) + self.weights.repeats * (sum(met) - len(met)) + self._alone[guest]
        )

    def exceptions(self) -> int:
        """How many moves from one round to the next do not follow the steps."""
        return sum(
            self._astray([table_of[guest] for table_of in self.where])
            for guest in range(self.guests)
        )

    def rest(self) -> int:
        """The harm without that of the exceptions."""
        return self.harm - self.weights.off_plan * self.exceptions()

    def _own(self, guest: int, changed: int = -1, place: tuple[int, int] = (0, 0)) -> int:
        """The harm by table sizes and moves off the plan, or that with another `place` in the round
        `changed`.
        """
        if not (self._uneven or self.weights.off_plan):
            return 0
        places = [table_of[guest] for table_of in self.where]
        if changed >= 0:
            places[changed] = place
        harm = self.weights.off_plan * self._astray(places) if self.weights.off_plan else 0
        if self._uneven:
            sides = [row[table] for row, (table, _) in zip(self._side, places, strict=True)]
            excess = max(0, sides.count(-1) - self._share[0]) + max(
                0, sides.count(1) - self._share[1]
            )
            harm += self.weights.size * excess
        return harm

    def _astray(self, places: list[tuple[int, int]]) -> int:
        tables, astray = len(self.tables[0]), 0
        table, seat = places[0]
        for place in places[1:]:
            astray += place[0] != (table + self.steps[seat]) % tables
            table, seat = place
        return astray

    def change(self, first: int, second: int, number: int | None) -> int:
        """By how much the harm changes when the two exchange seats in round `number` (from 0), or
        in all rounds where none is named.
        """
        if number is None:
            return self._change_throughout(first, second)
        table_of = self.where[number]
        here, there = table_of[first], table_of[second]
        harm = (
            self._own(first, number, there)
            + self._own(second, number, here)
            - self._alone[first]
            - self._alone[second]
        )
        if here[0] == there[0]:
            return harm
        for leaver, comer, table in ((first, second, here[0]), (second, first, there[0])):
            harm += sum(
                self._beside(comer, mate, 0) - self._beside(leaver, mate, 1)
                for mate in self.tables[number][table]
                if mate != leaver
            )
        return harm

    def _change_throughout(self, first: int, second: int) -> int:
        """The same in all rounds: who meets twice stays as it was."""
        harm = 0
        for row, table_of in zip(self.tables, self.where, strict=True):
            here, there = table_of[first][0], table_of[second][0]
            for leaver, comer, table in ((first, second, here), (second, first, there)):
                leaving, coming = self.clash[leaver], self.clash[comer]
                if here != there:
                    harm += sum(
                        coming.get(mate, 0) - leaving.get(mate, 0)
                        for mate in row[table]
                        if mate != leaver
                    )
        return harm

    def _beside(self, first: int, second: int, times: int) -> int:
        """The harm of the two at one table, a repeat where they met more often than so."""
        again = self.meetings[first].get(second, 0) > times
        return self.clash[first].get(second, 0) + (self.weights.repeats if again else 0)

    def exchange(self, first: int, second: int, number: int | None) -> None:
        """Let the two exchange their seats in round `number` (from 0), or in all rounds."""
        if number is None:
            for turn in range(len(self.tables)):
                self.exchange(first, second, turn)
            return
        self.harm += self.change(first, second, number)
        row, table_of = self.tables[number], self.where[number]
        here, there = table_of[first], table_of[second]
        if here[0] != there[0]:
            self._acquaint(first, second, row[here[0]])
            self._acquaint(second, first, row[there[0]])
        row[here[0]][here[1]], row[there[0]][there[1]] = second, first
        table_of[first], table_of[second] = there, here
        self._alone[first], self._alone[second] = self._own(first), self._own(second)

    def _acquaint(self, leaver: int, comer: int, table: list[int]) -> None:
        for mate in table:
            if mate != leaver:
                met = self.meetings[leaver][mate] - 1
                if met:
                    self.meetings[leaver][mate] = self.meetings[mate][leaver] = met
                else:
                    del self.meetings[leaver][mate], self.meetings[mate][leaver]
                self._meet(comer, mate)

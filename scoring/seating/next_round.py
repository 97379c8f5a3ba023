"""How welcome a guest is at a table: whom they met, who is of their livery, party or team, whom
to keep apart from.

One more round for those who are present, drawn when the rounds before it are known: whom they met
is avoided.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from scoring.seating.hall import away_from_stand, settled
from scoring.seating.plan import TablePlan
from scoring.seating.values import Key, Round, SeatingImpossibleError, Sitter, Wishes

Tables = list[list[list[Key | None]]]


class Company:
    """Who sits where, round by round, and what harm a move would do; `tables[r][t]` lists keys in
    seat order.
    """

    def __init__(self, tables: Tables, wishes: Wishes) -> None:
        self.tables = tables
        self.wishes = wishes
        self.sitters = {sitter.key: sitter for sitter in wishes.sitters}
        self.apart = {frozenset(pair) for pair in wishes.apart}
        self._met: defaultdict[frozenset[Key], int] = defaultdict(int)
        self._where: list[dict[Key, int]] = [
            {key: table for table, seats in enumerate(row) for key in seats if key is not None}
            for row in tables
        ]
        for row in tables:
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

    def change(self, key: Key, number: int, start: int, end: int) -> int:
        """By how much the harm changes when `key` goes from table `start` to `end` (from 0) in
        round `number`.
        """
        sitter, remaining = (
            self.sitter(key),
            [mate for mate in self._mates(number, start) if mate != key],
        )
        harm = away_from_stand(sitter, end + 1, self.wishes) - away_from_stand(
            sitter, start + 1, self.wishes
        )
        return harm + self._among(key, self._mates(number, end), 0) - self._among(key, remaining, 1)

    def table(self, key: Key, number: int) -> int:
        """The table (from 0) of `key` in round `number`; KeyError when they have none."""
        return self._where[number - 1][key]

    def strain(self, key: Key, number: int) -> int:
        """The harm `key` has a part in at their table of round `number`."""
        table = self.table(key, number)
        mates = [mate for mate in self._mates(number, table) if mate != key]
        return self._among(key, mates, 1) + away_from_stand(
            self.sitter(key), table + 1, self.wishes
        )

    def exchange_change(self, first: Key, second: Key, number: int) -> int:
        """By how much the harm changes when two guests of different tables change seats in round
        `number`.
        """
        here, there = self.table(first, number), self.table(second, number)
        met_there = self._among(first, [second], 0) + self._among(second, [first], 0)
        return (
            self.change(first, number, here, there)
            + self.change(second, number, there, here)
            - met_there
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
        """The harm that `key`, who has no seat in round `number`, would do by sitting down at
        `table` (from 0).
        """
        return self._among(key, self._mates(number, table), 0) + away_from_stand(
            self.sitter(key), table + 1, self.wishes
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
        here, there, weights = self.sitter(first), self.sitter(second), self.wishes.weights
        harm = weights.apart_broken if frozenset((first, second)) in self.apart else 0
        return harm + weights.bonds(here, there)

    def joint(self, first: Key, second: Key, *, met: bool) -> int:
        """The harm of two who come to one table together; `met` where they shared another one in
        this round.
        """
        again = met or bool(self._met[frozenset((first, second))])
        return self.clash(first, second) + self.wishes.weights.repeats * again

    def sitter(self, key: Key) -> Sitter:
        """The wishes of a guest; somebody unknown has none."""
        return self.sitters.get(key, Sitter(key))

    def _among(self, key: Key, mates: list[Key], here: int) -> int:
        """The harm of a guest among these; `here` is 1 where they sit among them already."""
        return sum(
            self.clash(key, mate)
            + (self.wishes.weights.repeats if self._met[frozenset((key, mate))] > here else 0)
            for mate in mates
        )

    def _mates(self, number: int, table: int) -> list[Key]:
        return [key for key in self.tables[number - 1][table] if key is not None]

    def _count(self, first: Key, peers: list[Key], actor: int) -> None:
        for second in peers:
            self._met[frozenset((first, second))] += actor


DEALS = 6  # fresh deals that are each improved; the best is kept


def next_round(wishes: Wishes, plan: TablePlan, before: Sequence[Round], rng: Random) -> Round:
    """Tables for everybody of `wishes`, with the least harm found after the rounds `before`; the
    same for the same rng.

    Those before may seat others, or leave some out. Raises SeatingImpossibleError when the plan is
    for another number of guests or a fixed table does not exist.
    """
    if len(wishes.sitters) != plan.guests:
        raise SeatingImpossibleError(
            f"The table plan seats {plan.guests} and {len(wishes.sitters)} are present; make the"
            " plan again."
        )
    for sitter in wishes.sitters:
        if sitter.fixed_table is not None and not 1 <= sitter.fixed_table <= plan.tables:
            called, last = wishes.called(sitter.fixed_table), wishes.called(plan.tables)
            raise SeatingImpossibleError(
                f"{sitter.key} is fixed to table {called}; the last table is {last}."
            )
    fixed = settled(wishes, plan.sizes)
    best: tuple[int, Round] | None = None
    for _ in range(DEALS):
        table_of = _dealt(fixed, plan, rng)
        deal: list[list[Key | None]] = [[] for _ in plan.sizes]
        for key, table in table_of.items():
            deal[table].append(key)
        company = Company([*([list(table) for table in row] for row in before), deal], fixed)
        _improve(company, len(before) + 1, [sitter.key for sitter in fixed.sitters])
        tables = tuple(tuple(table) for table in company.tables[-1])
        harm = sum(company.strain(sitter.key, len(before) + 1) for sitter in fixed.sitters)
        if best is None or harm < best[0]:
            best = harm, tables
        if not harm:
            break
    assert best is not None  # noqa: S101 -- at least one deal is made
    return best[1]


def _dealt(wishes: Wishes, plan: TablePlan, rng: Random) -> dict[Key, int]:
    """A table (from 0) for everybody: those with a fixed one at it while it holds them, the others
    at random.
    """
    room = list(plan.sizes)
    table_of: dict[Key, int] = {}
    rest: list[Sitter] = []
    for sitter in wishes.sitters:
        if sitter.fixed_table is not None and room[sitter.fixed_table - 1]:
            table_of[sitter.key] = sitter.fixed_table - 1
            room[sitter.fixed_table - 1] -= 1
        else:
            rest.append(sitter)
    places = [table for table, free in enumerate(room) for _ in range(free)]
    rng.shuffle(places)
    return table_of | {sitter.key: table for sitter, table in zip(rest, places, strict=True)}


def _improve(company: Company, number: int, keys: Sequence[Key]) -> None:
    """Exchange guests in trouble with whoever eases it most, until no exchange helps anybody."""
    better = True
    while better:
        better = False
        for key in keys:
            if not company.strain(key, number):
                continue
            table = company.table(key, number)
            peers = [key for key in keys if company.table(key, number) != table]
            changes = [company.exchange_change(key, peer, number) for peer in peers]
            least = min(changes, default=0)
            if least < 0:
                company.exchange(key, peers[changes.index(least)], number)
                better = True

"""The course of an event of matches: its stages, rounds, bonds, byes asked for and late entries, as one value."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.formats.points import Halves
from scoring.pairing.plan import Stage
from scoring.pairing.ranking import CRITERIA, Line, Sums, standing, sums
from scoring.pairing.values import Match, PairingError, Round


@dataclass(frozen=True, slots=True)
class Bond:
    """Two players whom the desk binds together for one round (`forced`), or keeps apart: in one round or always."""

    one: str
    other: str
    forced: bool
    round: int | None = None

    @property
    def pair(self) -> frozenset[str]:
        """Both refs."""
        return frozenset((self.one, self.other))

    def holds_in(self, number: int) -> bool:
        """Whether it concerns a round."""
        return self.round in (None, number)


@dataclass(frozen=True, slots=True)
class Late:
    """Somebody who came into a Swiss before a round, with the points that were stated for the rounds missed."""

    player: str
    round: int
    halves: Halves


@dataclass(frozen=True, slots=True)
class Course:
    """All of it. `entrants` are the refs of each stage that has begun, best seed first; `orders` the final order of
    each stage that is closed; `asked` the rounds and refs of byes that were asked for."""

    plan: tuple[Stage, ...]
    rounds: tuple[Round, ...] = ()
    entrants: tuple[tuple[str, ...], ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    late: tuple[Late, ...] = ()
    asked: frozenset[tuple[int, str]] = field(default_factory=frozenset)
    bonds: tuple[Bond, ...] = ()

    @property
    def now(self) -> int:
        """The stage that is played or comes next, from 0; the number of stages once all are closed."""
        return len(self.orders)

    @property
    def stage(self) -> Stage:
        """That stage. Raises PairingError once all are closed."""
        if self.now == len(self.plan):
            raise PairingError("All stages are closed: nothing is left to pair.")
        return self.plan[self.now]

    @property
    def begun(self) -> bool:
        """Whether that stage has its entrants."""
        return len(self.entrants) > self.now

    @property
    def last(self) -> Round | None:
        """The newest round, a draft or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_number(self) -> int:
        """The number of the round that is paired next."""
        return len(self.rounds) + 1

    def of_stage(self, number: int) -> tuple[Round, ...]:
        """The rounds of a stage."""
        return tuple(held for held in self.rounds if held.stage == number)

    def round(self, number: int) -> Round:
        """A round by its number. Raises PairingError."""
        if not 1 <= number <= len(self.rounds):
            raise PairingError(f"There is no round {number}: check the number.")
        return self.rounds[number - 1]

    def match(self, number: int, table: int) -> Match:
        """The match at a table of a published round. Raises PairingError."""
        held = self.round(number)
        found = held.at(table) if held.published else None
        if found is None:
            raise PairingError(f"No match is played at table {table} in round {number}: check the numbers.")
        return found

    def sums(self, number: int) -> Sums:
        """What the standing of a stage is reckoned from; a closed stage carries its order as the lot."""
        stated = {late.player: late.halves for late in self.late if late.player in self.entrants[number]}
        lot = self.orders[number] if number < len(self.orders) else ()
        published = [held for held in self.of_stage(number) if held.published]
        return sums(published, self.entrants[number], stated if number == 0 else {}, lot)

    def standing(self, number: int, criteria: Sequence[str] = CRITERIA) -> tuple[Line, ...]:
        """The standing of a stage that has begun."""
        return standing(self.sums(number), criteria)


def next_match(course: Course, ref: str) -> tuple[Round, Match] | None:
    """The match or bye of a player in the newest published round that has one not played, else the newest of all."""
    mine = [(held, found) for held in course.rounds if held.published and (found := held.of(ref))]
    waiting = [pair for pair in mine if not pair[1].done]
    chosen = waiting or mine
    return chosen[-1] if chosen else None


def still_to_meet(course: Course, ref: str) -> bool:
    """Whether a player has a match that waits for its result."""
    found = next_match(course, ref)
    return found is not None and not found[1].done

"""The course of an event of matches as one value: its stages (made from the format and its
numbers), rounds, bonds, byes asked for and late entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.formats.format import Ending
from scoring.formats.results import Halves
from scoring.pairing.bracket import rounds_needed
from scoring.pairing.ranking import CRITERIA, Line, Sums, standing, sums
from scoring.pairing.values import LENGTHS, Match, PairingError, Round, StageKind

WORDS: dict[StageKind, str] = {
    "all_play_all": "All play all",
    "swiss": "Swiss",
    "knock_out": "Knock-out",
}
NOUNS: dict[StageKind, str] = {
    "all_play_all": "matches",
    "swiss": "Swiss",
    "knock_out": "knock-out",
}
KINDS: dict[Ending, tuple[StageKind, ...]] = {
    "all_play_all": ("all_play_all",),
    "swiss": ("swiss",),
    "knock_out": ("knock_out",),
    "swiss_then_knock_out": ("swiss", "knock_out"),
}
"""The stages of each way of ending."""


class Stage(NamedTuple):
    """One stage: `rounds` of a Swiss (0: as many as find one winner of its field), `size` the
    players that a knock-out takes from the stage before (0: all).
    """

    kind: StageKind
    best_of: int = 1
    rounds: int = 0
    size: int = 0
    third_place: bool = False

    @property
    def words(self) -> str:
        """The name of the stage."""
        return WORDS[self.kind]

    @property
    def noun(self) -> str:
        """The same inside a sentence, behind an article."""
        return NOUNS[self.kind]

    def rounds_of(self, entrants: Sequence[str]) -> int:
        """How many rounds the stage has with these entrants."""
        if self.kind == "swiss" and self.rounds:
            return self.rounds
        if self.kind in ("swiss", "knock_out"):
            return rounds_needed(len(entrants))
        return len(entrants) - 1 + len(entrants) % 2


def plan_of(
    ending: Ending, *, best_of: int, rounds: int, size: int, third_place: bool
) -> tuple[Stage, ...]:
    """The stages in order.

    Raises PairingError for an ending without matches, a wrong length or size.
    """
    kinds = KINDS.get(ending, ())
    if not kinds:
        raise PairingError("This evening seats tables: only a format of two players is paired.")
    if best_of not in LENGTHS:
        raise PairingError(f"A match is the best of 1, 3 or 5 games, not of {best_of}.")
    if len(kinds) > 1 and (size < 2 or size & (size - 1)):
        raise PairingError(
            f"A knock-out after the Swiss takes 2, 4, 8, 16 or more players, not {size}: change the"
            " cut."
        )
    return tuple(
        Stage(
            kind,
            best_of,
            rounds if kind == "swiss" else 0,
            size if kind == "knock_out" and len(kinds) > 1 else 0,
            third_place and kind == "knock_out",
        )
        for kind in kinds
    )


class Bond(NamedTuple):
    """Two players whom the desk binds together for one round (`forced`), or keeps apart: in one
    round or always.
    """

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


class Late(NamedTuple):
    """Somebody who came into a Swiss before a round, with the points that were stated for the
    rounds missed.
    """

    player: str
    round: int
    halves: Halves


@dataclass(frozen=True, slots=True)
class Course:
    """All of it. `entrants` are the refs of each stage that has begun, best seed first; `orders`
    the final order of each stage that is closed; `asked` the rounds and refs of byes that were
    asked for.
    """

    plan: tuple[Stage, ...]
    rounds: tuple[Round, ...] = ()
    entrants: tuple[tuple[str, ...], ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    late: tuple[Late, ...] = ()
    asked: frozenset[tuple[int, str]] = field(default_factory=frozenset)
    bonds: tuple[Bond, ...] = ()

    @property
    def now(self) -> int:
        """The stage that is played or comes next, from 0; the number of stages
        once all are closed.
        """
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

    def rounds_due(self, number: int) -> int:
        """How many rounds a stage that has begun is played over: whoever came late into the Swiss
        adds none to it.
        """
        stage, late = self.plan[number], {late.player for late in self.late}
        if stage.kind == "knock_out":
            return stage.rounds_of(self.entrants[number])
        return stage.rounds_of([ref for ref in self.entrants[number] if ref not in late])

    def of_stage(self, number: int) -> tuple[Round, ...]:
        """The rounds of a stage."""
        return tuple(round_ for round_ in self.rounds if round_.stage == number)

    def round(self, number: int) -> Round:
        """A round by its number. Raises PairingError."""
        if not 1 <= number <= len(self.rounds):
            raise PairingError(f"There is no round {number}: check the number.")
        return self.rounds[number - 1]

    def match(self, number: int, table: int) -> Match:
        """The match at a table of a published round. Raises PairingError."""
        round_ = self.round(number)
        match = round_.at(table) if round_.published else None
        if match is None:
            raise PairingError(
                f"No match is played at table {table} in round {number}: check the numbers."
            )
        return match

    def sums(self, number: int) -> Sums:
        """What the standing of a stage is reckoned from; a closed stage carries its order as the
        lot.
        """
        stated = {
            late.player: late.halves for late in self.late if late.player in self.entrants[number]
        }
        lot = self.orders[number] if number < len(self.orders) else ()
        published = [round_ for round_ in self.of_stage(number) if round_.published]
        return sums(published, self.entrants[number], stated if number == 0 else {}, lot)

    def standing(self, number: int, criteria: Sequence[str] = CRITERIA) -> tuple[Line, ...]:
        """The standing of a stage that has begun."""
        return standing(self.sums(number), criteria)


def next_match(course: Course, ref: str) -> tuple[Round, Match] | None:
    """The match or bye of a player in the newest published round that has one not played, else the
    newest of all.
    """
    mine = [
        (round_, match)
        for round_ in course.rounds
        if round_.published and (match := round_.of(ref))
    ]
    waiting = [pair for pair in mine if not pair[1].done]
    chosen = waiting or mine
    return chosen[-1] if chosen else None

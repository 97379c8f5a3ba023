"""The seams every game shares: a game being played, its result, and the engine that deals and answers questions.

A game module is a package named after the rulebook (`scoring/swedish_pursuit/`) and offers an `ENGINE`:

* `deal(rules, players, pack, ...)` gives a mutable `Game` with everything known;
* a `Game` validates and records every play: `legal_plays()` is what the seat on turn may do, `apply(play)` does it or
  raises `IllegalPlay`, `check(play)` explains, `result()` counts the points when it is over;
* `check(position, question, rules)` answers for a table of which little is known, and never raises on a bad play;
* `read_position` and `read_question` turn the `position` and `play` objects of a case file into such values.

Calls and challenges go through `apply` too but are not in `legal_plays()`: they belong to no turn. Where a play can be
spelt shorter (an 8 without a word), `legal_plays()` lists the full spelling and `spelt(play)` gives it.

Seats count from 1, clockwise; the dealer is the last seat unless given. Randomness comes in as a `Shuffle`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scoring.cards import Card
from scoring.hand import Receipt
from scoring.plays import Play, Reshuffle, TurnPlay
from scoring.rulebook import Rulebook, Rules
from scoring.verdict import Verdict

Shuffle = Callable[[list[Card]], None]
"""Shuffles a list of cards in place, as `random.Random.shuffle` does; a replay gives the recorded order instead."""

Ending = Literal["won", "blocked", "redeal"]

SOME = 200
"""How many plays are enough for a simulated player to choose from."""


def as_they_lie(cards: list[Card]) -> None:
    """The shuffle of a table that does not shuffle: leaves the order alone."""


class GameError(ValueError):
    """A game that cannot be set up so (seats, cards, missing facts); the message says what would do."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `winner` (seat or None), `points` and `receipts` of seats 1, 2, ... in order.

    `receipts` itemises the hand each seat held (empty tuple where the game prints no card values); `points` is what
    each seat writes down (in Ottawa the winner writes the sum of the others). `places` lists seats in order of
    finishing, where places are played out. Under `redeal` nobody scores and `points` is empty.
    """

    ending: Ending
    winner: int | None
    points: tuple[int, ...]
    receipts: tuple[Receipt, ...] = ()
    places: tuple[int, ...] = ()


class Game(Protocol):
    """A game being played, every card known. Mutable: `apply` changes it and appends to `record`."""

    rules: Rules
    players: int
    turn: int
    over: bool
    winner: int | None
    record: list[tuple[int, Play | Reshuffle]]

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn, never empty while the game is on; empty when it is over."""

    def some_plays(self) -> Sequence[TurnPlay]:
        """Legal plays to choose from: all of them, or `SOME` and a few where a hand allows thousands."""

    def spelt(self, play: Play) -> Play:
        """A legal play as `legal_plays` lists it."""

    def is_legal(self, play: Play) -> bool:
        """The bare test, without reasons."""

    def check(self, play: Play) -> Verdict:
        """The test with reasons. Never raises."""

    def apply(self, play: Play) -> None:
        """Do the play. Raises IllegalPlay carrying the verdict, and then changes nothing."""

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order."""

    def result(self) -> Result:
        """The points of a finished game. Raises GameError while it is on."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A game's entry points, listed by rulebook name in `scoring/engines.py`; see the head of this file."""

    rulebook: Rulebook
    deal: Callable[..., Game]
    check: Callable[[Any, Any, Rules], Verdict]
    read_position: Callable[[Mapping[str, Any], str], Any]
    read_question: Callable[[Mapping[str, Any], Mapping[str, Any]], Any]

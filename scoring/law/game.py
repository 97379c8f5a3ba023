"""The seams every game shares: a game being played, its result, and the engine that deals and
answers questions.

A game module is a package named after the rulebook (`scoring/games/swedish_pursuit/`) and offers an
`ENGINE`:

* `deal(rules, players, pack, ...)` gives a mutable `Game` with everything known;
* a `Game` validates and records every play: `legal_plays()` is what the seat on turn may do,
  `apply(play)` does it or raises `IllegalPlay`, `check(play)` explains, `result()` counts the
  points when it is over;
* `check(position, question, rules)` answers for a table of which little is known, and never raises
  on a bad play;
* `read_position` and `read_question` turn the `position` and `play` objects of a case file into
  such values.

Calls and challenges go through `apply` too but are not in `legal_plays()`: they belong to no turn.
Where a play can be spelt shorter (an 8 without a word), `legal_plays()` lists the full spelling and
`spelt(play)` gives it.

Seats count from 1, clockwise; the dealer is the last seat unless given. Randomness comes in as a
`Shuffle`.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, Self

from scoring.cards import Card, cards_text
from scoring.counting.hand import Receipt
from scoring.law.plays import PICK_UP, Draw, PickUp, Play, Reshuffle, TurnPlay
from scoring.law.rulebook import Rulebook, Rules
from scoring.law.verdict import Verdict
from scoring.law.witness import Bounds, Told, witness

Shuffle = Callable[[list[Card]], None]
"""Shuffles a list of cards in place, as `random.Random.shuffle` does; a replay gives the recorded
order instead.
"""

Ending = Literal["won", "blocked", "redeal"]
Mark = tuple[Any, ...]
"""A state to which `back` returns. It belongs to the game that gave it."""

SOME = 200
"""How many plays are enough for a simulated player to choose from."""


def as_they_lie(cards: list[Card]) -> None:
    """The shuffle of a table that does not shuffle: leaves the order alone."""


class GameError(ValueError):
    """A game that cannot be set up so (seats, cards, missing facts); the message says what would
    do.
    """


class Laid(NamedTuple):
    """A position to play on from, every card known: the hands of seats 1, 2, ..., the pile with
    its top last, the stock with the next card first, and who is to play.

    `suit` is the suit to follow where it is not that of the top card, `pending` the penalty cards
    due; `fronts` are the cards before each seat in Pursuit.
    """

    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    turn: int = 1
    direction: int = 1
    suit: int | None = None
    pending: int = 0
    fronts: tuple[Card, ...] = ()


def refuse_seats(rules: Rules, players: int) -> None:
    """Refuse a table of so many where the game does not seat them. Raises GameError."""
    seats = rules.deal
    if not seats.seats_min <= players <= seats.seats_max:
        alike = seats.seats_min == seats.seats_max
        span = str(seats.seats_max) if alike else f"{seats.seats_min} to {seats.seats_max}"
        raise GameError(f"{rules.rulebook.title} is for {span} players, not {players}.")


class Result(NamedTuple):
    """How a game ended: `winner` (seat or None), `points` and `receipts` of seats 1, 2, ... in
    order.

    `receipts` itemises the hand each seat held (empty tuple where the game prints no card values);
    `points` is what each seat writes down (in Ottawa the winner writes the sum of the others).
    `places` lists seats in order of finishing, where places are played out. Under `redeal` nobody
    scores and `points` is empty. `citation` names the rules that were in force, with their digest.
    """

    ending: Ending
    winner: int | None
    points: tuple[int, ...]
    receipts: tuple[Receipt, ...] = ()
    places: tuple[int, ...] = ()
    citation: str = ""


class Game(Protocol):
    """A game being played, every card known.

    Mutable: `apply` changes it and appends to `record`.
    """

    rules: Rules
    players: int
    turn: int
    over: bool
    winner: int | None
    record: list[tuple[int, Play | Reshuffle]]
    shuffle: Shuffle

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn, never empty while the game is on;
        empty when it is over.
        """

    def some_plays(self) -> Sequence[TurnPlay]:
        """Legal plays to choose from: all of them, or `SOME` and a few where a hand allows
        thousands.
        """

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

    def under(self, rules: Rules) -> Self:
        """The same table as other rules see it: to be asked what is legal there, not to be played
        on.
        """

    def copy(self) -> Self:
        """A game of its own in the same state; only `shuffle` is shared."""

    def mark(self) -> Mark:
        """The state to which `back` returns, without a copy of the record."""

    def back(self, mark: Mark) -> None:
        """Take back all that was done since the mark. A mark may be used again."""

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game, without receipts.

        Raises GameError while it is on.
        """

    def result(self) -> Result:
        """The points of a finished game. Raises GameError while it is on."""


class Kept:
    """A table that is copied, and taken back to a mark, by its attributes: numbers, lists, and
    lists of lists. The record only grows, so a mark keeps no more than its length.
    """

    rules: Rules
    record: list[tuple[int, Play | Reshuffle]]

    def under(self, rules: Rules) -> Self:
        """The same table as other rules see it: to be asked what is legal there, not to be played
        on.
        """
        twin = self.copy()
        twin.rules = rules
        return twin

    def copy(self) -> Self:
        """A game of its own in the same state; only `shuffle` is shared."""
        twin = copy(self)
        vars(twin).update(_owned(vars(self)), record=self.record[:])
        return twin

    def mark(self) -> Mark:
        """The state to which `back` returns, without a copy of the record."""
        return len(self.record), _owned(vars(self))

    def back(self, mark: Mark) -> None:
        """Take back all that was done since the mark. A mark may be used again."""
        length, state = mark
        vars(self).update(_owned(state))
        del self.record[length:]


def _owned(state: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes but the record, with lists of their own."""
    return {
        name: [part[:] if isinstance(part, list) else part for part in value]
        if isinstance(value, list)
        else set(value)
        if isinstance(value, set)
        else value
        for name, value in state.items()
        if name != "record"
    }


def summary(game: Game, showing: str) -> str:
    """One line on a game: whose turn it is, on what, with which hand; or who won."""
    title = game.rules.rulebook.title
    if game.over:
        return f"<{title}: over, {'nobody' if game.winner is None else f'seat {game.winner}'} won>"
    return (
        f"<{title}: seat {game.turn} to play on {showing}, holding"
        f" {cards_text(game.hand(game.turn))}>"
    )


@dataclass(frozen=True, slots=True)
class Notation:
    """How transcripts write a game, where it differs from laying single cards on a pile.

    `take` is the play that a plus writes; `table` says how a table of which little is told is
    followed; `sequences`: a move may put down several, parted by a slash. `packets` are the cards
    dealt to each seat at a time (one by one unless given), and `set_out` takes cards of the ranks
    `fronts` (0-12) out of a pack before the deal, for the seats in the order of play (from 0).
    """

    take: PickUp | Draw = PICK_UP
    table: Literal["single", "drawing", "pile", "chase"] = "single"
    sequences: bool = False
    packets: tuple[int, ...] = ()
    fronts: tuple[int, ...] = ()
    set_out: Callable[[list[Card], Sequence[int], Rules], list[Card]] = lambda *_: []


@dataclass(frozen=True, slots=True)
class Engine:
    """A game's entry points, listed by rulebook name in `scoring/games/registry.py`; see the head
    of this file.

    `lay_out` sets up a position to play on from. `wild` is the rank (0-12) that a simulated player
    keeps back because it can nearly always be laid. `bounds` are what can come about at its tables
    under chosen options. `slow`: simulating its games takes several times as long as those of
    others.
    """

    rulebook: Rulebook
    deal: Callable[..., Game]
    lay_out: Callable[[Rules, Laid, Shuffle], Game]
    check: Callable[[Any, Any, Rules], Verdict]
    read_position: Callable[[Mapping[str, Any], str], Any]
    read_question: Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
    wild: int | None = None
    notation: Notation = Notation()
    bounds: Callable[[Rules], Bounds] = lambda rules: Bounds()
    slow: bool = False

    def refuse_impossible(
        self, position: Mapping[str, Any], play: Mapping[str, Any], rules: Rules
    ) -> None:
        """Refuse a table that cannot be as told in the words of case files or claims.

        Raises ImpossibleError.
        """
        witness(Told(play["kind"], {**position, **play}, rules, self.bounds(rules)))

"""A table of a shedding game: hands, stock, pile, and what the seat on turn may do."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

from scoring.cards import Card, rank_of
from scoring.games.shedding.law import Law, Whole, law_of
from scoring.law.game import Ending, Shuffle, as_they_lie
from scoring.law.plays import (
    LAY,
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Miss,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
    TurnPlay,
    bare,
)
from scoring.law.rulebook import Rules


@dataclass(slots=True)
class Layout:
    """Cards on a table: `hands[seat]` (index 0 unused), stock with its next card last, discards
    with the top last, the suit to follow and the penalty cards due.
    """

    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card]
    turn: int
    suit: int
    pending: int = 0
    direction: int = 1


class Table:
    """A game in progress that can be asked but does not move."""

    def __init__(self, rules: Rules, layout: Layout, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self.players = len(layout.hands) - 1
        self.hands = [sorted(hand) for hand in layout.hands]
        self.stock, self.discards = layout.stock, layout.discards
        self.suit, self.pending = layout.suit, layout.pending
        self.turn, self.direction = layout.turn, layout.direction
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.drawn = self.misses = self.called = 0
        self.silent: set[int] = set()
        """Seats that came down to one card without a word."""
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None

    @property
    def law(self) -> Law:
        """The law of the rules in force."""
        return law_of(self.rules)

    @property
    def top(self) -> Card:
        """The card showing."""
        return self.discards[-1]

    @property
    def whole(self) -> Whole:
        """What decides for the seat on turn."""
        drawable = len(self.stock) + (len(self.discards) - 1 if self.law.renews else 0)
        return Whole(
            self.top,
            self.suit,
            self.pending,
            self.hand(self.turn),
            self.drawn,
            drawable,
            self.players,
            self.turn,
            self.direction,
            len(self.stock),
        )

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
        twin.hands = [hand[:] for hand in self.hands]
        twin.stock, twin.discards, twin.record = self.stock[:], self.discards[:], self.record[:]
        twin.silent = set(self.silent)
        return twin

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order; with two packs a card may stand twice."""
        return tuple(self.hands[seat])

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn; empty only when the game is over."""
        return () if self.over else open_to(self.whole, self.law)

    def some_plays(self) -> Sequence[TurnPlay]:
        """All legal plays: there are never too many to list."""
        return self.legal_plays()

    def spelt(self, play: Play) -> Play:
        """A play as `legal_plays` lists it: a wild card without a word names the suit it leaves."""
        if isinstance(play, Lay) and play.suit is None and rank_of(play.only) in self.law.wild:
            return Lay(play.cards, self.law.suit_after(self.suit, play))
        return bare(play, self.law.wild)

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, a call or a challenge, without reasons."""
        if isinstance(play, Call):
            return self.may_call(play.seat)
        if isinstance(play, Challenge):
            return self.upholds(play)
        return not self.over and allowed(self.whole, play, self.law)

    def may_call(self, seat: int) -> bool:
        """Whether a call from this seat is heard: ahead of the lay in the own turn, or late."""
        heard = seat in self.silent or (seat == self.turn and self.called != seat)
        return "last_card" in self.rules.rulebook.aspects and not self.over and heard

    def upholds(self, challenge: Challenge) -> bool:
        """Whether a challenge for a missing call holds."""
        seated = 1 <= challenge.by <= self.players and challenge.by != challenge.offender
        return not self.over and seated and challenge.offender in self.silent


def allowed(whole: Whole, play: Play, law: Law) -> bool:
    """The bare test of a play of a turn."""
    if isinstance(play, Lay):
        return play.only in law.lays(whole)
    if isinstance(play, PickUp):
        return law.may_draw(whole)
    if isinstance(play, TakePenalty):
        return law.may_take(whole)
    return isinstance(play, Miss) and law.may_end(whole)


def open_to(whole: Whole, law: Law) -> tuple[TurnPlay, ...]:
    """Every play that is allowed, a wild card once for each suit."""
    plays: list[TurnPlay] = []
    for card in law.lays(whole):
        if rank_of(card) in law.wild:
            plays.extend(LAY_NAMING[card])
        else:
            plays.append(LAY[card])
    others = (PICK_UP, TAKE_PENALTY, MISS)
    return (*plays, *(play for play in others if allowed(whole, play, law)))

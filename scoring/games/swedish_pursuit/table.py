"""The cards on a table of Swedish Pursuit, and what one may ask of them: the legal plays, the suit
in force.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Self

from scoring.cards import EIGHT, Card, cards_of
from scoring.games.swedish_pursuit.match_table import NOMINATED, law_of, lays_of, suit_of_key
from scoring.law.game import Ending, Shuffle, as_they_lie
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    Play,
    Reshuffle,
    TurnPlay,
    bare,
)
from scoring.law.rulebook import Rules

_PICK_UP_ONLY = (PICK_UP,)


@dataclass(slots=True)
class Layout:
    """Where the cards lie: `hands[seat]` as bits (index 0 unused), stock with its next card last,
    discards top last.

    `key` is the card showing, or 52 + the suit an 8 asks for.
    """

    hands: list[int]
    stock: list[Card]
    discards: list[Card]
    key: int
    turn: int
    direction: int = 1
    pending: int = 0
    misses: int = 0


@cache
def ring_of(players: int) -> tuple[int, ...]:
    """The seats by number, wrapping round at both ends: `ring[seat + 2 * direction]` is the next
    seat but one.
    """
    return tuple((index - 1) % players + 1 for index in range(3 * players))


class Table:
    """The state of a game, every card known. `lays` holds, as bits, what the seat on turn may lay.

    `silent` are the bits of the seats that came down to one card without a word; `called` is the
    seat that has said LAST CARD ahead of its lay. Only `Course` changes any of it.
    """

    __slots__ = (
        "answer", "barred", "called", "direction", "discards", "ending", "follow", "hands", "key",
        "law", "lays",
        "misses", "over", "pending", "players", "record", "ring", "rules", "shuffle", "silent",
        "stock", "turn",
        "winner",
    )  # fmt: skip

    def __init__(self, rules: Rules, layout: Layout, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self.law = law_of(rules)
        self.follow, self.answer, self.barred = self.law.follow, self.law.answer, self.law.barred
        self.players = len(layout.hands) - 1
        self.ring = ring_of(self.players)
        self.hands, self.stock, self.discards = layout.hands, layout.stock, layout.discards
        self.key, self.turn, self.direction = layout.key, layout.turn, layout.direction
        self.pending, self.misses = layout.pending, layout.misses
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.silent = self.called = 0
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None
        self.lays = self.layable()

    def layable(self) -> int:
        """The cards, as bits, that the seat on turn may lay."""
        hand = self.hands[self.turn]
        lays = hand & (self.answer if self.pending else self.follow)[self.key]
        if self.barred and not hand & (hand - 1):
            lays &= ~self.barred
        return lays

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn (an 8 once for each suit); empty only when the game is
        over.
        """
        if self.lays:
            plays = lays_of(self.lays)
            return (*plays, self.forced()) if self.pending and self.law.two_optional else plays
        if self.over:
            return ()
        return _PICK_UP_ONLY if self.stock and not self.pending else (self.forced(),)

    def forced(self) -> TurnPlay:
        """What the seat on turn does if it lays nothing: SP-13, SP-15, SP-22."""
        if self.pending:
            return TAKE_PENALTY if self.stock or self.can_renew() else MISS
        return PICK_UP if self.stock else MISS

    def can_renew(self) -> bool:
        """Whether a penalty may turn the discards into a new stock (option short_stock)."""
        return self.law.reshuffles_short and len(self.discards) > 1

    def spelt(self, play: Play) -> Play:
        """The full spelling of a play as `legal_plays` lists it: an 8 without a word names a suit
        (SP-A8), and no other card does.
        """
        if isinstance(play, Lay) and play.suit is None and play.only % 13 == EIGHT:
            suit = self.suit if self.law.eight_keeps_suit else play.only // 13
            return Lay(play.cards, suit)
        return bare(play, (EIGHT,))

    def some_plays(self) -> Sequence[TurnPlay]:
        """All legal plays: there are never too many to list."""
        return self.legal_plays()

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, a call or a challenge, without reasons."""
        if isinstance(play, Lay):
            return bool(self.lays & play.bit)
        if isinstance(play, Call):
            return self.may_call(play.seat)
        if isinstance(play, Challenge):
            return self.upholds(play)
        if isinstance(play, Nominate):
            return self.may_name(play)
        return (
            not self.over
            and type(play) is type(self.forced())
            and (not self.lays or self.lets_off())
        )

    def lets_off(self) -> bool:
        """Whether the seat on turn may take the penalty although it could answer it (option
        two_compulsory).
        """
        return bool(self.pending) and self.law.two_optional

    def may_call(self, seat: int) -> bool:
        """SP-25: in time after the lay that left one card, or just before it in the same turn
        (SP-A21); never after a win, and never with more cards for the one of an earlier turn.
        """
        if self.over:
            return False
        if self.silent >> seat & 1:
            return self.still_time(seat)
        return seat == self.turn and self.hands[seat].bit_count() == 2 and self.called != seat

    def upholds(self, challenge: Challenge) -> bool:
        """SP-27: another player's challenge of a seat that kept silent, once the next player has
        acted.
        """
        offender = challenge.offender
        if (
            challenge.by == offender
            or not 1 <= challenge.by <= self.players
            or not 1 <= offender <= self.players
        ):
            return False
        if not self.silent >> offender & 1:
            return False
        if self.over:
            return self.law.call_open_after_win
        return not self.still_time(offender)

    def may_name(self, naming: Nominate) -> bool:
        """SP-A9: the suit of an 8 laid without a word, until the next player acts; the first word
        binds.
        """
        if self.over or not self.law.suit_may_follow or not 0 <= naming.suit <= 3:
            return False
        last = self.last_turn()
        names_suit = any(isinstance(play, Nominate) for _, play in self.record[last:])
        return not names_suit and last >= 0 and self._silent_eight(*self.record[last], naming.seat)

    @staticmethod
    def _silent_eight(player: int, play: Play | Reshuffle, seat: int) -> bool:
        return (
            player == seat
            and isinstance(play, Lay)
            and play.suit is None
            and play.only % 13 == EIGHT
        )

    def still_time(self, seat: int) -> bool:
        """SP-25: whether nobody has taken a turn since this seat laid the last card but one."""
        last = self.last_turn()
        if last < 0 or self.record[last][0] != seat:
            return False
        return isinstance(self.record[last][1], Lay) and self.hands[seat].bit_count() == 1

    def last_turn(self) -> int:
        """The place in the record of the last play of a turn; -1 before the first."""
        for place in range(len(self.record) - 1, -1, -1):
            if not isinstance(self.record[place][1], Call | Challenge | Nominate | Reshuffle):
                return place
        return -1

    def under(self, rules: Rules) -> Self:
        """The same table as other rules see it: to be asked what is legal there, not to be played
        on.
        """
        twin = self.copy()
        twin.rules, twin.law = rules, law_of(rules)
        twin.follow, twin.answer, twin.barred = twin.law.follow, twin.law.answer, twin.law.barred
        if self.key >= NOMINATED:
            twin.key = twin.law.asked(self.top, self.suit)
        twin.lays = 0 if self.over else twin.layable()
        return twin

    def copy(self) -> Self:
        """A game of its own in the same state; only `shuffle` is shared."""
        twin = copy(self)
        twin.hands, twin.stock = self.hands[:], self.stock[:]
        twin.discards, twin.record = self.discards[:], self.record[:]
        return twin

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order."""
        return cards_of(self.hands[seat])

    @property
    def top(self) -> Card:
        """The card showing."""
        return self.discards[-1]

    @property
    def suit(self) -> int:
        """The suit in force, 0 to 3."""
        return suit_of_key(self.key)

"""The course of a game of Swedish Pursuit: each play is tested, recorded and done, in one place
only.
"""

from typing import NoReturn

from scoring.cards import EIGHT, TWO
from scoring.games.swedish_pursuit.match_table import DOES, EIGHTS, TRICKS, suit_of_key
from scoring.games.swedish_pursuit.table import Table
from scoring.law.game import Mark
from scoring.law.plays import (
    LAY,
    Call,
    Challenge,
    Lay,
    Miss,
    Nominate,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
)

ACTING = TRICKS | EIGHTS
"""The cards that do something when laid."""


class Refused(ValueError):
    """An illegal play, without the reasons."""


class Course(Table):
    """A table that plays. A play that is refused changes nothing."""

    __slots__ = ()

    def apply(self, play: Play) -> None:
        """Do a play, a call or a challenge. Raises through `refuse` if it is illegal.

        Laying and picking up are spelt out here, and so is `layable` at the end: a call each would
        cost a tenth of every play.
        """
        hands, seat = self.hands, self.turn
        if type(play) is Lay:
            card, bit = play.only, play.bit
            if not self.lays & bit:
                self.refuse(play)
            if play.suit is not None and card % 13 != EIGHT:
                play = LAY[card]
            hand = hands[seat] = hands[seat] ^ bit
            self.discards.append(card)
            self.record.append((seat, play))
            self.misses = 0
            if self.silent and self.law.call_closes_at_turn:
                self.silent &= ~(1 << seat)
            before, self.key = self.key, card
            step = self._act(play, card, before) if bit & ACTING else self.direction
            self.turn = self.ring[seat + step]
            if not hand & (hand - 1):
                self._few_left(seat, card % 13)
        elif type(play) is PickUp:
            if self.lays or self.pending or not self.stock or self.over:
                self.refuse(play)
            hands[seat] |= 1 << self.stock.pop()
            self.misses = 0
            self._pass_on(seat, play)
        else:
            self._do_otherwise(play)
        hand = hands[self.turn]
        lays = hand & (self.answer if self.pending else self.follow)[self.key]
        if self.barred and not hand & (hand - 1):
            lays &= ~self.barred
        self.lays = 0 if self.over else lays

    def _do_otherwise(self, play: Play) -> None:
        if not self.is_legal(play):
            self.refuse(play)
        elif isinstance(play, TakePenalty):
            self._take_penalty(play)
        elif isinstance(play, Miss):
            self._miss(play)
        elif isinstance(play, Challenge):
            self._challenge(play)
        elif isinstance(play, Nominate):
            self.record.append((play.seat, play))
            self.key = self.law.asked(self.top, play.suit)
        else:
            self._call(play)  # type: ignore[arg-type]

    def refuse(self, play: Play) -> NoReturn:
        """Raise for an illegal play."""
        raise Refused(str(play))

    def _asked(self, play: Lay, card: int, before: int) -> int:
        """The key after an 8: the suit named, else by SP-A8; `before` is the key it was laid on."""
        if play.suit is not None:
            return self.law.asked(card, play.suit)
        keeps = self.law.eight_keeps_suit
        return self.law.asked(card, suit_of_key(before) if keeps else card // 13)

    def _act(self, play: Lay, card: int, before: int) -> int:
        """What an Ace, 2, 8 or Queen does; gives how many seats on the turn now goes.

        Between two players a Queen may work as an Ace (SP-A19).
        """
        does = DOES[card % 13]
        if does.wild:
            self.key = self._asked(play, card, before)
            if self.law.eight_cancels:
                self.pending = 0
            return self.direction
        self.pending += does.draws
        if does.turns:
            self.direction = -self.direction
            if self.players == 2 and self.law.queen_skips_two:
                return 2
        return (1 + does.skips) * self.direction

    def _few_left(self, seat: int, rank: int) -> None:
        """After a lay that left one card (SP-25) or none (SP-8)."""
        if self.hands[seat]:
            if self.called == seat:
                self.silent &= ~(1 << seat)
            else:
                self.silent |= 1 << seat
            self.called = 0
            return
        if rank == TWO and self.law.final_two_counts:
            self._draw(self.turn, self.pending)
            self.pending = 0
        self.over, self.winner, self.ending = True, seat, "won"

    def _take_penalty(self, play: Play) -> None:
        self._draw(self.turn, self.pending)
        self.pending = self.misses = 0
        self._pass_on(self.turn, play)

    def _miss(self, play: Play) -> None:
        self.pending = 0
        self.misses += 1
        self._pass_on(self.turn, play)
        if self.misses >= self.players:
            self._block()

    def _pass_on(self, seat: int, play: Play) -> None:
        self.record.append((seat, play))
        self.turn = self.ring[seat + self.direction]
        self.called = 0
        if self.silent and self.law.call_closes_at_turn:
            self.silent &= ~(1 << seat)

    def _draw(self, seat: int, count: int) -> int:
        """Move cards from the stock to a hand, as many as there are (SP-A14); gives how many."""
        occupied = 0
        while occupied < count and (self.stock or self._renewed()):
            self.hands[seat] |= 1 << self.stock.pop()
            occupied += 1
        return occupied

    def _renewed(self) -> bool:
        return self.can_renew() and self._renew()

    def _renew(self) -> bool:
        """Turn all discards but the top one into the stock; the new order goes into the record."""
        cards, self.discards = self.discards[:-1], self.discards[-1:]
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock = cards[::-1]
        return True

    def _block(self) -> None:
        """SP-A16: the stock is empty and a whole round has missed."""
        if self.law.blocked == "reshuffle" and len(self.discards) > 1:
            self.misses = 0
            self._renew()
            return
        self.over = True
        self.ending = "redeal" if self.law.blocked == "redeal" else "blocked"

    def _call(self, play: Call) -> None:
        self.record.append((play.seat, play))
        if self.silent >> play.seat & 1:
            self.silent &= ~(1 << play.seat)
        else:
            self.called = play.seat

    def _challenge(self, play: Challenge) -> None:
        self.record.append((play.by, play))
        self.silent &= ~(1 << play.offender)
        occupied = self._draw(play.offender, 2)
        if self.winner == play.offender and occupied:
            self.over, self.winner, self.ending = False, None, None

    def mark(self) -> Mark:
        """The state to which `back` returns, without a copy of pile and record."""
        return (
            tuple(self.hands), tuple(self.stock), self.discards, len(self.discards),
            len(self.record), self.key, self.turn, self.direction, self.pending, self.misses,
            self.silent, self.called, self.over, self.winner, self.ending, self.lays,
        )  # fmt: skip

    def back(self, mark: Mark) -> None:
        """Take back all that was done since the mark. A mark may be used again."""
        (
            hands, stock, self.discards, pile,
            record, self.key, self.turn, self.direction, self.pending, self.misses,
            self.silent, self.called, self.over, self.winner, self.ending, self.lays,
        ) = mark  # fmt: skip
        self.hands, self.stock = list(hands), list(stock)
        del self.discards[pile:]
        del self.record[record:]

"""A game of Switch being played, from one pack or two: every play is validated and recorded."""

from dataclasses import replace

from scoring.cards import ACE, SUITS, card_text
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.games.switch.check import check_in_game
from scoring.games.switch.pile import Pile, effect, spelt_row
from scoring.games.switch.table import Table, is_silent_ace
from scoring.law.game import Ending, GameError, Result, summary
from scoring.law.plays import (
    Call,
    Challenge,
    Lay,
    Miss,
    Nominate,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
    bare,
)
from scoring.law.verdict import IllegalPlay, Verdict


class Switch(Table):
    """A game with every card known; `apply` is the only writer."""

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

    def apply(self, play: Play) -> None:
        """Do a play, or what is said beside it, and record it.

        Raises IllegalPlay, and then nothing has changed.
        """
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        if isinstance(play, Call):
            self._call(play.seat)
        elif isinstance(play, Challenge):
            self._challenge(play)
        elif isinstance(play, Nominate):
            self._name(play)
        elif isinstance(play, Lay):
            # An Ace without a word is kept so: its suit may follow.
            row = replace(play, cards=spelt_row(play.cards, self.rules))
            self.record.append((self.turn, bare(row, (ACE,))))
            self._turn(play)
        else:
            self.record.append((self.turn, play))
            self._turn(play)

    def _turn(self, play: Play) -> None:
        if self.rules["challenge_until"] == "next_turn":
            self.silent.discard(self.turn)
        self.unnamed = self.turn if isinstance(play, Lay) and is_silent_ace(play) else 0
        if isinstance(play, Lay):
            self._lay(play)
        else:
            self._take(play)
        self.called = 0

    def _lay(self, lay: Lay) -> None:
        seat, hand = self.turn, self.hands[self.turn]
        result = effect(
            self.pile, self._spelt(lay), self.direction, self.rules, two_left=self.left == 2
        )
        for card in lay.cards:
            hand.remove(card)
        self.discards.extend(lay.cards)
        self.pile, self.direction, self.misses = result.pile, result.direction, 0
        if len(hand) == 1 and self.called != seat:
            self.silent.add(seat)
        if not hand:
            self._go_out(seat)
        if not self.over:
            self._pass_on(1 + result.passed_over)

    def _go_out(self, seat: int) -> None:
        self.out.append(seat)
        self.silent.discard(seat)
        self.winner = self.out[0]
        if self.rules["play_on"] == "no" or self.left == 1:
            self._end("won")

    def _take(self, play: Play) -> None:
        due = (
            self.pending if isinstance(play, TakePenalty) else 1 if isinstance(play, PickUp) else 0
        )
        if self.stock and self.pending and self.rules["short_stock"] == "lapse":
            due = min(due, len(self.stock))
        self._draw(self.turn, due)
        self.misses = self.misses + 1 if isinstance(play, Miss) else 0
        self.pile = Pile(self.pile.top, self.pile.suit)
        if self.misses == self.left:
            void = self.rules["blocked"] == "redeal" and not self.out
            self._end("redeal" if void else "blocked")
        else:
            self._pass_on(1)

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock:
                self._renew()
            if self.stock:
                self.hands[seat].append(self.stock.pop())
                self.silent.discard(seat)
        self.hands[seat].sort()

    def _renew(self) -> None:
        """SW-19: all discards but the top one become the stock."""
        cards = self.discards[:-1]
        if not cards:
            return
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock, self.discards = cards[::-1], self.discards[-1:]

    def _pass_on(self, steps: int) -> None:
        while steps:
            self.turn = (self.turn - 1 + self.direction) % self.players + 1
            steps -= self.turn not in self.out

    def _end(self, ending: Ending) -> None:
        self.over, self.ending = True, ending

    def _call(self, seat: int) -> None:
        self.record.append((seat, Call(seat)))
        if seat in self.silent:
            self.silent.discard(seat)
        else:
            self.called = seat

    def _challenge(self, challenge: Challenge) -> None:
        """SW-18: whoever is caught takes a card at once."""
        self.record.append((challenge.by, challenge))
        self._draw(challenge.offender, 1)
        self.silent.discard(challenge.offender)

    def _name(self, naming: Nominate) -> None:
        """SW-16: the suit of the Ace, said after the card."""
        self.record.append((naming.seat, naming))
        self.pile = self.pile._replace(suit=naming.suit)
        self.unnamed = 0

    def __repr__(self) -> str:
        return summary(self, f"{card_text(self.top)} ({SUITS[self.suit]})")

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game. Raises GameError while it is on."""
        result = self.result()
        return result.points, result.ending

    def result(self) -> Result:
        """Winner and places; points only where the event borrows them (SW-A11).

        Raises GameError while it is on.
        """
        if not self.over or self.ending is None:
            raise GameError("The game is still on: there is nothing to count yet.")
        if self.ending == "redeal":
            return Result("redeal", None, (), citation=self.rules.citation)
        receipts: tuple[Receipt, ...] = ()
        if self.rules.scoring.values is not None:
            hands = (
                Hand(tuple(card_text(card) for card in self.hands[seat]))
                for seat in range(1, self.players + 1)
            )
            receipts = tuple(receipt(hand, self.rules) for hand in hands)
        points = tuple(item.total for item in receipts)
        return Result(
            self.ending, self.winner, points, receipts, self._places(), self.rules.citation
        )

    def _places(self) -> tuple[int, ...]:
        last = [seat for seat in range(1, self.players + 1) if seat not in self.out]
        return tuple(self.out + (last if self.ending == "won" and len(last) == 1 else []))

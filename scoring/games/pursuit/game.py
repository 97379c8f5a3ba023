"""A game of Pursuit being played: take, put down, discard, fill up, until somebody is caught or has
run five laps.
"""

from scoring.cards import RANKS, Card, plain
from scoring.games.pursuit.check import check_table
from scoring.games.pursuit.sequences import HAND, Chain, kept, wins, without
from scoring.games.pursuit.table import Table
from scoring.law.game import Ending, GameError, Result, summary
from scoring.law.plays import DRAW, Discard, Draw, Play, PutDown, Reshuffle
from scoring.law.verdict import IllegalPlay, Verdict


class PursuitGame(Table):
    """A game being played, as `scoring.law.game.Game` describes it."""

    def check(self, play: Play) -> Verdict:
        """The test with reasons. Never raises."""
        return check_table(self.position(), play, self.rules)

    def apply(self, play: Play) -> None:
        """Do the play. Raises IllegalPlay carrying the verdict, and then changes nothing."""
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        self.record.append((self.turn, self.spelt(play)))
        if isinstance(play, Discard):
            self._give(without(self.hands[self.turn - 1], plain(play.card)))
            self.pile.append(plain(play.card))
            self._end_turn()
        elif isinstance(play, PutDown):
            self._put_down(play)
        else:
            self._take(from_stock=isinstance(play, Draw))

    def __repr__(self) -> str:
        return summary(self, RANKS[self.up_to[self.turn - 1]])

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game. Raises GameError while it is on."""
        result = self.result()
        return result.points, result.ending

    def result(self) -> Result:
        """The winner; the text prints no points. Raises GameError while the game is on."""
        if self.winner is None:
            raise GameError("The game is not over: nobody has been caught yet.")
        return Result("won", self.winner, (), places=(self.winner,), citation=self.rules.citation)

    def _give(self, hand: tuple[Card, ...]) -> None:
        self.hands[self.turn - 1] = hand

    def _take(self, *, from_stock: bool) -> None:
        if from_stock:
            self._draw()
        else:
            self._give(tuple(sorted((*self.hands[self.turn - 1], self.pile.pop()))))
        self.taken = True

    def _draw(self) -> None:
        """One card of the stock, made anew from all discards but the top one when it is used up
        (PU-11).
        """
        if not self.stock:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.shuffle(self.stock)
            self.record.append((0, Reshuffle(tuple(self.stock))))
        self._give(tuple(sorted((*self.hands[self.turn - 1], self.stock.pop(0)))))

    def _put_down(self, play: PutDown) -> None:
        seat = self.turn - 1
        sense = self.meaning(play)
        assert sense is not None  # noqa: S101 -- `apply` has asked already
        if wins(self.spot(), self.rules, sense):
            self.over, self.winner = True, self.turn
        self._lay_out(play.sequences)
        self.up_to[seat] = sense.rank
        self.steps[seat] += sense.steps
        self.has_put_down, self.safe[seat] = True, False
        self._land()
        if not self.hands[seat] and not self.over:
            self._end_turn()

    def _lay_out(self, chain: Chain) -> None:
        """Move the cards (PU-17 to PU-20); with none left in hand the former top discard comes back
        on top.
        """
        seat = self.turn - 1
        hand = self.hands[seat]
        laid = tuple(card for sequence in chain for card in sequence)
        for card in laid:
            hand = without(hand, card)
        self._give(hand)
        front = kept(chain[-1], self.rules)
        covered = self.pile[-1:] if not hand else []
        self.pile[len(self.pile) - len(covered) :] = [
            *self.fronts[seat],
            *laid[: len(laid) - len(front)],
            *covered,
        ]
        self.fronts[seat] = front

    def _land(self) -> None:
        if self.rules["racing"] == "yes" and self.rules["landing_misses"] == "yes":
            here = self.up_to[self.turn - 1]
            for seat in range(self.players):
                self.missing[seat] |= seat != self.turn - 1 and self.up_to[seat] == here

    def _end_turn(self) -> None:
        """Fill the hand up after putting down (PU-10); the turn passes on, over those who miss
        theirs.
        """
        if self.has_put_down:
            while len(self.hands[self.turn - 1]) < HAND and self.can_take(DRAW):
                self._draw()
        self.taken = self.has_put_down = False
        self.turn = self.turn % self.players + 1
        while self.missing[self.turn - 1]:
            self.missing[self.turn - 1] = False
            self.turn = self.turn % self.players + 1

"""A whole game of Swedish Pursuit: the course of play with verdicts, and the points at the end."""

from typing import NoReturn

from scoring.cards import SUITS, card_text
from scoring.counting.hand import Hand, receipt
from scoring.games.swedish_pursuit.check import check_in_game
from scoring.games.swedish_pursuit.course import Course
from scoring.law.game import Ending, GameError, Result, summary
from scoring.law.plays import Play
from scoring.law.verdict import IllegalPlay, Verdict


class SwedishPursuit(Course):
    """A game being played, as `scoring.law.game.Game` describes it."""

    __slots__ = ()

    def check(self, play: Play) -> Verdict:
        """The verdict on a play, call or challenge with its reasons. Never raises."""
        return check_in_game(self, play)

    def refuse(self, play: Play) -> NoReturn:
        """Raise IllegalPlay with the verdict on the play."""
        raise IllegalPlay(self.check(play))

    def points(self) -> tuple[int, ...]:
        """The points of seats 1, 2, ... as the hands now stand (SP-8, SP-9, SP-30 to SP-33; SP-A16
        when blocked).
        """
        values = self.law.points
        counts = []
        for mask in self.hands[1:]:
            total = 0
            while mask:
                low = mask & -mask
                total += values[low.bit_length() - 1]
                mask ^= low
            counts.append(total)
        if self.ending == "blocked" and self.law.blocked == "lowest_zero":
            least = min(counts)
            return tuple(0 if count == least else count for count in counts)
        return tuple(counts)

    def __repr__(self) -> str:
        return summary(self, f"{card_text(self.top)} ({SUITS[self.suit]})")

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game, without receipts.

        Raises GameError while it is on.
        """
        if self.ending is None:
            raise GameError("The game is not over yet.")
        return () if self.ending == "redeal" else self.points(), self.ending

    def result(self) -> Result:
        """The points of a finished game with a receipt for every hand.

        Raises GameError while it is on.
        """
        points, ending = self.outcome()
        receipts = tuple(
            receipt(Hand(tuple(card_text(card) for card in self.hand(seat))), self.rules)
            for seat in range(1, self.players + 1)
        )
        return Result(ending, self.winner, points, receipts, citation=self.rules.citation)

"""A shedding game being played: the laying machine with verdicts, and the points at the end."""

from typing import NoReturn, Self

from scoring.cards import SUITS, card_text
from scoring.counting.hand import Hand, receipt
from scoring.games.shedding.check import check_in_game
from scoring.games.shedding.law import flags_of
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.machine import Machine
from scoring.law.game import Result, Shuffle, summary
from scoring.law.plays import Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import IllegalPlay, Verdict


class Shedding(Machine):
    """A game with every card known, as `scoring.law.game.Game` describes it."""

    __slots__ = ()

    def __init__(self, rules: Rules, placement: Placement, shuffle: Shuffle | None = None) -> None:
        super().__init__(rules, flags_of(rules), placement, shuffle)

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

    def refuse(self, play: Play) -> NoReturn:
        """Raise IllegalPlay with the verdict on the play."""
        raise IllegalPlay(self.check(play))

    def under(self, rules: Rules) -> Self:
        """The same table as other rules see it: to be asked what is legal there, not to be played
        on.
        """
        twin = self.copy()
        twin.obey(rules, flags_of(rules))
        return twin

    def __repr__(self) -> str:
        return summary(self, f"{card_text(self.top)} ({SUITS[self.suit]})")

    def result(self) -> Result:
        """The points of a finished game with a receipt for every hand.

        Raises GameError while it is on.
        """
        points, ending = self.outcome()
        if ending == "redeal":
            return Result(ending, None, (), citation=self.rules.citation)
        hands = (self.hand(seat) for seat in range(1, self.players + 1))
        receipts = tuple(
            receipt(Hand(tuple(card_text(card) for card in hand)), self.rules) for hand in hands
        )
        places = () if self.winner is None else (self.winner,)
        return Result(ending, self.winner, points, receipts, places, self.rules.citation)

"""A game whose rulebook is all there is, being played on the laying machine."""

from scoring.games.shedding.check import check_in_game
from scoring.games.shedding.flags import Flags
from scoring.games.shedding.law import flags_of
from scoring.games.shedding.laying_game import LayingGame
from scoring.law.plays import Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict


class Shedding(LayingGame):
    """A game with every card known."""

    __slots__ = ()

    @staticmethod
    def read_flags(rules: Rules) -> Flags:
        """The flags that the rules set."""
        return flags_of(rules)

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

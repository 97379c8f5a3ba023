"""A game of Swedish Pursuit being played on the laying machine."""

from scoring.games.shedding.flags import Flags
from scoring.games.shedding.laying_game import LayingGame
from scoring.games.swedish_pursuit.check import check_in_game
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.law.plays import Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict


class SwedishPursuit(LayingGame):
    """A game with every card known."""

    __slots__ = ()

    @staticmethod
    def read_flags(rules: Rules) -> Flags:
        """The flags that the rules set."""
        return flags_of(rules)

    def check(self, play: Play) -> Verdict:
        """The verdict on a play, call or challenge with its reasons. Never raises."""
        return check_in_game(self, play)

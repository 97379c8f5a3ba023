"""A game of Switch being played on the laying machine, from one pack or two."""

from scoring.games.shedding.flags import Flags
from scoring.games.shedding.laying_game import LayingGame
from scoring.games.switch.check import check_in_game
from scoring.games.switch.flags import flags_of
from scoring.law.plays import Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict


class Switch(LayingGame):
    """A game with every card known."""

    __slots__ = ()

    @staticmethod
    def read_flags(rules: Rules) -> Flags:
        """The flags that the rules set."""
        return flags_of(rules)

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

    def places(self) -> tuple[int, ...]:
        """The seats in order of finishing; whoever is left when all others are out comes last."""
        last = [seat for seat in range(1, self.players + 1) if seat not in self.out]
        return (*self.out, *(last if self.ending == "won" and len(last) == 1 else ()))

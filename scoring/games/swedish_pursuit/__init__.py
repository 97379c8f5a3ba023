"""Swedish Pursuit, the game of the livery evening, dealt, played and asked about."""

from typing import ClassVar

from scoring.cards import EIGHT
from scoring.games.shedding.engine import laying_engine
from scoring.games.shedding.laying_game import LayingGame
from scoring.games.swedish_pursuit.calls import (
    check_call,
    check_challenge,
    check_challenge_in_game,
    check_naming,
    check_naming_in_game,
)
from scoring.games.swedish_pursuit.check import check_table, judge, position_of
from scoring.games.swedish_pursuit.claims import check_blocked, check_start, counted
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.law.claims import tally_check
from scoring.law.plays import Call, Challenge, Nominate, Play
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
    NamingPosition,
    StartPosition,
    TablePosition,
)
from scoring.law.rules_text import rulebook_of
from scoring.law.verdict import Check, Verdict

SWEDISH_PURSUIT = rulebook_of("swedish_pursuit")


class SwedishPursuit(LayingGame):
    """A game with every card known."""

    __slots__ = ()
    read_flags = staticmethod(flags_of)
    asides: ClassVar = {
        Call: check_call, Challenge: check_challenge_in_game, Nominate: check_naming_in_game,
    }  # fmt: skip

    def judge_play(self, play: Play) -> Verdict:
        """The verdict on a play of the seat on turn."""
        return judge(position_of(self), play, self.rules)


_CHECKS: dict[type, Check] = {
    TablePosition: check_table,
    StartPosition: check_start,
    HandPosition: tally_check(counted),
    CallPosition: check_challenge,
    NamingPosition: check_naming,
    BlockedPosition: check_blocked,
}
ENGINE = laying_engine(SWEDISH_PURSUIT, SwedishPursuit, _CHECKS, EIGHT)

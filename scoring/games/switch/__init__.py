"""Switch as a game that can be dealt, from one pack or two, played and asked about."""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.cards import ACE
from scoring.games.shedding.calls import check_call, check_challenge_in_game
from scoring.games.shedding.engine import laying_engine
from scoring.games.shedding.laying_game import LayingGame
from scoring.games.shedding.whole import whole_of
from scoring.games.switch.calls import check_challenge, check_naming, check_naming_in_game
from scoring.games.switch.check import check_table, judge
from scoring.games.switch.claims import borrowed, check_blocked, check_start
from scoring.games.switch.flags import flags_of
from scoring.law.case_file import read_position, without_jokers
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

SWITCH = rulebook_of("switch")


class Switch(LayingGame):
    """A game with every card known."""

    __slots__ = ()
    read_flags = staticmethod(flags_of)
    asides: ClassVar = {
        Call: check_call, Challenge: check_challenge_in_game, Nominate: check_naming_in_game,
    }  # fmt: skip

    def judge_play(self, play: Play) -> Verdict:
        """The verdict on a play of the seat on turn."""
        return judge(whole_of(self), play, self.rules)

    def places(self) -> tuple[int, ...]:
        """The seats in order of finishing; whoever is left when all others are out comes last."""
        last = [seat for seat in range(1, self.players + 1) if seat not in self.out]
        return (*self.out, *(last if self.ending == "won" and len(last) == 1 else ()))


def _read(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    return without_jokers(read_position(facts, kind), "Switch")


_CHECKS: dict[type, Check] = {
    TablePosition: check_table,
    StartPosition: check_start,
    HandPosition: tally_check(borrowed),
    CallPosition: check_challenge,
    NamingPosition: check_naming,
    BlockedPosition: check_blocked,
}
ENGINE = laying_engine(SWITCH, Switch, _CHECKS, ACE, _read)

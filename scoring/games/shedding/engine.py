"""The engines of the laying games, and the one of a game whose rulebook is all there is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from scoring.games.shedding.calls import check_call, check_challenge, check_challenge_in_game
from scoring.games.shedding.check import check_start, check_table, counted, judge
from scoring.games.shedding.law import flags_of, law_of
from scoring.games.shedding.laying_game import LayingGame
from scoring.games.shedding.whole import whole_of
from scoring.games.shedding.witness import bounds_of
from scoring.law.case_file import questions_of, read_position
from scoring.law.claims import answered_by, check_blocked, check_setup, tally_check
from scoring.law.game import Engine, Notation
from scoring.law.plays import Call, Challenge, Nominate, Play
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
    SetupPosition,
    StartPosition,
    TablePosition,
)
from scoring.law.rulebook import Rulebook
from scoring.law.verdict import Check, Verdict


class Shedding(LayingGame):
    """A game with every card known, played by its rulebook alone."""

    __slots__ = ()
    read_flags = staticmethod(flags_of)
    asides: ClassVar = {Call: check_call, Challenge: check_challenge_in_game}

    def judge_play(self, play: Play) -> Verdict:
        """The verdict on a play of the seat on turn."""
        return judge(whole_of(self), play, self.rules)


def laying_engine(
    book: Rulebook,
    game: type[LayingGame],
    checks: Mapping[type, Check],
    wild: int | None,
    read: Callable[[Mapping[str, Any], str], Any] = read_position,
) -> Engine:
    """The engine of a game on the laying machine: `checks` answer by the class of the position,
    the usual ones beside them; its position is read by `read`, its questions as in all of them.
    """
    return Engine(
        book,
        game.deal,
        game.lay_out,
        answered_by({SetupPosition: check_setup, BlockedPosition: check_blocked, **checks}),
        read,
        questions_of(book.title, late_suit=Nominate in game.asides),
        wild=wild,
        bounds=lambda rules: bounds_of(game.read_flags(rules)),
    )


def engine_of(book: Rulebook) -> Engine:
    """The engine of a game that its rulebook tells whole."""
    checks: dict[type, Check] = {
        TablePosition: check_table,
        StartPosition: check_start,
        HandPosition: tally_check(counted),
        CallPosition: check_challenge,
    }
    wild = next(iter(law_of(book.rules()).wild), None)
    engine = laying_engine(book, Shedding, checks, wild)
    return replace(engine, notation=Notation(table="drawing"))

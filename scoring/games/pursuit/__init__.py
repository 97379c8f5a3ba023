"""Pursuit and its racing variation: deal, play, questions; see `scoring.law.game`."""

from scoring.cards import TEN
from scoring.games.pursuit.check import check_setup, check_table
from scoring.games.pursuit.game import PACKETS, PursuitGame, deal, set_out
from scoring.games.pursuit.position import PursuitPosition, read_position, read_question
from scoring.games.pursuit.sequences import FIVE
from scoring.games.pursuit.witness import bounds
from scoring.law.claims import answered_by
from scoring.law.game import Engine, Notation
from scoring.law.plays import DRAW
from scoring.law.position import SetupPosition
from scoring.law.rules_text import rulebook_of

__all__ = ["ENGINE", "PURSUIT", "PursuitGame", "PursuitPosition", "check"]


PURSUIT = rulebook_of("pursuit")
check = answered_by({PursuitPosition: check_table, SetupPosition: check_setup})
NOTATION = Notation(
    DRAW, "chase", sequences=True, packets=PACKETS, fronts=(FIVE, TEN), set_out=set_out
)
ENGINE = Engine(
    PURSUIT,
    deal,
    PursuitGame,
    check,
    read_position,
    read_question,
    notation=NOTATION,
    bounds=bounds,
    slow=True,
)

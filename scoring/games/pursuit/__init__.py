"""Pursuit and its racing variation: deal, play, questions; see `scoring.law.game`."""

from scoring.cards import TEN
from scoring.games.pursuit.check import check_table
from scoring.games.pursuit.game import PursuitGame
from scoring.games.pursuit.position import PursuitPosition, read_position, read_question
from scoring.games.pursuit.rules import PURSUIT
from scoring.games.pursuit.start import FIVE, PACKETS, check_setup, deal, lay_out, set_out
from scoring.games.pursuit.witness import bounds
from scoring.law.game import Engine, Notation
from scoring.law.plays import DRAW, Play, Setup
from scoring.law.position import SetupPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

__all__ = ["ENGINE", "PursuitGame", "PursuitPosition", "check"]


def check(
    position: PursuitPosition | SetupPosition, question: Play | Setup, rules: Rules
) -> Verdict:
    """Answer a question about a play or a set-up.

    Raises TypeError if position and question do not belong together.
    """
    if isinstance(position, SetupPosition) and isinstance(question, Setup):
        return check_setup(position, rules)
    if isinstance(position, PursuitPosition) and not isinstance(question, Setup):
        return check_table(position, question, rules)
    raise TypeError("A set-up is asked about with its own position, a play with that of a table.")


NOTATION = Notation(
    DRAW, "chase", sequences=True, packets=PACKETS, fronts=(FIVE, TEN), set_out=set_out
)
ENGINE = Engine(
    PURSUIT,
    deal,
    lay_out,
    check,
    read_position,
    read_question,
    notation=NOTATION,
    bounds=bounds,
    slow=True,
)

"""Pursuit and its racing variation: deal, play, questions; see `scoring.game`."""

from scoring.claims import Setup
from scoring.game import Engine
from scoring.plays import Play
from scoring.position import SetupPosition
from scoring.pursuit.check import check_table
from scoring.pursuit.game import PursuitGame
from scoring.pursuit.position import PursuitPosition, read_position, read_question
from scoring.pursuit.setup import check_setup
from scoring.pursuit.start import deal
from scoring.rulebook import Rules
from scoring.rulebooks.pursuit import PURSUIT
from scoring.verdict import Verdict

__all__ = ["ENGINE", "PursuitGame", "PursuitPosition", "check"]


def check(position: PursuitPosition | SetupPosition, question: Play | Setup, rules: Rules) -> Verdict:
    """Answer a question about a play or a set-up. Raises TypeError if position and question do not belong together."""
    if isinstance(position, SetupPosition) and isinstance(question, Setup):
        return check_setup(position, rules)
    if isinstance(position, PursuitPosition) and not isinstance(question, Setup):
        return check_table(position, question, rules)
    raise TypeError("A set-up is asked about with its own position, a play with that of a table.")


ENGINE = Engine(PURSUIT, deal, check, read_position, read_question)

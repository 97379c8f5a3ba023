"""Ottawa as a game that can be dealt, played and asked about."""

from scoring.games.ottawa.claims import CHECKS
from scoring.games.ottawa.game import Ottawa, deal
from scoring.games.ottawa.position import moments, read_position, read_question
from scoring.law.claims import answered_by
from scoring.law.game import Engine, Notation
from scoring.law.plays import DRAW
from scoring.law.rules_text import rulebook_of
from scoring.law.witness import Bounds

OTTAWA = rulebook_of("ottawa")
ENGINE = Engine(
    OTTAWA,
    deal,
    Ottawa,
    answered_by(CHECKS),
    read_position,
    read_question,
    notation=Notation(DRAW, "pile"),
    bounds=lambda rules: Bounds(moments=moments),
    slow=True,
)

"""Ottawa as a game that can be dealt, played and asked about."""

from scoring.games.ottawa.game import Ottawa
from scoring.games.ottawa.questions import check, read_position, read_question
from scoring.games.ottawa.start import deal
from scoring.games.ottawa.witness import moments
from scoring.law.game import Engine, Notation
from scoring.law.plays import DRAW
from scoring.law.rules_text import rulebook_of
from scoring.law.witness import Bounds

OTTAWA = rulebook_of("ottawa")
ENGINE = Engine(
    OTTAWA,
    deal,
    Ottawa,
    check,
    read_position,
    read_question,
    notation=Notation(DRAW, "pile"),
    bounds=lambda rules: Bounds(moments=moments),
    slow=True,
)

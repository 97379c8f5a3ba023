"""Ottawa as a game that can be dealt, played and asked about."""

from scoring.games.ottawa.questions import check, read_position, read_question
from scoring.games.ottawa.rules import OTTAWA
from scoring.games.ottawa.start import deal, lay_out
from scoring.games.ottawa.witness import moments
from scoring.law.game import Engine, Notation, SizeMeasure
from scoring.law.plays import DRAW
from scoring.law.witness import Bounds

SIZES = (
    SizeMeasure(3, 4000, 29.920, 0.187, 47.000, 0.3333),
    SizeMeasure(4, 4000, 31.388, 0.147, 57.456, 0.2500),
    SizeMeasure(5, 4000, 32.450, 0.119, 67.049, 0.2000),
    SizeMeasure(6, 4000, 33.367, 0.102, 76.251, 0.1667),
)

ENGINE = Engine(
    OTTAWA,
    deal,
    lay_out,
    check,
    read_position,
    read_question,
    sizes=SIZES,
    notation=Notation(DRAW, "pile"),
    bounds=lambda rules: Bounds(moments=moments),
    slow=True,
)

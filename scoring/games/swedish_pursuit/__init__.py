"""Swedish Pursuit as a game that can be dealt, played and asked about."""

from scoring.cards import EIGHT
from scoring.games.shedding.witness import bounds_of
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.games.swedish_pursuit.game import SwedishPursuit
from scoring.games.swedish_pursuit.questions import check, read_question
from scoring.games.swedish_pursuit.rules import SWEDISH_PURSUIT
from scoring.law.case_file import read_position
from scoring.law.game import Engine, SizeMeasure

SIZES = (
    SizeMeasure(3, 40000, 14.343, 0.036, 15.900, 0.3179),
    SizeMeasure(4, 40000, 15.621, 0.032, 15.812, 0.2412),
    SizeMeasure(5, 40000, 16.426, 0.031, 15.732, 0.1939),
    SizeMeasure(6, 40000, 16.638, 0.030, 15.499, 0.1612),
)

ENGINE = Engine(
    SWEDISH_PURSUIT,
    SwedishPursuit.deal,
    SwedishPursuit.lay_out,
    check,
    read_position,
    read_question,
    wild=EIGHT,
    sizes=SIZES,
    bounds=lambda rules: bounds_of(flags_of(rules)),
)

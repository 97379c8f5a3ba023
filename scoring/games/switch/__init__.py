"""Switch as a game that can be dealt, played and asked about."""

from scoring.cards import ACE
from scoring.games.shedding.witness import bounds_of
from scoring.games.switch.flags import flags_of
from scoring.games.switch.game import Switch
from scoring.games.switch.questions import check, read_position, read_question
from scoring.games.switch.rules import SWITCH
from scoring.law.game import Engine, SizeMeasure

SIZES = (
    SizeMeasure(3, 20000, 22.162, 0.085, 26.818, 0.3333),
    SizeMeasure(4, 20000, 24.459, 0.076, 26.974, 0.2500),
    SizeMeasure(5, 20000, 26.371, 0.069, 27.336, 0.2000),
    SizeMeasure(6, 20000, 27.392, 0.068, 27.949, 0.1667),
)
"""Where hands are counted (scoring=hand_points)."""

ENGINE = Engine(
    SWITCH,
    Switch.deal,
    Switch.lay_out,
    check,
    read_position,
    read_question,
    wild=ACE,
    sizes=SIZES,
    bounds=lambda rules: bounds_of(flags_of(rules)),
)

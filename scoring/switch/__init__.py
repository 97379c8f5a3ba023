"""Switch as a game that can be dealt, played and asked about."""

from scoring.game import Engine
from scoring.rulebooks.switch import SWITCH
from scoring.switch.questions import check, read_position, read_question
from scoring.switch.start import deal

ENGINE = Engine(SWITCH, deal, check, read_position, read_question)

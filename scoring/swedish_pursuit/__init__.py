"""Swedish Pursuit as a game that can be dealt, played and asked about."""

from scoring.case_file import read_position
from scoring.game import Engine
from scoring.rulebooks.swedish_pursuit import SWEDISH_PURSUIT
from scoring.swedish_pursuit.questions import check, read_question
from scoring.swedish_pursuit.start import deal

ENGINE = Engine(SWEDISH_PURSUIT, deal, check, read_position, read_question)

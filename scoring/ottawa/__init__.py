"""Ottawa as a game that can be dealt, played and asked about."""

from scoring.game import Engine
from scoring.ottawa.questions import check, read_position, read_question
from scoring.ottawa.start import deal
from scoring.rulebooks.ottawa import OTTAWA

ENGINE = Engine(OTTAWA, deal, check, read_position, read_question)

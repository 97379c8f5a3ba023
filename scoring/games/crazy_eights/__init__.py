"""Crazy Eights, dealt, played and asked about: its rulebook is all there is."""

from scoring.games.crazy_eights.rules import CRAZY_EIGHTS
from scoring.games.shedding.engine import engine_of

ENGINE = engine_of(CRAZY_EIGHTS)

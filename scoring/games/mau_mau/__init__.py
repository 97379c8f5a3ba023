"""Mau-Mau, dealt, played and asked about: its rulebook is all there is."""

from scoring.games.mau_mau.rules import MAU_MAU
from scoring.games.shedding.engine import engine_of

ENGINE = engine_of(MAU_MAU)

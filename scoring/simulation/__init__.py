"""Simulated play: players, pools of joint table results, finishes of an event; all chance comes in as an argument."""

from scoring.simulation.finishing import Field, Finishes, finishes
from scoring.simulation.playing import Player, at_random, play_out, simple
from scoring.simulation.pooling import Pool, TableResult, pool, pools, turned

__all__ = [
    "Field",
    "Finishes",
    "Player",
    "Pool",
    "TableResult",
    "at_random",
    "finishes",
    "play_out",
    "pool",
    "pools",
    "simple",
    "turned",
]

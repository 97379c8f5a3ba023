"""What the size of a table does to the points of its players, measured by simulated play.

At a table of four a quarter of the players go out in every game, at one of six a sixth: small tables bring lower
totals, and more low ones. The figures were made once by `python -m scoring sizes GAME` and are kept here. Where places
or wins are counted nothing needs to be measured: their mean follows from the way of counting.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random

from scoring.formats.format import SPREAD, Scorer
from scoring.rulebook import Rules
from scoring.simulation.playing import Player, simple
from scoring.simulation.pooling import pool
from scoring.table_par import par_words


@dataclass(frozen=True, slots=True)
class SizeMeasure:
    """Simulated games at tables of one size: points a player and game.

    `seats` players, `games` games, the `mean` points with its standard error, their standard deviation, and the share
    of players who went out (0 to 1).
    """

    seats: int
    games: int
    mean: float
    error: float
    deviation: float
    out: float


MEASURED: Mapping[str, tuple[SizeMeasure, ...]] = {
    "swedish_pursuit": (
        SizeMeasure(3, 40000, 14.343, 0.036, 15.900, 0.3179),
        SizeMeasure(4, 40000, 15.621, 0.032, 15.812, 0.2412),
        SizeMeasure(5, 40000, 16.426, 0.031, 15.732, 0.1939),
        SizeMeasure(6, 40000, 16.638, 0.030, 15.499, 0.1612),
    ),
    "switch": (
        SizeMeasure(3, 20000, 22.162, 0.085, 26.818, 0.3333),
        SizeMeasure(4, 20000, 24.459, 0.076, 26.974, 0.2500),
        SizeMeasure(5, 20000, 26.371, 0.069, 27.336, 0.2000),
        SizeMeasure(6, 20000, 27.392, 0.068, 27.949, 0.1667),
    ),
    "ottawa": (
        SizeMeasure(3, 4000, 29.920, 0.187, 47.000, 0.3333),
        SizeMeasure(4, 4000, 31.388, 0.147, 57.456, 0.2500),
        SizeMeasure(5, 4000, 32.450, 0.119, 67.049, 0.2000),
        SizeMeasure(6, 4000, 33.367, 0.102, 76.251, 0.1667),
    ),
}
"""By rulebook under its usual options, Switch where hands are counted; the smallest table first. Pursuit has none."""


def measure(rules: Rules, seats: int, games: int, rng: Random, player: Player = simple) -> SizeMeasure | None:
    """Play so many games (from 2) at a table of so many and measure; None where the game has no points.

    The error is that of the means of tables, since the players of one table are not independent. Raises GameError for a
    table size the rules do not allow.
    """
    results = pool(rules, seats, games, rng, player).results
    tables = [result.points for result in results if result.points]
    if not tables:
        return None
    points = [one for table in tables for one in table]
    mean = sum(points) / len(points)
    between = sum((sum(table) / seats - mean) ** 2 for table in tables) / (len(tables) - 1)
    deviation = sqrt(sum((one - mean) ** 2 for one in points) / len(points))
    out = sum(result.winner is not None for result in results) / len(points)
    return SizeMeasure(seats, len(tables), mean, sqrt(between / len(tables)), deviation, out)


def measured(game: str) -> tuple[SizeMeasure, ...]:
    """The kept figures of a rulebook, the smallest table first; none where its players score no points."""
    return MEASURED.get(game, ())


def by_counting(scorer: Scorer, seats: int) -> float | None:
    """What a player of a table of so many gets in a game on average, whoever plays; None where the play decides that.

    For wins it is what they get where every game is won by somebody.
    """
    if scorer == "places":
        return (seats + 1) / 2
    if scorer == "spread_places":
        return SPREAD / 2
    return 1 / seats if scorer == "win" else None


def suggested(game: str) -> str:
    """The measured par of tables of four, five and six as it is declared; nothing where none was measured."""
    return par_words(tuple((one.seats, round(one.mean * 10)) for one in measured(game) if 4 <= one.seats <= 6))

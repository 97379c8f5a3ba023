"""What the size of a table does to the points of its players, measured by simulated play.

At a table of four a quarter of the players go out in every game, at one of six a sixth: small
tables bring lower totals, and more low ones. The figures were made once by `python -m scoring sizes
GAME` and are kept here. Where places or wins are counted nothing needs to be measured: their mean
follows from the way of counting.
"""

from math import sqrt
from random import Random

from scoring.counting.table_par import par_words
from scoring.foresight.simulation import pool
from scoring.formats.format import SPREAD, Scorer
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rules, SizeMeasure


def measure(rules: Rules, seats: int, games: int, rng: Random) -> SizeMeasure | None:
    """Play so many games (from 2) at a table of so many and measure; None where the game has no
    points.

    The error is that of the means of tables, since the players of one table are not independent.
    Raises GameError for a table size the rules do not allow.
    """
    results = pool(rules, seats, games, rng).results
    tables = [result.points for result in results if result.points]
    if not tables:
        return None
    points = [number for table in tables for number in table]
    mean = sum(points) / len(points)
    between = sum((sum(table) / seats - mean) ** 2 for table in tables) / (len(tables) - 1)
    deviation = sqrt(sum((point - mean) ** 2 for point in points) / len(points))
    out = sum(result.winner is not None for result in results) / len(points)
    return SizeMeasure(seats, len(tables), mean, sqrt(between / len(tables)), deviation, out)


def measured(game: str) -> tuple[SizeMeasure, ...]:
    """The kept figures of a rulebook, the smallest table first; none where its players score no
    points.
    """
    return RULEBOOKS[game].sizes if game in RULEBOOKS else ()


def by_counting(scorer: Scorer, seats: int) -> float | None:
    """What a player of a table of so many gets in a game on average, whoever plays; None where the
    play decides that.

    For wins it is what they get where every game is won by somebody.
    """
    if scorer == "places":
        return (seats + 1) / 2
    if scorer == "spread_places":
        return SPREAD / 2
    return 1 / seats if scorer == "win" else None


def suggested(game: str) -> str:
    """The measured par of tables of four, five and six as it is declared; nothing where none was
    measured.
    """
    return par_words(
        tuple((row.seats, round(row.mean * 10)) for row in measured(game) if 4 <= row.seats <= 6)
    )

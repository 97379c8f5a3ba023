"""The engines of the games that can be played and asked about, by rulebook name."""

from functools import cache

from scoring.games.ottawa import ENGINE as OTTAWA
from scoring.games.pursuit import ENGINE as PURSUIT
from scoring.games.rulebooks import DATA_ALONE, rulebook
from scoring.games.shedding.conduct import conduct_by
from scoring.games.shedding.engine import engine_of
from scoring.games.shedding.leaflet import leaflet as shedding_leaflet
from scoring.games.swedish_pursuit import ENGINE as SWEDISH_PURSUIT
from scoring.games.switch import ENGINE as SWITCH
from scoring.law.case import Conduct, conduct_of
from scoring.law.game import Engine
from scoring.law.leaflet import Leaflet, leaflet_of
from scoring.law.rulebook import Rules, RulesError

ENGINES: dict[str, Engine] = {
    engine.rulebook.name: engine
    for engine in (SWEDISH_PURSUIT, SWITCH, OTTAWA, PURSUIT, *map(engine_of, DATA_ALONE))
}
"""Every engine under the name of its rulebook, with underscores."""


def engine(name: str) -> Engine:
    """Find an engine by the name of its game, written with hyphen or underscore.

    Raises RulesError.
    """
    book = rulebook(name)
    if book.name not in ENGINES:
        raise RulesError(f"{book.title} has rules but cannot be played or asked about yet.")
    return ENGINES[book.name]


@cache
def conduct(name: str) -> Conduct:
    """What a game brings to disputes, by the name of its rulebook. Raises RulesError."""
    book = engine(name).rulebook
    return conduct_by(book) if book in DATA_ALONE else conduct_of(book.name)


def leaflet(rules: Rules, *, for_two: bool = False) -> Leaflet:
    """The rules of a game on one page that a player can read aloud, `for_two` where every table is
    of two. Raises RulesError.
    """
    alone = engine(rules.rulebook.name).rulebook in DATA_ALONE
    return shedding_leaflet(rules) if alone else leaflet_of(rules, for_two=for_two)

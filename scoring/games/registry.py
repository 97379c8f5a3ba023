"""The engines of the games that can be played and asked about, by rulebook name."""

from scoring.games.ottawa import ENGINE as OTTAWA
from scoring.games.ottawa.conduct import CONDUCT as OTTAWA_CONDUCT
from scoring.games.pursuit import ENGINE as PURSUIT
from scoring.games.pursuit.conduct import CONDUCT as PURSUIT_CONDUCT
from scoring.games.rulebooks import DATA_ALONE, rulebook
from scoring.games.shedding.conduct import conduct_of
from scoring.games.shedding.engine import engine_of
from scoring.games.shedding.leaflet import leaflet as shedding_leaflet
from scoring.games.swedish_pursuit import ENGINE as SWEDISH_PURSUIT
from scoring.games.swedish_pursuit.conduct import CONDUCT as SWEDISH_PURSUIT_CONDUCT
from scoring.games.switch import ENGINE as SWITCH
from scoring.games.switch.conduct import CONDUCT as SWITCH_CONDUCT
from scoring.law.case import Conduct
from scoring.law.game import Engine
from scoring.law.leaflet import Leaflet, leaflet_of
from scoring.law.rulebook import Rules, RulesError

_GAMES: tuple[tuple[Engine, Conduct], ...] = (
    (SWEDISH_PURSUIT, SWEDISH_PURSUIT_CONDUCT),
    (SWITCH, SWITCH_CONDUCT),
    (OTTAWA, OTTAWA_CONDUCT),
    (PURSUIT, PURSUIT_CONDUCT),
    *((engine_of(book), conduct_of(book)) for book in DATA_ALONE),
)
ENGINES: dict[str, Engine] = {engine.rulebook.name: engine for engine, _ in _GAMES}
"""Every engine under the name of its rulebook, with underscores."""
_CONDUCTS: dict[str, Conduct] = {engine.rulebook.name: conduct for engine, conduct in _GAMES}


def engine(name: str) -> Engine:
    """Find an engine by the name of its game, written with hyphen or underscore.

    Raises RulesError.
    """
    book = rulebook(name)
    if book.name not in ENGINES:
        raise RulesError(f"{book.title} has rules but cannot be played or asked about yet.")
    return ENGINES[book.name]


def conduct(name: str) -> Conduct:
    """What a game brings to disputes, by the name of its rulebook. Raises RulesError."""
    return _CONDUCTS[engine(name).rulebook.name]


def leaflet(rules: Rules, *, for_two: bool = False, laps: int = 5) -> Leaflet:
    """The rules of a game on one page that a player can read aloud, `for_two` where every table is
    of two; so many `laps` win a race of Pursuit. Raises RulesError.
    """
    alone = engine(rules.rulebook.name).rulebook in DATA_ALONE
    return shedding_leaflet(rules) if alone else leaflet_of(rules, for_two=for_two, laps=laps)

"""The engines of the games that can be played and asked about, by rulebook name."""

from scoring.game import Engine
from scoring.ottawa import ENGINE as OTTAWA
from scoring.pursuit import ENGINE as PURSUIT
from scoring.rulebook import RulesError
from scoring.rulebooks import rulebook
from scoring.swedish_pursuit import ENGINE as SWEDISH_PURSUIT
from scoring.switch import ENGINE as SWITCH

ENGINES: dict[str, Engine] = {engine.rulebook.name: engine for engine in (SWEDISH_PURSUIT, SWITCH, OTTAWA, PURSUIT)}
"""Every engine under the name of its rulebook, with underscores."""


def engine(name: str) -> Engine:
    """Find an engine by the name of its game, written with hyphen or underscore. Raises RulesError."""
    book = rulebook(name)
    if book.name not in ENGINES:
        raise RulesError(f"{book.title} has rules but cannot be played or asked about yet.")
    return ENGINES[book.name]

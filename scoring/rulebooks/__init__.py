"""The rulebooks by name; each game's clauses, options and values stand in the module of its name."""

from scoring.rulebook import Rulebook, RulesError
from scoring.rulebooks.ottawa import OTTAWA
from scoring.rulebooks.pursuit import PURSUIT
from scoring.rulebooks.swedish_pursuit import SWEDISH_PURSUIT
from scoring.rulebooks.switch import SWITCH

RULEBOOKS: dict[str, Rulebook] = {book.name: book for book in (SWEDISH_PURSUIT, SWITCH, OTTAWA, PURSUIT)}
"""Every rulebook under its name with underscores."""


def rulebook(name: str) -> Rulebook:
    """Find a rulebook by name, written with hyphen or underscore. Raises RulesError naming the games there are."""
    try:
        return RULEBOOKS[name.strip().lower().replace("-", "_").replace(" ", "_")]
    except KeyError:
        known = ", ".join(book.slug for book in RULEBOOKS.values())
        raise RulesError(f"There is no rulebook “{name}”. The games are: {known}.") from None

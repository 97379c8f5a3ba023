"""The rulebooks by name; each game's clauses, options and values stand in the
module of its name.
"""

from scoring.games.crazy_eights.rules import CRAZY_EIGHTS
from scoring.games.mau_mau.rules import MAU_MAU
from scoring.games.ottawa.rules import OTTAWA
from scoring.games.pursuit.rules import PURSUIT
from scoring.games.swedish_pursuit.rules import SWEDISH_PURSUIT
from scoring.games.switch.rules import SWITCH
from scoring.law.rulebook import Rulebook, RulesError

RULEBOOKS: dict[str, Rulebook] = {
    book.name: book for book in (SWEDISH_PURSUIT, SWITCH, OTTAWA, PURSUIT, CRAZY_EIGHTS, MAU_MAU)
}
"""Every rulebook under its name with underscores."""
USUAL = SWEDISH_PURSUIT.name
"""The game of an evening that names none."""
_SLUGS = [book.slug for book in RULEBOOKS.values()]
SLUGS = f"{', '.join(_SLUGS[:-1])} or {_SLUGS[-1]}"
"""The games as commands take them, in words."""


def rulebook(name: str) -> Rulebook:
    """Find a rulebook by name, written with hyphen or underscore.

    Raises RulesError naming the games there are.
    """
    exact = RULEBOOKS.get(name)
    if exact:
        return exact
    try:
        return RULEBOOKS[name.strip().lower().replace("-", "_").replace(" ", "_")]
    except KeyError:
        known_value = ", ".join(book.slug for book in RULEBOOKS.values())
        raise RulesError(f"There is no rulebook “{name}”. The games are: {known_value}.") from None

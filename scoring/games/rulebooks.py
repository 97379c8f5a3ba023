"""The rulebooks by name; each game's clauses, options and values stand in the `rules.toml` of its
folder.
"""

from scoring.law.rulebook import Rulebook, RulesError
from scoring.law.rules_text import rulebook_of

USUAL = "swedish_pursuit"
"""The game of an evening that names none."""
DATA_ALONE = tuple(map(rulebook_of, ("crazy_eights", "mau_mau", "prsi", "pesten")))
"""The games whose rulebook is all there is."""
RULEBOOKS: dict[str, Rulebook] = {
    book.name: book
    for book in (*map(rulebook_of, (USUAL, "switch", "ottawa", "pursuit")), *DATA_ALONE)
}
"""Every rulebook under its name with underscores."""
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

"""The rulebooks by name; each game's clauses, options and values stand in the `rules.toml` of its
folder.
"""

from scoring.law.rulebook import Rulebook, RulesError
from scoring.law.rules_text import rulebook_of

USUAL = "swedish_pursuit"
"""The game of an evening that names none."""
DATA_ALONE = tuple(map(rulebook_of, ("crazy_eights", "mau_mau", "prsi", "pesten")))
"""The games without code of their own: `games/shedding` plays them by their rulebooks."""
RULEBOOKS: dict[str, Rulebook] = {
    book.name: book
    for book in (*map(rulebook_of, (USUAL, "switch", "ottawa", "pursuit")), *DATA_ALONE)
}
"""Every rulebook under its name with underscores."""
_SLUGS = [book.slug for book in RULEBOOKS.values()]
SLUGS = f"{', '.join(_SLUGS[:-1])} or {_SLUGS[-1]}"
"""The games for the help of a command: the names that it takes."""


def rulebook(name: str) -> Rulebook:
    """Find a rulebook by name, however it is spelt: with hyphens, underscores or spaces, in small
    or capital letters.

    Raises RulesError naming the games there are.
    """
    book = RULEBOOKS.get(name)
    if book is None:
        book = RULEBOOKS.get(name.strip().lower().replace("-", "_").replace(" ", "_"))
    if book is None:
        games = ", ".join(_SLUGS)
        raise RulesError(f"There is no rulebook “{name}”. The games are: {games}.")
    return book

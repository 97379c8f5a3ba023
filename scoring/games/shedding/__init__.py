"""One machine for games in which a card a turn is laid by suit or rank and some ranks do things.

A game of it is a rulebook: its table of effects says what ranks do, its `aspects` which clause
stands behind each part, and its options by their names what is left open. `SHAPES` in `law.py`
lists the options this machine obeys; a game that does not ask one plays its first value.
"""

from scoring.games.shedding.law import bounds, law_of
from scoring.games.shedding.questions import check, read_question
from scoring.games.shedding.start import deal
from scoring.law.case_file import read_packs
from scoring.law.game import Engine, Notation, SizeMeasure
from scoring.law.rulebook import Rulebook

__all__ = ["engine_of"]


def engine_of(book: Rulebook, sizes: tuple[SizeMeasure, ...] = ()) -> Engine:
    """The engine of a game that this machine plays."""
    wild = next(iter(law_of(book.rules()).wild), None)
    return Engine(
        book,
        deal,
        check,
        read_packs,
        read_question,
        wild=wild,
        sizes=sizes,
        notation=Notation(table="drawing"),
        bounds=bounds,
    )

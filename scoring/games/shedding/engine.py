"""The engine of a game whose rulebook is all there is."""

from scoring.games.shedding.game import Shedding
from scoring.games.shedding.law import flags_of, law_of
from scoring.games.shedding.questions import check, read_question
from scoring.games.shedding.witness import bounds_of
from scoring.law.case_file import read_packs
from scoring.law.game import Engine, Notation, SizeMeasure
from scoring.law.rulebook import Rulebook


def engine_of(book: Rulebook, sizes: tuple[SizeMeasure, ...] = ()) -> Engine:
    """The engine of a game that this machine plays."""
    wild = next(iter(law_of(book.rules()).wild), None)
    return Engine(
        book,
        Shedding.deal,
        Shedding.lay_out,
        check,
        read_packs,
        read_question,
        wild=wild,
        sizes=sizes,
        notation=Notation(table="drawing"),
        bounds=lambda rules: bounds_of(flags_of(rules)),
    )

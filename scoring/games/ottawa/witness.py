"""What the deal leaves at a table of Ottawa: while the card turned up lies alone, nobody has laid
off, and every hand has grown by what was drawn. A new stock leaves two cards on the pile.
"""

from collections.abc import Iterator

from scoring.law.witness import Told
from scoring.words import number_word, spelt

_AT_TABLE = ("lay_off", "draw", "pass")


def moments(case: Told) -> Iterator[str]:
    """What quarrels with a pile of one card."""
    if case.number("discards") != 1 or case.kind not in _AT_TABLE:
        return
    players, alone = case.facts["players"], "“discards” is 1: nobody has laid off yet"
    if case.facts.get("laid_off_this_turn"):
        yield f"“laid_off_this_turn” is true, but {alone}."
    dealt, holding = case.rules.deal.dealt(players), case.hand.total()
    full, stock = case.total - players * dealt - 1, case.number("stock")
    if case.facts.get("hand") is not None and holding < dealt:
        words = f"“hand” has {spelt(holding, 'card')}, but {number_word(dealt)} were dealt"
        yield f"{words}, and {alone}."
    if case.facts.get("drawn_this_turn") and stock == full:
        yield f"“drawn_this_turn” is true, but “stock” is {stock}, as after the deal, and {alone}."

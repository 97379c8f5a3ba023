"""What an umpire cannot see of a table: the facts that may be missing, every table that agrees with
those known, and stand-ins for cards that nobody has seen.
"""

from collections.abc import Iterator
from dataclasses import replace

from scoring.cards import ACE, EIGHT, FULL_PACK, QUEEN, TWO, Card
from scoring.games.shedding.match_tables import PLANE, cards_of_copies
from scoring.law.guesses import Guess, Ways, combinations_of, ways
from scoring.law.plays import MISS, Lay, Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules

TOP, SUIT, PENDING = "the card showing", "the suit in force", "whether the penalty has been taken"
STOCK, HAND = "whether the stock is empty", "the hand"
"""The facts of a position that may be missing, as an umpire is asked for them."""
TOP_BRINGS = {TOP: (SUIT, PENDING)}
"""Whoever sees the top card sees these as well."""
_FIRST = 2 * PLANE
"""Stand-ins for cards nobody has seen are numbered from here: they can be held and drawn, but never
laid.
"""
OTHER_HAND = 3 << _FIRST + 300
"""The hand of everybody but the player to play: two stand-ins."""
UNKNOWN_DISCARDS = 5
"""How many cards lie below the top one, where nobody counted."""
_SOME_STOCK = 20
"""How many cards a stock has that was not seen to be empty."""


def unseen(count: int, offset: int = 0) -> list[Card]:
    """So many stand-in cards; different offsets give different cards."""
    return list(range(_FIRST + offset, _FIRST + offset + count))


def known_cards(mask: int) -> tuple[Card, ...]:
    """The real cards among those of a hand."""
    return cards_of_copies(mask)


def wholes(
    position: TablePosition, play: Play, rules: Rules
) -> Iterator[tuple[Guess, TablePosition]]:
    """Every position without gaps that agrees with what is known, and before it the facts that were
    guessed there. The likeliest comes first.
    """

    def facts(top: Card) -> Iterator[Ways]:
        yield ways(position.suit, SUIT, range(4) if top % 13 == EIGHT else (top // 13,))
        yield ways(position.pending, PENDING, _pendings(top, rules))
        # A player who picks up shows that there was a stock; one who misses does not show that
        # there was none.
        yield ways(position.stock, STOCK, (_SOME_STOCK, 0) if play == MISS else (_SOME_STOCK,))
        yield ways(position.hand, HAND, _hands(play))

    if None not in (getattr(position, name) for name in _FIELDS):
        yield (), position
        return
    for values, guess in combinations_of(ways(position.top, TOP, FULL_PACK), facts):
        yield guess, replace(position, **dict(zip(_FIELDS, values, strict=True)))


_FIELDS = ("top", "suit", "pending", "stock", "hand")
"""What is tried of a position, in this order."""


def _pendings(top: Card, rules: Rules) -> tuple[int, ...]:
    """A penalty can be due under a 2, and under a card that an option lets pass it on (SP-A5,
    SP-A6).
    """
    if top % 13 == TWO:
        return (2, 0)
    passing = {"no": -1, "ace": ACE, "queen": QUEEN}[rules["deflect_two"]]
    passes = top % 13 == passing or (top % 13 == EIGHT and rules["eight_on_two"] == "passes")
    return (0, 2) if passes else (0,)


def _hands(play: Play) -> tuple[tuple[Card, ...], ...]:
    """A player who lays a card held it: with two unseen ones, as the last one, or among any others.
    One who does not lay may hold unseen cards or any.
    """
    if isinstance(play, Lay):
        return (*play.cards, *unseen(2)), play.cards, FULL_PACK
    return (tuple(unseen(3)), FULL_PACK)

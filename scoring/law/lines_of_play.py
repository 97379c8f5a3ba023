"""Counts the lines of play from a deal in any game: the exact test of a rules engine against
another one.

Two engines that agree on these numbers agree on every legal play below the deal.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from scoring.cards import Card, card_text, parse_card, parse_cards
from scoring.law.game import Engine, Game, GameError, Laid
from scoring.law.rulebook import Rules

DEEPEST = 20


class StocksByName:
    """The order of a counted deal: the pack as given, every new stock by the names of its cards
    (`2C` before `AS`).
    """

    def __init__(self) -> None:
        self.dealt = False

    def __call__(self, cards: list[Card]) -> None:
        """Order a new stock in place; the first call is that of the deal."""
        if self.dealt:
            cards.sort(key=card_text)
        self.dealt = True


def deal_told(engine: Engine, rules: Rules, deal: Mapping[str, Any]) -> Game:
    """Deal from `{"players": 3, "dealer": 3, "pack": "5H 10C ..."}`, the pack from the top; the
    dealer may be left out.

    Raises KeyError for what is missing, CardError or GameError with a sentence.
    """
    players, dealer = deal["players"], deal.get("dealer")
    if not isinstance(players, int) or not isinstance(dealer, int | None):
        raise GameError("“players” and “dealer” of a deal are whole numbers.")
    return engine.deal(
        rules, players, parse_cards(deal["pack"]), dealer=dealer, shuffle=StocksByName()
    )


def read_laid(deal: Mapping[str, Any]) -> Laid:
    """A deal that is told by its `hands`, `turned_up` and `stock`, with who is `first`, the
    `direction` and what is `pending`; `players` says how many hands there are.

    Raises KeyError for what is missing, CardError or GameError with a sentence.
    """
    hands = tuple(map(parse_cards, deal["hands"]))
    if len(hands) != deal["players"]:
        raise GameError(f"The deal has {len(hands)} hands for {deal['players']} players.")
    pile, stock = (parse_card(deal["turned_up"]),), parse_cards(deal["stock"])
    everywhere = [*chain(*hands), *pile, *stock]
    if len({*everywhere}) != len(everywhere):
        raise GameError("The deal has a card twice.")
    turn, direction, pending = deal["first"], deal["direction"], deal["pending"]
    return Laid(hands, pile, stock, turn, direction, pending=pending)


def lines_of_play(game: Game, depth: int) -> list[int]:
    """How many different lines of 1, 2, ... `depth` plays there are; a finished game counts once at
    each depth after. The game is then as it was.

    Plays are those of `legal_plays`: calls and challenges are none. Raises GameError for a depth
    beyond 1 to 20.
    """
    if not 1 <= depth <= DEEPEST:
        raise GameError(f"“depth” is a whole number from 1 to {DEEPEST}, not {depth}.")
    counts = [0] * depth
    _count(game, counts, 0)
    return counts


def _count(game: Game, counts: list[int], count: int) -> None:
    if game.over:
        for deeper in range(count, len(counts)):
            counts[deeper] += 1
        return
    plays = game.legal_plays()
    counts[count] += len(plays)
    if count + 1 == len(counts):
        return
    mark = game.mark()
    for play in plays:
        game.apply(play)
        _count(game, counts, count + 1)
        game.back(mark)

"""The start of a game of Swedish Pursuit: dealing, the start card and what it does, who plays
first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import EIGHT, FULL_PACK, Card
from scoring.games.swedish_pursuit.game import SwedishPursuit
from scoring.games.swedish_pursuit.match_table import DOES, Law, law_of
from scoring.games.swedish_pursuit.table import Layout
from scoring.law.game import GameError, Shuffle
from scoring.law.rulebook import Rules

_WHOLE = frozenset(FULL_PACK)
_BITS = tuple(1 << card for card in FULL_PACK)


class Opening(NamedTuple):
    """What the cards turned up lead to: start card, 8s put under the stock, first seat, direction,
    penalty due.
    """

    top: Card
    returned: tuple[Card, ...]
    turn: int
    direction: int
    pending: int
    missed: int | None


def opening(
    turned_up: Sequence[Card], players: int, law: Law, *, dealer: int, first: int | None = None
) -> Opening:
    """Apply SP-6 and SP-7 to the cards turned up in order; the last of them is the start card.

    `first` is the seat a cut chose, under `first_player=cut`; else the option decides.
    """
    remaining = dealer % players + 1
    by_cut = first if law.first_player == "cut" else None
    starter = dealer if law.first_player == "dealer" else by_cut or remaining
    top = turned_up[-1]
    turn, direction, pending, missed = starter, 1, 0, None
    does = DOES.get(top % 13)
    if does and does.turns:
        direction = -1
        right = (dealer - 2) % players + 1
        turn = {"right": right, "dealer": dealer, "left": starter}[law.start_queen]
    elif does and law.start_trick:
        pending = does.draws
        if does.skips:
            missed, turn = starter, starter % players + 1
    return Opening(top, tuple(turned_up[:-1]), turn, direction, pending, missed)


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] = FULL_PACK,
    *,
    dealer: int | None = None,
    first: int | None = None,
    shuffle: Shuffle | None = None,
) -> SwedishPursuit:
    """Deal a game from a pack given in order from the top (SP-3 to SP-7).

    With `shuffle` (such as `random.Random(7).shuffle`) a copy of the pack is shuffled first, and so
    are later new stocks. The dealer is the last seat unless given. Raises GameError for seats or
    cards that do not fit.
    """
    seats = rules.deal
    if not seats.seats_min <= players <= seats.seats_max:
        raise GameError(
            f"Swedish Pursuit is for {seats.seats_min} to {seats.seats_max} players, not {players}."
        )
    if seats.packs(players) > 1:
        raise GameError(
            f"Swedish Pursuit is dealt here from one pack, so to 10 players at most, not {players}."
        )
    if not 1 <= (dealer or players) <= players or not 1 <= (first or 1) <= players:
        raise GameError(
            f"The seats are numbered 1 to {players}: dealer and first player must be among them."
        )
    if pack is not FULL_PACK and (len(pack) != len(_WHOLE) or set(pack) != _WHOLE):
        raise GameError("Swedish Pursuit is played with the 52 cards of one pack, each once.")
    cards = list(pack)
    if shuffle is not None:
        shuffle(cards)
    return _dealt(rules, players, cards, (dealer or players, first, shuffle))


def _dealt(
    rules: Rules,
    players: int,
    cards: list[Card],
    deal_facts: tuple[int, int | None, Shuffle | None],
) -> SwedishPursuit:
    dealer, first, shuffle = deal_facts
    law = law_of(rules)
    count = players * rules.deal.dealt(players)
    bits = [_BITS[card] for card in cards[:count]]
    dealt = [sum(bits[place::players]) for place in range(players)]
    # The first card went to the dealer's left: turn the hands so that seat 1 comes first; index 0
    # is no seat.
    index = players - dealer
    hands = [0, *dealt[index:], *dealt[:index]]
    stock = cards[count:]
    turned = [stock.pop(0)]
    # With ten players the two cards left may both be 8s: then the second one stays.
    while turned[-1] % 13 == EIGHT and stock:
        turned.append(stock.pop(0))
    begun = opening(turned, players, law, dealer=dealer, first=first)
    stock.extend(begun.returned)
    stock.reverse()
    layout = Layout(
        hands, stock, [begun.top], begun.top, begun.turn, begun.direction, begun.pending
    )
    return SwedishPursuit(rules, layout, shuffle)

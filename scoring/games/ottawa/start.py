"""The start of a deal of Ottawa: seats, cards, start card (OT-1, OT-4 to OT-7, OT-15)."""

from collections.abc import Sequence

from scoring.cards import FULL_PACK, Card
from scoring.games.ottawa.game import Ottawa
from scoring.games.ottawa.table import Layout
from scoring.law.game import GameError, Laid, Shuffle
from scoring.law.rulebook import Rules


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] = FULL_PACK,
    *,
    dealer: int | None = None,
    shuffle: Shuffle | None = None,
) -> Ottawa:
    """Deal from a pack given in order from the top: seven cards each for two to four players, six
    for five or six.

    With `shuffle` (such as `random.Random(7).shuffle`) a copy of the pack is shuffled first, and so
    are later new stocks. The dealer is the last seat unless given. Raises GameError for seats or
    cards that do not fit.
    """
    seats = rules.deal
    if not seats.seats_min <= players <= seats.seats_max:
        raise GameError(
            f"Ottawa is for {seats.seats_min} to {seats.seats_max} players, not {players}."
        )
    if sorted(pack) != list(FULL_PACK):
        raise GameError("Ottawa is played with the 52 cards of one pack, each once.")
    cards = list(pack)
    if shuffle is not None:
        shuffle(cards)
    last = dealer or players
    count = players * seats.dealt(players)
    hands: list[list[Card]] = [[] for _ in range(players + 1)]
    for place, card in enumerate(cards[:count]):
        hands[(last + place) % players + 1].append(card)
    layout = Layout(hands, cards[:count:-1], [cards[count]], last % players + 1)
    return Ottawa(rules, layout, shuffle)


def lay_out(rules: Rules, laid: Laid, shuffle: Shuffle) -> Ottawa:
    """Set up a position, the seat on turn having done nothing yet."""
    hands = [[], *map(list, laid.hands)]
    return Ottawa(rules, Layout(hands, list(laid.stock[::-1]), list(laid.pile), laid.turn), shuffle)

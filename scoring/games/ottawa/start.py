"""The start of a deal of Ottawa: seats, cards, start card (OT-1, OT-4 to OT-7, OT-15)."""

from collections.abc import Sequence

from scoring.cards import FULL_PACK, Card
from scoring.games.ottawa.game import Ottawa
from scoring.law.game import GameError, Laid, Shuffle, refuse_seats
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
    refuse_seats(rules, players)
    if sorted(pack) != list(FULL_PACK):
        raise GameError("Ottawa is played with the 52 cards of one pack, each once.")
    cards = list(pack)
    if shuffle is not None:
        shuffle(cards)
    last = dealer or players
    count = players * rules.deal.dealt(players)
    # The first card goes to the seat after the dealer's, which is the last one in a row of seats.
    rows = [tuple(cards[place:count:players]) for place in range(players)]
    hands = tuple(rows[(seat - last) % players] for seat in range(players))
    laid = Laid(hands, (cards[count],), tuple(cards[count + 1 :]), last % players + 1)
    return Ottawa(rules, laid, shuffle)

"""The start of a game of Switch: packs, dealing, the start card and the Power Cards that go back
(SW-2 to SW-8).
"""

from collections.abc import Sequence

from scoring.cards import FULL_PACK, Card, packs_of, rank_of, suit_of
from scoring.games.switch.game import Switch
from scoring.games.switch.pile import POWERS, Pile
from scoring.games.switch.table import Layout
from scoring.law.game import GameError, Shuffle, as_they_lie
from scoring.law.plays import Reshuffle
from scoring.law.rulebook import Rules


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] | None = None,
    *,
    dealer: int | None = None,
    shuffle: Shuffle | None = None,
) -> Switch:
    """Deal a game from cards given in order from the top: one pack up to five players, two packs
    from six on.

    Without `pack` the cards lie in order of suit and rank. With `shuffle` (such as
    `random.Random(7).shuffle`) a copy is shuffled first, and so are later new stocks. The dealer is
    the last seat unless given. Raises GameError for seats or cards that do not fit.
    """
    seats = rules.deal
    if not seats.seats_min <= players <= seats.seats_max:
        raise GameError(
            f"Switch is for {seats.seats_min} to {seats.seats_max} players, not {players}."
        )
    packs = seats.packs(players)
    cards = list(packs_of(FULL_PACK, packs) if pack is None else pack)
    if sorted(cards) != sorted(packs_of(FULL_PACK, packs)):
        pack_words = "one whole pack of 52 cards" if packs == 1 else "two whole packs of 52 cards"
        raise GameError(f"Switch with {players} players is played with {pack_words}.")
    if shuffle is not None:
        shuffle(cards)
    return _dealt(rules, cards, (players, dealer or players), shuffle)


def _dealt(
    rules: Rules, cards: list[Card], seats: tuple[int, int], shuffle: Shuffle | None
) -> Switch:
    players, dealer = seats
    count = players * rules.deal.dealt(players)
    hands: list[list[Card]] = [[] for _ in range(players + 1)]
    for place, card in enumerate(cards[:count]):
        hands[(dealer + place) % players + 1].append(card)
    return begin(rules, hands, cards[count:], dealer=dealer, shuffle=shuffle)


def begin(
    rules: Rules,
    hands: list[list[Card]],
    stock: list[Card],
    *,
    dealer: int,
    shuffle: Shuffle | None = None,
) -> Switch:
    """Turn the start card from a stock in drawing order; `hands[0]` is unused. Raises GameError if
    none will do.

    Power Cards turned up go back, and the pile is shuffled again (SW-6).
    """
    below, powers = list(stock), []
    while below and rank_of(below[0]) in POWERS:
        powers.append(below.pop(0))
    if not below:
        raise GameError(
            "Every card of the pile is a Power Card, so none can open the pile: deal again."
        )
    top = below.pop(0)
    below += powers
    if powers:
        (shuffle or as_they_lie)(below)
    first = dealer % (len(hands) - 1) + 1
    game = Switch(rules, Layout(hands, below[::-1], [top], Pile(top, suit_of(top)), first), shuffle)
    if powers:
        game.record.append((0, Reshuffle(tuple(below))))
    return game

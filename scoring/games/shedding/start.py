"""The start of a shedding game: packs, dealing, the start card, and what it does where it acts."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import Card, packs_of, rank_of, suit_of
from scoring.games.shedding.game import Shedding
from scoring.games.shedding.law import Law, law_of
from scoring.games.shedding.table import Layout
from scoring.law.game import GameError, Shuffle
from scoring.law.rulebook import Rules


class Opening(NamedTuple):
    """What a start card leads to: the first seat, the direction, the penalty due."""

    turn: int
    direction: int = 1
    pending: int = 0


def opening(law: Law, top: Card, players: int, dealer: int) -> Opening:
    """The dealer's left begins; where the start card acts, it does as though the dealer had laid
    it.
    """
    does = law.does.get(rank_of(top))
    if does is None or law.set_to("start_effect") == "no":
        return Opening(dealer % players + 1)
    way = -1 if does.turns else 1
    turn = (dealer - 1 + way * (1 + does.skips)) % players + 1
    return Opening(turn, way, does.draws)


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] | None = None,
    *,
    dealer: int | None = None,
    shuffle: Shuffle | None = None,
) -> Shedding:
    """Deal a game from cards given in order from the top, one card at a time.

    Without `pack` the cards lie in order of suit and rank. With `shuffle` (such as
    `random.Random(7).shuffle`) a copy is shuffled first, and so are later new stocks. The dealer is
    the last seat unless given. Raises GameError for seats or cards that do not fit.
    """
    seats, title = rules.deal, rules.rulebook.title
    if not seats.seats_min <= players <= seats.seats_max:
        raise GameError(
            f"{title} is for {seats.seats_min} to {seats.seats_max} players, not {players}."
        )
    whole = packs_of(seats.pack, seats.packs(players))
    cards = list(whole if pack is None else pack)
    if sorted(cards) != sorted(whole):
        raise GameError(f"{title} with {players} players is played with {len(whole)} cards.")
    if shuffle is not None:
        shuffle(cards)
    return _dealt(law_of(rules), cards, players, dealer or players, shuffle)


def _dealt(
    law: Law, cards: list[Card], players: int, dealer: int, shuffle: Shuffle | None
) -> Shedding:
    count = players * law.rules.deal.dealt(players)
    hands: list[list[Card]] = [[] for _ in range(players + 1)]
    for place, card in enumerate(cards[:count]):
        hands[(dealer + place) % players + 1].append(card)
    stock = cards[count:]
    # A wild card turned up goes under the stock, and the next card is turned.
    back = next(place for place, card in enumerate(stock) if rank_of(card) not in law.wild)
    stock = [*stock[back:], *stock[:back]]
    top = stock.pop(0)
    begun = opening(law, top, players, dealer)
    layout = Layout(
        hands, stock[::-1], [top], begun.turn, suit_of(top), begun.pending, begun.direction
    )
    return Shedding(law.rules, layout, shuffle)

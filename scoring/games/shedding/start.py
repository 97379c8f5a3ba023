"""The start of a shedding game: seats and packs, and the deal by its flags."""

from collections.abc import Sequence

from scoring.cards import Card, packs_of
from scoring.games.shedding.dealing import placed
from scoring.games.shedding.game import Shedding
from scoring.games.shedding.law import flags_of
from scoring.law.game import GameError, Shuffle
from scoring.law.rulebook import Rules


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
    cards_used = packs_of(seats.pack, seats.packs(players))
    cards = list(cards_used if pack is None else pack)
    if sorted(cards) != sorted(cards_used):
        raise GameError(f"{title} with {players} players is played with {len(cards_used)} cards.")
    if shuffle is not None:
        shuffle(cards)
    seated = (players, dealer or players, None)
    placement = placed(flags_of(rules), cards, seated, seats.dealt(players), shuffle)
    return Shedding(rules, placement, shuffle)

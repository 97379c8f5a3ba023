"""The deal of a laying game: hands, start card, and what it does by the flags of the flags."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import Card, rank_of
from scoring.games.shedding.flags import Flags
from scoring.games.shedding.laying_table import Entry, Placement
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies, tables_of
from scoring.law.game import GameError, Shuffle, as_they_lie
from scoring.law.plays import Reshuffle

_BITS = tuple(1 << card for card in range(52))


class Beginning(NamedTuple):
    """What a start card leads to: the first seat, the direction, the cards due and the rank that
    brought them, and the seat that misses its turn.
    """

    turn: int
    direction: int = 1
    pending: int = 0
    due: int = NOTHING_DUE
    missed: int | None = None


def beginning(
    flags: Flags, top: Card, players: int, dealer: int, cut: int | None = None
) -> Beginning:
    """What follows from a start card: it acts as though the dealer had laid it, where it acts.

    `cut` is the seat a cut chose to begin.
    """
    remaining = dealer % players + 1
    by_cut = cut if flags.first == "cut" else None
    turn = dealer if flags.first == "dealer" else by_cut or remaining
    if rank_of(top) not in flags.acts:
        return Beginning(turn)
    does = tables_of(flags).does[top]
    direction = -1 if does.turns else 1
    if does.turns:
        right = (dealer - 2) % players + 1
        turn = {"right": right, "dealer": dealer, "left": turn}[flags.turner]
    missed = turn if does.skips else None
    turn = (turn - 1 + direction * does.skips) % players + 1
    due = does.number if does.draws else NOTHING_DUE
    return Beginning(turn, direction, does.draws, due, missed)


def placed(
    flags: Flags,
    cards: Sequence[Card],
    seats: tuple[int, int, int | None],
    count: int,
    shuffle: Shuffle | None = None,
) -> Placement:
    """Lay a table from cards given in order from the top, `count` to each seat, one at a time.

    `seats` are how many play, who deals, and whom a cut chose to begin, if it did. `shuffle` orders
    a stock that has to be shuffled again. Raises GameError where every card that is left goes back
    and none can start the pile.
    """
    players, dealer, cut = seats
    dealt = players * count
    bits = [_BITS[card] for card in cards[:dealt]]
    if sum(bits).bit_count() == dealt:
        hands = [sum(bits[place::players]) for place in range(players)]
    else:
        # Bits that are alike run into one when they are added: a card may be held twice.
        hands = [mask_of_copies(cards[place:dealt:players]) for place in range(players)]
    # The first card went to the dealer's left: turn the hands so that seat 1 comes first.
    hands = [0, *hands[players - dealer :], *hands[: players - dealer]]
    stock = list(cards[dealt:])
    turned: list[Card] = []
    while stock and rank_of(stock[0]) in flags.back:
        turned.append(stock.pop(0))
    if not stock:
        if flags.reshuffled:
            raise GameError("No card that is left can start the pile: deal again.")
        # The last card of all stays, for there is none to turn after it.
        stock.append(turned.pop())
    top = stock.pop(0)
    record: list[Entry] = []
    stock += turned
    if turned and flags.reshuffled:
        (shuffle or as_they_lie)(stock)
        record.append((0, Reshuffle(tuple(stock))))
    begun = beginning(flags, top, players, dealer, cut)
    return Placement(
        hands, stock[::-1], [top], begun.turn, begun.direction, begun.pending, begun.due,
        record=record,
    )  # fmt: skip

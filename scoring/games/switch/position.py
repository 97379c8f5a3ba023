"""A table of Switch as far as a play is judged by it, and every way the facts an umpire has not
seen could be.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.cards import ACE, FOUR, FULL_PACK, SEVEN, TWO, Card, rank_of, suit_of
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies
from scoring.games.switch.flags import PENALTY, flags_of
from scoring.law.guesses import Guess
from scoring.law.plays import Lay, Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules

TOP_CARD, SUIT_NAMED, PENALTY_PAID = (
    "the card showing",
    "the suit named",
    "whether the penalty has been taken",
)
PENALTY_RANK = "whether a 2 or a 4 brought the penalty"
PLENTY = 20
"""Cards assumed to be there to take when nobody has counted them."""


class Whole(NamedTuple):
    """All that decides about a play. `players`, `turn`, `stock` matter only for what follows and
    may be None.

    `due` is the rank that brought what is pending; `drawable` counts stock and reshuffled discards;
    `out` lists the seats that have gone out.
    """

    top: Card
    suit: int
    pending: int = 0
    due: int = NOTHING_DUE
    hand: tuple[Card, ...] = ()
    drawable: int = PLENTY
    players: int | None = None
    turn: int | None = None
    direction: int = 1
    stock: int | None = None
    picked_up: str | None = None
    out: tuple[int, ...] = ()

    def taken(self, rules: Rules) -> int:
        """How many cards whoever lays nothing takes: those due as far as there are any, or as far
        as the pile goes (SW-A9).
        """
        lapses = self.pending and self.stock and rules["short_stock"] == "lapse"
        return min(self.pending or 1, (lapses and self.stock) or self.drawable)

    @property
    def two_left(self) -> bool:
        """Whether only two players are in the game."""
        return self.players is not None and self.players - len(self.out) == 2

    def seat_after(self, steps: int, direction: int) -> int | None:
        """The seat so many players on that is still in, or None if seats are not known."""
        if self.turn is None or self.players is None:
            return None
        seat = self.turn
        while steps:
            seat = (seat - 1 + direction) % self.players + 1
            steps -= seat not in self.out
        return seat


@lru_cache(maxsize=256)
def table_of(position: Whole, rules: Rules) -> Machine:
    """A table that agrees with what is known, to be asked by the law of the machine.

    Only the hand of the seat on turn lies there. Where nobody knows how many play, three do.
    """
    turn = position.turn or 1
    players = max(position.players or 3, turn)
    hands = [0] * (players + 1)
    hands[turn] = mask_of_copies(position.hand)
    placement = Placement(
        hands=hands,
        stock=[position.top] * position.drawable,
        discards=[position.top],
        turn=turn,
        direction=position.direction,
        pending=position.pending,
        due=position.due,
        suit=position.suit,
    )
    table = Machine(rules, flags_of(rules), placement)
    table.out, table.quiet = position.out, False
    return table


Due = tuple[int, int]
"""Penalty cards due, and the rank that brought them."""
NOTHING: Due = (0, NOTHING_DUE)
TOP_BRINGS = {TOP_CARD: (SUIT_NAMED, PENALTY_PAID, PENALTY_RANK)}


def wholes(position: TablePosition, play: Play, rules: Rules) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known and could matter for this play, with what
    was assumed.
    """
    for pile, pile_guess in _piles(position, rules):
        for hand, hand_guess in _hands(pile, position, play, rules):
            position_filled = pile._replace(
                hand=hand,
                drawable=_drawable(position),
                players=position.players,
                turn=position.turn,
                direction=position.direction or 1,
                stock=position.stock,
                picked_up=position.picked_up,
                out=position.out,
            )
            yield pile_guess + hand_guess, position_filled


def _piles(position: TablePosition, rules: Rules) -> Iterator[tuple[Whole, Guess]]:
    for top in FULL_PACK if position.top is None else (position.top,):
        top_guess: Guess = () if position.top is not None else ((TOP_CARD, top),)
        for (suit, suit_guess), (due, due_guess) in product(
            _suits(position, top), _dues(position, top, rules)
        ):
            yield Whole(top, suit, *due), top_guess + suit_guess + due_guess


def _suits(position: TablePosition, top: Card) -> list[tuple[int, Guess]]:
    if position.suit is not None:
        return [(position.suit, ())]
    if rank_of(top) == ACE:
        return [(suit, ((SUIT_NAMED, suit),)) for suit in range(4)]
    return [(suit_of(top), ())]


def _dues(position: TablePosition, top: Card, rules: Rules) -> list[tuple[Due, Guess]]:
    """What can be due: by the 2 or 4 showing, or where every card laid acts (SW-A4) by one lying
    under another card.
    """
    is_penalty = rank_of(top) in PENALTY
    hidden = (TWO, FOUR) if rules["seven_powers"] == "all" else ()
    ranks = (rank_of(top),) if is_penalty else hidden
    if position.pending is None:
        unpaid = [((PENALTY[rank], rank), ((PENALTY_PAID, PENALTY[rank]),)) for rank in ranks]
        return [(NOTHING, ((PENALTY_PAID, 0),) if ranks else ()), *unpaid]
    if not position.pending:
        return [(NOTHING, ())]
    if is_penalty or not hidden:
        return [((position.pending, rank_of(top) if is_penalty else TWO), ())]
    if position.brought is not None:
        return [((position.pending, position.brought), ())]
    able = [rank for rank in hidden if position.pending >= PENALTY[rank]]
    return [((position.pending, rank), ((PENALTY_RANK, rank),)) for rank in able or hidden]


def _hands(
    pile: Whole, position: TablePosition, play: Play, rules: Rules
) -> list[tuple[tuple[Card, ...], Guess]]:
    """The hands to try: one that can lay and one that cannot, beside what was laid; for a lay also
    nothing beside it.
    """
    if position.hand is not None:
        return [(position.hand, ())]
    # No Aces: a lone Ace would bring in SW-22; no 7s or pairs are needed to show that something can
    # be laid.
    plain = [card for card in FULL_PACK if rank_of(card) not in (ACE, SEVEN)]
    table = table_of(pile, rules)
    able = next((card for card in plain if table.fits(card)), pile.top)
    unable = next(card for card in plain if not table.fits(card))
    hands: list[tuple[Card, ...]] = [(unable,), (able, unable)]
    if isinstance(play, Lay):
        hands = [play.cards, (*play.cards, unable), (*play.cards, able)]
    return [(hand, (("the hand", place),)) for place, hand in enumerate(hands)]


def _drawable(position: TablePosition) -> int:
    """SW-19: with the pile used up there are the discards, unless somebody has seen that there are
    none.
    """
    if position.stock is None or position.discards is None:
        return max(position.stock or 0, PLENTY)
    return position.stock + max(position.discards - 1, 0)

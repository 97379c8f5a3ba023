"""A table of a laying game as far as a play is judged by it, the ways in which what an umpire has
not seen of it could be, and what follows from a play there, done on the machine.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.cards import SUITS, Card, case_text, rank_of, suit_of
from scoring.games.shedding.flags import Flags, Ranks
from scoring.games.shedding.laying_table import LayingTable, Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies
from scoring.law.facts import MOST_CARDS
from scoring.law.guesses import Guess, Ways, ways
from scoring.law.plays import Lay, PickUp, Play, TakePenalty
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules

PLENTY = MOST_CARDS
"""Cards assumed to be there to take when nobody has counted them: no penalty is larger."""
SUIT, HAND = "the suit named", "the hand"


class Whole(NamedTuple):
    """All that decides about a play. `players`, `turn`, `stock` matter only for what follows and
    may be None.

    `due` is the rank that brought what is pending, or that passes a player over who does not answer
    it; `drawable` counts stock and discards that come back; `picked_up` says what has ended the
    turn; `out` lists the seats that have gone out; `drawn` cards were taken in this turn.
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
    drawn: int = 0

    @property
    def waits(self) -> bool:
        """Whether the card on top passes a player over unless they answer it."""
        return self.due >= 0 and not self.pending

    @property
    def two_left(self) -> bool | None:
        """Whether only two players are in the game, None where nobody knows how many play."""
        return None if self.players is None else self.players - len(self.out) == 2

    def taken(self, flags: Flags) -> int:
        """How many cards whoever lays nothing takes: those due as far as there are any, or as far
        as the stock goes where the rest lapses.
        """
        lapses = self.pending and self.stock and flags.lapse
        return min(self.pending or 1, (lapses and self.stock) or self.drawable)

    def seat_after(self, steps: int, direction: int) -> int | None:
        """The seat so many players on that is still in, or None if seats are not known."""
        if self.turn is None or self.players is None:
            return None
        seat = self.turn
        while steps:
            seat = (seat - 1 + direction) % self.players + 1
            steps -= seat not in self.out
        return seat


def whole_of(table: LayingTable) -> Whole:
    """What decides for the seat on turn of a game with every card known."""
    renewable = len(table.discards) - 1 if table.flags.renew == "always" else 0
    return Whole(
        table.top,
        table.suit,
        table.pending,
        table.due,
        table.hand(table.turn),
        table.left + renewable,
        table.players,
        table.turn,
        table.direction,
        table.left,
        out=table.out,
        drawn=table.drawn,
    )


@lru_cache(maxsize=256)
def table_of(position: Whole, rules: Rules, flags: Flags) -> Machine:
    """A table that agrees with what is known, to be asked by the law of the machine.

    Only the hand of the seat on turn lies there. Where nobody knows how many play, three do beside
    those who have gone out.
    """
    turn = position.turn or 1
    players = max(position.players or 3 + len(position.out), turn, *position.out)
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
    table = Machine(rules, flags, placement)
    table.out, table.quiet, table.drawn = position.out, False, position.drawn
    table.lays = table.layable()
    return table


def suits(position: TablePosition, top: Card, wild: Ranks) -> Ways:
    """Which suit can be followed: the one told, any after a wild card, else that of the card."""
    suit = position.suit
    if suit is None and rank_of(top) not in wild:
        suit = suit_of(top)
    return ways(suit, SUIT, range(4))


def hands(
    position: TablePosition, play: Play, table: Machine, pack: Iterable[Card]
) -> list[tuple[tuple[Card, ...], Guess]]:
    """The hands to try: one that can lay and one that cannot, of cards of the pack that were not
    laid themselves, beside what was laid; for a lay also nothing beside it.
    """
    if position.hand is not None:
        return [(position.hand, ())]
    laid = play.cards if isinstance(play, Lay) else ()
    cards = tuple(card for card in pack if card not in laid)
    able = next((card for card in cards if table.fits(card)), table.top)
    unable = next(card for card in cards if not table.fits(card))
    tried: list[tuple[Card, ...]] = [(unable,), (able, unable)]
    if laid:
        tried = [laid, (*laid, unable), (*laid, able)]
    return [(hand, ((HAND, place),)) for place, hand in enumerate(tried)]


def follows(position: Whole, play: Play, rules: Rules, flags: Flags) -> dict[str, Any]:
    """After a legal play: whose turn it is, what is due, what is left."""
    if isinstance(play, Lay):
        return known_facts(_after_lay(position, play, rules, flags))
    count = position.taken(flags) if isinstance(play, PickUp | TakePenalty) else 0
    then: dict[str, Any] = {"cards_drawn": count, "pending": 0, "direction": position.direction}
    if flags.keep or not isinstance(play, PickUp):
        then["next_turn"] = position.seat_after(1, position.direction)
    if position.stock is not None and position.stock >= count:
        then["stock"] = position.stock - count
    return known_facts(then)


@lru_cache(maxsize=256)
def _undealt(flags: Flags) -> Flags:
    """The same flags, but that nobody takes cards once the game is over."""
    return replace(flags, last_draws=False) if flags.last_draws else flags


def _after_lay(position: Whole, lay: Lay, rules: Rules, flags: Flags) -> dict[str, Any]:
    """Do the lay; the cards that a last one still brings are told, and not dealt."""
    table = table_of(position, rules, _undealt(flags)).copy()
    table.apply(lay)
    remaining = list(position.hand)
    for card in lay.cards:
        remaining.remove(card)
    then: dict[str, Any] = {
        "hand_left": [case_text(card) for card in remaining],
        "direction": table.direction,
        "suit_in_force": SUITS[table.suit],
        "pending": table.pending,
        "game_over": False,
    }
    if not remaining:
        then["game_over"] = not flags.play_on or position.two_left
        then["winner"] = position.out[0] if position.out else position.turn
        then["pending"] *= flags.last_draws or not then["game_over"]
    neighbour = position.seat_after(1, table.direction)
    if neighbour is None or then["game_over"]:
        return then
    again = table.does[lay.cards[-1]].again
    missed = None if again or table.turn == neighbour else neighbour
    return then | {"missed": missed, "next_turn": table.turn}


def known_facts(then: dict[str, Any]) -> dict[str, Any]:
    """What follows without what nobody can know."""
    return {key: value for key, value in then.items() if value is not None}

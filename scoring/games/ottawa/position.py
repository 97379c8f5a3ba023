"""What an umpire knows of a table of Ottawa when a question is put, as case files write it, and
every way the facts that nobody has seen could be.

What cannot be: while the card turned up lies alone, nobody has laid off, and every hand has grown
by what was drawn. A new stock leaves two cards on the pile.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.cards import FULL_PACK, Card, rank_of, suit_of
from scoring.games.ottawa.lay_off import KEPT, PileTop
from scoring.law.case_file import (
    SIMPLE,
    cards_told,
    read_as,
    whole_number,
    without_jokers,
)
from scoring.law.game import GameError
from scoring.law.guesses import Guess, combinations_of, ways
from scoring.law.plays import DRAW, END_TURN, Lay, Play, TallyClaim
from scoring.law.witness import Told
from scoring.words import number_word, spelt


@dataclass(frozen=True, slots=True)
class PilePosition:
    """A table before a play of the seat on turn; None = not known.

    `pile` holds one card (the start card alone) or the two top cards, the top one last; `hand`
    belongs to the seat on turn; `laid_off` and `drawn` tell what it has done in this turn; `stock`
    and `discards`, the cards of the pile, are counts.
    """

    players: int | None = None
    turn: int | None = None
    pile: tuple[Card, ...] | None = None
    hand: tuple[Card, ...] | None = None
    laid_off: bool = False
    drawn: bool = False
    stock: int | None = None
    discards: int | None = None


@dataclass(frozen=True, slots=True)
class MayLayOff:
    """The question whether the player may lay off at this point of the turn, whatever the cards."""


class ScorePosition(NamedTuple):
    """A player has gone out: the hands of all the others."""

    others: tuple[tuple[Card, ...], ...]


class ScoreClaim(NamedTuple):
    """The winner is said to score so many points; None = merely asks."""

    claimed: int | None = None


PILE, HAND, STOCK = "the two top cards of the pile", "the hand", "whether a card can be drawn"

Question = Play | MayLayOff


class Whole(NamedTuple):
    """All that decides about a play.

    `players`, `turn`, `stock` matter only for what follows and may be None.
    """

    pile: PileTop
    hand: tuple[Card, ...]
    laid: bool = False
    drawn: bool = False
    can_draw: bool = True
    players: int | None = None
    turn: int | None = None
    stock: int | None = None

    @property
    def next_turn(self) -> int | None:
        """The seat after this one, or None if seats are not known."""
        return None if self.turn is None or self.players is None else self.turn % self.players + 1


def wholes(position: PilePosition, play: Question) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known and could matter for this play, with what
    was assumed.
    """
    facts = (
        ways(None, HAND, _hands(position, play)),
        ways(None, STOCK, _draws(position, play)),
    )
    seats = (position.players, position.turn, position.stock)
    turn = position.laid_off, position.drawn
    for (pile, hand, can_draw), guess in combinations_of(
        ways(None, PILE, _piles(position)), lambda pile: facts
    ):
        yield guess, Whole(pile, hand, *turn, can_draw, *seats)


def _piles(position: PilePosition) -> Iterator[PileTop]:
    if position.pile:
        under = position.pile[-2] if len(position.pile) > 1 else None
        yield PileTop(position.pile[-1], under)
        return
    for top in FULL_PACK:
        ranks = ((rank_of(top) + way) % 13 for way in (1, -1))
        yield from (
            PileTop(top, under) for under in (None, *(13 * suit_of(top) + rank for rank in ranks))
        )


def _hands(position: PilePosition, play: Question) -> list[tuple[Card, ...]]:
    """A player who lays cards off holds them, and perhaps another one."""
    if position.hand is not None:
        return [position.hand]
    if not isinstance(play, Lay):
        return [()]
    spare_card = [card for card in FULL_PACK if card not in play.cards][:1]
    return [(*play.cards, *spare_card), play.cards]


def _draws(position: PilePosition, play: Question) -> tuple[bool, ...]:
    if position.stock is None or position.stock > 0:
        return (True,)
    # With the stock gone it is for the pile: three cards or more give a new one (OT-27).
    if position.discards is not None:
        return (position.discards > KEPT,)
    return (True, False) if not isinstance(play, Lay) else (True,)


def read_position(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    if kind != "setup":
        whole_number(facts, "players", 2, 6)
    if kind == "score":
        position: Any = ScorePosition(tuple(map(cards_told, facts.get("others", ()))))
    else:
        position = read_as(kind, facts, read_pile)
    return without_jokers(position, "Ottawa")


def read_pile(facts: Mapping[str, Any]) -> PilePosition:
    """Read a table position; every key may be missing."""
    players = facts.get("players")
    return PilePosition(
        players=players,
        turn=whole_number(facts, "turn", 1, players or 6),
        pile=cards_told(facts["pile_top_last"]) if facts.get("pile_top_last") else None,
        hand=cards_told(facts["hand"]) if facts.get("hand") is not None else None,
        laid_off=bool(facts.get("laid_off_this_turn")),
        drawn=bool(facts.get("drawn_this_turn")),
        stock=whole_number(facts, "stock", 0, len(FULL_PACK)),
        discards=whole_number(facts, "discards", 0, len(FULL_PACK)),
    )


def read_question(play: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind, claimed = play.get("kind"), play.get("claimed")
    if kind == "lay_off":
        return Lay(cards_told(play["cards"])) if play.get("cards") else MayLayOff()
    simple = SIMPLE | {
        "draw": DRAW,
        "pass": END_TURN,
        "score": ScoreClaim(claimed),
        "tally": TallyClaim(claimed),
    }
    if kind not in simple:
        raise GameError(f"Ottawa knows no play of the kind “{kind}”.")
    return simple[kind]


_AT_TABLE = ("lay_off", "draw", "pass")


def moments(case: Told) -> Iterator[str]:
    """What quarrels with a pile of one card."""
    if case.number("discards") != 1 or case.kind not in _AT_TABLE:
        return
    players, alone = case.facts["players"], "“discards” is 1: nobody has laid off yet"
    if case.facts.get("laid_off_this_turn"):
        yield f"“laid_off_this_turn” is true, but {alone}."
    dealt, holding = case.rules.deal.dealt(players), case.hand.total()
    full, stock = case.total - players * dealt - 1, case.number("stock")
    if case.facts.get("hand") is not None and holding < dealt:
        words = f"“hand” has {spelt(holding, 'card')}, but {number_word(dealt)} were dealt"
        yield f"{words}, and {alone}."
    if case.facts.get("drawn_this_turn") and stock == full:
        yield f"“drawn_this_turn” is true, but “stock” is {stock}, as after the deal, and {alone}."

"""A table of Ottawa: hands, stock, pile, and what the seat on turn may do."""

from collections.abc import Iterator, Sequence
from itertools import islice

from scoring.cards import Card
from scoring.games.ottawa.lay_off import PileTop, is_lay_off, lay_offs
from scoring.law.game import SOME, Ending, Kept, Laid, Shuffle, as_they_lie
from scoring.law.plays import DRAW, END_TURN, Draw, EndTurn, Lay, Play, Reshuffle, TurnPlay
from scoring.law.rulebook import Rules

KEPT = 2
"""Cards that stay on the pile when the rest is shuffled (OT-27)."""


class Table(Kept):
    """A deal in progress that can be asked but does not move.

    `hands` are those of seats 1, 2, ... behind an empty one; the next card of `stock` and the top
    of `pile` come last. `drawn` and `laid` tell what the seat on turn has done; `passes` counts
    turns in a row without draw or lay-off.
    """

    def __init__(self, rules: Rules, laid: Laid, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self.players = len(laid.hands)
        self.hands = [[], *map(sorted, laid.hands)]
        self.stock, self.pile, self.turn = [*laid.stock[::-1]], [*laid.pile], laid.turn
        self.drawn = self.laid = False
        self.passes = 0
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None

    @property
    def pile_top(self) -> PileTop:
        """What a lay-off has to fit."""
        return PileTop(self.pile[-1], self.pile[-2] if len(self.pile) > 1 else None)

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, from the stock or after a reshuffle (OT-27)."""
        return bool(self.stock) or len(self.pile) > KEPT

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order."""
        return tuple(self.hands[seat])

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn; empty only when the deal is over."""
        return (*self._lays(), *self._others())

    def some_plays(self) -> Sequence[TurnPlay]:
        """The lay-offs found first, and the other plays: a hand of 13 can make a hundred thousand
        lay-offs.
        """
        return (*islice(self._lays(), SOME), *self._others())

    def _lays(self) -> Iterator[Lay]:
        if not self.over and not self.laid:
            yield from map(Lay, lay_offs(self.pile_top, self.hands[self.turn], self.rules))

    def _others(self) -> Iterator[TurnPlay]:
        return (play for play in (DRAW, END_TURN) if self.is_legal(play))

    def spelt(self, play: Play) -> Play:
        """A play as `legal_plays` lists it: there is only one spelling."""
        return play

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, without reasons."""
        if self.over:
            return False
        if isinstance(play, Lay):
            return (
                not self.laid
                and self._holds(play)
                and is_lay_off(self.pile_top, play.cards, self.rules)
            )
        if isinstance(play, Draw):
            return not self.drawn and self.can_draw
        return isinstance(play, EndTurn) and not self.laid and (self.drawn or not self.can_draw)

    def _holds(self, lay: Lay) -> bool:
        hand = set(self.hands[self.turn])
        return (
            lay.suit is None
            and len(set(lay.cards)) == len(lay.cards)
            and hand.issuperset(lay.cards)
        )

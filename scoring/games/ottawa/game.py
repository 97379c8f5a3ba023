"""A deal of Ottawa: how it starts (OT-1, OT-4 to OT-7, OT-15), what the seat on turn may do, and
every play validated and recorded.

When a match of Ottawa is over: a fixed number of deals or a target score, agreed beforehand (OT-2,
OT-3, OT-34).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.cards import FULL_PACK, Card, card_text, is_pack
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.games.ottawa.check import judge
from scoring.games.ottawa.lay_off import KEPT, PileTop, is_lay_off, lay_offs
from scoring.games.ottawa.position import Whole
from scoring.law.game import (
    SOME,
    Ending,
    GameError,
    Kept,
    Laid,
    Result,
    Shuffle,
    as_they_lie,
    refuse_seats,
    summary,
)
from scoring.law.grounds import verdict_of
from scoring.law.plays import DRAW, END_TURN, Draw, EndTurn, Lay, Play, Reshuffle, TurnPlay
from scoring.law.rulebook import Rules
from scoring.law.verdict import IllegalPlay, Verdict


class Ottawa(Kept):
    """A deal with every card known; `apply` alone changes it.

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

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        if self.over:
            return verdict_of(self.rules, "illegal", "over", then={"game_over": True})
        position = Whole(
            self.pile_top,
            self.hand(self.turn),
            self.laid,
            self.drawn,
            self.can_draw,
            self.players,
            self.turn,
            len(self.stock),
        )
        return judge(position, play, self.rules)

    def apply(self, play: Play) -> None:
        """Do a play and record it. Raises IllegalPlay, and then nothing has changed."""
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        self.record.append((self.turn, play))
        if isinstance(play, Lay):
            self._lay_off(play)
        elif isinstance(play, Draw):
            self._draw()
        else:
            self._pass()

    def _lay_off(self, lay: Lay) -> None:
        turn_ends = self.drawn or not self.can_draw
        hand = self.hands[self.turn]
        for card in lay.cards:
            hand.remove(card)
        self.pile.extend(lay.cards)
        self.laid, self.passes = True, 0
        if not hand:
            self.over, self.winner, self.ending = True, self.turn, "won"
        elif turn_ends:
            self._pass_on()

    def _draw(self) -> None:
        if not self.stock:
            self._renew()
        hand = self.hands[self.turn]
        hand.append(self.stock.pop())
        hand.sort()
        self.drawn, self.passes = True, 0
        if self.laid:
            self._pass_on()

    def _renew(self) -> None:
        """OT-27: all of the pile but its two top cards becomes the stock."""
        cards, self.pile = self.pile[:-KEPT], self.pile[-KEPT:]
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock = cards[::-1]

    def _pass(self) -> None:
        self.passes = 0 if self.drawn else self.passes + 1
        if self.passes == self.players:
            self._block()
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        self.turn = self.turn % self.players + 1
        self.drawn = self.laid = False

    def _block(self) -> None:
        """OT-A9: nobody can draw and all have passed; the lowest hand wins if it is the only one so
        low.
        """
        self.over, self.ending = True, "blocked"
        counts = [item.total for item in self._receipts()]
        if self.rules["blocked"] == "difference" and counts.count(min(counts)) == 1:
            self.winner = counts.index(min(counts)) + 1

    def _receipts(self) -> tuple[Receipt, ...]:
        hands = (Hand(tuple(card_text(card) for card in hand)) for hand in self.hands[1:])
        return tuple(receipt(hand, self.rules) for hand in hands)

    def __repr__(self) -> str:
        return summary(self, card_text(self.pile[-1]))

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game. Raises GameError while it is on."""
        result = self.result()
        return result.points, result.ending

    def result(self) -> Result:
        """The winner's points: what each other hand has more than theirs (OT-33).

        Raises GameError while it is on.
        """
        if not self.over or self.ending is None:
            raise GameError("The deal is still on: there is nothing to count yet.")
        receipts = self._receipts()
        points = [0] * self.players
        if self.winner is not None:
            own = receipts[self.winner - 1].total
            points[self.winner - 1] = sum(item.total - own for item in receipts)
        places = () if self.winner is None else (self.winner,)
        return Result(
            self.ending, self.winner, tuple(points), receipts, places, self.rules.citation
        )


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed: so many `deals` or a `target` score, one of the two and 1 or more.

    Raises GameError.
    """

    deals: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        agreed = [number for number in (self.deals, self.target) if number is not None]
        if len(agreed) != 1:
            raise GameError(
                "Agree on a number of deals or on a target score, one of the two (OT-2)."
            )
        if agreed[0] < 1:
            raise GameError(
                f"The number of deals, or the target, is 1 or more, not {agreed[0]} (OT-3)."
            )

    def is_over(self, deals_played: int, totals: Sequence[int]) -> bool:
        """Whether no further deal is played, after so many deals and with these totals so far.

        The clauses as code: an evening asks its format (`ending`, `target`) for a whole table.
        """
        if self.deals is not None:
            return deals_played >= self.deals
        return self.target is not None and max(totals, default=0) >= self.target


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
    if not is_pack(pack, FULL_PACK):
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

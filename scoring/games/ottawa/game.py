"""A deal of Ottawa being played: every play is validated and recorded.

When a match of Ottawa is over: a fixed number of deals or a target score, agreed beforehand (OT-2,
OT-3, OT-34).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import card_text
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.games.ottawa.check import check_in_game
from scoring.games.ottawa.table import KEPT, Table
from scoring.law.game import Ending, GameError, Result, summary
from scoring.law.plays import Draw, Lay, Play, Reshuffle
from scoring.law.verdict import IllegalPlay, Verdict


class Ottawa(Table):
    """A deal with every card known; `apply` is the only writer."""

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

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

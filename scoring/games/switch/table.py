"""A table of Switch: hands, stock, pile, and what the seat on turn may do."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import ACE, Card, rank_of
from scoring.games.switch.pile import Pile, faults, may_lay, rows_of, singles, spelt_row, suit_after
from scoring.law.game import Ending, Kept, Shuffle, as_they_lie
from scoring.law.plays import (
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    Play,
    Reshuffle,
    TurnPlay,
)
from scoring.law.rulebook import Rules


@dataclass(slots=True)
class Layout:
    """Cards on a table: `hands[seat]` (index 0 unused), stock with its next card last, discards
    with the top last.

    `pile` is what the next card has to answer.
    """

    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card]
    pile: Pile
    turn: int
    direction: int = 1
    misses: int = 0


class Table(Kept):
    """A game in progress that can be asked but does not move; `out` lists the seats that went out,
    in order.
    """

    def __init__(self, rules: Rules, layout: Layout, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self.players = len(layout.hands) - 1
        self.hands = [sorted(hand) for hand in layout.hands]
        self.stock, self.discards, self.pile = layout.stock, layout.discards, layout.pile
        self.turn, self.direction, self.misses = layout.turn, layout.direction, layout.misses
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.silent: set[int] = set()
        """Seats that came down to one card without a word."""
        self.called = 0
        """The seat that has said last card ahead of its lay, in this turn."""
        self.unnamed = 0
        """The seat whose Ace lies on top without a suit; it may still name one until the next
        player acts.
        """
        self.out: list[int] = []
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None

    @property
    def top(self) -> Card:
        """The card showing."""
        return self.discards[-1]

    @property
    def suit(self) -> int:
        """The suit to follow, 0 to 3."""
        return self.pile.suit

    @property
    def pending(self) -> int:
        """Penalty cards due."""
        return self.pile.pending

    @property
    def left(self) -> int:
        """How many players are still in the game."""
        return self.players - len(self.out)

    @property
    def drawable(self) -> int:
        """How many cards could be taken, counting what a reshuffle would bring (SW-19)."""
        return len(self.stock) + len(self.discards) - 1

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order; with two packs a card may stand twice."""
        return tuple(self.hands[seat])

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn, lays of several cards in one spelling; empty only when the
        game is over.
        """
        if self.over:
            return ()
        lays = self._lays()
        if self._may_decline(able=bool(lays)):
            return (*lays, self._decline())
        return lays

    def some_plays(self) -> Sequence[TurnPlay]:
        """All legal plays: there are never too many to list."""
        return self.legal_plays()

    def _lays(self) -> tuple[Lay, ...]:
        hand = self.hands[self.turn]
        plays: list[Lay] = []
        for row in sorted(rows_of(hand, self.rules)):
            if may_lay(self.pile, hand, row, self.rules):
                plays.extend(_lays_of(row))
        return tuple(plays)

    def _may_decline(self, *, able: bool) -> bool:
        """SW-A1, SW-A10: whether the seat on turn may take cards, or miss, instead of laying."""
        if not able:
            return True
        if self.pending:
            return self.rules["two_compulsory"] == "no"
        return self.rules["compulsory"] == "no" and self.drawable > 0

    def _decline(self) -> TurnPlay:
        if not self.drawable:
            return MISS
        return TAKE_PENALTY if self.pending else PICK_UP

    def spelt(self, play: Play) -> Play:
        """A play as `legal_plays` lists it: cards between first and last in order; a silent Ace
        names the suit it asks for (SW-A20).
        """
        return self._spelt(play) if isinstance(play, Lay) and play.cards else play

    def _spelt(self, lay: Lay) -> Lay:
        ace = rank_of(lay.cards[-1]) == ACE
        suit = suit_after(self.pile, lay, self.rules) if ace else None
        return Lay(spelt_row(lay.cards, self.rules), suit)

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, a call or a challenge, without reasons."""
        if isinstance(play, Call):
            return self.may_call(play.seat)
        if isinstance(play, Challenge):
            return self._upholds(play)
        if isinstance(play, Nominate):
            return self.may_name(play)
        if self.over:
            return False
        if isinstance(play, Lay):
            return next(faults(self.pile, self.hands[self.turn], play, self.rules), None) is None
        return play == self._decline() and self._may_decline(
            able=bool(singles(self.pile, self.hands[self.turn], self.rules))
        )

    def may_call(self, seat: int) -> bool:
        """Whether a call from this seat is heard: ahead of the lay in the own turn, or late but
        before a challenge.
        """
        return not self.over and (
            seat in self.silent or (seat == self.turn and self.called != seat)
        )

    def waits_for(self, naming: Nominate) -> bool:
        """Whether the Ace of this seat lies there without a suit: the next player has not acted, no
        suit was named.
        """
        return not self.over and 0 < naming.seat == self.unnamed and 0 <= naming.suit <= 3

    def may_name(self, naming: Nominate) -> bool:
        """Whether this seat may still name the suit of its Ace (SW-A21)."""
        return self.rules["nominate_until"] == "next_play" and self.waits_for(naming)

    def _upholds(self, challenge: Challenge) -> bool:
        seated = 1 <= challenge.by <= self.players
        return (
            not self.over
            and seated
            and challenge.by != challenge.offender
            and challenge.offender in self.silent
        )


def is_silent_ace(lay: Lay) -> bool:
    """Tell whether an Ace was left on top without a suit."""
    return lay.suit is None and rank_of(lay.cards[-1]) == ACE


def _lays_of(row: tuple[Card, ...]) -> Sequence[Lay]:
    if rank_of(row[-1]) != ACE:
        return (Lay(row),)
    return LAY_NAMING[row[0]] if len(row) == 1 else [Lay(row, suit) for suit in range(4)]

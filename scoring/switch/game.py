"""A game of Switch being played, from one pack or two: every play is validated and recorded."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import ACE, Card, card_text, cards_text, rank_of, suit_of
from scoring.game import Ending, GameError, Result, Shuffle, as_they_lie
from scoring.hand import Hand, Receipt, receipt
from scoring.plays import (
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Miss,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
    TurnPlay,
)
from scoring.rulebook import Rules
from scoring.switch.lays import rows_of, spelt_row
from scoring.switch.pile import Pile, effect, faults, may_lay
from scoring.verdict import IllegalPlay, Verdict


@dataclass(slots=True)
class Table:
    """Cards on a table: `hands[seat]` (index 0 unused), stock with its next card last, discards with the top last.

    `pile` is what the next card has to answer.
    """

    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card]
    pile: Pile
    turn: int
    direction: int = 1
    misses: int = 0


class Switch:
    """A game with every card known; `apply` is the only writer. `out` lists the seats that went out, in order."""

    def __init__(self, rules: Rules, table: Table, shuffle: Shuffle | None = None) -> None:
        self.rules = rules
        self.players = len(table.hands) - 1
        self.hands = [sorted(hand) for hand in table.hands]
        self.stock, self.discards, self.pile = table.stock, table.discards, table.pile
        self.turn, self.direction, self.misses = table.turn, table.direction, table.misses
        self.shuffle: Shuffle = shuffle or as_they_lie
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.silent: set[int] = set()
        """Seats that came down to one card without a word."""
        self.called = 0
        """The seat that has said last card ahead of its lay, in this turn."""
        self.out: list[int] = []
        self.over = False
        self.winner: int | None = None
        self.ending: Ending | None = None

    # Asking

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
        """All plays of the seat on turn, lays of several cards in one spelling; empty only when the game is over."""
        if self.over:
            return ()
        lays = self._lays()
        if self._may_decline(able=bool(lays)):
            return (*lays, self._decline())
        return lays

    def _lays(self) -> tuple[Lay, ...]:
        hand = self.hands[self.turn]
        plays: list[Lay] = []
        for row in sorted(rows_of(hand, self.rules)):
            if may_lay(self.pile, hand, row, self.rules):
                plays.extend(_named(row))
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
        """A play as `legal_plays` lists it: cards between first and last in order; a silent Ace names its own suit."""
        return self._spelt(play) if isinstance(play, Lay) and play.cards else play

    def _spelt(self, lay: Lay) -> Lay:
        silent_ace = lay.suit is None and rank_of(lay.cards[-1]) == ACE
        return Lay(spelt_row(lay.cards, self.rules), suit_of(lay.cards[-1]) if silent_ace else lay.suit)

    def is_legal(self, play: Play) -> bool:
        """The bare test of a play, a call or a challenge, without reasons."""
        if isinstance(play, Call):
            return self.may_call(play.seat)
        if isinstance(play, Challenge):
            return self._upholds(play)
        if self.over:
            return False
        if isinstance(play, Lay):
            return next(faults(self.pile, self.hands[self.turn], play, self.rules), None) is None
        return play == self._decline() and self._may_decline(able=bool(self._lays()))

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        from scoring.switch.check import check_in_game  # noqa: PLC0415

        return check_in_game(self, play)

    # Doing

    def apply(self, play: Play) -> None:
        """Do a play, a call or a challenge and record it. Raises IllegalPlay, and then nothing has changed."""
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        if isinstance(play, Call):
            self._call(play.seat)
        elif isinstance(play, Challenge):
            self._challenge(play)
        else:
            self.record.append((self.turn, self.spelt(play)))
            self._turn(play)

    def _turn(self, play: Play) -> None:
        if self.rules["challenge_until"] == "next_turn":
            self.silent.discard(self.turn)
        if isinstance(play, Lay):
            self._lay(play)
        else:
            self._take(play)
        self.called = 0

    def _lay(self, lay: Lay) -> None:
        seat, hand = self.turn, self.hands[self.turn]
        done = effect(self.pile, self._spelt(lay), self.direction, self.rules, two_left=self.left == 2)
        for card in lay.cards:
            hand.remove(card)
        self.discards.extend(lay.cards)
        self.pile, self.direction, self.misses = done.pile, done.direction, 0
        if len(hand) == 1 and self.called != seat:
            self.silent.add(seat)
        if not hand:
            self._go_out(seat)
        if not self.over:
            self._pass_on(1 + done.passed_over)

    def _go_out(self, seat: int) -> None:
        self.out.append(seat)
        self.silent.discard(seat)
        self.winner = self.out[0]
        if self.rules["play_on"] == "no" or self.left == 1:
            self._end("won")

    def _take(self, play: Play) -> None:
        due = self.pending if isinstance(play, TakePenalty) else 1 if isinstance(play, PickUp) else 0
        self._draw(self.turn, due)
        self.misses = self.misses + 1 if isinstance(play, Miss) else 0
        self.pile = Pile(self.pile.top, self.pile.suit)
        if self.misses == self.left:
            self._end("blocked")
        else:
            self._pass_on(1)

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock:
                self._renew()
            if self.stock:
                self.hands[seat].append(self.stock.pop())
                self.silent.discard(seat)
        self.hands[seat].sort()

    def _renew(self) -> None:
        """SW-19: all discards but the top one become the stock."""
        cards = self.discards[:-1]
        if not cards:
            return
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock, self.discards = cards[::-1], self.discards[-1:]

    def _pass_on(self, steps: int) -> None:
        while steps:
            self.turn = (self.turn - 1 + self.direction) % self.players + 1
            steps -= self.turn not in self.out

    def _end(self, ending: Ending) -> None:
        self.over, self.ending = True, ending

    # Calls

    def may_call(self, seat: int) -> bool:
        """Whether a call from this seat is heard: ahead of the lay in the own turn, or late but before a challenge."""
        return not self.over and (seat in self.silent or (seat == self.turn and self.called != seat))

    def _call(self, seat: int) -> None:
        self.record.append((seat, Call(seat)))
        if seat in self.silent:
            self.silent.discard(seat)
        else:
            self.called = seat

    def _upholds(self, challenge: Challenge) -> bool:
        seated = 1 <= challenge.by <= self.players
        return not self.over and seated and challenge.by != challenge.offender and challenge.offender in self.silent

    def _challenge(self, challenge: Challenge) -> None:
        """SW-18: whoever is caught takes a card at once."""
        self.record.append((challenge.by, challenge))
        self._draw(challenge.offender, 1)
        self.silent.discard(challenge.offender)

    # Counting

    def result(self) -> Result:
        """Winner and places; points only where the event borrows them (SW-A11). Raises GameError while it is on."""
        if not self.over or self.ending is None:
            raise GameError("The game is still on: there is nothing to count yet.")
        receipts: tuple[Receipt, ...] = ()
        if self.rules.scoring.values is not None:
            hands = (Hand(tuple(card_text(card) for card in self.hands[seat])) for seat in range(1, self.players + 1))
            receipts = tuple(receipt(hand, self.rules) for hand in hands)
        points = tuple(each.total for each in receipts)
        return Result(self.ending, self.winner, points, receipts, self._places())

    def _places(self) -> tuple[int, ...]:
        last = [seat for seat in range(1, self.players + 1) if seat not in self.out]
        return tuple(self.out + (last if self.ending == "won" and len(last) == 1 else []))

    def __str__(self) -> str:
        return f"Switch, seat {self.turn} to play on {card_text(self.top)}, holding {cards_text(self.hands[self.turn])}"


def _named(row: tuple[Card, ...]) -> Sequence[Lay]:
    if rank_of(row[-1]) != ACE:
        return (Lay(row),)
    return LAY_NAMING[row[0]] if len(row) == 1 else [Lay(row, suit) for suit in range(4)]

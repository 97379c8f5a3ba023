"""One machine for all laying games: each play is tested, recorded and done, in one place only.

What games differ in are their flags; nothing here asks for the name of a game. Lists of cards and
the record only grow at their ends, and a new stock makes new lists, so that `back` takes plays back
without a copy of the game.
"""

from collections.abc import Sequence
from typing import NoReturn

from scoring.cards import Card
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.shedding.match_tables import KEY_OF_CARD, NOTHING_DUE, PLANE, key_of, values_of
from scoring.law.effects import Effect
from scoring.law.game import Ending, GameError, Mark
from scoring.law.plays import (
    LAY,
    MISS,
    Call,
    Challenge,
    Lay,
    Miss,
    Nominate,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
)

_DECLINED = frozenset({PickUp, TakePenalty, Miss})


def _copy_of(hand: int, bit: int) -> int:
    """The bit of the copy that is laid first: the second one where there are two."""
    return bit << PLANE if hand >> PLANE & bit else bit


class Refused(ValueError):
    """An illegal play, without the reasons."""


class Machine(LayingTable):
    """A table that plays. A play that is refused changes nothing."""

    __slots__ = ()

    def apply(self, play: Play) -> None:
        """Do a play, or what is said beside it, and record it. Raises through `refuse` if it is
        illegal.

        The lay of one card, the pick-up that ends a turn and what may be laid next are spelt out
        here: a call each would cost a tenth of every play. A hand is wider than one digit of a
        Python integer: what is asked of a hand costs as much as five reads of an attribute.
        """
        hands, seat = self.hands, self.turn
        if type(play) is Lay and self.lays & play.bit:
            card, bit = play.only, play.bit
            if play.suit is not None and not bit & self.wild:
                play = LAY[card]  # a needless word is void
            hand = hands[seat] ^ (_copy_of(hands[seat], bit) if self.copies else bit)
            hands[seat] = hand
            self.discards.append(card)
            self.record.append((seat, play))
            before, self.key, self.last_lay = self.key, KEY_OF_CARD[card], seat
            step = self.direction
            if self.deeds[card]:
                step = self._name(play, before) if bit & self.wild else self._bring(card)
            if self.quiet and hand.bit_count() > 1:
                self.turn = self.ring[seat + step]
            else:
                self._pass_from(seat, step)
        elif type(play) is PickUp and self.left and self.draws_one and not (self.lays or self.over):
            self.left -= 1
            hand, bit = hands[seat], 1 << self.supply[self.left]
            hands[seat] = hand | (bit << PLANE if self.copies and hand & bit else bit)
            self.record.append((seat, play))
            self.last_lay = 0
            if self.quiet:
                self.turn = self.ring[seat + self.direction]
            else:
                self._end_turn(seat, drew=True)
        elif type(play) in _DECLINED:
            self._decline(play)
        else:
            self._do_otherwise(play)
        self.lays = hands[self.turn] & self.matches[self.key]
        if self.barred or self.over:
            self.lays = self.layable()

    def refuse(self, play: Play) -> NoReturn:
        """Raise for an illegal play."""
        raise Refused(str(play))

    def _do_otherwise(self, play: Play) -> None:
        if not self.is_legal(play):
            self.refuse(play)
        elif isinstance(play, Lay):
            self._lay_row(play)
        elif isinstance(play, Call):
            self._call(play)
        elif isinstance(play, Challenge):
            self._challenge(play)
        else:
            self._name_late(play)  # type: ignore[arg-type]
        self._listen()

    def _listen(self) -> None:
        """Note whether the next play has anything to end, or seats to pass by."""
        waits = self.misses or self.drawn or self.called or self.out
        self.quiet = not (waits or (self.silent and self.pick_up_ends))

    def _lay_row(self, lay: Lay) -> None:
        seat, last = self.turn, lay.cards[-1]
        row = self.spelt(lay).cards  # type: ignore[union-attr]
        play = Lay(row, lay.suit if self.wild >> last & 1 else None)
        for card in row:
            self.hands[seat] ^= _copy_of(self.hands[seat], 1 << card)
        self.discards.extend(row)
        self.record.append((seat, play))
        before, self.key, self.last_lay = self.key, KEY_OF_CARD[last], seat
        covered: Sequence[Card] = row[:-1] if self.flags.all_act else ()
        if self.due >= 0 and self.flags.first_answers and not covered:
            covered = row[:1]
        passed = sum(max(0, abs(self._bring(card)) - 1) for card in covered)
        step = self._name(play, before) if self.wild >> last & 1 else self._bring(last)
        self._pass_from(seat, step and step + passed * self.direction)

    def _name(self, lay: Lay, before: int) -> int:
        """The suit of a wild card on top; gives how many seats on the turn now goes.

        `before` is the key it was laid on.
        """
        card, suit = lay.cards[-1], lay.suit
        if suit is None:
            suit = before & 3 if self.flags.unnamed_keeps else card // 13
            self.unnamed = self.turn
        else:
            self.unnamed = 0
        self.key = key_of(card, suit)
        if self.due >= 0 and self.flags.wild_answers == "cancels":
            self._owe(NOTHING_DUE)
        return self._bring(card)

    def _bring(self, card: Card) -> int:
        """The penalty and the direction that a card brings; gives how many seats on the turn
        goes.
        """
        deed = self.deeds[card]
        if deed is None:
            return self.direction
        passed, turns, due, draws, again = deed
        if due >= 0:
            self._owe(due, self._grown(self.does[card]) if self.pending else draws)
        if turns:
            self.direction = -self.direction
            if self.flags.turn_skips_two and self.playing == 2:
                passed += 1
        return 0 if again else (1 + passed) * self.direction

    def _grown(self, does: Effect) -> int:
        """A penalty after an answer."""
        if does.adds == "own":
            return self.pending + does.draws
        return 2 * self.pending if does.adds == "double" else self.pending + 1

    def _pass_from(self, seat: int, step: int) -> None:
        """The turn goes on after a lay that was no quiet one, or left one card or none."""
        hand, bit = self.hands[seat], 1 << seat
        if self.silent and self.flags.silence_ends_by_turn:
            self.silent &= ~bit
        if hand:
            if hand.bit_count() == 1 and self.flags.price:
                self.silent = self.silent & ~bit if self.called == seat else self.silent | bit
            self.turn = self._after(seat, step) if self.out else self.ring[seat + step]
        else:
            self._go_out(seat, step)
        self.misses = self.drawn = self.called = 0
        self.quiet = not (self.out or (self.silent and self.pick_up_ends))

    def _after(self, seat: int, step: int) -> int:
        """The seat so many players on, those who are out passed by."""
        if not self.out:
            return (seat + step - 1) % self.players + 1
        way = 1 if step > 0 else -1
        for _ in range(abs(step)):
            seat = self.ring[seat + way]
            while seat in self.out:
                seat = self.ring[seat + way]
        return seat

    def _go_out(self, seat: int, step: int) -> None:
        flags, does = self.flags, self.does[self.top]
        if self.winner is None:
            self.winner = seat
        # The turn goes on all the same: a challenge may undo the win.
        self.turn = self._after(seat, step)
        self.out += (seat,)
        if not flags.play_on or self.playing == 1:
            self.over, self.ending = True, "won"
        else:
            self.turn = self._after(seat, step)
            self.silent &= ~(1 << seat)
        if flags.last_draws and self.over and (does.draws or flags.covers_penalty):
            # Whoever has just gone out takes nothing, though a card passed the others over.
            self._draw_due(self._after(seat, step))

    def _decline(self, play: Play) -> None:
        """Draw, take what is due or miss the turn."""
        if not self.may_decline() or type(play) is not type(self.alternative()):
            self.refuse(play)
        self.last_lay = 0
        if type(play) is PickUp:
            self._pick_up(play)
        elif type(play) is TakePenalty:
            self._take_penalty(play)
        else:
            self._miss(play)

    def _pick_up(self, play: PickUp) -> None:
        seat = self.turn
        self.record.append((seat, play))
        self._draw(seat, 1)
        self.drawn += 1
        # With nothing to lay and nothing more to draw the turn is over without a word.
        if not self.layable() and self.alternative() is MISS:
            self._end_turn(seat)
            return
        if self.flags.silence_ends_by_turn:
            self.silent &= ~(1 << seat)
        self.misses = self.called = 0
        self.quiet = False

    def _take_penalty(self, play: TakePenalty) -> None:
        seat, new_stock_first = self.turn, self.flags.new_stock_first
        if not new_stock_first:
            self.record.append((seat, play))
        self._draw_due(seat)
        if new_stock_first:
            self.record.append((seat, play))
        self._end_turn(seat)

    def _draw_due(self, seat: int) -> None:
        """Move the cards that are due to a hand, as far as the rest of them does not lapse."""
        lapses = self.flags.lapse and self.pending > self.left > 0
        self._draw(seat, self.left if lapses else self.pending)
        self._owe(NOTHING_DUE)

    def _miss(self, play: Play) -> None:
        seat = self.turn
        self.record.append((seat, play))
        # Whoever has drawn, or is passed over by a card, is not at a loss.
        idle = not self.drawn and (self.pending or self.due < 0)
        misses = self.misses + 1 if idle else 0
        if self.due >= 0:
            self._owe(NOTHING_DUE)
        self._end_turn(seat)
        self.misses, self.quiet = misses, False
        if misses + len(self.out) >= self.players:
            self._block()

    def _end_turn(self, seat: int, *, drew: bool = False) -> None:
        """What a turn without a lay ends: a word said ahead, turns missed, a silence."""
        self.misses = self.drawn = self.called = 0
        if self.silent and (self.pick_up_ends if drew else self.flags.silence_ends_by_turn):
            self.silent &= ~(1 << seat)
        self.quiet = not (self.out or (self.silent and self.pick_up_ends))
        step = self.direction
        self.turn = self._after(seat, step) if self.out else self.ring[seat + step]

    def _draw(self, seat: int, count: int) -> int:
        """Move cards from the stock to a hand, as many as there are; gives how many.

        A stock that renews for penalties alone holds a card whenever one may be picked up.
        """
        hand, drawn = self.hands[seat], 0
        while drawn < count and (self.left or (self.flags.renew != "never" and self._renew())):
            self.left -= 1
            drawn += 1
            bit = 1 << self.supply[self.left]
            hand |= bit << PLANE if self.copies and hand & bit else bit
        self.hands[seat] = hand
        if drawn and self.flags.silence_ends_by_draw:
            self.silent &= ~(1 << seat)
        return drawn

    def _renew(self) -> bool:
        """Turn all discards but the top one into the stock, and record its order; says whether
        there were any.
        """
        cards, self.discards = self.discards[:-1], self.discards[-1:]
        if not cards:
            return False
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.supply, self.left = cards[::-1], len(cards)
        return True

    def _block(self) -> None:
        """Nobody can act any more."""
        blocked = self.flags.blocked
        if blocked == "reshuffle" and self._renew():
            self.misses = 0
            return
        void = blocked == "redeal" and not self.out
        self.over, self.ending = True, "redeal" if void else "blocked"
        if blocked == "difference":
            counts = self.counts()
            lowest = counts.index(min(counts)) + 1
            self.winner = lowest if counts.count(min(counts)) == 1 else None

    def counts(self) -> tuple[int, ...]:
        """What the hands of seats 1, 2, ... count as they now stand; all 0 where no card counts."""
        values, counts = values_of(self.rules), []
        for hand in self.hands[1:]:
            total, remaining = 0, hand
            while remaining:
                highest = remaining.bit_length() - 1
                remaining ^= 1 << highest
                total += values[highest]
            counts.append(total)
        return tuple(counts)

    def points(self) -> tuple[int, ...]:
        """What seats 1, 2, ... write down as their hands now stand: the winner what the others hold
        beyond theirs, or all their own.
        """
        counts = self.counts()
        if self.rules.scoring.scorer == "winner":
            own = 0 if self.winner is None else counts[self.winner - 1]
            beyond = sum(count - own for count in counts)
            seats = range(1, self.players + 1)
            return tuple(beyond if seat == self.winner else 0 for seat in seats)
        if self.ending == "blocked" and self.flags.blocked == "lowest_nought":
            least = min(counts)
            return tuple(0 if count == least else count for count in counts)
        return counts

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game, without receipts.

        Raises GameError while it is on.
        """
        if self.ending is None:
            raise GameError("The game is still on: there is nothing to count yet.")
        counted = self.ending != "redeal" and self.rules.scoring.values is not None
        return self.points() if counted else (), self.ending

    def _call(self, play: Call) -> None:
        self.record.append((play.seat, play))
        if self.silent >> play.seat & 1:
            self.silent &= ~(1 << play.seat)
        else:
            self.called = play.seat

    def _challenge(self, play: Challenge) -> None:
        offender = play.offender
        self.record.append((play.by, play))
        self.silent &= ~(1 << offender)
        occupied = self._draw(offender, self.flags.price)
        if self.winner == offender and occupied:
            self.over, self.winner, self.ending, self.out = False, None, None, ()

    def _name_late(self, play: Nominate) -> None:
        self.record.append((play.seat, play))
        self.key, self.unnamed = key_of(self.top, play.suit), 0

    def mark(self) -> Mark:
        """The state to which `back` returns, without a copy of stock, pile and record."""
        return (
            tuple(self.hands), self.supply, self.left, self.discards, len(self.discards),
            len(self.record), self.key, self.turn, self.direction, self.pending, self.due,
            self.misses, self.drawn, self.silent, self.called, self.last_lay, self.unnamed,
            self.out, self.over, self.winner, self.ending, self.lays, self.quiet,
        )  # fmt: skip

    def back(self, mark: Mark) -> None:
        """Take back all that was done since the mark. A mark may be used again."""
        (
            hands, self.supply, self.left, self.discards, pile,
            record, self.key, self.turn, self.direction, self.pending, self.due,
            self.misses, self.drawn, self.silent, self.called, self.last_lay, self.unnamed,
            self.out, self.over, self.winner, self.ending, self.lays, self.quiet,
        ) = mark  # fmt: skip
        self.hands = list(hands)
        self._owe(self.due, self.pending)
        del self.discards[pile:]
        del self.record[record:]

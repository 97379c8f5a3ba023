"""A shedding game being played: every play is validated and recorded."""

from scoring.cards import SUITS, card_text, rank_of
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.games.shedding.check import check_in_game
from scoring.games.shedding.law import Law
from scoring.games.shedding.table import Table
from scoring.law.game import Ending, GameError, Result, summary
from scoring.law.plays import Call, Challenge, Lay, PickUp, Play, Reshuffle, TakePenalty, bare
from scoring.law.verdict import IllegalPlay, Verdict


class Shedding(Table):
    """A game with every card known; `apply` is the only writer."""

    def check(self, play: Play) -> Verdict:
        """The verdict on a play with its reasons. Never raises."""
        return check_in_game(self, play)

    def apply(self, play: Play) -> None:
        """Do a play, a call or a challenge and record it.

        Raises IllegalPlay, and then nothing has changed.
        """
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        if isinstance(play, Call):
            self._call(play)
        elif isinstance(play, Challenge):
            self._challenge(play)
        else:
            self._play(play)

    def _play(self, play: Play) -> None:
        if self.law.set_to("challenge_until") == "next_turn":
            self.silent.discard(self.turn)
        play = bare(play, self.law.wild)
        self.record.append((self.turn, play))
        if isinstance(play, Lay):
            self._lay(play)
        elif isinstance(play, PickUp):
            self._pick_up()
        else:
            self._take(play)
        self.called = 0

    def _lay(self, lay: Lay) -> None:
        seat, card, law = self.turn, lay.only, self.law
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.misses = 0
        does = law.does.get(rank_of(card))
        self.suit = law.suit_after(self.suit, lay)
        self.pending += does.draws if does else 0
        self.direction = -self.direction if does and does.turns else self.direction
        if not self.hands[seat]:
            self._end("won", seat)
            return
        if len(self.hands[seat]) == 1 and self.called != seat and _calls(law):
            self.silent.add(seat)
        self._pass_on(1 + (does.skips if does else 0))

    def _pick_up(self) -> None:
        self._draw(self.turn, 1)
        self.drawn += 1
        self.misses = 0
        # With nothing to lay and nothing more to draw the turn is over without a word.
        if not self.law.lays(self.whole) and not self.law.may_draw(self.whole):
            self._pass_on(1)

    def _take(self, play: Play) -> None:
        if isinstance(play, TakePenalty):
            self._draw(self.turn, self.pending)
        idle = not isinstance(play, TakePenalty) and not self.drawn
        self.misses = self.misses + 1 if idle else 0
        self.pending = 0
        if self.misses == self.players:
            self._block()
        else:
            self._pass_on(1)

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock and self.law.renews and len(self.discards) > 1:
                self._renew()
            if self.stock:
                self.hands[seat].append(self.stock.pop())
                self.silent.discard(seat)
        self.hands[seat].sort()

    def _renew(self) -> None:
        cards, self.discards = self.discards[:-1], self.discards[-1:]
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock = cards[::-1]

    def _pass_on(self, steps: int) -> None:
        self.turn = (self.turn - 1 + steps * self.direction) % self.players + 1
        self.drawn = 0

    def _end(self, ending: Ending, winner: int | None) -> None:
        self.over, self.ending, self.winner = True, ending, winner

    def _block(self) -> None:
        """Nobody can act any more: as it is read, the one lowest hand wins, or all is void."""
        if self.law.set_to("blocked") == "redeal":
            self._end("redeal", None)
            return
        counts = [each.total for each in self._receipts()]
        lowest = counts.index(min(counts)) + 1 if counts.count(min(counts)) == 1 else None
        self._end("blocked", lowest if self.law.set_to("blocked") == "difference" else None)

    def _call(self, call: Call) -> None:
        self.record.append((call.seat, call))
        if call.seat in self.silent:
            self.silent.discard(call.seat)
        else:
            self.called = call.seat

    def _challenge(self, challenge: Challenge) -> None:
        self.record.append((challenge.by, challenge))
        self._draw(challenge.offender, 1)
        self.silent.discard(challenge.offender)

    def __repr__(self) -> str:
        return summary(self, f"{card_text(self.top)} ({SUITS[self.suit]})")

    def _receipts(self) -> tuple[Receipt, ...]:
        hands = (Hand(tuple(card_text(card) for card in hand)) for hand in self.hands[1:])
        return tuple(receipt(hand, self.rules) for hand in hands)

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game. Raises GameError while it is on."""
        result = self.result()
        return result.points, result.ending

    def result(self) -> Result:
        """Each their own hand, or the winner what the others hold beyond theirs, as it is counted.

        Raises GameError while it is on.
        """
        if self.ending is None:
            raise GameError("The game is still on: there is nothing to count yet.")
        if self.ending == "redeal":
            return Result("redeal", None, (), citation=self.rules.citation)
        receipts = self._receipts()
        points = tuple(each.total for each in receipts)
        if self.rules.scoring.scorer == "winner":
            own = 0 if self.winner is None else points[self.winner - 1]
            beyond = sum(each - own for each in points)
            points = tuple(
                beyond if seat == self.winner else 0 for seat in range(1, self.players + 1)
            )
        places = () if self.winner is None else (self.winner,)
        return Result(self.ending, self.winner, points, receipts, places, self.rules.citation)


def _calls(law: Law) -> bool:
    return "last_card" in law.rules.rulebook.aspects

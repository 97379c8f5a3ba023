"""A plain engine of Swedish Pursuit: the plain engine of the laying games with trick cards, a call
that has its time, and a win that a challenge may undo. It referees the laying machine.
"""

from collections.abc import Sequence

from scoring.cards import ACE, EIGHT, QUEEN, TWO, Card, rank_of, suit_of
from scoring.law.game import Ending
from scoring.law.plays import (
    LAY,
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
    TakePenalty,
    TurnPlay,
)
from scoring.law.rulebook import Rules
from tests.reference.laying import PlainGame

TRICKS = {ACE, TWO, QUEEN}
DEFLECTING = {"no": -1, "ace": ACE, "queen": QUEEN}


class PlainSwedishPursuit(PlainGame):
    """A game with every card known; `cut` is the seat that a cut chose to begin."""

    def __init__(
        self, rules: Rules, players: int, pack: Sequence[Card], dealer: int, cut: int | None
    ) -> None:
        super().__init__(rules, players, pack, dealer)
        self.laid = self.unnamed = 0
        neighbour = dealer % players + 1
        begins = {"left": neighbour, "dealer": dealer, "cut": cut or neighbour}
        self.turn = begins[rules["first_player"]]
        rank = rank_of(self.discards[0])
        if rank == QUEEN:
            self.direction = -1
            right = (dealer - 2) % players + 1
            queens = {"right": right, "dealer": dealer, "left": self.turn}
            self.turn = queens[rules["start_queen"]]
        elif rules["start_trick"] == "on":
            self.pending = 2 if rank == TWO else 0
            self.turn = self.turn % players + 1 if rank == ACE else self.turn

    def fits(self, card: Card) -> bool:
        """Whether a card may go on the pile."""
        rank, top, rules = rank_of(card), self.discards[-1], self.rules
        if self.pending:
            if rank == EIGHT:
                return rules["eight_on_two"] != "no"
            turns_away = rank == DEFLECTING[rules["deflect_two"]] and suit_of(card) == self.suit
            return rank == TWO or turns_away
        if rank == EIGHT:
            return True
        shown = rank in TRICKS and rules["trick_follow"] == "shown"
        if suit_of(card) == (suit_of(top) if shown else self.suit):
            return True
        by_rank = rank not in TRICKS or rules["trick_match"] == "rank_or_suit"
        return by_rank and rank == rank_of(top)

    def cards(self) -> list[Card]:
        """The cards that the seat on turn may lay."""
        hand = sorted(self.hands[self.turn])
        barred = self.rules["trick_finish"] == "barred" and len(hand) == 1
        special = TRICKS | {EIGHT}
        return [
            card for card in hand if self.fits(card) and not (barred and rank_of(card) in special)
        ]

    @property
    def renews(self) -> bool:
        """Whether discards may come back for a penalty."""
        return self.rules["short_stock"] == "reshuffle" and len(self.discards) > 1

    def forced(self) -> TurnPlay:
        """What the seat on turn does if it lays nothing."""
        if self.pending:
            return TAKE_PENALTY if self.stock or self.renews else MISS
        return PICK_UP if self.stock else MISS

    def legal_plays(self) -> list[TurnPlay]:
        """All plays of the seat on turn."""
        if self.over:
            return []
        plays: list[TurnPlay] = []
        for card in self.cards():
            plays.extend(LAY_NAMING[card] if rank_of(card) == EIGHT else (LAY[card],))
        free = self.pending and self.rules["two_compulsory"] == "no"
        return [*plays, self.forced()] if free or not plays else plays

    def still_time(self, seat: int) -> bool:
        """Whether nobody has taken a turn since this seat came down to one card."""
        return self.laid == seat and len(self.hands[seat]) == 1

    def is_legal(self, play: Play) -> bool:
        """The bare test."""
        if isinstance(play, Challenge):
            if play.by == play.offender or play.offender not in self.silent:
                return False
            if self.over:
                return self.rules["challenge_until"] == "tally"
            back = self.turn == play.offender and self.rules["call_two"] == "at_once"
            return back or not self.still_time(play.offender)
        if self.over:
            return False
        if isinstance(play, Nominate):
            waits = play.seat == self.laid == self.unnamed
            return waits and self.rules["nominate_until"] == "next_play"
        if isinstance(play, Call):
            if play.seat in self.silent:
                return self.still_time(play.seat)
            two = len(self.hands[play.seat]) == 2
            return two and play.seat == self.turn and self.called != play.seat
        if isinstance(play, Lay):
            return len(play.cards) == 1 and play.only in self.cards()
        return play in self.legal_plays()

    def apply(self, play: Play) -> None:
        """Do a legal play."""
        seat = self.turn
        if isinstance(play, Call | Challenge):
            self._say(play)
            return
        if isinstance(play, Nominate):
            self.record.append((play.seat, play))
            self.suit, self.unnamed = play.suit, 0
            return
        if self.rules["challenge_until"] == "next_turn":
            self.silent.discard(seat)
        if isinstance(play, Lay):
            self._lay(play)
        else:
            self._take(play)
        self.called = 0

    def _lay(self, lay: Lay) -> None:
        seat, card = self.turn, lay.only
        rank = rank_of(card)
        named = lay.suit if rank == EIGHT else None
        self.record.append((seat, LAY[card] if named is None else lay))
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.misses, self.laid = 0, seat
        self.unnamed = seat if rank == EIGHT and named is None else 0
        keeps = rank == EIGHT and self.rules["unnominated_eight"] == "before"
        own = self.suit if keeps else suit_of(card)
        self.suit = own if named is None else named
        steps = self._act(rank)
        self.turn = (seat - 1 + steps * self.direction) % self.players + 1
        if len(self.hands[seat]) == 1:
            self.silent.discard(seat)
            self.silent |= {seat} if self.called != seat else set()
        if not self.hands[seat]:
            if rank == TWO and self.rules["final_two"] == "pick_up":
                self._draw(self.turn, self.pending)
                self.pending = 0
            self.over, self.winner, self.ending = True, seat, "won"

    def _act(self, rank: int) -> int:
        """What a card does; gives how many seats on the turn goes."""
        self.pending += 2 if rank == TWO else 0
        if rank == EIGHT and self.rules["eight_on_two"] == "cancels":
            self.pending = 0
        if rank == QUEEN:
            self.direction = -self.direction
            return 2 if self.players == 2 and self.rules["queen_two"] == "skip" else 1
        return 2 if rank == ACE else 1

    def _take(self, play: TurnPlay) -> None:
        seat = self.turn
        if isinstance(play, TakePenalty):
            self._draw(seat, self.pending)
        elif play == PICK_UP:
            self.hands[seat].append(self.stock.pop())
        self.record.append((seat, play))
        self.pending = self.laid = 0
        self.misses = self.misses + 1 if play == MISS else 0
        self._pass_on(1)
        if self.misses == self.players:
            self._block()

    def _block(self) -> None:
        if self.rules["blocked"] == "reshuffle" and len(self.discards) > 1:
            self.misses = 0
            self._renew()
            return
        self.over = True
        self.ending = "redeal" if self.rules["blocked"] == "redeal" else "blocked"

    def _say(self, play: Call | Challenge) -> None:
        if isinstance(play, Call):
            super()._say(play)
            return
        offender = play.offender
        self.record.append((play.by, play))
        self.silent.discard(offender)
        before = len(self.hands[offender])
        self._draw(offender, 2)
        if self.winner == offender and len(self.hands[offender]) > before:
            self.over, self.winner, self.ending = False, None, None

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.stock and self.renews:
                self._renew()
            if self.stock:
                self.hands[seat].append(self.stock.pop())

    def _renew(self) -> None:
        cards, self.discards = self.discards[:-1], self.discards[-1:]
        self.shuffle(cards)
        self.record.append((0, Reshuffle(tuple(cards))))
        self.stock = cards[::-1]

    def outcome(self) -> tuple[tuple[int, ...], Ending | None]:
        """The points and the ending of a finished game."""
        counts = tuple(self.counts())
        if self.ending == "blocked" and self.rules["blocked"] == "lowest_zero":
            counts = tuple(0 if count == min(counts) else count for count in counts)
        return () if self.ending == "redeal" else counts, self.ending

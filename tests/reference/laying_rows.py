"""A plain engine of Switch: the plain engine of the laying games with rows of several cards, places
and a suit named late. It referees the laying machine.

The forms of rows are those of the game, for `tests.reference.switch` referees them.
"""

from collections import Counter
from collections.abc import Sequence

from scoring.cards import ACE, EIGHT, FOUR, JACK, SEVEN, TWO, Card, rank_of, suit_of
from scoring.games.switch.forms import is_allowed_form, is_seven_drop, rows_of, spelt_row
from scoring.law.game import Ending
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    PickUp,
    Play,
    Reshuffle,
    TakePenalty,
    TurnPlay,
)
from scoring.law.rulebook import Rules
from tests.reference.laying import PlainGame

POWERS = {ACE, TWO, FOUR, SEVEN, EIGHT, JACK}
DRAWS = {TWO: 2, FOUR: 4}
Row = tuple[Card, ...]


class PlainSwitch(PlainGame):
    """A game with every card known."""

    def __init__(self, rules: Rules, players: int, pack: Sequence[Card], dealer: int) -> None:
        super().__init__(rules, players, pack, dealer)
        self.out: list[int] = []
        self.due, self.unnamed, self.laid = -1, 0, 0
        if rank_of(pack[players * rules.deal.dealt(players)]) in POWERS:
            self.record.append((0, Reshuffle(tuple(self.stock[::-1]))))

    def goes_back(self, card: Card) -> bool:
        """Whether a card cannot start the pile."""
        return rank_of(card) in POWERS

    @property
    def renews(self) -> bool:
        """Whether discards come back."""
        return True

    @property
    def remaining(self) -> int:
        """How many players are still in."""
        return self.players - len(self.out)

    def on(self, option: str) -> bool:
        """Whether a yes-or-no option is in force."""
        return self.rules[option] == "yes"

    def fits(self, card: Card) -> bool:
        """Whether a card may go on the pile."""
        rank, top = rank_of(card), rank_of(self.discards[-1])
        if self.pending:
            return rank == self.due or (self.on("mix_penalties") and rank in DRAWS)
        if rank == ACE:
            return self.rules["ace_ban"] == "pending" or top not in DRAWS
        return rank == top or suit_of(card) == self.suit

    def may_lay(self, row: Row) -> bool:
        """Whether a row of an allowed form that is in the hand may be laid."""
        if len(row) == len(self.hands[self.turn]):
            barred = {ACE} if self.on("power_finish") else POWERS
            covered = any(rank_of(card) == ACE for card in row[:-1])
            if rank_of(row[-1]) in barred or (covered and not self.on("ace_covered")):
                return False
        every = self.rules["row_fit"] == "every" and not is_seven_drop(row, self.rules)
        all_answer = self.pending and not self.first_answers
        return all(map(self.fits, row if all_answer or every else row[:1]))

    @property
    def first_answers(self) -> bool:
        """Whether only the first card of several has to answer (SW-A23)."""
        return self.rules["row_answer"] == "first" == self.rules["row_fit"]

    def cards(self) -> list[Card]:
        """The cards that may be laid alone."""
        hand = sorted(set(self.hands[self.turn]))
        return [card for card in hand if self.may_lay((card,))]

    def may_decline(self) -> bool:
        """Whether the seat on turn may lay nothing."""
        if not self.cards():
            return True
        if self.pending:
            return not self.on("two_compulsory")
        return not self.on("compulsory") and self.drawable > 0

    def decline(self) -> TurnPlay:
        """What the seat on turn does if it lays nothing."""
        if not self.drawable:
            return MISS
        return TAKE_PENALTY if self.pending else PICK_UP

    def legal_plays(self) -> list[TurnPlay]:
        """All plays of the seat on turn."""
        if self.over:
            return []
        plays: list[TurnPlay] = []
        for row in sorted(rows_of(self.hands[self.turn], self.rules)):
            if self.may_lay(row):
                suits = range(4) if rank_of(row[-1]) == ACE else (None,)
                plays += [Lay(row, suit) for suit in suits]
        return [*plays, self.decline()] if self.may_decline() else plays

    def is_legal(self, play: Play) -> bool:
        """The bare test."""
        if self.over:
            return False
        if isinstance(play, Nominate):
            waits = 0 < play.seat == self.unnamed and 0 <= play.suit <= 3
            return waits and self.rules["nominate_until"] == "next_play"
        if isinstance(play, Call):
            early = play.seat == self.turn and self.called != play.seat
            return play.seat in self.silent or early
        if isinstance(play, Challenge):
            waits = self.rules["call_two"] == "until_play" and self.laid == self.turn
            back = waits and play.offender == self.turn
            return play.by != play.offender and play.offender in self.silent and not back
        if isinstance(play, Lay):
            row = play.cards
            if not row or max(row) > 51 or Counter(row) - Counter(self.hands[self.turn]):
                return False
            return is_allowed_form(row, self.rules) and self.may_lay(row)
        return play == self.decline() and self.may_decline()

    def apply(self, play: Play) -> None:
        """Do a legal play."""
        if isinstance(play, Call | Challenge):
            self._say(play)
            return
        if isinstance(play, Nominate):
            self.record.append((play.seat, play))
            self.suit, self.unnamed = play.suit, 0
            return
        if self.rules["challenge_until"] == "next_turn":
            self.silent.discard(self.turn)
        if isinstance(play, Lay):
            self._lay(play)
        else:
            self.record.append((self.turn, play))
            self.unnamed = self.laid = 0
            self._take(play)
        self.called = 0

    def _lay(self, lay: Lay) -> None:
        seat, top, hand = self.turn, lay.cards[-1], self.hands[self.turn]
        suit = lay.suit if rank_of(top) == ACE else None
        self.record.append((seat, Lay(spelt_row(lay.cards, self.rules), suit)))
        self.unnamed = seat if rank_of(top) == ACE and suit is None else 0
        self.laid = seat
        acting = lay.cards if self.rules["seven_powers"] == "all" else (top,)
        if len(lay.cards) > 1 and acting == (top,) and self.pending and self.first_answers:
            acting = (lay.cards[0], top)
        passed = self._act(acting)
        keeps = rank_of(top) == ACE and self.rules["unnamed"] == "before"
        own = self.suit if keeps else suit_of(top)
        self.suit = own if suit is None else suit
        for card in lay.cards:
            hand.remove(card)
        self.discards.extend(lay.cards)
        self.misses = 0
        if len(hand) == 1 and self.called != seat:
            self.silent.add(seat)
        if not hand:
            self._go_out(seat)
        if not self.over:
            self._pass_on(1 + passed)
        elif self.rules["final_penalty"] == "pick_up":
            self._pass_on(1 + passed)
            self._draw(self.turn, self._due())
            self.pending = 0

    def _act(self, cards: Row) -> int:
        """What cards do; gives how many players are passed over."""
        passed = 0
        for rank in map(rank_of, cards):
            if rank in DRAWS:
                self.pending, self.due = self.pending + DRAWS[rank], rank
            if rank == JACK:
                self.direction = -self.direction
                passed += self.remaining == 2 and self.rules["jack_two"] == "skip"
            passed += rank == EIGHT
        return passed

    def _go_out(self, seat: int) -> None:
        self.out.append(seat)
        self.silent.discard(seat)
        self.winner = self.out[0]
        if not self.on("play_on") or self.remaining == 1:
            self.over, self.ending = True, "won"

    def _take(self, play: TurnPlay) -> None:
        due = self._due() if isinstance(play, TakePenalty) else int(isinstance(play, PickUp))
        self._draw(self.turn, due)
        self.pending, self.misses = 0, self.misses + 1 if play == MISS else 0
        if self.misses == self.remaining:
            void = self.rules["blocked"] == "redeal" and not self.out
            self.over, self.ending = True, "redeal" if void else "blocked"
        else:
            self._pass_on(1)

    def _due(self) -> int:
        lapses = self.stock and self.rules["short_stock"] == "lapse"
        return min(self.pending, len(self.stock)) if lapses else self.pending

    def _pass_on(self, steps: int) -> None:
        while steps:
            self.turn = (self.turn - 1 + self.direction) % self.players + 1
            steps -= self.turn not in self.out

    def outcome(self) -> tuple[tuple[int, ...], Ending | None]:
        """The points, where the event borrows values, and the ending of a finished game."""
        counts = self.ending != "redeal" and self.rules.scoring.values is not None
        return tuple(self.counts()) if counts else (), self.ending

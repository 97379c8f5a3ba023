"""The cards on a table of Pursuit, and what one may ask of them: the legal plays, where each player
stands.
"""

from collections.abc import Sequence

from scoring.cards import Card, plain, rank_of
from scoring.games.pursuit.position import PursuitPosition
from scoring.games.pursuit.sequences import (
    RING,
    Chain,
    Course,
    Sense,
    Spot,
    meaning,
    put_downs,
    ways,
    without,
)
from scoring.law.game import GameError, Kept, Laid, Shuffle, as_they_lie
from scoring.law.plays import (
    DRAW,
    TAKE_DISCARD,
    Discard,
    Draw,
    Play,
    PutDown,
    Reshuffle,
    TakeDiscard,
    TurnPlay,
)
from scoring.law.rulebook import Rules


class Table(Kept):
    """The state of a game, every card known. Both Jokers are kept under one name. Only
    `PursuitGame` changes it.

    `fronts` are the cards before each seat, `up_to` the ranks they mean, `steps` the ranks gone,
    `safe` those who have not put down yet, `missing` those who miss their next turn (landing,
    PU-25). It begins as if nobody had put down yet. Raises GameError where a seat has no card
    before it.
    """

    def __init__(self, rules: Rules, laid: Laid, shuffle: Shuffle | None = None) -> None:
        seats = len(laid.hands)
        if len(laid.fronts) != seats:
            raise GameError("In Pursuit “fronts” gives the card before each seat.")
        self.rules = rules
        self.players = seats
        self.turn = laid.turn
        self.over = False
        self.winner: int | None = None
        self.record: list[tuple[int, Play | Reshuffle]] = []
        self.stock = [*map(plain, laid.stock)]
        self.pile = [*map(plain, laid.pile)]
        self.fronts: list[tuple[Card, ...]] = [(card,) for card in laid.fronts]
        self.up_to = [rank_of(card) for card in laid.fronts]
        self.steps = [0] * seats
        self.safe = [True] * seats
        self.missing = [False] * seats
        self.taken = self.has_put_down = False
        self.hands = [tuple(sorted(map(plain, hand))) for hand in laid.hands]
        self.shuffle: Shuffle = shuffle or as_they_lie

    @property
    def direction(self) -> int:
        """Turns always pass clockwise."""
        return 1

    @property
    def laps(self) -> tuple[int, ...]:
        """Whole laps of seats 1, 2, ... (Racing)."""
        return tuple(steps // RING for steps in self.steps)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds, in ascending order."""
        return self.hands[seat - 1]

    def legal_plays(self) -> Sequence[TurnPlay]:
        """All plays of the seat on turn: the take, then one putting down at
        most, then the discard.
        """
        if self.over:
            return ()
        if not self.taken:
            return [play for play in (DRAW, TAKE_DISCARD) if self.can_take(play)]
        hand = self.hands[self.turn - 1]
        downs = self._downs()
        if downs and self.rules["must_put_down"] == "yes":
            return list(map(PutDown, downs))
        return [*map(PutDown, downs), *(Discard(card) for card in sorted(set(hand)))]

    def _downs(self) -> list[Chain]:
        """All that may be put down now."""
        hand = self.hands[self.turn - 1]
        return [] if self.has_put_down else put_downs(self.spot(), self.rules, hand)

    def some_plays(self) -> Sequence[TurnPlay]:
        """All legal plays: there are never too many to list."""
        return self.legal_plays()

    def spelt(self, play: Play) -> Play:
        """A play as `legal_plays` lists it and records hold it: both Jokers under one name."""
        if isinstance(play, PutDown):
            return PutDown(tuple(tuple(map(plain, sequence)) for sequence in play.sequences))
        return Discard(plain(play.card)) if isinstance(play, Discard) else play

    def is_legal(self, play: Play) -> bool:
        """The bare test, without reasons."""
        if self.over:
            return False
        if isinstance(play, Draw | TakeDiscard):
            return not self.taken and self.can_take(play)
        if isinstance(play, Discard):
            bound = self.rules["must_put_down"] == "yes" and self.taken and self._downs()
            return self.taken and not bound and plain(play.card) in self.hands[self.turn - 1]
        if isinstance(play, PutDown) and self.taken and not self.has_put_down:
            return self.meaning(play) is not None
        return False

    def position(self) -> PursuitPosition:
        """All that the player on turn and an umpire at the table can know."""
        seat, opponent = self.turn - 1, self.turn % self.players
        return PursuitPosition(
            up_to=self.up_to[seat],
            opponent_up_to=self.up_to[opponent],
            hand=self.hands[seat],
            opponent_safe=self.safe[opponent],
            seat=self.turn,
            steps=self.steps[seat],
            taken=self.taken,
            has_put_down=self.has_put_down,
            stock=len(self.stock),
            discards=len(self.pile),
            over=self.over,
        )

    def spot(self) -> Spot:
        """Where the player on turn stands."""
        seat, opponent = self.turn - 1, self.turn % self.players
        course = Course(self.up_to[seat], ways(self.rules, self.turn))
        return Spot(course, self.up_to[opponent], safe=self.safe[opponent], steps=self.steps[seat])

    def meaning(self, play: PutDown) -> Sense | None:
        """What the player on turn means by putting this down; None if they may not, or do not hold
        it.
        """
        hand = self.hands[self.turn - 1]
        for card in named(play):
            if card not in hand:
                return None
            hand = without(hand, card)
        return meaning(self.spot(), self.rules, play.sequences)

    def can_take(self, play: Draw | TakeDiscard) -> bool:
        """Whether there is a card to take, after a new shuffle if need be."""
        if isinstance(play, Draw):
            return bool(self.stock) or len(self.pile) > 1
        return bool(self.pile)


def named(play: PutDown) -> tuple[Card, ...]:
    """The cards of all sequences in their order."""
    return tuple(plain(card) for sequence in play.sequences for card in sequence)

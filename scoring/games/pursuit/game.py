"""A game of Pursuit: the start (the cards to start from, the deal in packets, cards passed after
it), the legal plays and where each player stands; and each play, until somebody is caught or has
run all the laps.
"""

from collections import Counter
from collections.abc import Sequence

from scoring.cards import JOKERS, RANKS, Card, packs_of, plain, rank_of, suit_of
from scoring.games.pursuit.check import check_table
from scoring.games.pursuit.position import PursuitPosition
from scoring.games.pursuit.sequences import (
    HAND,
    RING,
    Chain,
    Course,
    Sense,
    Spot,
    kept,
    meaning,
    put_downs,
    starting_ranks,
    ways,
    wins,
    without,
)
from scoring.law.game import (
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
from scoring.law.verdict import IllegalPlay, Verdict


class PursuitGame(Kept):
    """A game being played, every card known, as `scoring.law.game.Game` describes it. Both Jokers
    are kept under one name.

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

    def check(self, play: Play) -> Verdict:
        """The test with reasons. Never raises."""
        return check_table(self.position(), play, self.rules)

    def apply(self, play: Play) -> None:
        """Do the play. Raises IllegalPlay carrying the verdict, and then changes nothing."""
        if not self.is_legal(play):
            raise IllegalPlay(self.check(play))
        self.record.append((self.turn, self.spelt(play)))
        if isinstance(play, Discard):
            self._give(without(self.hands[self.turn - 1], plain(play.card)))
            self.pile.append(plain(play.card))
            self._end_turn()
        elif isinstance(play, PutDown):
            self._put_down(play)
        else:
            self._take(from_stock=isinstance(play, Draw))

    def __repr__(self) -> str:
        return summary(self, RANKS[self.up_to[self.turn - 1]])

    def outcome(self) -> tuple[tuple[int, ...], Ending]:
        """The points and the ending of a finished game. Raises GameError while it is on."""
        result = self.result()
        return result.points, result.ending

    def result(self) -> Result:
        """The winner; the text prints no points. Raises GameError while the game is on."""
        if self.winner is None:
            raise GameError("The game is not over: nobody has been caught yet.")
        return Result("won", self.winner, (), places=(self.winner,), citation=self.rules.citation)

    def _give(self, hand: tuple[Card, ...]) -> None:
        self.hands[self.turn - 1] = hand

    def _take(self, *, from_stock: bool) -> None:
        if from_stock:
            self._draw()
        else:
            self._give(tuple(sorted((*self.hands[self.turn - 1], self.pile.pop()))))
        self.taken = True

    def _draw(self) -> None:
        """One card of the stock, made anew from all discards but the top one when it is used up
        (PU-11).
        """
        if not self.stock:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.shuffle(self.stock)
            self.record.append((0, Reshuffle(tuple(self.stock))))
        self._give(tuple(sorted((*self.hands[self.turn - 1], self.stock.pop(0)))))

    def _put_down(self, play: PutDown) -> None:
        seat = self.turn - 1
        sense = self.meaning(play)
        assert sense is not None  # noqa: S101 -- `apply` has asked already
        if wins(self.spot(), self.rules, sense):
            self.over, self.winner = True, self.turn
        self._lay_out(play.sequences)
        self.up_to[seat] = sense.rank
        self.steps[seat] += sense.steps
        self.has_put_down, self.safe[seat] = True, False
        self._land()
        if not self.hands[seat] and not self.over:
            self._end_turn()

    def _lay_out(self, chain: Chain) -> None:
        """Move the cards (PU-17 to PU-20); with none left in hand the former top discard comes back
        on top.
        """
        seat = self.turn - 1
        hand = self.hands[seat]
        laid = tuple(card for sequence in chain for card in sequence)
        for card in laid:
            hand = without(hand, card)
        self._give(hand)
        front = kept(chain[-1], self.rules)
        covered = self.pile[-1:] if not hand else []
        self.pile[len(self.pile) - len(covered) :] = [
            *self.fronts[seat],
            *laid[: len(laid) - len(front)],
            *covered,
        ]
        self.fronts[seat] = front

    def _land(self) -> None:
        if self.rules["racing"] == "yes" and self.rules["landing_misses"] == "yes":
            here = self.up_to[self.turn - 1]
            for seat in range(self.players):
                self.missing[seat] |= seat != self.turn - 1 and self.up_to[seat] == here

    def _end_turn(self) -> None:
        """Fill the hand up after putting down (PU-10); the turn passes on, over those who miss
        theirs.
        """
        if self.has_put_down:
            while len(self.hands[self.turn - 1]) < HAND and self.can_take(DRAW):
                self._draw()
        self.taken = self.has_put_down = False
        self.turn = self.turn % self.players + 1
        while self.missing[self.turn - 1]:
            self.missing[self.turn - 1] = False
            self.turn = self.turn % self.players + 1


def named(play: PutDown) -> tuple[Card, ...]:
    """The cards of all sequences in their order."""
    return tuple(plain(card) for sequence in play.sequences for card in sequence)


PACKETS = (2, 3, 2)
NEAR = 5
"""Good for a seat are the rank of its start and those after it, so many in all."""
MOST_PASSED = 3


def deal(
    rules: Rules,
    players: int,
    pack: Sequence[Card] | None = None,
    *,
    dealer: int | None = None,
    first: int | None = None,
    shuffle: Shuffle | None = None,
) -> PursuitGame:
    """Deal a game from a pack given in order from the top (PU-4 to PU-6, PU-23).

    The uppermost fives and tens are set out first, as `starting_ranks` has them. Then the rest is
    dealt in packets of two, three and two. Without `pack` as many packs as the seats need lie in
    order. With `shuffle` a copy of the pack is shuffled first, and so are later new stocks. The
    dealer is the last seat unless given, `first` the seat on the dealer's left. Raises GameError
    for seats or cards that do not fit.
    """
    refuse_seats(rules, players)
    deck = rules.deal
    cards_used = packs_of(deck.pack, deck.packs(players))
    cards = list(cards_used if pack is None else pack)
    if Counter(map(plain, cards)) != Counter(map(plain, cards_used)):
        raise GameError(
            f"Pursuit is played with {len(cards_used)} cards here: Ace to ten and the Jokers."
        )
    if shuffle is not None:
        shuffle(cards)
    begins = first or (dealer or players) % players + 1
    return PursuitGame(rules, layout(rules, players, cards, begins), shuffle)


def layout(rules: Rules, players: int, cards: list[Card], begins: int) -> Laid:
    """Set out and deal the cards, from the top of the list, for the seat that begins."""
    order = [(begins - 1 + place) % players for place in range(players)]
    fronts = set_out(cards, order, rules)
    hands: list[list[Card]] = [[] for _ in range(players)]
    for packet in PACKETS:
        for seat in order:
            hands[seat] += cards[:packet]
            del cards[:packet]
    if rules["passing_cards"] == "yes" and players == 2:
        pass_cards(rules, hands, fronts)
    return Laid(
        tuple(map(tuple, hands)), (cards[0],), tuple(cards[1:]), begins, fronts=tuple(fronts)
    )


def set_out(cards: list[Card], order: Sequence[int], rules: Rules) -> list[Card]:
    """Take the starting cards out of a pack, for the seats in `order`, which count from 0."""
    fronts: list[Card] = [0] * len(order)
    for seat, rank in zip(order, starting_ranks(rules, len(order)), strict=True):
        fronts[seat] = next(card for card in cards if card not in JOKERS and rank_of(card) == rank)
        cards.remove(fronts[seat])
    return fronts


def pass_cards(rules: Rules, hands: list[list[Card]], fronts: Sequence[Card]) -> None:
    """PU-23: both hand over equally many cards good for the other, three at most, the nearest to
    their start first.
    """
    # What each holds that is good for the other seat, 1 - seat; _good counts seats from 1.
    good = [_good(rules, hands[seat], fronts[1 - seat], seat=(1 - seat) + 1) for seat in (0, 1)]
    count = min(len(good[0]), len(good[1]), MOST_PASSED)
    for seat in (0, 1):
        for card in good[seat][:count]:
            hands[seat].remove(card)
            hands[1 - seat].append(card)


def _good(rules: Rules, hand: Sequence[Card], front: Card, seat: int) -> list[Card]:
    """The cards that carry `seat` on from its start, five ranks at most, the nearest first, then by
    suit C D H S.
    """
    way = ways(rules, seat)[0]

    def distance(card: Card) -> int:
        return (rank_of(card) - rank_of(front)) * way % RING

    good = [card for card in hand if card not in JOKERS and distance(card) < NEAR]
    return sorted(good, key=lambda card: (distance(card), suit_of(card)))

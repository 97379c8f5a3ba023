"""A laying game being played: the deal, the machine with verdicts, and the points at the end."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Self

from scoring.cards import SUITS, Card, card_text, is_pack, packs_of, rank_of
from scoring.counting.hand import Hand, receipt
from scoring.games.shedding.dealing import placed
from scoring.games.shedding.flags import Flags
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies, tables_of
from scoring.law.game import GameError, Laid, Result, Shuffle, refuse_seats, summary
from scoring.law.grounds import verdict_of
from scoring.law.plays import Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import IllegalPlay, Verdict


class LayingGame(Machine):
    """A game with every card known, as `scoring.law.game.Game` describes it."""

    __slots__ = ()
    asides: ClassVar[Mapping[type, Callable[[Any, Any], Verdict]]]
    """What answers for that which belongs to no turn and that the game knows, by its class."""

    def __init__(self, rules: Rules, placement: Placement, shuffle: Shuffle | None = None) -> None:
        super().__init__(rules, self.read_flags(rules), placement, shuffle)

    @staticmethod
    @abstractmethod
    def read_flags(rules: Rules) -> Flags:
        """The flags that the rules set."""

    @classmethod
    def deal(
        cls,
        rules: Rules,
        players: int,
        pack: Sequence[Card] | None = None,
        *,
        dealer: int | None = None,
        first: int | None = None,
        shuffle: Shuffle | None = None,
    ) -> Self:
        """Deal a game from cards given in order from the top, one card at a time.

        Without `pack` the cards lie in order of suit and rank. With `shuffle` (such as
        `random.Random(7).shuffle`) a copy is shuffled first, and so are later new stocks. The
        dealer is the last seat unless given; `first` is the seat a cut chose to begin. Raises
        GameError for seats or cards that do not fit.
        """
        refuse_seats(rules, players)
        seats, title = rules.deal, rules.rulebook.title
        if not 1 <= (dealer or players) <= players or not 1 <= (first or 1) <= players:
            raise GameError(
                f"The seats are numbered 1 to {players}: dealer and first player must be among"
                " them."
            )
        packs = seats.packs(players)
        whole = packs_of(seats.pack, packs)
        cards = list(whole if pack is None else pack)
        if pack is not None and not is_pack(cards, seats.pack, packs):
            raise GameError(f"{title} with {players} players is played with {len(whole)} cards.")
        if shuffle is not None:
            shuffle(cards)
        seated = (players, dealer or players, first)
        flags = cls.read_flags(rules)
        placement = placed(flags, cards, seated, seats.dealt(players), shuffle)
        placement.copies = packs > 1
        return cls(rules, placement, shuffle)

    @classmethod
    def lay_out(cls, rules: Rules, laid: Laid, shuffle: Shuffle) -> Self:
        """Set up a position. What is due was brought by the uppermost card of the pile that brings
        cards. Raises GameError where none does.
        """
        flags = cls.read_flags(rules)
        does = tables_of(flags).does
        bringing = (rank_of(card) for card in reversed(laid.pile) if does[card].draws)
        due = next(bringing, NOTHING_DUE) if laid.pending else NOTHING_DUE
        if laid.pending and due == NOTHING_DUE:
            raise GameError("Penalty cards are due, but no card on the pile has brought them.")
        placement = Placement(
            hands=[0, *map(mask_of_copies, laid.hands)],
            stock=list(laid.stock[::-1]),
            discards=list(laid.pile),
            turn=laid.turn,
            direction=laid.direction,
            pending=laid.pending,
            due=due,
            suit=laid.suit,
        )
        return cls(rules, placement, shuffle)

    def check(self, play: Play) -> Verdict:
        """The verdict on a play, call, challenge or late suit with its reasons. Never raises."""
        answer = self.asides.get(type(play))
        if answer is not None:
            return answer(self, play)
        if self.over:
            return verdict_of(self.rules, "illegal", "over", then={"game_over": True})
        return self.judge_play(play)

    @abstractmethod
    def judge_play(self, play: Play) -> Verdict:
        """The verdict on a play of the seat on turn."""

    def refuse(self, play: Play) -> NoReturn:
        """Raise IllegalPlay with the verdict on the play."""
        raise IllegalPlay(self.check(play))

    def under(self, rules: Rules) -> Self:
        """The same table as other rules see it: to be asked what is legal there, not to be played
        on.
        """
        twin = self.copy()
        twin.obey(rules, self.read_flags(rules))
        return twin

    def __repr__(self) -> str:
        return summary(self, f"{card_text(self.top)} ({SUITS[self.suit]})")

    def places(self) -> tuple[int, ...]:
        """The seats in order of finishing, as far as they are played out."""
        return () if self.winner is None else (self.winner,)

    def result(self) -> Result:
        """The points of a finished game with a receipt for every hand that counts.

        Raises GameError while it is on.
        """
        points, ending = self.outcome()
        if ending == "redeal":
            return Result(ending, None, (), citation=self.rules.citation)
        seats = range(1, self.players + 1) if self.rules.scoring.values is not None else ()
        hands = (Hand(tuple(card_text(card) for card in self.hand(seat))) for seat in seats)
        receipts = tuple(receipt(hand, self.rules) for hand in hands)
        cited = self.rules.citation
        return Result(ending, self.winner, points, receipts, self.places(), cited)

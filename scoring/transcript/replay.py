"""A transcript of a whole game replayed: every play is validated and the first fault stops it,
each move has its verdict and the table after it, for drawing it; and a game that was played
turned into a transcript.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scoring.cards import Card, card_text, plain
from scoring.games.registry import conduct, engine
from scoring.law.game import Game, Shuffle
from scoring.law.plays import Call, Challenge, Play, Reshuffle, TakePenalty
from scoring.law.verdict import IllegalPlay, Verdict
from scoring.transcript.deal import Dealt, dealt_from, header
from scoring.transcript.values import Aside, Move, Transcript

OVER = "The game is over, but moves follow."
ILLEGAL = "The play is illegal."
CLOSING = ("Hands", "Result")
"""The tags behind the moves that are compared with the game."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a replay stopped: the number of the move (from 1; 0 = a closing tag), a sentence, the
    verdict if any.
    """

    number: int
    words: str
    verdict: Verdict | None = None
    move: Move | None = None


class Replay(NamedTuple):
    """How far a replay came: the game as it then stood, the moves that were in order, and the first
    fault if any.
    """

    game: Game
    done: int
    stop: Stop | None


Why = tuple[str, Verdict | None]
"""A sentence on why a replay stops, and the verdict if there is one."""


@dataclass
class RecordedShuffle:
    """The new stocks a transcript records, in their order; the pack as dealt is left alone.

    `made` counts new stocks, -1 before the pack; `why` tells that one is not as recorded.
    """

    orders: Iterator[tuple[Card, ...]]
    made: int = -1
    why: Why | None = None

    def __call__(self, cards: list[Card]) -> None:
        self.made += 1
        if not self.made:
            return
        order = next(self.orders, None)
        if order is None:
            self.why = "A new stock was made here, but its order is not recorded (0:~...).", None
        elif sorted(map(plain, cards)) != sorted(order):
            words = "The new stock that is recorded is not made of the cards that were discarded."
            self.why = words, None
        else:
            cards[:] = order


def out_of_turn(game: str, seat: int, turn: int) -> str:
    """The sentence for a play of a seat that is not on turn; `game` is the name of the rulebook."""
    return f"Seat {seat} plays, but it is the turn of seat {turn} ({conduct(game).turns.clause})."


@dataclass
class Course:
    """A game being replayed; `stocks` counts the new stocks recorded so far."""

    game: Game
    shuffle: RecordedShuffle
    name: str = field(default="")
    stocks: int = 0

    def step(self, move: Move) -> Why | None:
        """Do one move; the fault if there is one."""
        play, game = move.play, self.game
        if isinstance(play, Reshuffle):
            self.stocks += 1
            return None
        if isinstance(play, Aside):
            return self._aside(play)
        if move.illegal:
            return self._ruled_illegal(move)
        if game.over:
            return OVER, None
        if move.seat != game.turn:
            return out_of_turn(self.name, move.seat, game.turn), None
        return self._play(move)

    def _aside(self, aside: Aside) -> Why | None:
        try:
            self.game.apply(aside)
        except IllegalPlay as refused:
            words = (
                "The challenge does not hold."
                if isinstance(aside, Challenge)
                else "No suit can be named now."
            )
            return words, refused.verdict
        return self.shuffle.why

    def _ruled_illegal(self, move: Move) -> Why | None:
        """A play taken back must have been illegal indeed, or out of turn."""
        play = move.play
        if (
            isinstance(play, Reshuffle)
            or move.seat != self.game.turn
            or not self.game.is_legal(play)
        ):
            return None
        return "The play is marked as illegal, but the rules allow it.", self.game.check(play)

    def _play(self, move: Move) -> Why | None:
        game = self.game  # `step` has dealt with new stocks
        called = move.called and self._call(move.seat)
        before = game.hand(move.seat) if move.drawn is not None else ()
        due = getattr(game, "pending", None) if move.count is not None else None
        try:
            game.apply(move.play)  # type: ignore[arg-type]
        except IllegalPlay as refused:
            return ILLEGAL, refused.verdict
        if move.called and not called:
            self._call(move.seat)
        if self.shuffle.why:
            return self.shuffle.why
        words = self._noted(move, due, before)
        if not words and move.challenged is not None:
            return self._aside(Challenge(move.challenged, move.seat))
        return (words, None) if words else None

    def _call(self, seat: int) -> bool:
        """LAST CARD, if it can be said now; said without need it does nothing."""
        if self.game.is_legal(Call(seat)):
            self.game.apply(Call(seat))
            return True
        return False

    def _noted(self, move: Move, due: int | None, before: tuple[Card, ...]) -> str:
        """A sentence if what was noted beside the move is not what happened."""
        if move.count is not None and due != move.count and isinstance(move.play, TakePenalty):
            return f"A penalty of {move.count} is noted, but {due} cards were due."
        if move.drawn is not None:
            after = list(self.game.hand(move.seat))
            for card in before:
                after.remove(card)
            if after != [move.drawn]:
                return (
                    f"{card_text(move.drawn)} is noted as drawn, but it was {card_text(after[0])}."
                )
        if move.out and self.game.winner != move.seat and self.game.hand(move.seat):
            return f"Seat {move.seat} is marked as out, but is not."
        return ""


def replay(transcript: Transcript) -> Replay:
    """Replay a whole game up to its first fault.

    Raises GameError, CardError or RulesError if the deal is not whole.
    """
    course = begin(dealt_from(transcript), new_stocks(transcript))
    game, shuffle = course.game, course.shuffle
    apply = game.apply
    for number, move in enumerate(transcript.moves, start=1):
        # Most moves are bare: for them the one validating call of the game is all there is to do.
        if move.bare and move.seat == game.turn:
            try:
                apply(move.play)  # type: ignore[arg-type]
                why = shuffle.why
            except IllegalPlay as refused:
                why = OVER if game.over else ILLEGAL, refused.verdict
        else:
            why = course.step(move)
        if why:
            return Replay(game, number - 1, Stop(number, *why, move=move))
    words = closing_fault(transcript, course)
    return Replay(game, len(transcript.moves), Stop(0, words) if words else None)


def new_stocks(transcript: Transcript) -> Iterator[tuple[Card, ...]]:
    """The orders of the new stocks that a transcript records, looked for when one is made."""
    return (move.play.cards for move in transcript.moves if isinstance(move.play, Reshuffle))


def begin(dealt: Dealt, new_stocks: Iterable[tuple[Card, ...]] = ()) -> Course:
    """The game as dealt, ready for the first move; new stocks come in the recorded order."""
    shuffle = RecordedShuffle(iter(new_stocks))
    return Course(deal(dealt, shuffle), shuffle, dealt.rules.rulebook.name)


def deal(dealt: Dealt, shuffle: Shuffle) -> Game:
    """The game as dealt; `shuffle` is called with the pack first, then with every new stock.

    Raises GameError.
    """
    first = {} if dealt.first is None else {"first": dealt.first}
    game = engine(dealt.rules.rulebook.name)
    return game.deal(
        dealt.rules, dealt.players, dealt.pack, dealer=dealt.dealer, shuffle=shuffle, **first
    )


def closing_fault(transcript: Transcript, course: Course) -> str:
    """A sentence if new stocks are left over or the closing tags are not what the game gives."""
    if course.stocks > max(course.shuffle.made, 0):
        return "More new stocks are recorded than were made."
    facts_told: dict[str, str] = {}
    for name in CLOSING:
        recorded = transcript.tag(name)
        if recorded is None:
            continue
        facts_told = facts_told or dict(footer(course.game))
        gives = facts_told.get(name, "")
        if recorded != gives and recorded.split() != gives.split():
            return f"The tag {name} says {recorded}, but the game gives {gives or 'nothing'}."
    return ""


def footer(game: Game) -> tuple[tuple[str, str], ...]:
    """The closing tags: points of the seats where the game has them, and how it ended (`*` = still
    on).
    """
    if not game.over:
        return (("Result", "*"),)
    points, ending = game.outcome()
    ended = str(game.winner or ending)
    hands = (("Hands", " ".join(map(str, points))),) if points else ()
    return (*hands, ("Result", ended))


@dataclass(frozen=True, slots=True)
class Step:
    """One move: its number from 1 (0 = the table as dealt), the verdict on it, and the table after
    it.

    `stop` is the fault at which the game stops here. `hands` are those of seats 1, 2, ...; `top` is
    the card showing; `stock` counts. A new stock and a play out of turn have no verdict; a play
    marked as illegal changes nothing.
    """

    number: int
    move: Move | None
    verdict: Verdict | None
    stop: Stop | None
    turn: int
    hands: tuple[tuple[Card, ...], ...]
    top: Card | None
    stock: int


def steps(transcript: Transcript) -> Iterator[Step]:
    """Every step up to the first fault, the table as dealt first.

    Raises as `replay` does if the deal is not whole.
    """
    course = begin(dealt_from(transcript), new_stocks(transcript))
    yield _step(course.game, 0, None, None, None)
    for number, move in enumerate(transcript.moves, start=1):
        verdict = _verdict(course.game, move)
        fault = course.step(move)
        stop = Stop(number, *fault, move=move) if fault else None
        yield _step(course.game, number, move, verdict, stop)
        if stop:
            return


def _verdict(game: Game, move: Move) -> Verdict | None:
    """The verdict on a move; None for a new stock, and for a play out of turn, which is no question
    of cards.
    """
    if isinstance(move.play, Reshuffle):
        return None
    aside = isinstance(move.play, Aside)
    return game.check(move.play) if aside or move.seat == game.turn else None


def _step(
    game: Game, number: int, move: Move | None, verdict: Verdict | None, stop: Stop | None
) -> Step:
    hands = tuple(game.hand(seat) for seat in range(1, game.players + 1))
    pile = getattr(game, "discards", None) or getattr(game, "pile", None)
    top, stock = pile[-1] if pile else None, len(getattr(game, "stock", ()))
    return Step(number, move, verdict, stop, game.turn, hands, top, stock)


def transcript_of(game: Game, dealt: Dealt, tags: Mapping[str, str] | None = None) -> Transcript:
    """Write down a game, over or still on, that was dealt so; `tags` such as Event, Round, Table,
    Number, Seats.

    Raises IllegalPlay if the record of the game does not follow from the deal.
    """
    return Transcript(header(dealt, tags), tuple(_moves(game.record, dealt)), footer(game))


def _moves(record: Sequence[tuple[int, Play | Reshuffle]], dealt: Dealt) -> list[Move]:
    """Play the record again to know what penalties were due and who went out;
    calls become marks.
    """
    again = begin(dealt, [play.cards for _, play in record if isinstance(play, Reshuffle)]).game
    moves: list[Move] = []
    last = -1
    early = 0
    for seat, play in record:
        if isinstance(play, Reshuffle):
            moves.append(Move(0, play))
            continue
        due = getattr(again, "pending", None) if isinstance(play, TakePenalty) else None
        # Said after the lay that left one card it belongs to that lay, said on turn to the play
        # that follows.
        late = (
            isinstance(play, Call)
            and last >= 0
            and moves[last].seat == seat
            and len(again.hand(seat)) == 1
        )
        again.apply(play)
        if isinstance(play, Call):
            if late:
                moves[last] = replace(moves[last], called=True)
            else:
                early = seat
        elif isinstance(play, Aside):
            moves.append(Move(seat, play))
        else:
            last = len(moves)
            moves.append(
                Move(
                    seat,
                    play,
                    due,
                    called=early == seat,
                    out=not again.hand(seat) or again.winner == seat,
                )
            )
            early = 0
    return moves

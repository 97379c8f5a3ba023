"""A game that keeps its deal and its plays: the front door of the rules for programs of others.

    from scoring import new_game
    game = new_game("swedish-pursuit", players=5, seed=7)
    while not game.is_over():
        game.push(game.legal_plays()[0])
    print(game.result().points, game.transcript())

The names are those of the field where they fit: `push`, `pop`, `copy`, `turn` and `result` as in
python-chess, `observation` as in OpenSpiel.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from scoring.cards import SUITS, Card, Cards, card_text, packs_of, parse_cards, parse_suit, plain
from scoring.games.registry import engine
from scoring.law.game import Game, GameError, Laid, Mark, Result, refuse_seats
from scoring.law.plays import Play, Reshuffle, TurnPlay
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict
from scoring.transcript.deal import Dealt, dealt_from
from scoring.transcript.reading import loads, parse_play
from scoring.transcript.replay import deal, replay, transcript_of
from scoring.transcript.writing import dumps
from scoring.words import listed


@dataclass
class SeededShuffle:
    """The new stocks of one game: as recorded, else by seed and number; the pack as dealt is left
    alone.

    `made` is how many there were, -1 before the deal: games with equal seed and `made` go on alike.
    """

    seed: int
    recorded: tuple[tuple[Card, ...], ...] = ()
    made: int = -1

    def __call__(self, cards: list[Card]) -> None:
        """Order a new stock in place."""
        self.made += 1
        recorded_move = self.recorded[self.made - 1] if 0 < self.made <= len(self.recorded) else ()
        if sorted(recorded_move) == sorted(cards):
            cards[:] = recorded_move
        elif self.made:
            Random(f"{self.seed}/{self.made}").shuffle(cards)  # noqa: S311 -- a game, no secret


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat may know: its own hand, how many cards the others hold, the pile and what
    was played.

    `counts` are the cards of seats 1, 2, ...; `stock` is how many cards are left; `pile` the cards
    on the pile from the bottom, `fronts` those before each seat in Pursuit. `suit` is the suit to
    follow (empty where there is none), `pending` the penalty cards due. `record` holds the plays so
    far without the order of a new stock.
    """

    seat: int
    turn: int
    hand: Cards
    counts: tuple[int, ...]
    pile: Cards
    stock: int
    suit: str
    pending: int
    fronts: tuple[Cards, ...]
    record: tuple[tuple[int, Play], ...]


class SetUp(NamedTuple):
    """A position that a game was set up from, and the rules it is played by."""

    rules: Rules
    laid: Laid


def begun(dealt: Dealt | SetUp, shuffle: SeededShuffle) -> Game:
    """The game as it was dealt or set up. Raises GameError."""
    if isinstance(dealt, Dealt):
        return deal(dealt, shuffle)
    shuffle.made = 0  # there is no pack to shuffle
    return engine(dealt.rules.rulebook.name).lay_out(dealt.rules, dealt.laid, shuffle)


class Plays(tuple[TurnPlay, ...]):
    """Legal plays in their order. A play is also looked for by its text: `"8H=S" in plays`."""

    __slots__ = ()

    def __contains__(self, play: object) -> bool:
        if isinstance(play, str):
            return play in map(str, self)
        return super().__contains__(play)


class RecordedGame:
    """A game being played that remembers how it began, can be copied, taken back and written down.

    `dealt` is the deal, or the position of a game that was set up; `seed` what later new stocks are
    shuffled with. Seats count from 1. Made by `new_game`, `load_game` and `load`. Games are equal
    that were played alike, by the same rules, and in which the same cards lie alike. The hash is
    that of the moment: a game kept in a set is a copy that is not played on.
    """

    def __init__(self, dealt: Dealt | SetUp, shuffle: SeededShuffle) -> None:
        self.dealt = dealt
        self.seed = shuffle.seed
        self._shuffle = shuffle
        self._game = begun(dealt, shuffle)
        self._marks: list[tuple[Mark, int]] = []
        """The state before each play, and how many new stocks had been made."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordedGame):
            return NotImplemented
        alike = self._game.record == other._game.record and self.rules == other.rules
        return alike and self._cards() == other._cards()

    def __hash__(self) -> int:
        return hash((self.players, self.record))

    def _cards(self) -> tuple[tuple[Card, ...], ...]:
        game: Any = self._game
        return *map(game.hand, range(1, self.players + 1)), tuple(game.stock), _pile(game)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.dealt.rules

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.players

    @property
    def turn(self) -> int:
        """The seat to play; without meaning once the game is over."""
        return self._game.turn

    @property
    def winner(self) -> int | None:
        """The seat that won, None while the game is on and where nobody did."""
        return self._game.winner

    @property
    def record(self) -> tuple[tuple[int, Play | Reshuffle], ...]:
        """Every play with its seat, in order; a new stock stands under seat 0."""
        return tuple(self._game.record)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    def hand(self, seat: int) -> Cards:
        """The cards a seat holds, in ascending order.

        Raises GameError for a seat that is not there.
        """
        _refuse_no_seat(seat, self.players)
        return Cards(self._game.hand(seat))

    def legal_plays(self) -> Plays:
        """All plays of the seat on turn; empty only when the game is over."""
        return Plays(self._game.legal_plays())

    def some_plays(self) -> Plays:
        """Legal plays to choose from, two hundred and a few where a hand allows thousands (Ottawa);
        else all.
        """
        return Plays(self._game.some_plays())

    def is_legal(self, play: Play | str) -> bool:
        """The bare test of a play, a call, a challenge or a late suit, without reasons.

        Raises ValueError for text that is no play, TypeError for any other thing.
        """
        return self._game.is_legal(self._play(play))

    def check(self, play: Play | str) -> Verdict:
        """The verdict on a play with its reasons; nothing changes.

        Raises ValueError for text that is no play, TypeError for any other thing.
        """
        return self._game.check(self._play(play))

    def push(self, play: Play | str) -> None:
        """Do a play, a value or its text in a transcript (`8H=S`).

        Raises IllegalPlay, and then nothing has changed.
        """
        game = self._game
        before = game.mark(), self._shuffle.made
        game.apply(self._play(play))
        self._marks.append(before)

    def pop(self) -> Play:
        """Take back the last play and give it. Raises GameError where there is none."""
        plays = (play for _, play in reversed(self._game.record))
        undone = next((play for play in plays if not isinstance(play, Reshuffle)), None)
        if undone is None:
            raise GameError("There is no play to take back.")
        if not self._marks:
            self._play_anew()
        mark, self._shuffle.made = self._marks.pop()
        self._game.back(mark)
        return undone

    def _play_anew(self) -> None:
        """Make the marks that a copy has not, for they belong to the game that gave them."""
        fresh = RecordedGame(self.dealt, SeededShuffle(self.seed, self._shuffle.recorded))
        for _, play in self._game.record:
            if not isinstance(play, Reshuffle):
                fresh.push(play)
        self._game, self._shuffle, self._marks = fresh._game, fresh._shuffle, fresh._marks

    def copy(self) -> "RecordedGame":
        """A game of its own in the same state, with the same plays to take back."""
        twin = copy(self)
        twin._shuffle, twin._marks = copy(self._shuffle), []
        twin._game = self._game.copy()
        twin._game.shuffle = twin._shuffle
        return twin

    def result(self) -> Result:
        """The points of a finished game, with the rules they were made under.

        Raises GameError while it is on.
        """
        return self._game.result()

    def observation(self, seat: int) -> Observation:
        """What a seat may know now. Raises GameError for a seat that is not there."""
        game: Any = self._game
        return Observation(
            seat,
            game.turn,
            self.hand(seat),
            tuple(len(game.hand(seat_number)) for seat_number in range(1, self.players + 1)),
            Cards(_pile(game)),
            len(game.stock),
            SUITS[game.suit] if hasattr(game, "suit") else "",
            getattr(game, "pending", 0),
            tuple(map(Cards, getattr(game, "fronts", ()))),
            tuple(
                (player, play) for player, play in game.record if not isinstance(play, Reshuffle)
            ),
        )

    def transcript(self, tags: Mapping[str, str] | None = None) -> str:
        """The game so far as text that `load_game` reads; `tags` such as Event, Round and Table
        come into its head. Raises GameError for a game that was set up, not dealt.
        """
        if isinstance(self.dealt, SetUp):
            raise GameError("A game that was set up from a position has no deal to write down.")
        return dumps(transcript_of(self._game, self.dealt, tags))

    def __repr__(self) -> str:
        return repr(self._game)

    def _play(self, play: Play | str) -> Play:
        if isinstance(play, str):
            return parse_play(play, self.rules.rulebook.name)
        if not isinstance(play, Play):
            raise TypeError(f"A play is a value such as Lay, or its text, not {play!r}.")
        return play


def _pile(game: Any) -> tuple[Card, ...]:
    return tuple(getattr(game, "discards", None) or game.pile)


def _refuse_no_seat(seat: int, players: int) -> None:
    if not 1 <= seat <= players:
        raise GameError(f"The seats are numbered 1 to {players}: there is no seat {seat}.")


def new_game(
    name: str,
    players: int,
    *,
    options: str = "",
    seed: int = 0,
    pack: Sequence[Card] | str | None = None,
    dealer: int | None = None,
) -> RecordedGame:
    """Deal a game by its name, written with hyphen or underscore, and options such as
    `trick_match=rank_or_suit`.

    The pack is shuffled with `random.Random(seed)`, unless `pack` gives its cards from the top, as
    numbers or as text. The dealer is the last seat unless given. Raises RulesError, CardError or
    GameError with a sentence.
    """
    rules = engine(name).rulebook.rules(options)
    if dealer is not None:
        _refuse_no_seat(dealer, players)
    if pack is None:
        cards = list(packs_of(rules.deal.pack, rules.deal.packs(players)))
        Random(seed).shuffle(cards)  # noqa: S311 -- a game, no secret
    else:
        cards = list(parse_cards(pack) if isinstance(pack, str) else pack)
    return RecordedGame(Dealt(rules, players, tuple(cards), dealer or players), SeededShuffle(seed))


POSITION = (
    "hands", "pile", "stock", "turn", "direction", "suit_in_force", "pending", "up_to",
)  # fmt: skip


def load(
    name: str, position: Mapping[str, Any], options: str = "", *, seed: int = 0
) -> RecordedGame:
    """Set up a position with every card known, to play on from.

    `hands` are the cards of seats 1, 2, ... as texts, `pile` those laid, the top last, `stock` the
    cards left, the next one first; `turn` is 1 and `direction` 1 (clockwise) unless told.
    `suit_in_force` is the letter of the suit to follow where it is not that of the top card,
    `pending` the penalty cards due, `up_to` the cards before the seats in Pursuit. Raises
    ValueError with a sentence for what cannot be read, and for a table that cannot be.
    """
    unread = [fact for fact in position if fact not in POSITION]
    if unread:
        raise GameError(f"A position has {', '.join(POSITION)}; not {listed(unread)}.")
    rules = engine(name).rulebook.rules(options)
    suit = position.get("suit_in_force")
    laid = Laid(
        hands=tuple(parse_cards(hand) for hand in position.get("hands", ())),
        pile=parse_cards(position.get("pile", "")),
        stock=parse_cards(position.get("stock", "")),
        turn=position.get("turn", 1),
        direction=position.get("direction", 1),
        suit=parse_suit(suit) if suit else None,
        pending=position.get("pending", 0),
        fronts=parse_cards(position.get("up_to", "")),
    )
    _refuse_impossible(rules, laid)
    return RecordedGame(SetUp(rules, laid), SeededShuffle(seed))


def _refuse_impossible(rules: Rules, laid: Laid) -> None:
    players, seats = len(laid.hands), rules.deal
    refuse_seats(rules, players)
    _refuse_no_seat(laid.turn, players)
    if not laid.pile:
        raise GameError("A position needs a pile with the card showing.")
    cards = Counter(map(plain, chain(*laid.hands, laid.pile, laid.stock, laid.fronts)))
    cards.subtract(map(plain, packs_of(seats.pack, seats.packs(players))))
    many = [card_text(card) for card, over in sorted(cards.items()) if over > 0]
    if many:
        raise GameError(f"These lie here more often than the packs hold them: {listed(many)}.")
    facts = {
        "players": players,
        "turn": laid.turn,
        "direction": laid.direction,
        "top": card_text(laid.pile[-1]),
        "hand": [card_text(card) for card in laid.hands[laid.turn - 1]],
        "stock": len(laid.stock),
    }
    facts |= {"pending": laid.pending} if laid.pending else {}
    facts |= {} if laid.suit is None else {"suit_in_force": SUITS[laid.suit]}
    engine(rules.rulebook.name).refuse_impossible(facts, {"kind": "discard"}, rules)


def load_game(text: str, *, seed: int = 0) -> RecordedGame:
    """Read a transcript of a whole game and play it again, over or still on; `seed` orders stocks
    made after it.

    Raises TranscriptError where it cannot be read, GameError where the deal is not whole or a play
    is at fault.
    """
    transcript = loads(text)
    again = replay(transcript)
    if again.stop is not None:
        raise GameError(f"Move {again.stop.number}: {again.stop.words}")
    stocks = tuple(play.cards for _, play in again.game.record if isinstance(play, Reshuffle))
    game = RecordedGame(dealt_from(transcript), SeededShuffle(seed, stocks))
    for _, play in again.game.record:
        if not isinstance(play, Reshuffle):
            game.push(play)
    return game

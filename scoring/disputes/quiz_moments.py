"""Moments of simulated games that umpires are asked about: a card that may be laid, the card turned
up at the start, a last card that was called or not, and a table that says it is blocked.

Each is a drawn table, what happened in words, and the verdict of the engine on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from scoring.cards import SUIT_NAMES, Card, Cards, card_symbol, card_text, suit_of
from scoring.games.registry import conduct, engine
from scoring.law.game import Game
from scoring.law.plays import BlockedClaim, Call, Challenge
from scoring.law.position import BlockedPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict
from scoring.transcript.reading import parse_play
from scoring.words import noun, number_word

MOST_PLAYS = 70
NOTHING = Cards()
Subject = Literal["play", "last", "start", "call", "blocked"]
"""What a question is about: a card laid, one that is the last of a hand, the start card, a call, an
end.
"""
Kind = tuple[Subject, str, str, str]
"""What it is about, the answer of the verdict, its clauses that decide, the open question it rests
on.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as it is drawn: `top` are the upper cards of the pile, the top one last; `hand` is
    that of `seat`, who lays `card`; where no hand matters there is neither.

    `counts` are the cards of seats 1, 2, ...; `fronts` the cards before each seat in Pursuit;
    `suit` is named where it is not that of the top card, `pending` the penalty cards due.
    """

    players: int
    top: Cards
    counts: tuple[int, ...]
    stock: int
    seat: int = 0
    hand: Cards = NOTHING
    card: Card | None = None
    suit: str = ""
    pending: int = 0
    fronts: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A table, what happened there in words, and the verdict on it; `about` is the seat it
    concerns, 0 for none.
    """

    subject: Subject
    scene: Scene
    words: str
    verdict: Verdict
    about: int = 0

    @property
    def kind(self) -> Kind:
        """Moments that turn on the same are one kind."""
        reasons = self.verdict.reasons
        if self.subject in ("play", "last"):
            return self.subject, self.verdict.answer, reasons[0].clause, reasons[0].question
        question = next((reason.question for reason in reasons if reason.question), "")
        return self.subject, self.verdict.answer, " ".join(self.verdict.clauses), question

    @property
    def telling(self) -> bool:
        """Whether something comes of it: a start card that acts, a last card that wins, a game that
        is over.
        """
        verdict, then = self.verdict, self.verdict.then
        if self.subject == "start":
            plain = then.get("direction") == 1 and not (then.get("missed") or then.get("pending"))
            return not plain
        return self.subject in ("play", "call") or verdict.legal or verdict.answer == "upheld"


def moments(rules: Rules, players: int, rng: Random) -> Iterator[Moment]:
    """Every moment of one simulated game that can be asked about."""
    name = rules.rulebook.name
    situation_by_name = conduct(name).situations
    pack: list[Card] = []

    def shuffle(cards: list[Card]) -> None:
        rng.shuffle(cards)
        pack.extend(cards)

    game = engine(name).deal(rules, players, shuffle=shuffle)
    if turned_up_decides(rules):
        yield _start(game, pack[rules.deal.needed(players) - 1])
    silent: set[int] = set()
    for _ in range(MOST_PLAYS):
        if "last_card_not_said" in situation_by_name:
            yield from _challenges(game, silent)
        if "blocked_game" in situation_by_name and _passed(game):
            yield _blocked(game)
        if game.over:
            return
        yield from _plays(game)
        seat = game.turn
        game.apply(rng.choice(game.some_plays()))
        _speak(game, seat, silent, rng)


def turned_up_decides(rules: Rules) -> bool:
    """Whether a card is turned up at the start of this game."""
    situation = conduct(rules.rulebook.name).situations.get("wrong_start_card")
    return situation is not None and "turned_up" in situation.facts


def start_verdict(rules: Rules, players: int, card: Card) -> Verdict:
    """What the engine says of this card turned up, dealt by the last seat."""
    game = engine(rules.rulebook.name)
    facts = {"players": players, "turned_up": [card_text(card)], "dealer": players}
    return game.check(
        game.read_position(facts, "start"), game.read_question({"kind": "start"}, facts), rules
    )


def _start(game: Game, card: Card) -> Moment:
    counts = _counts(game)
    # What lies under the start card is not drawn: the card may have gone back since.
    occupied = sum(counts) + 1
    deal = game.rules.deal
    total = deal.packs(game.players) * len(deal.pack)
    scene = Scene(game.players, Cards((card,)), counts, total - occupied)
    words = f"Seat {game.players} dealt and turned up {card_symbol(card)}. What now?"
    return Moment("start", scene, words, start_verdict(game.rules, game.players, card))


def _plays(game: Game) -> Iterator[Moment]:
    """Every card in the hand of whoever may lay one, with the verdict on laying it."""
    has_laid = getattr(game, "has_put_down", False) or getattr(game, "laid", False)
    if has_laid or not getattr(game, "taken", True):
        return
    for card in sorted(set(game.hand(game.turn))):
        play = parse_play(card_text(card), game.rules.rulebook.name)
        scene = _scene(game, card)
        about: Subject = "last" if len(scene.hand) == 1 else "play"
        yield Moment(about, scene, _laid(scene, game.rules), game.check(play), game.turn)


def _challenges(game: Game, silent: set[int]) -> Iterator[Moment]:
    """A challenge of everybody who is down to one card, and of a winner who never called."""
    word = conduct(game.rules.rulebook.name).calls.word
    played = (seat for seat, play in reversed(game.record) if seat and not isinstance(play, Call))
    last = next(played, 0)
    for seat in range(1, game.players + 1):
        cards = len(game.hand(seat))
        if cards > 1 or (not cards and seat not in silent):
            continue
        player = seat % game.players + 1
        call = f"did not say {word}" if seat in silent else f"said {word}"
        since = f"Seat {last} has played since." if last != seat else "Nobody has played since."
        since = since if cards else f"Now seat {seat} has gone out."
        down = f"Seat {seat} came down to one card and {call}."
        words = f"{down} {since} Seat {player} challenges. What now?"
        yield Moment("call", _scene(game), words, game.check(Challenge(player, seat)), seat)


def _speak(game: Game, seat: int, silent: set[int], rng: Random) -> None:
    """Whoever is down to one card says so half the time."""
    cards = len(game.hand(seat))
    if cards > 1:
        silent.discard(seat)
    elif cards and game.check(Call(seat)).legal:
        silent.add(seat)
        if rng.random() < 0.5:
            game.apply(Call(seat))
            silent.discard(seat)


def _blocked(game: Game) -> Moment:
    passed = min(_passed(game), game.players)
    turns = f"the last {number_word(passed)} turns were" if passed > 1 else "the last turn was"
    words = f"The stock is empty, and {turns} passed. The table says the game is blocked. What now?"
    position = BlockedPosition(game.players, 0, passed)
    verdict = engine(game.rules.rulebook.name).check(position, BlockedClaim(), game.rules)
    return Moment("blocked", _scene(game), words, verdict)


def _passed(game: Any) -> int:
    """How many turns in a row were missed or passed; none while there are cards to take."""
    passed: int = 0 if len(game.stock) else getattr(game, "misses", getattr(game, "passes", 0))
    return passed


def _counts(game: Game) -> tuple[int, ...]:
    return tuple(len(game.hand(seat)) for seat in range(1, game.players + 1))


def _scene(game: Any, card: Card | None = None) -> Scene:
    pile = getattr(game, "discards", None) or game.pile
    suit = getattr(game, "suit", None)
    suit_changes = suit is not None and suit != suit_of(pile[-1])
    return Scene(
        game.players,
        Cards(pile[-2:]),
        _counts(game),
        len(game.stock),
        0 if card is None else game.turn,
        Cards(() if card is None else game.hand(game.turn)),
        card,
        SUIT_NAMES[suit or 0] if suit_changes else "",
        getattr(game, "pending", 0),
        tuple(map(Cards, getattr(game, "fronts", ()))),
    )


def _laid(scene: Scene, rules: Rules) -> str:
    """A card laid, to be read aloud."""
    verb = conduct(rules.rulebook.name).plays.verb
    card, facts = card_symbol(scene.card or 0), []
    if scene.fronts:
        rest = [
            f"seat {seat} {card_symbol(cards[-1])}"
            for seat, cards in enumerate(scene.fronts, start=1)
        ]
        facts.append(f"Before the players lie: {', '.join(rest)}.")
        laid = f"Seat {scene.seat} {verb} {card}."
    else:
        laid = f"Seat {scene.seat} {verb} {card} on {card_symbol(scene.top[-1])}."
    if scene.suit:
        facts.append(f"{scene.suit.capitalize()} had been named.")
    if scene.pending:
        due = noun(scene.pending, "penalty card was", "penalty cards were")
        facts.append(f"{number_word(scene.pending).capitalize()} {due} due.")
    return " ".join((*facts, laid, "What now?"))

"""Ten questions to practise on: positions of simulated games, answered by the engine of the game.

A moment is a card somebody holds, with the verdict on laying it. Moments that turn on the same
clause are one kind; the kinds that come up in most games, and those on which the texts can be read
in two ways, are asked first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from scoring.cards import SUIT_NAMES, Card, Cards, card_symbol, card_text, suit_of
from scoring.games.registry import conduct, engine
from scoring.law.game import Game
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict
from scoring.transcript.reading import parse_play
from scoring.words import number_word

QUESTIONS = 10
GAMES = 8
"""Games simulated for one quiz; the moments of each kind are counted over them."""
MOST_PLAYS = 70
LETTERS = "ABC"

Kind = tuple[str, str, str]
"""The answer of a verdict, the clause of its first reason, and the open question it rests on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as it is drawn: `top` are the upper cards of the pile, the top one last; `hand` is
    that of `seat`.

    `counts` are the cards of seats 1, 2, ...; `fronts` the cards before each seat in Pursuit;
    `suit` is named where it is not that of the top card, `pending` the penalty cards due.
    """

    players: int
    seat: int
    hand: Cards
    card: Card
    top: Cards
    counts: tuple[int, ...]
    stock: int
    suit: str = ""
    pending: int = 0
    fronts: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """One question: the scene, what happened in words, three choices, which is right (0 to 2), why,
    and how often.

    `clauses` pair each clause that decides with its words; `reading` is what the event chose where
    the texts leave it open (empty elsewhere); `games` is in how many of `GAMES` simulated games
    such a moment came up.
    """

    scene: Scene
    words: str
    choices: tuple[str, str, str]
    right: int
    why: str
    clauses: tuple[tuple[str, str], ...]
    reading: str
    games: int

    @property
    def letter(self) -> str:
        """The letter of the right choice."""
        return LETTERS[self.right]


@dataclass(frozen=True, slots=True)
class _Moment:
    scene: Scene
    verdict: Verdict

    @property
    def kind(self) -> Kind:
        first = self.verdict.reasons[0]
        return self.verdict.answer, first.clause, first.question


@lru_cache(maxsize=64)
def quiz(rules: Rules, players: int, seed: int) -> tuple[QuizQuestion, ...]:
    """Ten questions, the same for the same rules, players and seed.

    Raises GameError for seats that do not fit.
    """
    chances = [Random(f"{seed}/{number}") for number in range(GAMES)]  # noqa: S311 -- for practice, no secret
    games = [list(_moments(rules, players, rng)) for rng in chances]
    times: dict[Kind, int] = {}
    found: dict[Kind, list[_Moment]] = {}
    for moments in games:
        for kind in {moment.kind: None for moment in moments}:
            times[kind] = times.get(kind, 0) + 1
        for moment in moments:
            found.setdefault(moment.kind, []).append(moment)
    rng = Random(seed)  # noqa: S311 -- which of the moments, no secret
    order = sorted(found, key=lambda kind: (-times[kind] * (2 if kind[2] else 1), kind))
    chosen = [(kind, rng.sample(found[kind], min(QUESTIONS, len(found[kind])))) for kind in order]
    turns = (
        moments[turn] for turn in range(QUESTIONS) for _, moments in chosen if turn < len(moments)
    )
    return tuple(
        _question(moment, rules, times[moment.kind])
        for moment, _ in zip(turns, range(QUESTIONS), strict=False)
    )


def score(questions: Sequence[QuizQuestion], answers: Sequence[int | None]) -> int:
    """How many answers (0 to 2, None = left out) are right."""
    return sum(
        answer == question.right for question, answer in zip(questions, answers, strict=False)
    )


def _moments(rules: Rules, players: int, rng: Random) -> Iterator[_Moment]:
    """Every card in the hand of whoever may lay one, with the verdict on laying it, in one
    simulated game.
    """
    game = engine(rules.rulebook.name).deal(rules, players, shuffle=rng.shuffle)
    for _ in range(MOST_PLAYS):
        if game.over:
            return
        if _may_lay(game):
            for card in sorted(set(game.hand(game.turn))):
                play = parse_play(card_text(card), rules.rulebook.name)
                yield _Moment(_scene(game, card), game.check(play))
        game.apply(rng.choice(game.some_plays()))


def _may_lay(game: Game) -> bool:
    """Whether cards may be laid at this point of the turn, in games whose turns have parts."""
    done = getattr(game, "has_put_down", False) or getattr(game, "laid", False)
    return getattr(game, "taken", True) and not done


def _scene(game: Any, card: Card) -> Scene:
    pile = getattr(game, "discards", None) or game.pile
    suit = getattr(game, "suit", None)
    named = suit is not None and suit != suit_of(pile[-1])
    return Scene(
        game.players,
        game.turn,
        Cards(game.hand(game.turn)),
        card,
        Cards(pile[-2:]),
        tuple(len(game.hand(seat)) for seat in range(1, game.players + 1)),
        len(game.stock),
        SUIT_NAMES[suit or 0] if named else "",
        getattr(game, "pending", 0),
        tuple(map(Cards, getattr(game, "fronts", ()))),
    )


def _question(moment: _Moment, rules: Rules, games: int) -> QuizQuestion:
    scene, verdict, book = moment.scene, moment.verdict, rules.rulebook
    wins = verdict.answer == "win" or verdict.then.get("winner") == scene.seat
    last = (
        "It wins the game."
        if wins or len(scene.hand) == 1 or scene.fronts
        else "It stands, with a warning."
    )
    option = next((option for option in book.options if moment.kind[2] in option.questions), None)
    reading = f"Chosen for this evening: {option.meaning(rules[option.name])}." if option else ""
    clauses = tuple((name, book.clause(name).gist) for name in verdict.clauses)
    right = 2 if wins else 0 if verdict.legal else 1
    why = " ".join(reason.words for reason in verdict.reasons)
    return QuizQuestion(
        scene,
        _words(scene, rules),
        ("It stands.", "It goes back.", last),
        right,
        why,
        clauses[:3],
        reading,
        games,
    )


def _words(scene: Scene, rules: Rules) -> str:
    """What happened, to be read aloud."""
    laid = f"Seat {scene.seat} {conduct(rules.rulebook.name).plays.verb} {card_symbol(scene.card)}"
    facts = []
    if scene.fronts:
        others = [
            f"seat {seat} {card_symbol(cards[-1])}"
            for seat, cards in enumerate(scene.fronts, start=1)
        ]
        facts.append(f"Before the players lie: {', '.join(others)}.")
    else:
        laid += f" on {card_symbol(scene.top[-1])}"
    if scene.suit:
        facts.append(f"{scene.suit.capitalize()} had been named.")
    if scene.pending:
        facts.append(f"{number_word(scene.pending).capitalize()} penalty cards were due.")
    return " ".join((*facts, f"{laid}. What now?"))

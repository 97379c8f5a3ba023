"""Ten questions to practise on: positions of simulated games, answered by the engine of the game.

Moments that turn on the same clause are one kind. Of each subject (a card laid, a last card, the
start card, a call, a blocked game) the commonest of which something comes is asked; the other
places go to the kinds that come up in most games, and to those on which the texts can be read in
two ways.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from scoring.disputes.quiz_moments import Kind, Moment, Scene, Subject, moments, start_verdict
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict
from scoring.words import number_word

QUESTIONS = 10
GAMES = 8
"""Games simulated for one quiz; the moments of each kind are counted over them."""
LETTERS = "ABC"


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


@lru_cache(maxsize=64)
def quiz(rules: Rules, players: int, seed: int) -> tuple[QuizQuestion, ...]:
    """Ten questions, the same for the same rules, players and seed.

    Raises GameError for seats that do not fit.
    """
    chances = [Random(f"{seed}/{number}") for number in range(GAMES)]  # noqa: S311 -- for practice, no secret
    games = [list(moments(rules, players, rng)) for rng in chances]
    times: dict[Kind, int] = {}
    by_kind: dict[Kind, list[Moment]] = {}
    for game in games:
        for kind in {moment.kind: None for moment in game}:
            times[kind] = times.get(kind, 0) + 1
        for moment in game:
            by_kind.setdefault(moment.kind, []).append(moment)
    rng = Random(seed)  # noqa: S311 -- which of the moments, no secret
    chosen = [
        rng.sample(by_kind[kind], min(QUESTIONS, len(by_kind[kind])))
        for kind in _order(by_kind, times)
    ]
    turns = (some[turn] for turn in range(QUESTIONS) for some in chosen if turn < len(some))
    return tuple(
        _question(moment, rules, times[moment.kind])
        for moment, _ in zip(turns, range(QUESTIONS), strict=False)
    )


def _order(by_kind: dict[Kind, list[Moment]], times: dict[Kind, int]) -> list[Kind]:
    """The kinds in the order of asking: `QUESTIONS` of them with every subject first, then the
    rest.
    """
    common = sorted(by_kind, key=lambda kind: (-times[kind] * (3 if kind[3] else 1), kind))
    common.sort(key=lambda kind: not by_kind[kind][0].telling)
    first = {(kind[0], kind[1] if kind[0] == "call" else ""): kind for kind in reversed(common)}
    ranked = sorted(common, key=lambda kind: kind not in first.values())
    chosen = sorted(ranked[:QUESTIONS], key=common.index)
    return [*chosen, *ranked[QUESTIONS:]]


def score(questions: Sequence[QuizQuestion], answers: Sequence[int | None]) -> int:
    """How many answers (0 to 2, None = left out) are right."""
    return sum(
        answer == question.right for question, answer in zip(questions, answers, strict=False)
    )


def _question(moment: Moment, rules: Rules, games: int) -> QuizQuestion:
    verdict, book = moment.verdict, rules.rulebook
    option = next((option for option in book.options if moment.kind[3] in option.questions), None)
    reading = f"Chosen for this evening: {option.meaning(rules[option.name])}." if option else ""
    clauses = tuple((name, book.clause(name).gist) for name in verdict.clauses)
    choices, right = _CHOICES[moment.subject](moment, rules)
    return QuizQuestion(
        moment.scene,
        moment.words,
        choices,
        right,
        " ".join(reason.words for reason in verdict.reasons),
        clauses[:3],
        reading,
        games,
    )


Choices = tuple[tuple[str, str, str], int]
"""Three answers to choose from, and which is right."""


def _of_a_play(moment: Moment, rules: Rules) -> Choices:
    scene, verdict = moment.scene, moment.verdict
    wins = verdict.answer == "win" or verdict.then.get("winner") == scene.seat
    last = (
        "It wins the game."
        if wins or len(scene.hand) == 1 or scene.fronts
        else "It stands, with a warning."
    )
    return ("It stands.", "It goes back.", last), 2 if wins else 0 if verdict.legal else 1


def _of_a_start(moment: Moment, rules: Rules) -> Choices:
    """What this card leads to, and what two others would."""
    players = moment.scene.players
    right = _led_to(moment.verdict)
    rest = (_led_to(start_verdict(rules, players, card)) for card in sorted(set(rules.deal.pack)))
    begins = (f"Seat {seat} begins." for seat in (players, players - 1))
    all_words = dict.fromkeys((*rest, *begins, _ANOTHER))
    wrong = [words for words in all_words if words != right]
    choices = sorted((right, *wrong[:2]))
    return (choices[0], choices[1], choices[2]), choices.index(right)


_ANOTHER = "Another card is turned up."


def _led_to(verdict: Verdict) -> str:
    """What a start card leads to, from what follows of the verdict."""
    then = verdict.then
    if "next_turn" not in then:
        return _ANOTHER
    words = [f"Seat {then['next_turn']} begins."]
    if then.get("missed"):
        words.append(f"Seat {then['missed']} misses the turn.")
    if then.get("pending"):
        words.append(f"{number_word(then['pending']).capitalize()} penalty cards are due.")
    if then["direction"] < 0:
        words.append("Play runs anticlockwise.")
    return " ".join(words)


def _of_a_call(moment: Moment, rules: Rules) -> Choices:
    person = f"Seat {moment.about} takes"
    draws: int = moment.verdict.then["offender_draws"]
    return (f"{person} no card.", f"{person} one card.", f"{person} two cards."), draws


def _of_an_end(moment: Moment, rules: Rules) -> Choices:
    then = moment.verdict.then
    right = 2 if then.get("redeal") else 1 if then["game_over"] else 0
    return ("Play goes on.", "The game ends here.", "The cards are dealt again."), right


_CHOICES: dict[Subject, Callable[[Moment, Rules], Choices]] = {
    "play": _of_a_play,
    "last": _of_a_play,
    "start": _of_a_start,
    "call": _of_a_call,
    "blocked": _of_an_end,
}

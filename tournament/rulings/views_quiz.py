"""Practice for umpires: ten questions by a number, one after the other on a phone, or all on a
printed page.

Nothing is kept: the address says which quiz, which question, and what was answered so far.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.cards import RANKS, SUIT_NAMES, Card, is_joker
from scoring.disputes.quiz import GAMES, LETTERS, QUESTIONS, QuizQuestion, quiz, score
from tournament.counting.scores import rules
from tournament.models import Event
from tournament.site.access import PUBLIC, at_event

SEEDS = 99
SKIPPED = "-"
USUAL_SEATS = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer as a page shows it: its letter, its words, the answers so far with it, what became
    of it.
    """

    letter: str
    words: str
    answers: str
    right: bool
    given: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Where somebody stands: the quiz by its number, the question (from 1), the answers given
    (digits, `-` skipped).
    """

    seed: int
    number: int
    answers: str

    @property
    def answered(self) -> bool:
        """Whether this question has its answer."""
        return len(self.answers) >= self.number

    def given(self) -> list[int | None]:
        """The answers as numbers, None where one was skipped."""
        return [None if answer == SKIPPED else int(answer) for answer in self.answers]


def asked(request: HttpRequest) -> Asked:
    """What the address says; what is no quiz, question or answer begins the first one."""
    seed, number, answers = (request.GET.get(name, "") for name in ("quiz", "question", "answers"))
    if not (seed.isascii() and seed.isdigit() and 1 <= int(seed[:4]) <= SEEDS):
        return Asked(1, 1, "")
    answers = answers if len(answers) <= QUESTIONS and set(answers) <= set("012-") else ""
    target = int(number[:3]) if number.isascii() and number.isdigit() else 1
    return Asked(int(seed), max(1, min(target, len(answers) + 1, QUESTIONS + 1)), answers)


def questions(event: Event, seed: int) -> tuple[QuizQuestion, ...]:
    """The quiz of this number under the rules of the event, at a table as most are."""
    in_force = rules(event)
    return quiz(in_force, min(USUAL_SEATS, in_force.deal.seats_max), seed)


@at_event(PUBLIC)
def practice(request: HttpRequest, event: Event) -> HttpResponse:
    """One question, its answer once it is given, and the score after the last."""
    moment = asked(request)
    chosen = questions(event, moment.seed)
    context: dict[str, Any] = {
        "event": event,
        "at": moment,
        "marks": _marks(moment, chosen),
        "total": QUESTIONS,
    }
    context["right"] = score(chosen, moment.given())
    if moment.number > QUESTIONS:
        return render(
            request, "rulings/quiz_score.html", context | {"next_quiz": moment.seed % SEEDS + 1}
        )
    question = chosen[moment.number - 1]
    context |= {
        "question": question,
        "table": table(question),
        "choices": _choices(moment, question),
        "games": GAMES,
    }
    return render(request, "rulings/quiz.html", context)


@at_event(PUBLIC)
def practice_printed(request: HttpRequest, event: Event) -> HttpResponse:
    """The same ten questions on paper, the answers on a page of their own."""
    seed = asked(request).seed
    visible = [
        (question, table(question), zip(LETTERS, question.choices, strict=True))
        for question in questions(event, seed)
    ]
    return render(
        request, "rulings/quiz_printed.html", {"event": event, "seed": seed, "shown": visible}
    )


def _marks(moment: Asked, chosen: tuple[QuizQuestion, ...]) -> list[str]:
    """For each question: right, wrong, or still to come."""
    marks = [
        "right" if number == question.right else "wrong"
        for number, question in zip(moment.given(), chosen, strict=False)
    ]
    return marks + ["to come"] * (QUESTIONS - len(marks))


def _choices(moment: Asked, question: QuizQuestion) -> list[Choice]:
    value = moment.given()[moment.number - 1] if moment.answered else None
    return [
        Choice(letter, words, f"{moment.answers}{place}", place == question.right, place == value)
        for place, (letter, words) in enumerate(zip(LETTERS, question.choices, strict=True))
    ]


def table(question: QuizQuestion) -> dict[str, Any]:
    """The scene as the templates draw it: cards as rank and suit, the other seats with their number
    of cards.
    """
    scene = question.scene
    rest = [(seat, count) for seat, count in enumerate(scene.counts, start=1) if seat != scene.seat]
    return {
        "top": [face(card) for card in scene.top],
        "hand": [face(card) for card in scene.hand],
        "seat": scene.seat,
        "others": rest,
        "stock": scene.stock,
        "fronts": [(seat, face(cards[-1])) for seat, cards in enumerate(scene.fronts, start=1)],
    }


def face(card: Card) -> dict[str, str]:
    """Rank and suit of a card as `parts/_playing_card.html` takes them."""
    if is_joker(card):
        return {"rank": "Joker", "suit": ""}
    rank = RANKS[card % 13]
    return {"rank": "10" if rank == "T" else rank, "suit": SUIT_NAMES[card // 13]}

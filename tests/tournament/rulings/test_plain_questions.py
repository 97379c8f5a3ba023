"""Sixty questions as people at a table put them: the right answer is among the first three."""

from pathlib import Path

import pytest

from scoring.disputes.adjudication import situations
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules
from tournament.rulings import search
from tournament.rulings.search import fitting, found_in_rules, heard, in_order

FILE = Path(__file__).parent / "plain_questions.txt"
FIRST = 3
ENOUGH = 54


def questions() -> list[tuple[str, str, set[str]]]:
    """Game, what is typed, and what answers."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [(game, words, set(answers.split(", "))) for game, words, answers in rows]


def first_answers(words: str, rules: Rules) -> set[str]:
    """The first three situations of the page, and the first three answers of the rules above."""
    lines = [(kind, heard(kind, place)) for kind, place in in_order(situations(rules))]
    told = [answer.source.split(",")[0] for answer in found_in_rules(words, rules)]
    return {*fitting(words, lines)[:FIRST], *told[:FIRST]}


def unanswered() -> list[tuple[str, str]]:
    return [
        (game, words)
        for game, words, answers in questions()
        if not answers & first_answers(words, rulebook(game).rules())
    ]


def test_fifty_four_of_sixty_plain_questions_find_their_answer_among_the_first_three() -> None:
    assert len(questions()) == 60
    assert len(questions()) - len(unanswered()) >= ENOUGH, unanswered()


@pytest.mark.control
def test_without_what_people_say_and_mean_many_find_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "SAID", {})
    monkeypatch.setattr(search, "_GROUPS", ())
    search._index.cache_clear()
    assert len(unanswered()) > len(questions()) - ENOUGH
    search._index.cache_clear()


def test_what_no_line_knows_finds_nothing() -> None:
    rules = rulebook("swedish_pursuit").rules()
    assert first_answers("zebra", rules) == set()
    assert first_answers("of the", rules) == set()

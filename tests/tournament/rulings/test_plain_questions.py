"""Questions as people at a table put them: the right answer is among the first three."""

from pathlib import Path

import pytest

from scoring.disputes.adjudication import situations
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules
from tournament.rulings import search
from tournament.rulings.search import fitting, found_in_rules, heard, in_order

LISTS = {
    "plain_questions": (60, 54),
    "blind_questions": (60, 54),
    "unseen_questions": (90, 73),
    "tired_questions": (180, 168),
}
"""How many questions a list has, and how many find their answer at least: 54 of 60 are the goal,
the lists written to see how strangers' words do are held at what they find.
"""
FIRST = 3


def questions(name: str) -> list[tuple[str, str, set[str]]]:
    """Game, what is typed, and what answers."""
    lines = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [(game, words, set(answers.split(", "))) for game, words, answers in rows]


def first_answers(words: str, rules: Rules) -> set[str]:
    """The first three situations of the page, and the first three answers of the rules above."""
    lines = [(kind, heard(kind, place)) for kind, place in in_order(situations(rules))]
    passages = [answer.source.split(",")[0] for answer in found_in_rules(words, rules)]
    return {*fitting(words, lines)[:FIRST], *passages[:FIRST]}


def unanswered(name: str) -> list[tuple[str, str]]:
    """The questions of a list that do not find their answer."""
    return [
        (game, words)
        for game, words, answers in questions(name)
        if not answers & (first_answers(words, rulebook(game).rules()) or {"nothing"})
    ]


@pytest.mark.parametrize("name", LISTS)
def test_most_plain_questions_find_their_answer_among_the_first_three(name: str) -> None:
    number, enough = LISTS[name]
    assert len(questions(name)) == number
    assert number - len(unanswered(name)) >= enough, unanswered(name)


def misspelt(words: str) -> str:
    """The longest word with two of its letters changed about."""
    longest = max(words.split(), key=len)
    middle = len(longest) // 2
    wrong = f"{longest[: middle - 1]}{longest[middle]}{longest[middle - 1]}{longest[middle + 1 :]}"
    return words.replace(longest, wrong)


def found_misspelt() -> int:
    """How many of the sixty plain questions find their answer all the same."""
    return sum(
        bool(answers & first_answers(misspelt(words), rulebook(game).rules()))
        for game, words, answers in questions("plain_questions")
    )


def test_a_slip_of_the_thumb_finds_what_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_misspelt() >= 54
    monkeypatch.setattr(search, "SPELT_FROM", 99)
    assert found_misspelt() < 50


@pytest.mark.control
@pytest.mark.parametrize("name", LISTS)
def test_without_what_people_say_and_mean_many_find_nothing(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(search, "SAID", {})
    monkeypatch.setattr(search, "_PHRASES", ())
    search._index.cache_clear()
    number, enough = LISTS[name]
    assert number - len(unanswered(name)) < enough
    search._index.cache_clear()


def test_every_answer_of_the_lists_is_a_situation_or_a_line_of_its_rulebook() -> None:
    for name in LISTS:
        for game, words, answers in questions(name):
            rules = rulebook(game).rules()
            known = {*situations(rules), *(answer.id for answer in rules.rulebook.clauses)}
            known |= {question.id for question in rules.rulebook.questions} | {"nothing"}
            assert answers <= known, (game, words)


def test_what_no_line_knows_finds_nothing() -> None:
    rules = rulebook("swedish_pursuit").rules()
    assert first_answers("zebra", rules) == set()
    assert first_answers("of the", rules) == set()

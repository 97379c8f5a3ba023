"""Practice for umpires: ten questions on a phone by addresses alone, and the same ten on paper."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.disputes.quiz import LETTERS, QUESTIONS
from scoring.games.rulebooks import RULEBOOKS
from tests.tournament.evening import new_event
from tournament.rulings.views_quiz import questions

pytestmark = pytest.mark.django_db


def page(slug: str, address: str = "") -> str:
    """The words of a page of the quiz that anybody may open."""
    answer = Client().get(f"/e/{slug}/rules/quiz/{address}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_ten_right_answers_score_ten() -> None:
    event = new_event()
    given = ""
    for number, question in enumerate(questions(event, 3), start=1):
        asked = page(event.slug, f"?quiz=3&question={number}&answers={given}")
        assert f"Question {number} of {QUESTIONS}" in asked
        assert question.words in asked
        assert question.why not in asked
        given += str(question.right)
        assert f'href="?quiz=3&question={number}&answers={given}"' in asked
        answered = page(event.slug, f"?quiz=3&question={number}&answers={given}")
        assert f"{number} right so far" in answered
        assert question.why in answered
        assert [
            clause for clause, gist in question.clauses if f"<b>{clause}</b> {gist}" not in answered
        ] == []
    assert f"{QUESTIONS} of {QUESTIONS} right" in page(
        event.slug, f"?quiz=3&question={QUESTIONS + 1}&answers={given}"
    )


def test_a_wrong_answer_is_shown_beside_the_right_one_and_a_skipped_one_counts_nothing() -> None:
    event = new_event()
    first = questions(event, 1)[0]
    wrong = (first.right + 1) % 3
    answered = page(event.slug, f"?quiz=1&question=1&answers={wrong}")
    assert "0 right so far" in answered
    assert re.findall(r'<li class="quiz-choice ([a-z-]+)"><b>([A-C])</b>', answered) == sorted(
        [("quiz-choice-right", first.letter), ("quiz-choice-wrong", LETTERS[wrong])],
        key=lambda pair: pair[1],
    )
    assert "0 of 10 right" in page(event.slug, f"?quiz=1&question=11&answers={'-' * QUESTIONS}")


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_printed_page_has_ten_tables_and_the_answers_behind_them(game: str) -> None:
    event = new_event(game=game)
    with CaptureQueriesContext(connection) as asked:
        words = page(event.slug, "print/?quiz=2")
    assert len(asked) <= 4
    assert words.count('class="quiz-table"') == QUESTIONS
    answers = words[words.index("<h2>Answers</h2>") :]
    assert [question.why for question in questions(event, 2) if question.why not in answers] == []
    assert [question.words for question in questions(event, 2) if question.words not in words] == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "?quiz=0",
        "?quiz=100",
        "?quiz=x&question=3",
        "?quiz=²",
        "?quiz=1&question=-4",
        "?quiz=1&answers=<b>",
        "?quiz=1&question=9",
    ],
)
def test_an_address_that_names_no_quiz_begins_the_first_question(address: str) -> None:
    event = new_event()
    assert f"Question 1 of {QUESTIONS}" in page(event.slug, address)


def test_the_rules_lead_to_the_practice() -> None:
    event = new_event()
    rules = Client().get(f"/e/{event.slug}/rules/").content.decode()
    assert f'href="/e/{event.slug}/rules/quiz/"' in rules

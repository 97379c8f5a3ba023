"""Questions with the answer in force, the most asked first."""

import pytest

from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.readings import readings


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_question_that_no_setting_answers_is_there_once_the_most_asked_first(
    game: str,
) -> None:
    book = RULEBOOKS[game]
    found = [reading.id for reading in readings(book.rules())]
    assert sorted(found) == sorted(
        question.id for question in book.questions if not question.setting
    )
    assert tuple(found[: len(book.most_asked)]) == book.most_asked
    assert book.most_asked
    assert not any(reading.changed for reading in readings(book.rules()))
    asked = {question.id: question for question in book.questions}
    assert [
        one.id
        for one in readings(book.rules())
        if (one.question, one.clauses) != (asked[one.id].question, asked[one.id].clauses)
    ] == []


def test_a_choice_of_the_event_is_the_answer() -> None:
    first = readings(rulebook("swedish_pursuit").rules("trick_match=rank_or_suit"))[0]
    assert (first.id, first.changed, first.argument) == ("SP-A2", True, "Chosen for this evening.")
    assert first.answer == "An Ace, Queen or 2 may also be laid on its own rank."
    assert readings(rulebook("swedish_pursuit").rules())[0].answer.startswith("No: these three")

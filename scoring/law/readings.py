"""The questions people ask about a game, with the answer in force, those that come up most often
first.
"""

from dataclasses import dataclass

from scoring.law.rulebook import Option, Question, Rules


@dataclass(frozen=True, slots=True)
class Reading:
    """A question and its answer in force; `changed` where the event departs from the default.

    Clauses it turns on.
    """

    id: str
    question: str
    answer: str
    argument: str
    changed: bool
    clauses: tuple[str, ...]


def readings(rules: Rules) -> tuple[Reading, ...]:
    """Every question of the game but those a setting of the event answers, the most asked first."""
    book = rules.rulebook
    groups = {question.id: option for option in book.options for question in option.asked}
    first = {name: place for place, name in enumerate(book.most_asked)}
    questions = sorted(
        (question for question in book.questions if not question.setting),
        key=lambda question: first.get(question.id, len(first)),
    )
    return tuple(_reading(question, groups.get(question.id), rules) for question in questions)


def _reading(question: Question, option: Option | None, rules: Rules) -> Reading:
    changed = option is not None and rules[option.name] != option.default
    answer, argument = question.reading, question.argument
    if option is not None and changed:
        meaning = option.meaning(rules[option.name])
        answer, argument = f"{meaning[0].upper()}{meaning[1:]}.", "Chosen for this evening."
    return Reading(question.id, question.question, answer, argument, changed, question.clauses)

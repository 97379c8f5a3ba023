"""The questions people ask about a game, with the answer in force, those that come up most often first."""

from dataclasses import dataclass

from scoring.rulebook import Option, Question, Rules

MOST_ASKED: dict[str, tuple[str, ...]] = {
    # Calls and trick cards come up in every game; a stock that runs out in one of three, a blocked game in one of ten.
    "swedish_pursuit": (
        "SP-A2", "SP-A21", "SP-A23", "SP-A5", "SP-A8", "SP-A9", "SP-A28", "SP-A29", "SP-A32", "SP-A31", "SP-A33",
        "SP-A3", "SP-A7", "SP-A14", "SP-A15", "SP-A16", "SP-A18", "SP-A17", "SP-A24", "SP-A30", "SP-A36", "SP-A34",
    ),
    "switch": ("SW-A1", "SW-A2", "SW-A3", "SW-A8", "SW-A4", "SW-A5", "SW-A7", "SW-A9", "SW-A10", "SW-A13"),
    "ottawa": ("OT-A4", "OT-A3", "OT-A5", "OT-A6", "OT-A1", "OT-A2", "OT-A7", "OT-A9"),
    "pursuit": ("PU-A1", "PU-A2", "PU-A10", "PU-A3", "PU-A4", "PU-A5", "PU-A8", "PU-A13"),
}  # fmt: skip
"""The questions of each game that come up most, by how often the position arises; the others follow by number."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question and its answer in force; `changed` where the event departs from the default. Clauses it turns on."""

    id: str
    question: str
    answer: str
    argument: str
    changed: bool
    clauses: tuple[str, ...]


def readings(rules: Rules) -> tuple[Reading, ...]:
    """Every question of the game but those a setting of the event answers, the most asked first."""
    book = rules.rulebook
    by = {question.id: option for option in book.options for question in option.asked}
    first = {name: place for place, name in enumerate(MOST_ASKED[book.name])}
    asked = sorted(
        (question for question in book.questions if not question.setting),
        key=lambda question: first.get(question.id, len(first)),
    )
    return tuple(_reading(question, by.get(question.id), rules) for question in asked)


def _reading(question: Question, option: Option | None, rules: Rules) -> Reading:
    changed = option is not None and rules[option.name] != option.default
    answer, argument = question.reading, question.argument
    if option is not None and changed:
        meaning = option.meaning(rules[option.name])
        answer, argument = f"{meaning[0].upper()}{meaning[1:]}.", "Chosen for this event."
    return Reading(question.id, question.question, answer, argument, changed, question.clauses)

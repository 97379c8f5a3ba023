"""The rule sheet of a game under chosen options, as blocks of text that paper, pages and the
command line can print.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from scoring.law.rulebook import CardValue, Clause, Option, Question, Rules
from scoring.words import noun, number_word

_PAGE = 88
"""Columns of a printed page of plain text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the sheet and the clause or question that stands behind it;
    advice has no force.
    """

    id: str
    text: str
    force: bool = True


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and the rules under it."""

    heading: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """An option in force: its value in words, whether that is the default, the argument, and the
    clauses it reads.
    """

    option: str
    value: str
    text: str
    default: bool
    argument: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """What some cards count: their names (`8`, `10 J Q K`), the points in words of a score card,
    the clause.
    """

    cards: str
    points: str
    clause: str


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """All that is printed for the tables: facts of the table, rules by chapter, choices, readings,
    card values.
    """

    title: str
    facts: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    choices: tuple[Choice, ...]
    readings: tuple[Rule, ...]
    values: tuple[Value, ...]


def rule_sheet(rules: Rules) -> RuleSheet:
    """Make the sheet of a game from the very data its engine obeys."""
    book = rules.rulebook
    return RuleSheet(
        title=book.title,
        facts=tuple(_facts(rules)),
        chapters=tuple(_chapters(rules)),
        choices=tuple(_choices(rules)),
        readings=tuple(
            Rule(silence.id, _reading(silence)) for silence in book.silences if not silence.setting
        ),
        values=tuple(_value(value, rules) for value in rules.scoring.values or ()),
    )


def _facts(rules: Rules) -> Iterator[str]:
    deal, scoring = rules.deal, rules.scoring
    low, high = number_word(deal.seats_min), number_word(deal.seats_max)
    yield (
        f"{low.capitalize()} players." if low == high else f"{low.capitalize()} to {high} players."
    )
    for least, (most, dealt) in zip(
        _starts(deal.dealt_steps, deal.seats_min), deal.dealt_steps, strict=True
    ):
        cards = f"{number_word(dealt).capitalize()} cards"
        if len(deal.dealt_steps) == 1:
            yield f"{cards} to each."
        else:
            yield f"{cards} to each with {_span(least, most)} players."
    for least, (most, packs) in zip(
        _starts(deal.packs_steps, deal.seats_min), deal.packs_steps, strict=True
    ):
        of_cards = f"{number_word(packs).capitalize()} {noun(packs, 'pack')} of {len(deal.pack)}"
        if len(deal.packs_steps) == 1:
            yield f"{of_cards} cards."
        else:
            yield f"{of_cards} cards with {_span(least, most)} players."
    yield {
        "losers": (
            f"Everyone else counts the cards still in hand. {scoring.direction.capitalize()} total"
            " wins."
        ),
        "winner": (
            f"Whoever goes out scores the cards of all others. {scoring.direction.capitalize()}"
            " total wins."
        ),
        "places": "No points are printed: places count.",
    }[scoring.scorer]


def _starts(steps: tuple[tuple[int, int], ...], first: int) -> tuple[int, ...]:
    return (first, *(limit + 1 for limit, _ in steps[:-1]))


def _span(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


def _chapters(rules: Rules) -> Iterator[Chapter]:
    book, here = rules.rulebook, _said_here(rules)
    heads = {clause: heading for heading, clause in book.chapters}
    heading, gathered = "The rules", list[Clause]()
    for clause in book.clauses:
        if clause.id in heads:
            if gathered:
                yield _chapter(heading, gathered, here)
            heading, gathered = heads[clause.id], []
        gathered.append(clause)
    yield _chapter(heading, gathered, here)


def _said_here(rules: Rules) -> dict[str, str]:
    """For each clause that a choice of the event bears on, what holds here beside it: no sentence
    stands alone that the choice contradicts.
    """
    here: dict[str, str] = {}
    for option in rules.rulebook.options:
        if rules[option.name] == option.default or _idle(option, rules):
            continue
        for clause in (*option.clauses, *option.beside):
            here[clause] = f"{here.get(clause, '')} Here: {option.meaning(rules[option.name])}."
    return here


def _idle(option: Option, rules: Rules) -> bool:
    """Whether another choice leaves this one without account."""
    other, value = option.idle
    return bool(other) and rules[other] == value


def _chapter(heading: str, clauses: list[Clause], here: Mapping[str, str]) -> Chapter:
    texts = {clause.id: f"{clause.gist}{here.get(clause.id, '')}" for clause in clauses}
    return Chapter(
        heading, tuple(Rule(clause.id, texts[clause.id], clause.force) for clause in clauses)
    )


def _choices(rules: Rules) -> Iterator[Choice]:
    for option in rules.rulebook.options:
        if _idle(option, rules):
            continue
        value = rules[option.name]
        meaning = option.meaning(value)
        text = f"{meaning[0].upper()}{meaning[1:]}."
        yield Choice(
            option.name, value, text, value == option.default, option.argument, option.clauses
        )


def _reading(question: Question) -> str:
    return f"{question.question} {question.reading}"


def _value(value: CardValue, rules: Rules) -> Value:
    printed = rules.deal.ranks
    names = " ".join("10" if rank == "T" else rank for rank in value.ranks if rank in printed)
    if value.points is None:
        return Value(names, "face value", value.clause)
    return Value(names, str(value.points), value.clause)


def sheet_text(sheet: RuleSheet) -> str:
    """The sheet as plain text for a page of 88 columns: each rule behind its number, further lines
    hung under it.
    """
    lines = [sheet.title.upper(), "", *sheet.facts]
    for chapter in sheet.chapters:
        lines += ["", chapter.heading, *_hung((rule.id, rule.text) for rule in chapter.rules)]
    if sheet.values:
        lines += [
            "",
            "Card values",
            *_hung((value.clause, f"{value.cards}: {value.points}") for value in sheet.values),
        ]
    lines += ["", "As played here"]
    for choice in sheet.choices:
        mark = "" if choice.default else " (changed from the default)"
        words = f"{choice.option}={choice.value}: {choice.text}{mark}"
        lines += wrap(
            words, _PAGE, initial_indent="  ", subsequent_indent=" " * 9, break_on_hyphens=False
        )
    if sheet.readings:
        lines += [
            "",
            "Where the text is silent",
            *_hung((rule.id, rule.text) for rule in sheet.readings),
        ]
    return "\n".join(lines) + "\n"


def _hung(rules: Iterable[tuple[str, str]]) -> Iterator[str]:
    for number, text in rules:
        yield from wrap(
            text,
            _PAGE,
            initial_indent=f"  {number:<6} ",
            subsequent_indent=" " * 9,
            break_on_hyphens=False,
        )

"""The command `questions`: prints what the texts leave open, with options, defaults and arguments."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from scoring.command import Command, Outcome, Read
from scoring.rulebook import Option, Question, Rulebook
from scoring.rulebooks import RULEBOOKS, rulebook

MANUAL = """
Prints the questions that the text of a game leaves open, or those of all games: first those with an option, with each
allowed value (the default first), the argument for the default, the other reading and the clauses; then those that are
read in one way only; last those that a setting of the event answers.

Example:  python -m scoring questions swedish-pursuit
Ends with 2 and a sentence if the game is not known.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="one game only")


def _run(arguments: Namespace, read: Read) -> Outcome:
    books = [rulebook(arguments.game)] if arguments.game else list(RULEBOOKS.values())
    return Outcome("\n".join(line for book in books for line in _book(book)) + "\n")


def _book(book: Rulebook) -> Iterator[str]:
    yield from (book.title.upper(), "")
    for option in book.options:
        yield from _option(option)
    for silence in book.silences:
        yield f"{silence.id}  {f'setting {silence.setting}' if silence.setting else 'no option'}"
        yield from _question(silence)
        yield ""


def _option(option: Option) -> Iterator[str]:
    yield f"{', '.join(option.questions)}  option {option.name}={'|'.join(option.values)}"
    for value, meaning in option.meanings:
        yield f"    {value}{' (default)' if value == option.default else ''}: {meaning}"
    for question in option.asked:
        yield from _question(question)
    yield ""


def _question(question: Question) -> Iterator[str]:
    yield f"  {question.question} {question.reading}"
    yield f"    Because: {question.argument}"
    if question.alternative:
        yield f"    Or: {question.alternative}"
    yield f"    Clauses: {', '.join(question.clauses)}"


COMMAND = Command("questions", "print what the texts leave open", MANUAL, _arguments, _run)

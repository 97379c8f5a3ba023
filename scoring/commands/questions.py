"""The command `questions`: prints what the texts leave open, with options,
defaults and arguments.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from scoring.command import Command, CommandError, Outcome, Read, takes_options
from scoring.foresight.weighing import TABLE, weigh
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulebook import Option, Question, Rulebook, Weight

GAMES = 60
MOST = 10_000

MANUAL = """
Prints the questions that the text of a game leaves open, or those of all games: first those with an option, with each
allowed value (the default first), the argument for the default, the other reading and the clauses; then those that are
read in one way only; last those that a setting of the evening answers. Within each part those come first that turn a
verdict most often in simulated play; behind them stands in how many moments of a hundred games.

--measure plays --games games by simulated players and prints for each question that mattered: its number, in how many
moments of a hundred games it would have turned a verdict, and in how many only what follows; --players and --options
say at what table. The same command gives the same figures; docs/proofs/questions.md was made from such.

Example:  python -m scoring questions swedish-pursuit
Ends with 2 and a sentence if the game is not known.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="one game only")
    parser.add_argument(
        "--measure", action="store_true", help="weigh the questions in simulated play"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=TABLE,
        metavar="N",
        help=f"players at the table of these games ({TABLE})",
    )
    parser.add_argument(
        "--games", type=int, default=GAMES, metavar="N", help=f"games to play for that ({GAMES})"
    )
    takes_options(parser)


def _run(arguments: Namespace, read: Read) -> Outcome:
    books = [rulebook(arguments.game)] if arguments.game else list(RULEBOOKS.values())
    if arguments.measure:
        if not 1 <= arguments.games <= MOST:
            raise CommandError(f"--games is from 1 to {MOST}.")
        lines = (line for book in books for line in _measured(book, arguments))
        return Outcome("\n".join(lines) + "\n")
    return Outcome("\n".join(line for book in books for line in _book(book)) + "\n")


def _book(book: Rulebook) -> Iterator[str]:
    yield from (book.title.upper(), "")
    places = {name: place for place, name in enumerate(book.most_asked)}
    weights = {weight.question: weight for weight in (*book.weights, *book.elsewhere)}

    def place(names: Iterable[str]) -> int:
        return min((places[name] for name in names if name in places), default=len(places))

    for option in sorted(book.options, key=lambda option: place(option.questions)):
        yield from _option(option, weights)
    for silence in sorted(book.silences, key=lambda row: (bool(row.setting), place((row.id,)))):
        yield f"{silence.id}  {f'setting {silence.setting}' if silence.setting else 'no option'}"
        yield from _question(silence, weights)
        yield ""


def _measured(book: Rulebook, arguments: Namespace) -> Iterator[str]:
    rules = book.rules(arguments.options)
    rng = Random(f"weights {book.name}")  # noqa: S311 -- to be repeatable
    yield book.title.upper()
    for weight in weigh(rules, arguments.games, rng, arguments.players):
        yield f"{weight.question} {weight.turned} {weight.follows}"
    yield ""


def _option(option: Option, weights: Mapping[str, Weight]) -> Iterator[str]:
    yield f"{', '.join(option.questions)}  option {option.name}={'|'.join(option.values)}"
    for value, meaning in option.meanings:
        yield f"    {value}{' (default)' if value == option.default else ''}: {meaning}"
    for question in option.asked:
        yield from _question(question, weights)
    yield ""


def _question(question: Question, weights: Mapping[str, Weight]) -> Iterator[str]:
    yield f"  {question.question} {question.reading}"
    yield f"    Because: {question.argument}"
    if question.alternative:
        yield f"    Or: {question.alternative}"
    if question.no_option:
        yield f"    No option: {question.no_option}"
    yield f"    Clauses: {', '.join(question.clauses)}"
    if question.id in weights:
        weight = weights[question.id]
        yield (
            f"    In a hundred games: {weight.turned} verdicts turned, {weight.follows} with other"
            " consequences"
        )
        if weight.table:
            yield f"    {weight.table}"


COMMAND = Command("questions", "print what the texts leave open", MANUAL, _arguments, _run)

"""The page docs/proofs/questions.md: how often each open question turns a verdict, from the weights
in the rulebooks; and how often plain words find their answer, typed here by hand (`ASKED`).

Run it to write the page anew. It measures nothing.
"""

from collections.abc import Iterator
from pathlib import Path

from scoring.commands.questions import GAMES
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.readings import readings
from scoring.law.rulebook import Question, Rulebook

FILE = Path(__file__).parents[2] / "docs" / "proofs" / "questions.md"
HEAD = f"""# How often an open question decides

Each question that a text leaves open, in the order in which pages and commands show it: by how
often its other answer would turn a verdict in simulated play. Counted are moments of a hundred
games at a table of four (of two in Pursuit), from {GAMES} games of simple players under the
defaults. A moment is the set-up, a start card, a turn, a challenge for a silent last card, a
blocked end or the count of the hands; *turns* are moments at which some play or claim would be
answered otherwise, *follows* those at which only something else would follow. A question without
option counts where a verdict rests on its reading. A dash: it did not come up in play (errors,
calls in a hall, settings, rules the table may add); the order is then our own. What only another
table meets was counted there, as is said below. Under each game stands why its other questions have
no option.

Measured by `python -m scoring questions GAME --measure`, written by `python -m
tests.scoring.weight_of_questions`.
"""

# Typed by hand after each asking of the lists (tests/tournament/rulings/*_questions.txt).
ASKED = """## How often a question in plain words finds its answer

Asked as tired guests and umpires put it (`tests/tournament/rulings/*_questions.txt`), found where
the right situation or the right line of the rules is among the first three. Every list but the
first was written down before any of it was asked, and asked once before anything was mended for it.

| list | questions | at first sight | now |
|---|---|---|---|
| plain | 60 | written with the search | 60 |
| blind | 60 | 50 | 60 |
| unseen (three of 30) | 90 | 59 | 79 |
| tired, first (28 November, evening) | 60 | 51 | 59 |
| tired, second, after mending for the first | 60 | 43 | 58 |
| tired, third, after mending for the second | 60 | 52 | 53 |

Goal: 54 of 60. **Expect 43 to 52 of 60 (72 to 87 of 100) of questions that nobody has tuned for**;
all of these lists have one writer each, and the three tired ones the same. What finds nothing leads
to *The umpire decides*. A word misspelt is taken for the nearest one that is known: of the 60 plain
ones with a slip in their longest word 55 still find their answer, 49 without.
"""


def text() -> str:
    """The whole file."""
    books = (line for book in RULEBOOKS.values() for line in _book(book))
    return "\n".join([HEAD, *books, ASKED])


def _book(book: Rulebook) -> Iterator[str]:
    weights = {weight.question: weight for weight in (*book.weights, *book.elsewhere)}
    options = {name: option.name for option in book.options for name in option.questions}
    yield from (
        f"## {book.title}",
        "",
        "| question | | option | turns | follows |",
        "|---|---|---|---|---|",
    )
    for question in readings(book.rules()):
        weight = weights.get(question.id)
        turned, follows = (weight.turned, weight.follows) if weight else ("–", "–")
        option = options.get(question.id, "–")
        yield f"| {question.id} | {question.question} | {option} | {turned} | {follows} |"
    elsewhere = [f"{weight.question}: {weight.table}" for weight in book.elsewhere]
    yield from ("", *elsewhere) if elsewhere else ()
    yield from ("", "| no option for | because |", "|---|---|")
    for silence in book.silences:
        yield f"| {silence.id} | {why_no_option(silence)} |"
    if not book.silences:
        yield "| – | every question of this game has one |"
    yield ""


def why_no_option(silence: Question) -> str:
    """Why a question is answered without an option."""
    if silence.setting:
        return f"The event answers it, by its setting `{silence.setting}`."
    if not silence.alternative:
        return "No other reading makes sense of the text."
    return silence.no_option


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

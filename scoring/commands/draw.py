"""The command `draw`: repeats a draw made in public."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from scoring.command import Command, Outcome, Read
from scoring.seating.public_draw import PublicDraw, moved, read, seed
from scoring.seating.values import Key, Seating
from scoring.words import noun

MANUAL = """
Repeats a draw that was made in public. FILE holds list, secret, cards, and where everybody sits.

First it says whether the list and the secret are those of the digest that was shown before the
cards were cut; then it draws again from the secret and the cards, and says who sits elsewhere than
drawn: guests may be exchanged afterwards, and so anybody sees it. --tables prints the tables.

Example:  python -m scoring draw fixtures/draw.json --tables
Ends with 0 if all is as drawn, 1 if the digest differs or anybody was moved, 2 and a sentence if
the file cannot be read.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file of the draw, or - for the input")
    parser.add_argument("--tables", action="store_true", help="print who was drawn to each table")


def _run(arguments: Namespace, read_text: Read) -> Outcome:
    draw, seats = read(read_text(arguments.file), arguments.file)
    seating = draw.drawn()
    away = moved(seating, seats)
    lines = [*_draw_lines(draw, away), *(_tables(seating) if arguments.tables else ())]
    return Outcome("\n".join(lines) + "\n", 0 if draw.kept and not away else 1)


def _draw_lines(draw: PublicDraw, away: Sequence[Key]) -> Iterator[str]:
    yield f"Digest shown before the draw: {draw.digest}"
    yield (
        "List and secret are those of the digest."
        if draw.kept
        else "List or secret are NOT those of the digest."
    )
    yield f"Cards that were cut: {draw.cards}. Seed: {seed(draw.secret, draw.cards)}."
    number = noun(len(away), "guest sits", "guests sit")
    yield (
        f"{len(away)} {number} elsewhere than drawn: {', '.join(map(str, away))}."
        if away
        else "Everybody sits where the draw put them."
    )


def _tables(seating: Seating) -> Iterator[str]:
    for number, row in enumerate(seating.rounds, start=1):
        for table, keys in enumerate(row, start=1):
            yield f"Round {number}, table {table}: {' '.join(map(str, keys))}"


COMMAND = Command("draw", "repeat a draw that was made in public", MANUAL, _arguments, _run)

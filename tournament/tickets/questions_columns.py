"""What is asked of a column that is left out, or was guessed, and changes who comes, how many come
or where they sit.
"""

from collections.abc import Callable, Iterator

from scoring.words import many
from tournament.models import TicketState
from tournament.tickets.answers import state_of
from tournament.tickets.contents import (
    ANSWERS,
    FIELD,
    MAYBE,
    MORE,
    NAMES,
    PLAN,
    TABLE,
    Content,
    contents,
)
from tournament.tickets.people import counted
from tournament.tickets.question import Question, short, some
from tournament.tickets.rows import CellError, asked_for, further
from tournament.tickets.sheets import GuestFile
from tournament.tickets.sources import plain, source_of


def of_columns(file: GuestFile, columns: dict[int, str]) -> Iterator[Question]:
    reads = source_of(file.headings).reads
    for content in contents(file.headings, file.rows, columns):
        if plain(content.heading) in reads:
            continue
        field = FIELD[content.kind]
        key = f"column:{content.place}:{field}" if field else ""
        pressed = bool(field) and columns.get(content.place) == field
        words, then, button = SAY[content.kind](content, len(file.rows))
        yield Question(key, words, "Read." if pressed else then, button, pressed)


def _answers(content: Content, rows: int) -> tuple[str, str, str]:
    away = sum(
        number
        for cell, number in content.counts.items()
        if (state := state_of(cell)) is not None and state != TicketState.COMING
    )
    maybe = sum(number for cell, number in content.counts.items() if plain(cell) in MAYBE)
    sample = ", ".join(
        f"{number} {short(cell)}"
        for cell, number in sorted(content.counts.items(), key=lambda pair: -pair[1])[:5]
    )
    button = f"The {away} are not coming" if away > 1 else "The 1 is not coming"
    if not away:
        unknown = sum(n for cell, n in content.counts.items() if state_of(cell) is None)
        button = f"Ask about the {maybe or unknown}"
    return (
        f"Column “{short(content.heading)}” looks like answers",
        f"{sample}. Not read: all {rows} are coming.",
        button,
    )


def _places(content: Content, _rows: int) -> tuple[str, str, str]:
    least = 1 if content.kind == MORE else 2
    numbers = [(_number_of(cell), times) for cell, times in content.counts.items()]
    held = sum((number - least + 1) * times for number, times in numbers if number >= least)
    rows = sum(times for number, times in numbers if number >= least)
    return (
        f"Column “{short(content.heading)}” looks like numbers of places",
        f"{many(rows, 'row')} with {least} or more. Not read: one place a row.",
        f"Hold these {held} places" if held != 1 else "Hold this 1 place",
    )


def _number_of(cell: str) -> int:
    number = counted(cell)
    return int(asked_for(cell)) if number is None else number


def _tables(content: Content, _rows: int) -> tuple[str, str, str]:
    cells = sorted(content.counts, key=lambda cell: (len(cell), cell))
    sample = f"{cells[0]} to {cells[-1]}" if len(cells) > 1 else cells[0]
    return (
        f"Column “{short(content.heading)}” looks like a dinner plan",
        f"Numbers {sample}. Not read: the draw seats everybody.",
        "Keep these tables",
    )


def _plan(content: Content, _rows: int) -> tuple[str, str, str]:
    return (
        f"Column “{short(content.heading)}” looks like a dinner plan",
        f"It says {some(content.counts)}. Not read: the draw seats everybody.",
        "",
    )


def _further(content: Content, _rows: int) -> tuple[str, str, str]:
    number = sum(_people_in(cell) * times for cell, times in content.counts.items())
    return (
        f"Column “{short(content.heading)}” holds names: {some(content.counts)}",
        "Not read: one place a row.",
        "Add this 1" if number == 1 else f"Add these {number}",
    )


def _people_in(cell: str) -> int:
    try:
        return len(further(cell))
    except CellError:
        return 1


Said = tuple[str, str, str]
SAY: dict[str, Callable[[Content, int], Said]] = {
    ANSWERS: _answers,
    "places": _places,
    MORE: _places,
    TABLE: _tables,
    NAMES: _further,
    PLAN: _plan,
}

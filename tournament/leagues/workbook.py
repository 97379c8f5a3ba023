"""The workbook of a league: the standing, what each evening counted, and how it adds up."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from tournament.leagues.reading import LeagueBoard, Line
from tournament.paper.apart import sent_apart
from tournament.site.progress import Pieces
from tournament.site.spreadsheet import Cell, Formula, Page, written
from tournament.workbook.games import column_letter

FIRST = 6
"""The column of the first evening on both pages, from 1."""
COUNTED = "Counted"


def league_workbook(board: LeagueBoard) -> Pieces:
    """The file as it is made, by a process of its own where a server runs. Raises
    PaperUnavailable.
    """
    pages = [replace(page, rows=[*page.rows]) for page in league_pages(board)]
    return sent_apart(partial(written, total=2 * len(board.lines)), pages)


def league_pages(board: LeagueBoard) -> Iterator[Page]:
    """Every page in the order of the file."""
    yield standing_page(board)
    yield counted_page(board)
    yield evenings_page(board)


def standing_page(board: LeagueBoard) -> Page:
    """Everybody in order; each sum is a formula over the evenings that count for them on the next
    page.
    """
    columns = [*_columns(board), ("Sum", 10), ("What decided", 40)]
    return Page("League", columns, _standing(board))


def counted_page(board: LeagueBoard) -> Page:
    """The same rows with those evenings alone that are in the sum."""
    return Page(COUNTED, _columns(board), _counted(board))


def _columns(board: LeagueBoard) -> list[tuple[str, int]]:
    """What stands before the evenings, and each evening that counts."""
    return [
        ("Place", 7),
        ("Order", 7),
        ("Name", 34),
        (board.groups.heading, 26),
        ("Evenings", 9),
        *((f"{night.number}: {night.event.date.isoformat()}", 14) for night in board.counted),
    ]


def _person(line: Line) -> list[Cell]:
    """What stands in a row before the evenings."""
    standing = line.standing
    return [standing.place, standing.order, line.name, line.livery, standing.attended]


def _standing(board: LeagueBoard) -> Iterator[list[Cell]]:
    count = len(board.counted)
    first, last = column_letter(FIRST), column_letter(FIRST + max(count, 1) - 1)
    for row, line in enumerate(board.lines, start=2):
        evenings = line.standing.evenings.values()
        added = sum(float(evening.figure) for evening in evenings if evening.counts)
        total = Formula(f"=SUM({COUNTED}!{first}{row}:{last}{row})", added) if count else None
        figures = (_figure(line, number) for number in range(count))
        yield [*_person(line), *figures, total, line.note]


def _counted(board: LeagueBoard) -> Iterator[list[Cell]]:
    for line in board.lines:
        evenings = map(line.standing.evenings.get, range(len(board.counted)))
        figures = (
            _number(evening.figure) if evening and evening.counts else None for evening in evenings
        )
        yield [*_person(line), *figures]


def _figure(line: Line, number: int) -> Cell:
    evening = line.standing.evenings.get(number)
    if evening is None or (evening.place is None and not evening.missed):
        return None
    return _number(evening.figure)


def _number(figure: Fraction) -> Cell:
    """A figure as the spreadsheet holds it: whole where it is whole."""
    return figure.numerator if figure.denominator == 1 else float(figure)


def evenings_page(board: LeagueBoard) -> Page:
    """The evenings in their order, those that do not count yet with the reason, and how the league
    adds up.
    """
    columns = [
        ("Number", 8),
        ("Day", 12),
        ("Evening", 40),
        ("Counts", 8),
        ("Why not", 50),
        ("How it adds up", 90),
    ]
    return Page("Evenings", columns, _evenings(board))


def _evenings(board: LeagueBoard) -> Iterator[list[Cell]]:
    words = list(board.rules)
    nights = list(board.nights)
    for index in range(max(len(words), len(nights))):
        night = nights[index] if index < len(nights) else None
        rule = words[index] if index < len(words) else None
        if night is None:
            yield [None, None, None, None, None, rule]
        else:
            day = night.event.date.isoformat()
            yield [night.number, day, night.event.name, int(not night.why_not), night.why_not, rule]

"""The pages of who can still make it: chances, every guest's place game by game, and the line of
one evening drawn.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from tournament.counting.chances import as_good_words, event_chances, loses_words, needs_words
from tournament.site.spreadsheet import NOT_THERE, Cell, Formula, Page
from tournament.standings.drawing import FEWEST, event_lines
from tournament.workbook.games import column_letter
from tournament.workbook.page import Evening

PLACES, LINE = "Places", "Line"


FIRST = 3
"""The column of the first game on the page of places, from 1."""


CHOSEN = "$B$2"
"""The cell of the page of the line in which a badge is typed."""


def chances_page(evening: Evening) -> Page:
    """Everybody's chance with what is proved and what is needed; one sentence
    where there are none.
    """
    columns = [
        ("Place", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        ("Total", 8),
        ("Chance", 9),
        ("Proved, or as good as", 20),
        ("To play", 8),
        ("Needs half the time", 30),
        ("Would lose it", 40),
    ]
    return Page("Chances", columns, _chances(evening))


def _chances(evening: Evening) -> Iterator[list[Cell]]:
    chances = event_chances(evening.event)
    if isinstance(chances, str):
        yield [None, None, chances]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    for standing, chance, games in chances.rows:
        livery = evening.board.players[standing.player].livery
        needs, loses = (
            words_of(chance, games, evening.board.format) for words_of in (needs_words, loses_words)
        )
        words = chance.proved or as_good_words(chance)
        share = round(chance.share, 3)
        yield [
            standing.place,
            badge[standing.player],
            standing.name,
            livery,
            standing.total,
            share,
            words,
            games,
            needs,
            loses,
        ]


def places_page(evening: Evening) -> Page:
    """A row a guest, a column a game that every table has in: the place after it."""
    games = [(f"R{number} G{game}", 8) for number, game in _games(evening)]
    return Page(PLACES, [("Badge", 7), ("Name", 34), *games], _places(evening))


def _places(evening: Evening) -> Iterator[list[Cell]]:
    lines = event_lines(evening.event)
    for guest in evening.guests:
        yield [guest.badge, guest.name, *(step.place for step in lines.get(guest.ref, ()))]


def _games(evening: Evening) -> list[tuple[int, int]]:
    steps = next(iter(event_lines(evening.event).values()), ())
    return [(step.round, step.game) for step in steps]


def line_page(evening: Evening) -> Page:
    """The evening of one guest drawn: whose badge is typed into the marked cell; at first that of
    the leader.
    """
    columns = [("Evening of", 14), ("Badge", 9), ("Place", 9), ("Through", 9)]
    games, unit = len(_games(evening)), evening.board.format.unit
    drawing = partial(_draw, games=games, guests=len(evening.guests), unit=unit)
    return Page(LINE, columns, _line(evening), drawing if games >= FEWEST else None)


def _line(evening: Evening) -> Iterator[list[Cell]]:
    games = _games(evening)
    if len(games) < FEWEST:
        yield [
            f"A line begins with the second {evening.board.format.unit} that every table has in."
        ]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    last = len(evening.guests) + 1
    row = f"MATCH({CHOSEN},{PLACES}!$A$2:$A${last},0)"
    leads = evening.board.standings[0]
    leader, steps = badge[leads.player], event_lines(evening.event).get(leads.player, ())
    yield [
        Formula(f'=IFERROR(INDEX({PLACES}!$B$2:$B${last},{row}),"No such badge")', leads.name),
        leader,
        None,
        None,
    ]
    for index, (number, game) in enumerate(games):
        letter = column_letter(FIRST + index)
        now = steps[index].place if index < len(steps) else NOT_THERE
        place = Formula(
            f"=IFERROR(INDEX({PLACES}!${letter}$2:${letter}${last},{row}),NA())",
            now,
        )
        yield [
            f"Round {number}, {evening.board.format.unit} {game}",
            None,
            place,
            evening.event.cut_size if evening.cut else None,
        ]


def _draw(sheet: Any, *, games: int, guests: int, unit: str) -> None:
    """A chart of the places downwards, with the line of the cut."""
    from openpyxl.chart import LineChart, Reference  # noqa: PLC0415 -- slow to load
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415

    chart = LineChart()
    chart.title, chart.height, chart.width = f"Place after each {unit}", 9, 20
    # Row 2 holds the choice, so the games and their names begin in row 3; the head of a column
    # names its line.
    for column in (3, 4):
        chart.add_data(
            Reference(sheet, min_col=column, min_row=3, max_row=2 + games), titles_from_data=False
        )
    chart.set_categories(Reference(sheet, min_col=1, min_row=3, max_row=2 + games))
    for series, (title, colour) in zip(
        chart.series, (("Place", "14523C"), ("Through", "B9812F")), strict=True
    ):
        series.tx = _title(title)
        series.graphicalProperties.line.solidFill = colour
        series.smooth = False
    chart.y_axis.scaling.orientation, chart.y_axis.scaling.min, chart.y_axis.scaling.max = (
        "maxMin",
        1,
        guests,
    )
    chart.x_axis.delete = chart.y_axis.delete = False
    sheet.add_chart(chart, "F2")
    choice = DataValidation(
        type="list", formula1=f"{PLACES}!$A$2:$A${guests + 1}", allow_blank=False
    )
    choice.add(CHOSEN.replace("$", ""))
    sheet.data_validations.append(choice)


def _title(text: str) -> Any:
    from openpyxl.chart.series import SeriesLabel  # noqa: PLC0415 -- slow to load

    return SeriesLabel(v=text)

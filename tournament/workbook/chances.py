"""The pages of who can still make it: chances, every guest's place game by game, and the line of one evening drawn."""

from collections.abc import Iterator
from typing import Any

from tournament.chances import event_chances, needs_words
from tournament.evening_lines import FEWEST, event_lines
from tournament.workbook.evening import Evening
from tournament.workbook.games import column_letter
from tournament.workbook.page import Cell, Formula, Page

PLACES, LINE = "Places", "Line"
FIRST = 3
"""The column of the first game on the page of places, from 1."""
CHOSEN = "$B$2"
"""The cell of the page of the line in which a badge is typed."""


def chances_page(evening: Evening) -> Page:
    """Everybody's chance with what is proved and what is needed; one sentence where there are none."""
    columns = [
        *(("Place", 7), ("Badge", 7), ("Name", 34), ("Livery", 26), ("Total", 8), ("Chance", 9), ("Proved", 9)),
        *(("To play", 8), ("Needs half the time", 30)),
    ]
    return Page("Chances", columns, _chances(evening))


def _chances(evening: Evening) -> Iterator[list[Cell]]:
    told = event_chances(evening.event)
    if isinstance(told, str):
        yield [None, None, told]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    for one, chance, games in told.rows:
        livery = evening.board.players[one.player].livery
        needs = needs_words(chance, games, evening.board.format)
        share = round(chance.share, 3)
        yield [one.place, badge[one.player], one.name, livery, one.total, share, chance.proved, games, needs]


def places_page(evening: Evening) -> Page:
    """A row a guest, a column a game that every table has in: the place after it."""
    games = [(f"R{number} G{game}", 8) for number, game in _games(evening)]
    return Page(PLACES, [("Badge", 7), ("Name", 34), *games], _places(evening))


def _places(evening: Evening) -> Iterator[list[Cell]]:
    found = event_lines(evening.event)
    for guest in evening.guests:
        yield [guest.badge, guest.name, *(step.place for step in found.get(guest.ref, ()))]


def _games(evening: Evening) -> list[tuple[int, int]]:
    steps = next(iter(event_lines(evening.event).values()), ())
    return [(step.round, step.game) for step in steps]


def line_page(evening: Evening) -> Page:
    """The evening of one guest drawn: whose badge is typed into the marked cell; at first that of the leader."""
    columns = [("Evening of", 14), ("Badge", 9), ("Place", 9), ("Through", 9)]
    drawn = len(_games(evening)) >= FEWEST
    return Page(LINE, columns, _line(evening), (lambda sheet: _draw(sheet, evening)) if drawn else None)


def _line(evening: Evening) -> Iterator[list[Cell]]:
    games = _games(evening)
    if len(games) < FEWEST:
        yield [f"A line begins with the second {evening.board.format.unit} that every table has in."]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    last = len(evening.guests) + 1
    row = f"MATCH({CHOSEN},{PLACES}!$A$2:$A${last},0)"
    leader = badge[next(iter(one.player for one in evening.board.standings))]
    yield [Formula(f'=IFERROR(INDEX({PLACES}!$B$2:$B${last},{row}),"No such badge")'), leader, None, None]
    for at, (number, game) in enumerate(games):
        letter = column_letter(FIRST + at)
        place = Formula(f"=IFERROR(INDEX({PLACES}!${letter}$2:${letter}${last},{row}),NA())")
        yield [f"Round {number}, {evening.board.format.unit} {game}", None, place, evening.event.cut_size]


def _draw(sheet: Any, evening: Evening) -> None:
    """A chart of the places downwards, with the line of the cut."""
    from openpyxl.chart import LineChart, Reference  # noqa: PLC0415 -- slow to load
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415

    games, guests = len(_games(evening)), len(evening.guests)
    chart = LineChart()
    chart.title, chart.height, chart.width = f"Place after each {evening.board.format.unit}", 9, 20
    # Row 2 holds the choice, so the games and their names begin in row 3; the head of a column names its line.
    for column in (3, 4):
        chart.add_data(Reference(sheet, min_col=column, min_row=3, max_row=2 + games), titles_from_data=False)
    chart.set_categories(Reference(sheet, min_col=1, min_row=3, max_row=2 + games))
    for series, (title, colour) in zip(chart.series, (("Place", "14523C"), ("Through", "B9812F")), strict=True):
        series.tx = _title(title)
        series.graphicalProperties.line.solidFill = colour
        series.smooth = False
    chart.y_axis.scaling.orientation, chart.y_axis.scaling.min, chart.y_axis.scaling.max = "maxMin", 1, guests
    chart.x_axis.delete = chart.y_axis.delete = False
    sheet.add_chart(chart, "F2")
    choice = DataValidation(type="list", formula1=f"{PLACES}!$A$2:$A${guests + 1}", allow_blank=False)
    choice.add(CHOSEN.replace("$", ""))
    sheet.data_validations.append(choice)


def _title(text: str) -> Any:
    from openpyxl.chart.series import SeriesLabel  # noqa: PLC0415 -- slow to load

    return SeriesLabel(v=text)

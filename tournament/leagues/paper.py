"""The standing of a league as a paper value."""

from datetime import date, datetime

from django.utils.dateformat import format as write_date

from tournament.leagues.reading import LeagueBoard, Line, Night
from tournament.paper.values import Edition
from tournament.paper.values_results import LeagueRow, PrintedLeague


def printed_league(now_board: LeagueBoard, now: datetime) -> PrintedLeague:
    """Everybody in order with each evening that counts; the edition moves on with the league and
    its evenings.
    """
    nights = now_board.nights
    number = now_board.league.version + sum(night.event.version for night in nights)
    last = max((night.event.date for night in nights), default=date(2000, 1, 1))
    counted = now_board.counted
    return PrintedLeague(
        edition=Edition(now_board.league.name, last, number, now),
        facts=(f"After {len(counted)} of {len(nights)} evenings", "Best sum first"),
        evenings=tuple(
            (str(night.number), write_date(night.event.date, "j M")) for night in counted
        ),
        rows=tuple(_row(line) for line in now_board.lines),
        rules=(*now_board.rules, *_legend(now_board)),
        waiting=tuple(_waits(night) for night in now_board.waiting),
    )


def _row(line: Line) -> LeagueRow:
    cells = tuple((cell.words, cell.counts, cell.missed) for cell in line.cells)
    return LeagueRow(line.place, line.name, line.livery, line.figure, cells, line.note)


def _legend(now_board: LeagueBoard) -> tuple[str, ...]:
    cells = [cell for line in now_board.lines for cell in line.cells if cell.words]
    left_out = any(not cell.counts for cell in cells)
    missed = any(cell.missed for cell in cells)
    said = ["In brackets: left out of the sum."] if left_out else []
    return (*said, "In italics: the evening was missed.") if missed else tuple(said)


def _waits(night: Night) -> str:
    return f"Evening {night.number}, {night.event.name}, does not count yet. {night.why_not}"

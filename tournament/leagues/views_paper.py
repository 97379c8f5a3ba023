"""The standing of a league on paper and as a workbook."""

from datetime import date, datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dateformat import format as write_date
from django.utils.timezone import now

from tournament.leagues.access import LEAGUE, at_league
from tournament.leagues.reading import LeagueBoard, Line, Night, league_board
from tournament.models import League
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable
from tournament.paper.values import Edition
from tournament.paper.values_results import LeagueRow, PrintedLeague
from tournament.site.spreadsheet import XLSX


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
        rows=tuple(_league_row(line) for line in now_board.lines),
        rules=(*now_board.rules, *_legend(now_board)),
        waiting=tuple(_waits(night) for night in now_board.waiting),
    )


def _league_row(line: Line) -> LeagueRow:
    cells = tuple((cell.words, cell.counts, cell.missed) for cell in line.cells)
    return LeagueRow(line.place, line.name, line.livery, line.figure, cells, line.note)


def _legend(now_board: LeagueBoard) -> tuple[str, ...]:
    cells = [cell for line in now_board.lines for cell in line.cells if cell.words]
    left_out = any(not cell.counts for cell in cells)
    missed = any(cell.missed for cell in cells)
    notes = ["In brackets: left out of the sum."] if left_out else []
    return (*notes, "In italics: the evening was missed.") if missed else tuple(notes)


def _waits(night: Night) -> str:
    return f"Evening {night.number}, {night.event.name}, does not count yet. {night.why_not}"


@at_league(LEAGUE)
def league_paper(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as a page that prints well from the browser."""
    return HttpResponse(html(printed_league(league_board(league), now())))


@at_league(LEAGUE)
def league_pdf(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as a PDF; without the renderer it says what to install."""
    try:
        printed = pdf(printed_league(league_board(league), now()))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", league.slug)
    return HttpResponse(
        printed, "application/pdf", headers=_named_field(f"{league.slug}.pdf", "inline")
    )


@at_league(LEAGUE)
def league_workbook(request: HttpRequest, league: League) -> HttpResponse:
    """The standing and every evening as a workbook whose sums are formulas."""
    from tournament.leagues.workbook import league_workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    try:
        content = bind(league_board(league))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", league.slug)
    return HttpResponse(content, XLSX, headers=_named_field(f"{league.slug}.xlsx", "attachment"))


def _named_field(name: str, method: str) -> dict[str, str]:
    return {"Content-Disposition": f'{method}; filename="{name}"', "Cache-Control": "no-store"}

"""The standing of a league on paper and as a workbook."""

from datetime import date, datetime

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.dateformat import format as write_date
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import now

from tournament.leagues.access import LEAGUE, at_league
from tournament.leagues.reading import LeagueBoard, Line, Night, league_board
from tournament.models import League
from tournament.paper.page import html, pdf_in_pieces
from tournament.paper.printed import ListPaper, beneath, bold, italic, list_paper
from tournament.paper.values import Edition
from tournament.site.columns import Column
from tournament.site.downloads import MANY, sent
from tournament.site.progress import Pieces

EVENING, ROOM, LEAST_ROOM = 12, 150, 40
"""Millimetres of an evening's column, of the name with all of these, and of the name at least."""


def printed_league(now_board: LeagueBoard, now: datetime) -> ListPaper:
    """Everybody in order with each evening that counts; the edition moves on with the league and
    its evenings. The name takes what the evenings leave.
    """
    nights, counted = now_board.nights, now_board.counted
    number = now_board.league.version + sum(night.event.version for night in nights)
    last = max((night.event.date for night in nights), default=date(2000, 1, 1))
    room = max(ROOM - EVENING * len(counted), LEAST_ROOM)

    def name(line: Line) -> str:
        company = SafeString(" ") + italic(line.livery) if line.livery else ""
        return bold(line.name, f"10.6 {room}") + company + beneath(line.note)

    columns: list[Column[Line]] = [
        Column("Place", lambda line: line.place, style="place"),
        Column("Name", name, style="who"),
        *(_evening(place, night) for place, night in enumerate(counted)),
        Column("Sum", lambda line: line.figure, style="total", capitals=False),
    ]
    rules = format_html("<p>{}</p>", " ".join((*now_board.rules, *_legend(now_board))))
    waits = format_html_join(
        "", "<p><b>{}</b></p>", ((_waits(night),) for night in now_board.waiting)
    )
    return list_paper(
        columns,
        [("", now_board.lines)],
        edition=Edition(now_board.league.name, last, number, now),
        title="League standing",
        style="standings league",
        facts=(f"After {len(counted)} of {len(nights)} evenings", "Best sum first"),
        below=format_html('<div class="league-rules">{}{}</div>', rules, waits),
    )


def _evening(place: int, night: Night) -> Column[Line]:
    """What an evening counts for each: in brackets where it is left out, in italics where it was
    missed.
    """

    def of(line: Line) -> str:
        cell = line.cells[place]
        words = cell.words or "–"
        if cell.missed:
            return italic(words)
        return f"({words})" if cell.words and not cell.counts else words

    head = format_html("{}<br>{}", night.number, write_date(night.event.date, "j M"))
    return Column(head, of, style="round", capitals=False)


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
def league_pdf(request: HttpRequest, league: League) -> HttpResponseBase:
    """The standing as a PDF; without the renderer it says what to install."""
    now_board = league_board(league)
    pieces = pdf_in_pieces(printed_league(now_board, now()))
    return _sent(request, now_board, pieces, ".pdf")


@at_league(LEAGUE)
def league_workbook(request: HttpRequest, league: League) -> HttpResponseBase:
    """The standing and every evening as a workbook whose sums are formulas."""
    from tournament.leagues.workbook import league_workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    now_board = league_board(league)
    return _sent(request, now_board, bind(now_board), ".xlsx")


def _sent(
    request: HttpRequest, now_board: LeagueBoard, pieces: Pieces, ending: str
) -> HttpResponseBase:
    """A file of the league, under its name with this ending."""
    slug, long = now_board.league.slug, len(now_board.lines) > MANY
    return sent(request, pieces, f"{slug}{ending}", back=reverse("league", args=[slug]), long=long)

"""The standing of a league on paper and as a workbook."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now

from tournament.league_access import LEAGUE, at_league
from tournament.league_board import league_board
from tournament.models import League
from tournament.paper.leagues import printed_league
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable
from tournament.views.files import XLSX


@at_league(LEAGUE)
def league_paper(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as a page that prints well from the browser."""
    return HttpResponse(html(printed_league(league_board(held), now())))


@at_league(LEAGUE)
def league_pdf(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as a PDF; without the renderer it says what to install."""
    try:
        printed = pdf(printed_league(league_board(held), now()))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", held.slug)
    return HttpResponse(printed, "application/pdf", headers=_named(f"{held.slug}.pdf", "inline"))


@at_league(LEAGUE)
def league_workbook(request: HttpRequest, held: League) -> HttpResponse:
    """The standing and every evening as a workbook whose sums are formulas."""
    from tournament.workbook.league import league_workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    return HttpResponse(bind(league_board(held)), XLSX, headers=_named(f"{held.slug}.xlsx", "attachment"))


def _named(name: str, how: str) -> dict[str, str]:
    return {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}

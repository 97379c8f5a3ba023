"""The files of an event: workbook, standings and the whole evening."""

import json

from django.http import HttpRequest, HttpResponse

from tournament.archive import export as archives
from tournament.counting.board import board
from tournament.models import Event
from tournament.site.access import ORGANISER, at_event
from tournament.standings import reading
from tournament.workbook.page import XLSX


@at_event(ORGANISER)
def workbook(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything as a workbook whose totals are formulas."""
    from tournament.workbook import workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    return _download(bind(event, board(event)), XLSX, f"{event.slug}.xlsx")


@at_event(ORGANISER)
def standings_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as a table of text."""
    content = reading.standings_csv(board(event), event)
    return _download(
        content.encode("utf-8-sig"), "text/csv; charset=utf-8", f"{event.slug}-standings.csv"
    )


@at_event(ORGANISER)
def standings_json(request: HttpRequest, event: Event) -> HttpResponse:
    """Standings, cut, play-off and prizes for another program."""
    content = json.dumps(
        reading.standings_document(board(event), event), ensure_ascii=False, indent=1
    )
    return _download(content.encode(), "application/json", f"{event.slug}-standings.json")


@at_event(ORGANISER)
def archive(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole evening, to be taken in again elsewhere."""
    content = json.dumps(archives.archive(event), ensure_ascii=False, indent=1)
    return _download(content.encode(), "application/json", f"{event.slug}-evening.json")


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)

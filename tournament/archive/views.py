"""The files of an event: workbook, standings, the whole evening, and the closing pack; and who won
in all the years."""

import json
from collections.abc import Iterator
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.archive import export as archives
from tournament.archive import mails as letters
from tournament.archive import pack
from tournament.archive.fame import hall_of_fame
from tournament.counting.board import board
from tournament.counting.finals import closing_of
from tournament.models import Event
from tournament.paper.press import PaperUnavailable
from tournament.site import responses
from tournament.site.access import ORGANISER, at_event
from tournament.standings import reading
from tournament.workbook.page import XLSX


@at_event(ORGANISER)
def workbook(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything as a workbook whose totals are formulas."""
    from tournament.workbook import workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    try:
        content = bind(event, board(event))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("standings", event.slug)
    return _download(content, XLSX, f"{event.slug}.xlsx")


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


NOT_YET = "Mails with results are made once the evening is over, so that none gives anything away."


@at_event(ORGANISER)
def mails(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The mails of a kind as drafts in one file; nothing is sent from here."""
    if kind not in letters.KINDS:
        raise Http404("There are no such mails.")
    early = kind == letters.RESULTS and closing_of(event) is None
    found = [] if early else letters.mails(event, kind)
    if not found:
        messages.error(request, NOT_YET if early else letters.NOBODY[kind])
        return redirect("paper", event.slug)
    made = letters.packed(event, found, kind)
    return _download(made, "application/zip", f"{event.slug}-mails-{kind}.zip")


NOT_OVER = (
    "The closing pack is made once the evening is over: say so on the page of the evening first."
)


@at_event(ORGANISER)
def closing_pack(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Everything that is left of a closed evening as one file; asked by the page it answers with a
    line a part as it goes, and then the file.
    """
    if closing_of(event) is None:
        messages.error(request, NOT_OVER)
        return redirect("paper", event.slug)
    if responses.asks_for_progress(request):
        return responses.line_by_line(_told_of(event, timezone.now()))
    try:
        *_steps, (_number, _of, _name, file) = pack.made(event, timezone.now())
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("paper", event.slug)
    return _download(file, "application/zip", f"{event.slug}-closing-pack.zip")


@at_event(ORGANISER)
def fame(request: HttpRequest, event: Event) -> HttpResponse:
    """Who won, evening by evening."""
    found = hall_of_fame(event)
    return render(request, "archive/fame.html", {"nights": found.nights, "often": found.often})


def _told_of(event: Event, now: datetime) -> Iterator[bytes]:
    try:
        for number, of, name, file in pack.made(event, now):
            yield responses.FILE + file if file else responses.step_line(number, of, name)
    except PaperUnavailable as refused:
        yield responses.refused_line(str(refused))


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)

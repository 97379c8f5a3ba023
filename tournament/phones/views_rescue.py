"""A game kept on a phone without a line: its code comes to the desk, is looked at, and saved by
the one writer.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.counting.rescue import KeptGame, RescueError, decode, key_of
from scoring.counting.sheet import Finding
from scoring.counting.sheet import Sheet as SheetValue
from scoring.formats import check
from tournament.counting.formats import event_format, play_of
from tournament.counting.submission import Place, SheetConflictError, Submission
from tournament.counting.words import seat_words
from tournament.entry.acts import SheetRefusedError
from tournament.entry.forms import LEFT_NEIGHBOURS
from tournament.entry.pages_conflict import conflict_page
from tournament.entry.pages_sheet import found_page, receipt
from tournament.entry.reading import Typed, of_the_sheet, rows
from tournament.ledger.signing import signature
from tournament.models import Event
from tournament.phones.acts import record_from_phone
from tournament.site.access import OFFICIAL, at_event
from tournament.site.codes import event_mark

LONGEST = 400


@at_event(OFFICIAL)
def rescue(request: HttpRequest, event: Event) -> HttpResponse:
    """The code, then the game it holds, then the receipt."""
    code = request.POST.get("code", "").strip()[:LONGEST]
    if not code:
        return render(request, "phones/rescue.html", {"code": ""})
    try:
        rescued = decode(code, event_mark(event))
    except RescueError as fault:
        return render(
            request, "phones/rescue.html", {"code": code, "fault": str(fault)}, status=422
        )
    if request.POST.get("save"):
        return _save(request, event, rescued, code)
    return _preview(request, event, rescued, code)


def _submission(rescued: KeptGame) -> Submission:
    """The sheet as the phone would have sent it: kept games were looked over
    before they were kept.
    """
    place = Place(rescued.round, rescued.table, rescued.game)
    return Submission(
        place, rescued.entries, blocked=rescued.blocked, checked=True, checker=LEFT_NEIGHBOURS
    )


def _save(request: HttpRequest, event: Event, rescued: KeptGame, code: str) -> HttpResponse:
    submission = _submission(rescued)
    place = submission.place
    try:
        outcome = record_from_phone(event, submission, signature(request, key_of(rescued)))
    except SheetRefusedError as refused:
        return _preview(request, event, rescued, code, refused.findings)
    except SheetConflictError as conflict:
        return conflict_page(request, found_page(event, place), conflict.entry, status=409)
    messages.success(request, receipt(event, place.table, {place.game: outcome}))
    return redirect("sheet", event.slug, place.round, place.table, place.game)


def _preview(
    request: HttpRequest,
    event: Event,
    rescued: KeptGame,
    code: str,
    findings: tuple[Finding, ...] = (),
) -> HttpResponse:
    """Names and hands before anything is saved."""
    try:
        page = found_page(event, _submission(rescued).place)
    except Http404 as missing:
        return render(
            request, "phones/rescue.html", {"code": code, "fault": str(missing)}, status=422
        )
    value = SheetValue(rescued.entries, blocked=rescued.blocked, packs=page.table.packs)
    sheet_findings = findings or check(value, *play_of(event))
    entries = Typed(
        {},
        {entry.seat: entry for entry in rescued.entries},
        sheet_findings,
        blocked=rescued.blocked,
    )
    refusals, flags = of_the_sheet(entries, (seat.letter for seat in page.seats))
    context = {
        "code": code,
        "page": page,
        "kept": rescued,
        "rows": rows(event, page.seats, entries),
    }
    context |= {"refusals": refusals, "sheet_flags": flags, "said": seat_words(event_format(event))}
    return render(request, "phones/rescue.html", context, status=422 if findings else 200)

"""A game kept on a phone without a line: its code comes to the desk, is looked at, and saved by the one writer."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.formats import check
from scoring.rescue import KeptGame, RescueError, decode, key_of
from scoring.sheet import Finding
from scoring.sheet import Sheet as SheetValue
from tournament.access import OFFICIAL, at_event
from tournament.acts.entry import SheetConflictError, SheetRefusedError
from tournament.acts.pad_sheet import record_from_phone
from tournament.codes import event_mark
from tournament.format_words import seat_words
from tournament.forms.entry import LEFT_NEIGHBOURS
from tournament.ledger.formats import event_format, play_of
from tournament.models import Event
from tournament.submission import Place, Submission
from tournament.table_page import Typed, of_the_sheet, rows
from tournament.views.conflict import conflict_page
from tournament.views.entry import receipt_words
from tournament.views.sheet_pages import found_page, signature

LONGEST = 400


@at_event(OFFICIAL)
def rescue(request: HttpRequest, event: Event) -> HttpResponse:
    """The code, then the game it holds, then the receipt."""
    code = request.POST.get("code", "").strip()[:LONGEST]
    if not code:
        return render(request, "tournament/rescue.html", {"code": ""})
    try:
        kept = decode(code, event_mark(event))
    except RescueError as fault:
        return render(request, "tournament/rescue.html", {"code": code, "fault": str(fault)}, status=422)
    if request.POST.get("save"):
        return _save(request, event, kept, code)
    return _preview(request, event, kept, code)


def _submission(kept: KeptGame) -> Submission:
    """The sheet as the phone would have sent it: kept games were looked over before they were kept."""
    place = Place(kept.round, kept.table, kept.game)
    return Submission(place, kept.entries, blocked=kept.blocked, checked=True, checker=LEFT_NEIGHBOURS)


def _save(request: HttpRequest, event: Event, kept: KeptGame, code: str) -> HttpResponse:
    submission = _submission(kept)
    place = submission.place
    try:
        outcome = record_from_phone(event, submission, signature(request, key_of(kept)))
    except SheetRefusedError as refused:
        return _preview(request, event, kept, code, refused.findings)
    except SheetConflictError as conflict:
        return conflict_page(request, found_page(event, place), conflict.entry, status=409)
    messages.success(request, receipt_words(outcome, place, event_format(event).unit))
    return redirect("sheet", event.slug, place.round, place.table, place.game)


def _preview(
    request: HttpRequest, event: Event, kept: KeptGame, code: str, findings: tuple[Finding, ...] = ()
) -> HttpResponse:
    """Names and hands before anything is saved."""
    try:
        page = found_page(event, _submission(kept).place)
    except Http404 as missing:
        return render(request, "tournament/rescue.html", {"code": code, "fault": str(missing)}, status=422)
    value = SheetValue(kept.entries, blocked=kept.blocked, packs=page.table.packs)
    found = findings or check(value, *play_of(event))
    typed = Typed({}, {entry.seat: entry for entry in kept.entries}, found, blocked=kept.blocked)
    refusals, flags = of_the_sheet(typed, (seat.letter for seat in page.seats))
    context = {"code": code, "page": page, "kept": kept, "rows": rows(event, page.seats, typed)}
    context |= {"refusals": refusals, "sheet_flags": flags, "said": seat_words(event_format(event))}
    return render(request, "tournament/rescue.html", context, status=422 if findings else 200)

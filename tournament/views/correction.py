"""Correcting a sheet in two steps: typed as on the page of entry, then seen in its consequences, then saved."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.formats import check
from scoring.sheet import Finding
from tournament.access import OFFICIAL, at_event
from tournament.acts.entry import SheetConflictError, SheetRefusedError, record_sheet
from tournament.acts.pending import Asked
from tournament.before_after import place_words
from tournament.chance_moves import moves_and_chances
from tournament.forms.entry import SheetForm
from tournament.ledger.consequence import consequence
from tournament.ledger.formats import event_format, play_of
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Sheet, Stage
from tournament.password_again import asked_again
from tournament.submission import Place, Submission, body_of, same_result, sheet_of
from tournament.table_page import Row, TablePage, Typed, rows
from tournament.views.conflict import conflict_page
from tournament.views.entry import receipt_words
from tournament.views.saved import accepted, typed_of_sheet
from tournament.views.sheet_pages import at_desk, found_page, page_context, signature, typed_of
from tournament.views.witness import by_two, fault_of_witness, seconds, sheet_payload

REASONS = ("8 counted as 8", "Wrong player", "Misread", "Counted again")


@at_event(OFFICIAL)
def correction(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """The sheet with its hands to be typed anew; sent, the preview; sent again from there, the correction."""
    page = found_page(event, Place(round, table, game))
    sheet = accepted(page)
    if sheet is None:
        return redirect("sheet", event.slug, round, table, game)
    if not (page.seats[0].round.open or at_desk(request)):
        messages.error(request, "The round is closed: the head umpire or the organiser corrects now.")
        return redirect("sheet", event.slug, round, table, game)
    if request.method != "POST":
        return _edit(request, page, sheet, typed_of_sheet(sheet))
    return _sent(request, page, sheet, SheetForm(request.POST, event_format(event)))


def _sent(request: HttpRequest, page: TablePage, sheet: Sheet, form: SheetForm) -> HttpResponse:
    step = request.POST.get("step")
    if not form.readable:
        return _edit(request, page, sheet, typed_of(form, ()), status=422)
    submission = form.submission(page.place)
    findings = _faults(page, sheet, submission)
    if step == "edit" or any(finding.refused for finding in findings):
        return _edit(request, page, sheet, typed_of(form, findings), status=200 if step == "edit" else 422)
    if step == "save":
        return _save(request, page, sheet, form)
    return _preview(request, page, sheet, form)


def _edit(request: HttpRequest, page: TablePage, sheet: Sheet, typed: Typed, status: int = 200) -> HttpResponse:
    context = page_context(page, typed) | {"sheet": sheet, "sent": request.POST}
    asked = request.GET.get("seat")
    if asked in {row.seat for row in context["rows"]}:
        context["focus"] = asked
    context["blocked"] = "blocked" in request.POST if request.method == "POST" else sheet.blocked
    return render(request, "tournament/correction_edit.html", context, status=status)


def _faults(page: TablePage, sheet: Sheet, submission: Submission) -> tuple[Finding, ...]:
    """What keeps it from being a correction: the impossible, no change at all, or a sheet changed meanwhile."""
    if submission.seen != sheet.version:
        text = f"{sheet.entered_by} changed this sheet meanwhile (version {sheet.version}). Open the correction again."
        return (Finding("stale", (), text, refused=True),)
    seated = {seat.letter: seat.guest.ref for seat in page.seats}
    if {entry.seat for entry in submission.entries} != set(seated):
        return (Finding("seats", (), "The seats changed meanwhile. Open the correction again.", refused=True),)
    if same_result(body_of(submission, seated), sheet.entry.body):
        return (Finding("unchanged", (), "Nothing is changed yet: type the hand as it should be.", refused=True),)
    return check(sheet_of(submission, page.table.packs), *play_of(page.event))


def _preview(
    request: HttpRequest, page: TablePage, sheet: Sheet, form: SheetForm, refused: str = "", *, status: int = 200
) -> HttpResponse:
    submission = form.submission(page.place)
    pairs = _pairs(page, sheet, form)
    context: dict[str, Any] = {
        "page": page,
        "place": page.place,
        "sheet": sheet,
        "form": form,
        "typed": form.typed,
        "reasons": REASONS,
        "refused": refused,
        "pairs": pairs,
        "flags": [flag.text for flag in _faults(page, sheet, submission)],
        **_consequences(request, page, submission, [was for was, _now in pairs]),
    }
    return render(request, "tournament/correction.html", context, status=status)


def _pairs(page: TablePage, sheet: Sheet, form: SheetForm) -> list[tuple[Row, Row]]:
    """The rows that change, as they were and as they would be."""
    blocked = bool(form.cleaned_data.get("blocked"))
    old = rows(page.event, page.seats, typed_of_sheet(sheet))
    new = rows(page.event, page.seats, Typed(form.typed, form.entries, blocked=blocked))
    return [(was, now) for was, now in zip(old, new, strict=True) if was.entry != now.entry]


def _consequences(request: HttpRequest, page: TablePage, submission: Submission, changed: list[Row]) -> dict[str, Any]:
    """What becomes of the cut: only of a qualifying round, and a second official where the seal is on it."""
    if page.seats[0].round.stage != Stage.QUALIFYING:
        return {"moves": None, "two_must_agree": False, "becomes": []}
    refs = {seat.letter: seat.guest.ref for seat in page.seats}
    found = consequence(page.event, submission, refs)
    corrected = [refs[row.seat] for row in changed]
    old, new = ({one.player: one for one in side.standings} for side in (found.before, found.after))
    crossing = found.moves.crosses_the_line and seal_in_force(page.event) is not None
    return {
        "moves": moves_and_chances(page.event, found, corrected),
        "becomes": [place_words(old.get(ref), new.get(ref)) for ref in corrected],
        "two_must_agree": crossing,
        "seconds": seconds(request, page.event) if crossing else [],
    }


def _save(request: HttpRequest, page: TablePage, sheet: Sheet, form: SheetForm) -> HttpResponse:
    place, by = page.place, signature(request, form.cleaned_data["key"])
    # Where there are two officials nobody is named: the second one approves on an own device.
    submission = form.submission(place)
    submission = submission if page.event.one_official else replace(submission, witness="")
    fault = fault_of_witness(request, page.event, submission.witness)
    if fault:
        return _preview(request, page, sheet, form, fault, status=422)
    if submission.witness and (question := asked_again(request)):
        return question
    try:
        outcome = record_sheet(page.event, submission, by, at_desk=at_desk(request))
    except SheetRefusedError as refused:
        if not page.event.one_official and [finding.kind for finding in refused.findings] == ["witness"]:
            return _asked(request, page, submission)
        return _preview(request, page, sheet, form, str(refused), status=422)
    except SheetConflictError as conflict:
        return conflict_page(request, page, conflict.entry, status=409)
    messages.success(request, f"Corrected. {receipt_words(outcome, place, event_format(page.event).unit)}")
    return redirect("sheet", page.event.slug, place.round, place.table, place.game)


def _asked(request: HttpRequest, page: TablePage, submission: Submission) -> HttpResponse:
    """Across the sealed line the correction waits for the second official."""
    asked = Asked("correct", submission.reason, sheet_payload(page, submission))
    return by_two(request, page.event, asked, "Corrected.", "sheets")

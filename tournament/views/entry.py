"""Entering a game: the page of a table, and the one act behind its button."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.formats import WANTING, check
from tournament.access import OFFICIAL, at_event
from tournament.acts.entry import Outcome, SheetConflictError, SheetRefusedError, record_sheet
from tournament.forms.entry import SheetForm, partial
from tournament.ledger.formats import event_format, play_of
from tournament.models import Event, Table
from tournament.submission import Place, Submission, flag_key, sheet_of
from tournament.views.conflict import conflict_page
from tournament.views.saved import saved_page
from tournament.views.sheet_pages import at_desk, entry_page, found_page, signature
from tournament.views.their_rows import game_of


@at_event(OFFICIAL)
def sheet(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """A game: its page of entry while it is missing, then the sheet as saved; POST saves it."""
    place = Place(round, table, game)
    if request.method == "POST":
        return _save(request, event, place)
    page = found_page(event, place)
    return saved_page(request, page) if page.cell.version or page.cell.not_played else entry_page(request, page)


@at_event(OFFICIAL)
def table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The next missing game of a table; its last one when all are in."""
    page = found_page(event, Place(round, table, 1))
    missing = [cell.game for cell in page.cells if cell.state == "missing"]
    if not missing:
        messages.success(request, f"All {event_format(event).units} of table {table} are in.")
    return redirect("sheet", event.slug, round, table, missing[0] if missing else page.cells[-1].game)


@require_POST
def _look(request: HttpRequest, event: Event, round: int, table: int, game: int) -> JsonResponse:
    game_of(event, round, table, game)
    play = play_of(event)
    form, place = SheetForm(request.POST, play.format), Place(round, table, game)
    submission = partial(form, place)
    packs = Table.objects.filter(event=event, round__number=round, number=table).values_list("packs", flat=True)
    value = sheet_of(submission, packs.first() or 1)
    found = [finding for finding in check(value, *play) if form.whole or finding.kind not in WANTING]
    told = [
        {"key": flag_key(one), "seats": one.seats, "text": one.text, "refused": one.refused}
        for one in (*form.findings, *found)
        if one.kind != "typed" or form.typed[one.seats[0]].strip()
    ]
    return JsonResponse({"findings": told})


look = at_event(OFFICIAL)(_look)


def _save(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    form = SheetForm(request.POST, event_format(event))
    if not form.readable:
        return entry_page(request, found_page(event, place), form)
    by = signature(request, form.cleaned_data["key"])
    # A saved sheet is changed on the page of correction alone, where its consequences are seen first.
    submission = replace(form.submission(place), reason="", witness="")
    try:
        outcome = record_sheet(event, submission, by, at_desk=at_desk(request))
    except SheetRefusedError as refused:
        return entry_page(request, found_page(event, place), form, refused.findings)
    except SheetConflictError as conflict:
        return conflict_page(request, found_page(event, place), conflict.entry, status=409)
    return _receipt(request, event, submission, outcome)


def _receipt(request: HttpRequest, event: Event, saved: Submission, outcome: Outcome) -> HttpResponse:
    """Only after the commit: the time and the number, then the next missing game, or the flag left open."""
    place, unit = saved.place, event_format(event).unit
    left = [flag for flag in outcome.flags if flag_key(flag) not in saved.dismissed]
    messages.success(request, receipt_words(outcome, place, unit))
    if not left:
        return redirect("table", event.slug, place.round, place.table)
    messages.warning(request, f"{unit.capitalize()} {place.game} is saved; to be looked at: {left[0].text}")
    return redirect("sheet", event.slug, place.round, place.table, place.game)


def receipt_words(outcome: Outcome, place: Place, unit: str) -> str:
    """The receipt as it is read out."""
    clock = timezone.localtime().strftime("%H:%M:%S")
    if outcome.repeated:
        return f"Table {place.table}, {unit} {place.game} was saved already, no. {outcome.number}."
    return f"Saved {clock}, no. {outcome.number}: table {place.table}, {unit} {place.game}."

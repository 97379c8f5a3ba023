"""A sheet as saved: looked over, its flags dismissed, its hands corrected from here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.sheet import DISMISSALS
from tournament.access import OFFICIAL, at_event
from tournament.acts.checking import CheckRefusedError, dismiss_flag, mark_checked
from tournament.forms.checking import CheckForm, DismissForm, in_words
from tournament.forms.entry import LEFT_NEIGHBOURS
from tournament.forms.typed import typed
from tournament.ledger.formats import event_format
from tournament.models import Event, Flag, Sheet
from tournament.submission import Place, submission_from
from tournament.table_page import FlagShown, Row, TablePage, Typed
from tournament.views.sheet_pages import at_desk, page_context, signature
from tournament.views.their_rows import game_of


def saved_page(request: HttpRequest, page: TablePage) -> HttpResponse:
    """The sheet that counts, row by row, or the word that the game is not played."""
    sheet = accepted(page)
    flags = list(Flag.objects.filter(event=page.event, sheet=sheet).order_by("pk")) if sheet else []
    waiting = [flag for flag in flags if not flag.dismissed]
    context = page_context(page, typed_of_sheet(sheet))
    context |= {
        "sheet": sheet,
        "rows": [_with_flags(row, waiting) for row in context["rows"]],
        "sheet_flags": _shown(flag for flag in waiting if not flag.seat),
        "dismissed": [flag for flag in flags if flag.dismissed],
        "at_desk": at_desk(request),
        "may_correct": page.seats[0].round.open or at_desk(request),
    }
    return render(request, "tournament/saved.html", context)


def accepted(page: TablePage) -> Sheet | None:
    """The version that counts, with its ledger entry."""
    place = page.place
    sheets = Sheet.objects.select_related("entry").filter(event=page.event, accepted=True, game__number=place.game)
    return sheets.filter(game__table=page.table).first()


def typed_of_sheet(sheet: Sheet | None) -> Typed:
    """A saved sheet as one would have typed it."""
    if sheet is None:
        return Typed({}, {})
    entries = {entry.seat: entry for entry in submission_from(sheet.entry.body).entries}
    return Typed({seat: typed(entry) for seat, entry in entries.items()}, entries, blocked=sheet.blocked)


def _with_flags(row: Row, flags: list[Flag]) -> Row:
    return replace(row, flags=_shown(flag for flag in flags if flag.seat[:1] == row.seat))


def _shown(flags: Iterable[Flag]) -> tuple[FlagShown, ...]:
    return tuple(FlagShown(str(flag.pk), flag.text, reasons=DISMISSALS) for flag in flags)


@require_POST
def _dismiss(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    game_of(event, round, table, game)
    form = DismissForm(request.POST)
    try:
        said = _said(form)
        found = dismiss_flag(event, said["flag"], said["reason"], signature(request, said["key"]))
        messages.success(request, f"Flag dismissed: {found.dismissed}.")
    except CheckRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


@require_POST
def _check(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    game_of(event, round, table, game)
    place, form = Place(round, table, game), CheckForm(request.POST)
    try:
        said = _said(form)
        checker = said["checker"] or LEFT_NEIGHBOURS
        mark_checked(event, place, said["seen"], checker, signature(request, said["key"]))
        messages.success(request, f"Table {table}, {event_format(event).unit} {game} is checked: {checker}.")
    except CheckRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


def _said(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise CheckRefusedError(in_words(form))
    return form.cleaned_data


dismiss = at_event(OFFICIAL)(_dismiss)
check = at_event(OFFICIAL)(_check)

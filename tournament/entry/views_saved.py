"""A sheet as saved: looked over, its flags dismissed, its hands corrected from here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.counting.sheet import DISMISSALS
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.submission import Place
from tournament.entry.acts_checking import (
    dismiss_flag,
    mark_checked,
    mark_unchecked,
    raise_flag_again,
)
from tournament.entry.flags import (
    ONE_KEY,
    address_after,
    answers_of,
    flags_in_a_row,
    next_flagged,
)
from tournament.entry.forms import LEFT_NEIGHBOURS, CheckForm, DismissForm, in_words
from tournament.entry.place import accepted
from tournament.entry.reading import FlagShown, Row, TablePage, typed_of_sheet
from tournament.entry.views_sheet import page_context
from tournament.ledger.signing import signature
from tournament.models import Event, Flag
from tournament.refusal import Refused
from tournament.site.access import OFFICIAL, at_desk, at_event, game_of

BY_A_SLIP = "Pressed by a slip"
"""The reason on record for what is taken back with one press."""


def saved_page(request: HttpRequest, page: TablePage) -> HttpResponse:
    """The sheet that counts, row by row, or the word that the game is not played."""
    sheet = accepted(page.event, page.place)
    in_a_row = flags_in_a_row(page.event) if sheet else []
    flags = [flag for place, flag in in_a_row if place == page.place]
    waiting = [flag for flag in flags if not flag.dismissed]
    context = page_context(page, typed_of_sheet(sheet))
    context |= {
        "sheet": sheet,
        "rows": [_with_flags(row, waiting) for row in context["rows"]],
        "sheet_flags": _flags_shown(flag for flag in waiting if not flag.seat),
        "dismissed": [flag for flag in flags if flag.dismissed],
        "at_desk": at_desk(request),
        "may_correct": page.seats[0].round.open or at_desk(request),
    }
    if waiting and sheet:
        first, desk = waiting[0], at_desk(request)
        number = in_a_row.index((page.place, first))
        context |= {
            "flag": first,
            "answers": list(answers_of(page, first, sheet, at_desk=desk)),
            "reasons": [reason for reason in DISMISSALS if reason not in ONE_KEY],
            "flags": in_a_row,
            "flag_number": number + 1,
            "flag_words": _of_the_guest(first, context["rows"]),
            "before": in_a_row[number - 1][0] if number else None,
            "later": next_flagged(in_a_row, page.place),
        }
    return render(request, "entry/saved.html", context)


def _of_the_guest(flag: Flag, rows: Iterable[Row]) -> str:
    """What a flag says, of a guest by name in the place of the seat."""
    name = next((row.name for row in rows if row.seat == flag.seat[:1]), "")
    words = flag.text.removeprefix(f"Seat {flag.seat[:1]}")
    return f"{name}{words}" if name and words.startswith(" ") else flag.text


def _with_flags(row: Row, flags: list[Flag]) -> Row:
    return replace(row, flags=_flags_shown(flag for flag in flags if flag.seat[:1] == row.seat))


def _flags_shown(flags: Iterable[Flag]) -> tuple[FlagShown, ...]:
    return tuple(FlagShown(str(flag.pk), flag.text, reasons=DISMISSALS) for flag in flags)


@require_POST
def _dismiss(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    game_of(event, round, table, game)
    form, place = DismissForm(request.POST), Place(round, table, game)
    try:
        answers = _form_faults(form)
        signer = signature(request, answers["key"])
        if answers["again"]:
            raise_flag_again(event, answers["flag"], BY_A_SLIP, signer)
            messages.success(request, "The flag is open again.")
        else:
            flag = dismiss_flag(event, answers["flag"], answers["reason"], signer)
            location = f"Table {table_label(event, table)}, {event_format(event).unit} {game}"
            messages.success(request, f"{location}. Flag dismissed: {flag.dismissed}.")
            return redirect(address_after(event, place))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


@require_POST
def _check(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    game_of(event, round, table, game)
    place, form = Place(round, table, game), CheckForm(request.POST)
    try:
        answers = _form_faults(form)
        checker = answers["checker"] or LEFT_NEIGHBOURS
        signer, location = (
            signature(request, answers["key"]),
            f"Table {table}, {event_format(event).unit} {game}",
        )
        if answers["take_back"]:
            mark_unchecked(event, place, answers["seen"], signer, reason=BY_A_SLIP)
            messages.success(request, f"{location} is not checked.")
        else:
            mark_checked(event, place, answers["seen"], checker, signer)
            messages.success(request, f"{location} is checked: {checker}.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


def _form_faults(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise Refused(in_words(form))
    return form.cleaned_data


dismiss = at_event(OFFICIAL)(_dismiss)
check_sheet = at_event(OFFICIAL)(_check)

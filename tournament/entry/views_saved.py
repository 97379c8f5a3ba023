"""A sheet as saved: looked over, its flags dismissed, its hands corrected from here."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.submission import Place
from tournament.entry.acts_checking import (
    BY_A_SLIP,
    dismiss_flag,
    mark_checked,
    mark_unchecked,
    raise_flag_again,
)
from tournament.entry.flags import (
    address_after,
)
from tournament.entry.forms import LEFT_NEIGHBOURS, CheckForm, DismissForm, in_words
from tournament.ledger.signing import signature
from tournament.models import Event
from tournament.refusal import Refused
from tournament.site.access import OFFICIAL, at_event, game_of


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

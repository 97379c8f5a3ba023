"""The settings of an evening: the evening itself with its order of play, the rules, and what ranks."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.rulebook import RulesError
from scoring.rulebooks import RULEBOOKS, rulebook
from scoring.tie_breaks import CRITERIA
from tournament.access import DESK, ORGANISER, at_event
from tournament.acts.event import EventRefusedError, change_event
from tournament.forms.event import EventForm, TieBreaksForm, prizes_form
from tournament.forms.rules import RulesForm, tallied
from tournament.held import held_fields
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.views.guests import may, signed


@at_event(DESK)
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """When, where, how many rounds, who goes through, what decides; only the organiser changes it."""
    held = held_fields(event)
    data = request.POST if request.method == "POST" and may(request, ORGANISER.roles) else None
    form = EventForm(event, held, data)
    ties = None if "tie_breaks" in held else TieBreaksForm(event, data, prefix="tie")
    prizes = prizes_form(event, data)
    valid = [part.is_valid() for part in (form, ties, prizes) if part is not None]
    if data is not None and all(valid):
        fields = form.declared | {"prizes": prizes.prizes} | ({"tie_breaks": ties.order} if ties else {})
        if _changed(request, event, fields):
            return redirect("event_settings", event.slug)
    context = {
        "form": form,
        "ties": ties,
        "tie_words": [CRITERIA[name].words for name in event.tie_breaks if name in CRITERIA],
        "tie_reason": held.get("tie_breaks", ""),
        "prizes": prizes,
        "may_change": may(request, ORGANISER.roles),
        "wrong": data is not None,
    }
    return render(request, "tournament/event.html", context)


@at_event(DESK)
def event_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rulebook and its options, each with the reason for its default."""
    held = held_fields(event).get("rules", "")
    try:
        book = rulebook(request.POST.get("game") or request.GET.get("game") or event.game)
        if book.name not in (event.game, *dict(tallied())):
            raise RulesError(f"{book.title} writes no points for hands, so no evening is scored in it.")
    except RulesError as unknown:
        messages.error(request, str(unknown))
        return redirect("event_rules", event.slug)
    data = request.POST if request.method == "POST" and not held and may(request, ORGANISER.roles) else None
    form = RulesForm(event, book, data)
    if data is not None and form.is_valid() and _changed(request, event, form.declared):
        return redirect("event_rules", event.slug)
    in_force = rules(event)
    context = {
        "form": form,
        "book": book,
        "games": tallied(),
        "held": held,
        "in_force": [(option, option.meaning(in_force[option.name])) for option in RULEBOOKS[event.game].options],
        "may_change": may(request, ORGANISER.roles),
    }
    return render(request, "tournament/event_rules.html", context)


def _changed(request: HttpRequest, event: Event, fields: Mapping[str, Any]) -> bool:
    try:
        change_event(event, fields, signed(request))
    except EventRefusedError as refused:
        messages.error(request, str(refused))
        return False
    messages.success(request, "Saved.")
    return True

"""The settings of an evening: the evening itself with its order of play, the rules, and what ranks."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.formats import Format, FormatError
from tournament.access import DESK, ORGANISER, at_event
from tournament.fair_tables import measured_words
from tournament.forms.event import EventForm, TieBreaksForm, prizes_form
from tournament.forms.rules import RulesForm, games
from tournament.held import held_fields
from tournament.ledger.formats import event_format, format_named
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.settings_words import chosen_words, tie_break_words
from tournament.views.guests import may
from tournament.views.settings_change import change_settings


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
        if answer := change_settings(request, event, fields, "event_settings"):
            return answer
    context = {
        "form": form,
        "ties": ties,
        "tie_words": tie_break_words(event.tie_breaks),
        "tie_reason": held.get("tie_breaks", ""),
        "prizes": prizes,
        "par_measured": measured_words(event),
        "may_change": may(request, ORGANISER.roles),
        "wrong": data is not None,
        "together": event.frozen,
    }
    return render(request, "tournament/event.html", context)


@at_event(DESK)
def event_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rulebook and its options, each with the reason for its default."""
    held = held_fields(event).get("rules", "")
    try:
        played = _asked_format(event, request.POST.get("game") or request.GET.get("game"))
    except FormatError as unknown:
        messages.error(request, str(unknown))
        return redirect("event_rules", event.slug)
    data = request.POST if request.method == "POST" and not held and may(request, ORGANISER.roles) else None
    form = RulesForm(event, played, data)
    valid = data is not None and form.is_valid()
    if valid and (answer := change_settings(request, event, form.declared, "event_rules")):
        return answer
    in_force, own = rules(event), event_format(event)
    context = {
        "form": form,
        "played": played,
        "own": own,
        "chosen": chosen_words(own),
        "games": games(),
        "held": held,
        "in_force": [(option, option.meaning(in_force[option.name])) for option in in_force.rulebook.options],
        "may_change": may(request, ORGANISER.roles),
        "together": event.frozen,
    }
    return render(request, "tournament/event_rules.html", context)


def _asked_format(event: Event, name: str | None) -> Format:
    """The format that is looked at: the event's own with its choices, or another with the usual ones."""
    own = event_format(event)
    return own if name in (None, "", own.name) else format_named(str(name))

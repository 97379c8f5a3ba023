"""The settings of an evening: the evening itself with its order of play, the rules, and what
ranks; the last change of them is undone here.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.formats import Format, FormatError
from scoring.words import number_word
from tournament.counting.formats import event_format, fitting_cut
from tournament.counting.scores import rules
from tournament.event.acts import change_event, remove_event
from tournament.event.forms import EventForm, tables_for
from tournament.event.forms_prizes import PRESETS, PrizesFormSet, preset, prizes_form
from tournament.event.forms_rules import RulesForm, games
from tournament.event.forms_ties import TieBreaksForm, allowed, moved
from tournament.event.pages_change import change_settings, lines
from tournament.event.reading import held_fields, last_change
from tournament.event.words import chosen_words, house_rules, tie_break_words
from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.models.event import format_named
from tournament.refusal import Refused
from tournament.site.access import DESK_READS, ORGANISER, at_event, may


@at_event(DESK_READS)
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """When, where, how many rounds, who goes through, what decides; only the
    organiser changes it.
    """
    reasons = held_fields(event)
    data: QueryDict | None = request.POST if request.method == "POST" else None
    if data is not None and "undo" in data:
        return _undone(request, event)
    if data is not None and "fit" in data:
        return _fitted(request, event)
    pressed = data is not None and ("move" in data or "preset" in data)
    if data is not None and pressed:
        data = preset(moved(data, list(allowed(event))), data.get("preset", ""))
    form = EventForm(event, reasons, data)
    ties = None if "tie_breaks" in reasons else TieBreaksForm(event, data, prefix="tie")
    prizes = prizes_form(event, data)
    valid = [part.is_valid() for part in (form, ties, prizes) if part is not None]
    if data is not None and all(valid) and not pressed:
        fields = (
            form.declared | {"prizes": prizes.prizes} | ({"tie_breaks": ties.order} if ties else {})
        )
        if answer := change_settings(request, event, fields, "event_settings", at_once=True):
            return answer
    context = {
        "form": form,
        "ties": ties,
        "tie_words": tie_break_words(event.tie_breaks),
        "tie_reason": reasons.get("tie_breaks", ""),
        "prizes": prizes,
        "presets": [(name, words) for name, (words, _rows) in PRESETS.items()],
        "said": house_rules(event),
        "unplayed_words": f"{event_format(event).units.capitalize()} not finished",
        "opened": opened(form, ties, prizes, data or {}) if data is not None else set(),
        "may_change": may(request, ORGANISER.roles),
        "untouched": not event.ledger.exists(),
        "wrong": data is not None and not pressed,
        "asked": pressed,
        "together": event.frozen,
    }
    return render(request, "event/settings.html", context | _last(event))


def _last(event: Event) -> dict[str, Any]:
    """The last change while one press undoes it, in words."""
    last, changed = last_change(event), dict[str, tuple[Any, Any]]()
    if last:
        before, after = last.body["before"], last.body["after"]
        changed = {name: (before[name], value) for name, value in after.items()}
    return {"last": last, "last_lines": lines(changed), "key": new_key()}


def _undone(request: HttpRequest, event: Event) -> HttpResponse:
    """The last change is undone by one press; the record keeps both."""
    last = last_change(event)
    if last is None or request.POST["undo"] != str(last.number):
        messages.error(request, "This has changed since: look at the settings as they are now.")
    else:
        act = partial(change_event, event, last.body["before"], reason="Taken back by a press")
        perform(request, event, act, "Taken back: it is as it was before.")
    return redirect("event_settings", event.slug)


def _fitted(request: HttpRequest, event: Event) -> HttpResponse:
    """The cut that was offered because the declared one is larger than the field."""
    offer = fitting_cut(event, event.guests.values_list("status", flat=True))
    if offer is None or request.POST["fit"] != str(offer.size):
        messages.error(request, "This has changed since: look at the cut as it is now.")
    else:
        fields = {
            "cut_size": offer.size,
            "playoff_tables": min(event.playoff_tables, tables_for(offer.size)),
        }
        act = partial(change_event, event, fields, reason="The cut is to fit the field")
        perform(request, event, act, f"Saved: cut of {number_word(offer.size)}.")
    return redirect("seating" if request.POST.get("from") == "seating" else "home", event.slug)


GROUPS: Mapping[str, tuple[str, ...]] = {
    "name": (
        "name",
        "date",
        "venue",
        "time_zone",
        "charity",
        "courses",
        "paper_size",
        "list_separator",
    ),
    "playoff": ("playoff_start", "playoff_games"),
    "ties": ("cut_tie",),
    "absent": ("absent_policy", "withdrawn_policy"),
    "unplayed": ("unplayed_policy",),
    "sizes": ("table_par",),
    "officials": ("one_official",),
}


def opened(
    form: EventForm,
    ties: TieBreaksForm | None,
    prizes: PrizesFormSet,
    data: Mapping[str, Any],
) -> set[str]:
    """The folded groups that are shown open: where something is wrong, or a button was pressed."""
    groups = {group for group, names in GROUPS.items() if set(names) & form.errors.keys()}
    groups |= (
        {"unplayed"}
        if any(games_of_round_.errors for games_of_round_ in form.games_of_rounds)
        else set()
    )
    groups |= {"ties"} if "move" in data or (ties and ties.errors) else set()
    wrong = any(prizes.errors) or prizes.non_form_errors()
    return groups | ({"prizes"} if "preset" in data or wrong else set())


@require_POST
def _remove(request: HttpRequest, event: Event) -> HttpResponse:
    """Take an evening back for which nothing was entered, once it was asked
    whether that is meant.
    """
    if not request.POST.get("sure"):
        messages.error(request, "Tick that you are sure, then press “Remove this evening” again.")
        return redirect("event_settings", event.slug)
    try:
        remove_event(event)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("event_settings", event.slug)
    messages.success(request, f"{event.name} is removed.")
    return redirect("start")


remove_evening_here = at_event(ORGANISER)(_remove)


@at_event(DESK_READS)
def event_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rulebook and its options, each with the reason for its default."""
    reason = held_fields(event).get("rules", "")
    try:
        played = _asked_format(event, request.POST.get("game") or request.GET.get("game"))
    except FormatError as unknown:
        messages.error(request, str(unknown))
        return redirect("event_rules", event.slug)
    if played.paired != event.paired:
        messages.error(request, "That game is of another kind of evening: choose the kind first.")
        return redirect("event_rules", event.slug)
    data = request.POST if request.method == "POST" and not reason else None
    if request.method == "POST" and reason:
        messages.error(request, reason)
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
        "games": games(of_kind=own),
        "held": reason,
        "in_force": [
            (option, option.meaning(in_force[option.name])) for option in in_force.rulebook.options
        ],
        "may_change": may(request, ORGANISER.roles),
        "together": event.frozen,
    }
    return render(request, "event/rules.html", context)


def _asked_format(event: Event, name: str | None) -> Format:
    """The format that is looked at: the event's own with its choices, or another with the usual
    ones.
    """
    own = event_format(event)
    return own if name in (None, "", own.name) else format_named(str(name))

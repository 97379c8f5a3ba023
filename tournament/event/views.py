"""Starting the next evening as a copy of this one, and asking those who came whether they come
again.

A change of what was declared, seen before it is made: each setting as it is and as it would be, and
who moves.

The settings of an evening: the evening itself with its order of play, the rules, and what ranks;
the last change of them undone.

A frozen option was set wrongly: head umpire and organiser change it together, and everything is
counted anew.

The arms and the sponsor's picture: chosen, looked at, taken away; and shown to anybody.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.formats import Format, FormatError
from scoring.words import many, number_word
from tournament.approvals.acts import Asked, foresee
from tournament.approvals.views import by_two, seconds
from tournament.counting.before_after import moves_and_chances
from tournament.counting.consequences import Consequence, rehearse
from tournament.counting.formats import event_format, fitting_cut
from tournament.counting.scores import rules
from tournament.event import acts_next
from tournament.event.acts import (
    USES,
    change_event,
    changes,
    frozen_payload,
    remove_event,
    set_picture,
)
from tournament.event.forms import (
    PRESETS,
    EventForm,
    FrozenForms,
    PrizesFormSet,
    TieBreaksForm,
    allowed,
    moved,
    preset,
    prizes_form,
    tables_for,
)
from tournament.event.forms_officials import CopyForm
from tournament.event.forms_rules import RulesForm, games
from tournament.event.pictures import LARGEST
from tournament.event.reading import bound_by_the_cut, held_fields, last_change
from tournament.event.words import called, chosen_words, house_rules, tie_break_words, value_words
from tournament.ledger.signing import new_key, perform, reason_of, signature
from tournament.models import Event, Picture
from tournament.models.event import format_named
from tournament.refusal import Refused
from tournament.site.access import (
    DESK,
    DESK_READS,
    ORGANISER,
    PUBLIC,
    at_event,
    may,
    open_to,
)
from tournament.site.limits import NO_EVENING, may_start_evening

MOST_TICKED = 2000
LONGEST = 12


@at_event(ORGANISER)
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """What comes along and what never does; the new evening opens on its settings."""
    user = cast(User, request.user)
    if not may_start_evening(request):
        messages.error(request, NO_EVENING)
        return redirect("evening", event.slug)
    form = CopyForm(event, user.pk, request.POST or None)
    if request.method == "POST" and form.is_valid():
        answers = form.cleaned_data
        try:
            created = acts_next.copy_event(
                event,
                (answers["name"], answers["date"]),
                user,
                signature(request),
                officials=form.serving,
                guests=bool(answers.get("guests")),
            )
        except (Refused, ValidationError) as refused:
            messages.error(request, " ".join(getattr(refused, "messages", [str(refused)])))
        else:
            messages.success(
                request, f"{created.name} is laid out like {event.name}. Look the settings over."
            )
            return redirect("event_settings", created.slug)
    copies = event.copies.select_related("made")
    context = {"form": form, "key": new_key(), "copies": copies, "wiped": event.names_wiped_at}
    return render(request, "event/copy.html", context)


@at_event(DESK)
def invited(request: HttpRequest, event: Event) -> HttpResponse:
    """Those of the earlier evening: waiting, confirmed, and not coming."""
    rows = event.invited.select_related("guest")
    copied = getattr(event, "copied_from", None)
    context = {
        "waiting": rows.filter(answered_at=None),
        "confirmed": rows.exclude(guest=None),
        "declined": rows.filter(guest=None).exclude(answered_at=None),
        "source": copied.source if copied else None,
        "may_forget": may(request, ORGANISER.roles),
        "key": new_key(),
    }
    return render(request, "event/invited.html", context)


@at_event(DESK)
@require_POST
def answer_invited(request: HttpRequest, event: Event) -> HttpResponse:
    """What those ticked said; or that they are asked again, or the whole list forgotten."""
    chosen = [
        int(name)
        for name in request.POST.getlist("who")[:MOST_TICKED]
        if name.isdigit() and len(name) <= LONGEST
    ]
    answer = request.POST.get("answer", "")
    if request.POST.get("all"):
        chosen = _all_listed(event, again=answer == "again")
    try:
        if answer == "yes":
            count = acts_next.confirm_invited(event, chosen, signature(request))
            messages.success(request, f"{many(count, 'more guest')}.")
        elif answer == "no":
            count = acts_next.decline_invited(event, chosen, signature(request))
            messages.success(request, f"{count} will not come.")
        elif answer == "again":
            count = acts_next.ask_again(event, chosen)
            messages.success(request, f"{count} to be asked again.")
        elif answer == "forget" and may(request, ORGANISER.roles):
            count = acts_next.forget_invited(event)
            messages.success(request, "The list is forgotten.")
        else:
            messages.error(request, "Say what their answer is: press one of the buttons.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("invited", event.slug)


AT_ONCE = "Changed in the settings"
"""The reason in the record of a change that is saved as it is made."""


def _all_listed(event: Event, *, again: bool) -> list[int]:
    """Everybody who waits for an answer; or, to ask them again, everybody who will not come."""
    rows = event.invited.filter(guest=None).exclude(answered_at=None)
    rows = rows if again else event.invited.filter(answered_at=None)
    return list(rows.values_list("pk", flat=True))


SENT_AGAIN = frozenset({"csrfmiddlewaretoken", "key", "reason", "witness", "step"})


def change_settings(
    request: HttpRequest,
    event: Event,
    fields: Mapping[str, Any],
    back: str,
    *,
    at_once: bool = False,
) -> HttpResponse | None:
    """Save at once while no sheet is in, and where no place moves on a page that saves each change
    `at_once`; else show the change first.

    None where it is refused.
    """
    if not event.frozen or request.POST.get("step") == "save":
        return _saved(request, event, fields, back)
    try:
        changed = changes(event, fields)
        if not changed:
            messages.success(request, "Saved. Nothing was changed.")
            return redirect(back, event.slug)
        act = partial(change_event, event, fields, reason="Rehearsed")
        consequence = rehearse(event, act, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    moves = consequence.moves
    if at_once and not (moves.crosses_the_line or moves.shifted):
        return _saved(request, event, fields, back)
    return seen_first(request, event, changed, consequence, back=back)


def seen_first(
    request: HttpRequest,
    event: Event,
    changed: Mapping[str, tuple[Any, Any]],
    consequence: Consequence,
    *,
    back: str,
    together: bool = False,
) -> HttpResponse:
    """The page on which the change is looked at and given its reason."""
    context = {
        "lines": lines(changed),
        "moves": moves_and_chances(event, consequence, ()),
        "sent": [
            (name, value)
            for name in request.POST
            if name not in SENT_AGAIN
            for value in _all(request, name)
        ],
        "back": back,
        "together": together,
        "seconds": seconds(request, event) if together else [],
        "key": new_key(),
    }
    return render(request, "event/change.html", context)


def lines(changed: Mapping[str, tuple[Any, Any]]) -> list[tuple[str, str, str]]:
    """Each setting with its two values in words."""
    return [
        (called(name), value_words(name, was), value_words(name, will))
        for name, (was, will) in changed.items()
    ]


def _all(request: HttpRequest, name: str) -> list[str]:
    return [str(value) for value in request.POST.getlist(name)]


def _saved(
    request: HttpRequest, event: Event, fields: Mapping[str, Any], back: str
) -> HttpResponse | None:
    signer = signature(request)
    seen = request.POST.get("step") == "save"
    try:
        change_event(event, fields, signer, reason=reason_of(request) if seen else AT_ONCE)
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    messages.success(request, "Saved.")
    return redirect(back, event.slug)


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
    last = last_change(event)
    return {"last": last, "last_lines": lines(last.changed) if last else [], "key": new_key()}


def _undone(request: HttpRequest, event: Event) -> HttpResponse:
    """The last change is undone by one press; the record keeps both."""
    last = last_change(event)
    if last is None or request.POST["undo"] != str(last.number):
        messages.error(request, "This has changed since: look at the settings as they are now.")
    else:
        act = partial(change_event, event, last.before, reason="Taken back by a press")
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
    "name": ("name", "date", "venue", "charity", "courses"),
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
        "games": games(),
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


@at_event(DESK)
def frozen(request: HttpRequest, event: Event) -> HttpResponse:
    """The frozen settings to be typed anew; sent, who moves; sent again from there, the other
    office is asked.
    """
    data = request.POST if request.method == "POST" else None
    parts = FrozenForms(event, bound_by_the_cut(event), data)
    if data is not None and parts.is_valid() and (answer := _frozen_change(request, event, parts)):
        return answer
    return render(request, "event/frozen.html", {"parts": parts, "wrong": data is not None})


def _frozen_change(request: HttpRequest, event: Event, parts: FrozenForms) -> HttpResponse | None:
    """The preview, or the request from it; None where there is nothing to
    change or it is refused.
    """
    fields = parts.declared
    try:
        changed = changes(event, fields)
        proposal = Asked(
            "settings", reason_of(request) or "Seen first", frozen_payload(event, fields)
        )
        if request.POST.get("step") == "save":
            proposal = Asked("settings", reason_of(request), proposal.payload)
            return by_two(
                request, event, proposal, "Changed: everything is counted again.", "event_settings"
            )
        consequence = foresee(event, proposal, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    return seen_first(request, event, changed, consequence, back="frozen", together=True)


ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture opened by its own address runs nothing and asks for nothing."""


@at_event(ORGANISER)
def pictures(request: HttpRequest, event: Event) -> HttpResponse:
    """Both as they are, each with a file to choose and a button that takes it away."""
    if request.method == "POST":
        use, upload = request.POST.get("use", ""), request.FILES.get("picture")
        submission = upload.read(LARGEST + 1) if upload else b""
        try:
            set_picture(
                event, use, None if "away" in request.POST else submission, signature(request)
            )
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            outcome = (
                f"{USES[use]}: the picture is taken away from now on."
                if "away" in request.POST
                else f"{USES[use]}: the picture is shown from now on."
            )
            messages.success(request, outcome)
        return redirect("pictures", event.slug)
    rows = [(use, words, getattr(event, use)) for use, words in USES.items()]
    return render(request, "event/pictures.html", {"rows": rows})


@open_to(PUBLIC)
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """A picture by its digest, which never changes."""
    stored = get_object_or_404(Picture, digest=digest)
    kind = "image/svg+xml" if stored.svg else "image/png"
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": ALONE,
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(bytes(stored.content), content_type=kind, headers=headers)

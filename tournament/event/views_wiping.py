"""Names wiped after the evening, and those of one guest who asks for it."""

from pathlib import Path

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.event.acts_names import due, erase_guest, keep_names, scrub
from tournament.event.acts_names import wipe_names as wipe
from tournament.event.forms_officials import EraseForm, KeepForm, WipeForm
from tournament.event.redaction import without_name
from tournament.ledger.signing import signature
from tournament.models import Event
from tournament.places import command
from tournament.refusal import Refused
from tournament.server.ladder import copies
from tournament.server.snapshot import FOLDER
from tournament.server.storage import beside, everywhere
from tournament.site.access import ORGANISER_GRAVE, at_event, guest_of

WIPED = "The names are wiped. Results stay, by badge."


LATER = (
    f"The file could not be rewritten while it is in use: run “{command('scrub')}” once the server"
    " is stopped."
)


@at_event(ORGANISER_GRAVE)
def wipe_names(request: HttpRequest, event: Event) -> HttpResponse:
    """The page; POST sets the days, or wipes."""
    keeping = request.method == "POST" and request.POST.get("act") == "keep"
    keep = KeepForm(
        request.POST if keeping else None,
        initial={"days": event.names_kept_days, "alone": event.names_wiped_alone},
    )
    wipe_form = WipeForm(request.POST if request.method == "POST" and not keeping else None)
    form = keep if keeping else wipe_form
    if request.method == "POST" and form.is_valid():
        try:
            sentence = _keep(event, keep) if keeping else _wipe(request, event, wipe_form)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, sentence)
        return redirect("wipe_names", event.slug)
    context = {
        "keep": keep,
        "wipe": wipe_form,
        "due": due(event),
        "copies": _copies(event),
        "event": event,
    }
    return render(request, "event/names.html", context, status=422 if form.errors else 200)


@at_event(ORGANISER_GRAVE)
def erase(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """The page of one guest's own wish; POST takes the name away."""
    guest_of(event, badge)
    guest = event.guests.get(badge=badge)
    form = EraseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            erase_guest(event, guest, signature(request), text=form.cleaned_data["typed"])
        except Refused as refused:
            form.add_error("typed", str(refused))
        else:
            later = "" if scrub() else f" {LATER}"
            messages.success(request, f"{without_name(guest)} has no name here any more.{later}")
            return redirect("guest", event.slug, badge)
    context = {"form": form, "guest": guest, "copies": _copies(event), "event": event}
    return render(request, "event/erase.html", context, status=422 if form.errors else 200)


def _keep(event: Event, form: KeepForm) -> str:
    answers = form.cleaned_data
    keep_names(event, answers["days"], alone=answers["alone"])
    return "Saved."


def _wipe(request: HttpRequest, event: Event, form: WipeForm) -> str:
    wipe(event, signature(request), text=form.cleaned_data["typed"])
    return WIPED if scrub() else f"{WIPED} {LATER}"


def _copies(event: Event) -> list[tuple[Path, int]]:
    """The folders with copies made while the database held the names, and how many: those are
    deleted by hand.
    """
    places = [*everywhere(), beside() / FOLDER]
    wiped = event.names_wiped_at
    per_folder = [
        (place, sum(wiped is None or copy.at < wiped for copy in copies(place))) for place in places
    ]
    return [(place, number) for place, number in per_folder if number]

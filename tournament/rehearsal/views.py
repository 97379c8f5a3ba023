"""The rehearsal of an evening: begun on the page of the evening itself, played and wiped on its
copy.

The page asks for the next step again and again; nothing runs between two questions.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.counting.seats import round_in_play
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, one_line, perform
from tournament.models import Event, Rehearsal
from tournament.models.event import PACES
from tournament.refusal import Refused
from tournament.rehearsal import acts
from tournament.site import clock
from tournament.site.access import DESK, ORGANISER, at_event, may

PACE_WORDS = dict(zip(PACES, ("Slow", "As usual", "Quick"), strict=True))


@at_event(DESK)
def rehearsal(request: HttpRequest, event: Event) -> HttpResponse:
    """On the evening what a rehearsal is, with the key that begins one; on the copy how it goes."""
    running = Rehearsal.objects.filter(event=event).select_related("source").first()
    if running is not None:
        return render(request, "rehearsal/play.html", _page(request, running))
    there = Rehearsal.objects.filter(source=event).select_related("event").first()
    context = {
        "guests": event.guests.count(),
        "there": there.event if there else None,
        "waits": _waits(request, event),
        "key": new_key(),
    }
    return render(request, "rehearsal/begin.html", context)


def _waits(request: HttpRequest, event: Event) -> str:
    """Why this official cannot begin a rehearsal now; nothing where they can."""
    if not may(request, ORGANISER.roles):
        return "The organiser begins it."
    try:
        acts.may_be_rehearsed(event)
    except Refused as refused:
        return str(refused)
    return ""


def _steady(signature: Signature) -> Signature:
    """By the even time: a laptop's clock that is put back would keep every further step waiting."""
    return replace(signature, at=clock.moment())


def _page(request: HttpRequest, running: Rehearsal) -> dict[str, Any]:
    running.event.refresh_from_db()
    return {
        "event": running.event,
        "held": running,
        "round": round_in_play(running.event),
        "paces": [(pace, words, pace == running.pace) for pace, words in PACE_WORDS.items()],
        "may_wipe": may(request, ORGANISER.roles),
        "key": new_key(),
    }


@require_POST
@at_event(ORGANISER)
def rehearse(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the copy and go to it."""
    finished = perform(
        request, event, lambda signature: acts.begin_rehearsal(event, _steady(signature)), ""
    )
    created = Rehearsal.objects.filter(source=event).select_related("event").first()
    if not finished or created is None:
        return redirect("rehearsal", event.slug)
    return redirect("rehearsal", created.event.slug)


@require_POST
@at_event(DESK)
def rehearsal_now(request: HttpRequest, event: Event) -> HttpResponse:
    """One step: that which is due, as the page asks for it by itself, or the one pressed for."""
    at_once = bool(request.POST.get("step"))
    if not perform(
        request,
        event,
        lambda signature: acts.take_step(event, _steady(signature), at_once=at_once),
        "",
    ):
        return redirect("rehearsal", event.slug)
    if "part" not in request.GET:
        return redirect("rehearsal", event.slug)
    return render(request, "rehearsal/_now.html", _page(request, acts.rehearsal_of(event)))


@require_POST
@at_event(DESK)
def rehearsal_pace(request: HttpRequest, event: Event) -> HttpResponse:
    """Let it play or hold it, and how fast."""
    text = one_line(request, "pace")
    pace = int(text) if text.isdecimal() and len(text) < 4 else 0
    going = one_line(request, "going") == "1"
    perform(request, event, partial(acts.set_pace, event, going=going, pace=pace), "")
    return redirect("rehearsal", event.slug)


@require_POST
@at_event(ORGANISER)
def wipe_rehearsal(request: HttpRequest, event: Event) -> HttpResponse:
    """Wipe the copy, and back to the evening."""
    running = Rehearsal.objects.filter(event=event).select_related("source").first()
    if running is None:
        perform(request, event, lambda _actor: acts.wipe_rehearsal(event), "")
        return redirect("rehearsal", event.slug)
    words = "The rehearsal is wiped. Nothing of it is left."
    perform(request, running.source, lambda _actor: acts.wipe_rehearsal(event), words)
    return redirect("evening", running.source.slug)

"""Signing oneself in by the code on the wall: no log-in, and nothing happens before an official
accepts it.

What the desk does for them at the door: accept them, put the code up, open a table.
"""

import secrets
from functools import partial

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.counting.plan import table_label
from tournament.counting.seats import round_in_play, waiting
from tournament.ledger.signing import new_key, once, perform, pressed_before
from tournament.models import Event
from tournament.refusal import Refused
from tournament.seating import acts_walk_in
from tournament.seating.acts_tables import open_table as open_act
from tournament.seating.acts_tables import take_table_back
from tournament.seating.acts_walk_in import sign_in as sign_in_act
from tournament.seating.forms_door import OpenTableForm, SignInForm
from tournament.seating.pages_arrivals import added, code
from tournament.seating.pages_question import done_for_a_reason
from tournament.site.access import DESK, PUBLIC, Actor, at_event, table_of
from tournament.site.limits import spend
from tournament.site.text import whole_number

A_MINUTE = 60
"""So many sign themselves in within a minute, all together; never counted by address, which a hall
shares.
"""
KEY_FIGURES = 15
"""So many figures of a row's key every database takes."""
LATER = "Too many are signing in just now: wait a minute, or tell the organiser your name."


@at_event(PUBLIC)
def sign_in(request: HttpRequest, event: Event, secret: str) -> HttpResponse:
    """The form, and thanks once the name is there."""
    if not event.sign_in_secret or not secrets.compare_digest(
        secret.encode(), event.sign_in_secret.encode()
    ):
        raise Http404("Nobody signs in here.")
    form = SignInForm(request.POST or None, event=event)
    if request.method != "POST" or not form.is_valid():
        return _sign_in_page(request, event, form)
    name = str(form.cleaned_data["name"])
    result = {"event": event, "name": name}
    if pressed_before(request, event):
        return render(request, "seating/sign_in_done.html", result)
    if not spend(f"sign-in-{event.pk}", A_MINUTE):
        return _sign_in_page(request, event, form, fault=LATER, status=429)
    try:
        once(
            request,
            event,
            lambda signature: sign_in_act(event, form.cleaned_data, signature.at),
            actor=Actor(name),
        )
    except Refused as refused:
        return _sign_in_page(request, event, form, fault=str(refused), status=429)
    except IntegrityError:
        # Of two presses at once the slower one finds the name there already.
        if not pressed_before(request, event):
            raise
    return render(request, "seating/sign_in_done.html", result)


def _sign_in_page(
    request: HttpRequest, event: Event, form: SignInForm, *, fault: str = "", status: int = 200
) -> HttpResponse:
    context = {"event": event, "form": form, "fault": fault, "key": new_key()}
    return render(request, "seating/sign_in.html", context, status=status)


BACK = "Its guests wait again, and the table is free."


@at_event(DESK)
def walk_in(_request: HttpRequest, event: Event) -> HttpResponse:
    """Where a walk-in evening had a page of its own; the door is the one page for all who come."""
    return redirect("door", event.slug)


@at_event(DESK)
@require_POST
def accept(request: HttpRequest, event: Event) -> HttpResponse:
    """Let those who signed themselves in onto the list: the one chosen, or all who were shown."""
    texts = request.POST.getlist("sign_in")
    keys = [key for text in texts if (key := whole_number(text, KEY_FIGURES))]
    added(request, event, lambda signature: acts_walk_in.accept(event, keys, signature))
    return redirect("door", event.slug)


@at_event(DESK)
@require_POST
def turn_away(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody who signed in does not play, or waits again after all."""
    key = whole_number(request.POST.get("sign_in", ""), KEY_FIGURES) or 0
    if "again" in request.POST:
        perform(
            request, event, lambda signer: acts_walk_in.wait_again(event, key), "They wait again."
        )
    else:
        perform(
            request,
            event,
            lambda signer: acts_walk_in.turn_away(event, key, signer),
            "They are not on the list.",
        )
    return redirect("door", event.slug)


@at_event(DESK)
@require_POST
def wall_code(request: HttpRequest, event: Event) -> HttpResponse:
    """Put a code up, or take it down."""
    if "down" in request.POST:
        perform(
            request,
            event,
            lambda signer: acts_walk_in.take_code_down(event),
            "Guests can no longer sign in.",
        )
    else:
        perform(
            request,
            event,
            lambda signer: acts_walk_in.put_code_up(event),
            "The code is up: guests sign in, and you accept them.",
        )
    return redirect("door", event.slug)


@at_event(DESK)
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """The code alone, large, to be printed or thrown at a wall."""
    if not event.sign_in_secret:
        return redirect("door", event.slug)
    return render(request, "seating/wall.html", code(event))


@at_event(DESK)
@require_POST
def open_table(request: HttpRequest, event: Event) -> HttpResponse:
    """Those ticked sit down at a table of their own."""
    people = waiting(event, round_in_play(event))
    form = OpenTableForm(request.POST, waiting=[(guest.ref, guest.name) for guest in people])
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["guests"])))
        return redirect("door", event.slug)
    refs = form.cleaned_data["guests"]
    words = f"A table is open for {len(refs)}: they can play."
    perform(request, event, lambda signature: open_act(event, refs, signature), words)
    return redirect("door", event.slug)


@at_event(DESK)
def close_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask why, then take a table back that has no sheet."""
    if not pressed_before(request, event):
        table_of(event, round, table)
    called = table_label(event, table)
    words = (f"Take table {called} back?", BACK, "Take it back")
    act = partial(take_table_back, event, (round, table))
    return done_for_a_reason(request, event, words, act, f"Table {called} is taken back.")

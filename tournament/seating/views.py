"""The seating: before the draw, each round with its certificate, drawing, publishing and taking
it back.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.seating import SeatingImpossibleError
from tournament.counting.formats import fitting_cut
from tournament.counting.plan import plans_for
from tournament.counting.seats import Hall, hall
from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.models.seating import RoundState
from tournament.seating.acts_draw import Draft, drawn, drawn_in_public, not_ready, standing
from tournament.seating.acts_draw import draw_seating as draw_act
from tournament.seating.acts_draw import publish_seating as publish_act
from tournament.seating.acts_draw import unpublish_seating as unpublish_act
from tournament.seating.certificate import in_words
from tournament.seating.forms import DrawForm
from tournament.seating.pages_question import done_for_a_reason
from tournament.seating.pages_round import draw_form, may_change, round_page
from tournament.seating.words import entries, not_drawn
from tournament.site.access import DESK, GRAVE, OFFICIAL, ORGANISER, at_event, may
from tournament.site.text import whole_number


def start_page(request: HttpRequest, hall_: Hall, form: DrawForm) -> dict[str, Any]:
    """Before the draw: who is to be seated, at which tables, and with which seed."""
    present = [guest for guest in hall_.guests.values() if guest.badge in hall_.present]
    try:
        plans, impossible = plans_for(hall_.event, len(present)), ""
    except SeatingImpossibleError as error:
        plans, impossible = (), str(error)
    return {
        "form": form,
        "shown": standing(entries(hall_.event)),
        "may_change": may_change(request),
        "guests": len(present),
        "gone": len(hall_.guests) - len(present),
        "placeholders": sum(guest.placeholder for guest in present),
        "liveries": len({guest.livery_id for guest in present} - {None}),
        "tables": in_words(plans[0].plan) if plans else "",
        "divisions": len(plans),
        "impossible": impossible,
        "fixed": sum(guest.fixed_table is not None for guest in present),
        "apart": len(hall_.wishes.apart),
        "fitting": fitting_cut(hall_.event, (guest.status for guest in hall_.guests.values())),
        "may_settle": may(request, ORGANISER.roles),
    }


FINAL = "Cards are then printed from it. Afterwards guests can only swap seats or take a free one."
REVERSED = "The rounds become drafts again. Throw away cards printed from them."


@at_event(OFFICIAL)
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Before the draw what is to be drawn; afterwards the round that comes next."""
    hall_ = hall(event)
    if not hall_.rounds:
        return _start(request, hall_, draw_form(hall_, entries(event)))
    coming = next(
        (row.number for row in hall_.rounds if row.state != RoundState.CLOSED), len(hall_.rounds)
    )
    return _round(request, hall_, coming)


@at_event(OFFICIAL)
def round_seating(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """One round; `?one=` is the badge of a guest chosen for a swap."""
    hall_ = hall(event)
    if not 1 <= round <= len(hall_.rounds):
        raise Http404(not_drawn(round))
    return _round(request, hall_, round)


@at_event(DESK)
@require_POST
def draw_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw all qualifying rounds as drafts."""
    hall_ = hall(event)
    form = draw_form(hall_, entries(event), request.POST)
    if not form.is_valid() and hall_.rounds:
        return render(
            request, "seating/rounds.html", round_page(request, hall_, 1) | {"again": form}
        )
    if not form.is_valid():
        return _start(request, hall_, form)
    outcome = "Drawn. Look it over, then publish."
    perform(
        request, event, lambda signature: draw_act(event, _draft(hall_, form), signature), outcome
    )
    return redirect("seating", event.slug)


def _draft(hall_: Hall, form: DrawForm) -> Draft:
    cleaned = form.cleaned_data
    if "cards" in cleaned:
        return drawn_in_public(hall_, cleaned["cards"], cleaned.get("tables"))
    return drawn(hall_, cleaned["seed"], cleaned.get("tables"))


@at_event(DESK)
def publish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then publish every drawn round."""
    if request.method == "POST":
        perform(
            request,
            event,
            lambda signature: publish_act(event, signature),
            "The seating is published. Print the cards.",
        )
        return redirect("seating", event.slug)
    waits = not_ready(hall(event))
    if waits:
        messages.error(request, waits)
        return redirect("seating", event.slug)
    context = {
        "question": "Publish the seating?",
        "consequence": FINAL,
        "button": "Publish",
        "action": request.path,
        "hidden": [("key", new_key())],
        "cancel_url": reverse("seating", args=[event.slug]),
        "heading": "Seating",
    }
    return render(request, "seating/question.html", context)


@at_event(GRAVE)
def unpublish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the reason, then make the rounds drafts again."""
    return done_for_a_reason(
        request,
        event,
        ("Take the seating back?", REVERSED, "Take it back"),
        partial(unpublish_act, event),
        "The seating is a draft again.",
        back="seating",
        heading="Seating",
    )


def _start(request: HttpRequest, hall_: Hall, form: DrawForm) -> HttpResponse:
    return render(
        request, "seating/start.html", start_page(request, hall_, form) | {"key": new_key()}
    )


def _round(request: HttpRequest, hall_: Hall, number: int) -> HttpResponse:
    badge = whole_number(request.GET.get("one", ""), 7)
    page = round_page(request, hall_, number, chosen=[badge] if badge else [])
    return render(request, "seating/rounds.html", page)

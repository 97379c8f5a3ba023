"""The seating: before the draw, each round, drawing, publishing and taking it back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import DESK, GRAVE, OFFICIAL, at_event
from tournament.acts.draw import draw_seating as draw_act
from tournament.acts.draw import drawn, not_ready
from tournament.acts.draw import publish_seating as publish_act
from tournament.acts.draw import unpublish_seating as unpublish_act
from tournament.forms.seating import DrawForm, ReasonForm
from tournament.ledger.seats import Hall, hall
from tournament.models import Event
from tournament.models.seating import RoundState
from tournament.views.seating_pages import new_seed, round_page, start_page
from tournament.views.signing import new_key, perform

FINAL = "From then on cards are printed from it: afterwards guests only swap seats or take a free one."
REVERSED = "The rounds become drafts again, and cards printed from them are waste paper."


@at_event(OFFICIAL)
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Before the draw what is to be drawn; afterwards the round that comes next."""
    found = hall(event)
    if not found.rounds:
        return _start(request, found, DrawForm(initial={"seed": new_seed()}))
    coming = next((row.number for row in found.rounds if row.state != RoundState.CLOSED), len(found.rounds))
    return _round(request, found, coming)


@at_event(OFFICIAL)
def round_seating(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """One round; `?one=` is the badge of a guest chosen for a swap."""
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404("This round is not drawn.")
    return _round(request, found, round)


@at_event(DESK)
@require_POST
def draw_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw all qualifying rounds as drafts."""
    found, form = hall(event), DrawForm(request.POST)
    if not form.is_valid() and found.rounds:
        return render(request, "tournament/seating.html", round_page(request, found, 1) | {"again": form})
    if not form.is_valid():
        return _start(request, found, form)
    seed = form.cleaned_data["seed"]
    done = f"Drawn with seed {seed}. Look it over, then publish."
    perform(request, event, lambda by: draw_act(event, drawn(found, seed), by), done)
    return redirect("seating", event.slug)


@at_event(DESK)
def publish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then publish every drawn round."""
    if request.method == "POST":
        perform(request, event, lambda by: publish_act(event, by), "The seating is published: print the cards.")
        return redirect("seating", event.slug)
    waits = not_ready(hall(event))
    if waits:
        messages.error(request, waits)
        return redirect("seating", event.slug)
    question = {"question": "Publish the seating?", "consequence": FINAL, "button": "Publish", "grave": False}
    return _ask(request, event, question | {"action": reverse("publish_seating", args=[event.slug])})


@at_event(GRAVE)
def unpublish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the reason, then make the rounds drafts again."""
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(request, event, lambda by: unpublish_act(event, by, reason=reason), "The seating is a draft again.")
        return redirect("seating", event.slug)
    question = {"question": "Take the seating back?", "consequence": REVERSED, "button": "Take it back", "grave": True}
    return _ask(request, event, question | {"form": form, "action": reverse("unpublish_seating", args=[event.slug])})


def _start(request: HttpRequest, found: Hall, form: DrawForm) -> HttpResponse:
    return render(request, "tournament/seating_start.html", start_page(request, found, form) | {"key": new_key()})


def _round(request: HttpRequest, found: Hall, number: int) -> HttpResponse:
    asked = request.GET.get("one", "")
    chosen = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 8 else None
    return render(request, "tournament/seating.html", round_page(request, found, number, chosen=chosen))


def _ask(request: HttpRequest, event: Event, question: dict[str, object]) -> HttpResponse:
    back = {"cancel_url": reverse("seating", args=[event.slug]), "hidden": [("key", new_key())]}
    return render(request, "tournament/seating_question.html", back | question)

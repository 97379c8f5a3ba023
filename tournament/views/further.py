"""Drawing the next round after the break, from those who are still here, and taking it back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.access import DESK, GRAVE, at_event
from tournament.acts.next_round import drawn_further, number_to_draw, open_further, take_further_back
from tournament.forms.seating import ReasonForm
from tournament.forms.walk_in import FurtherForm
from tournament.ledger.seats import hall
from tournament.ledger.waiting import present
from tournament.models import Event
from tournament.views.door_close import ask
from tournament.views.seating_pages import new_seed
from tournament.views.signing import new_key, perform
from tournament.views.their_rows import pressed_before, round_of

BACK = "Its tables go, and whoever was listed as gone home is here again."


@at_event(DESK)
def next_round(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is still here; then the round is drawn, published and open."""
    number = number_to_draw(event)
    if number is None:
        return redirect("walk_in", event.slug)
    people = [(guest.ref, f"{guest.name}, badge {guest.badge}") for guest in present(event)]
    form = FurtherForm(request.POST or None, present=people, initial={"seed": new_seed()})
    if form.is_valid():
        seed, gone = form.cleaned_data["seed"], form.gone
        words = f"Round {number} is drawn and open: print its cards."
        if perform(
            request, event, lambda by: open_further(event, drawn_further(hall(event), number, seed, gone), by), words
        ):
            return redirect("round_seating", event.slug, number)
    context = {"form": form, "number": number, "key": new_key(), "here": reverse("next_round", args=[event.slug])}
    return render(request, "tournament/next_round.html", context)


@at_event(GRAVE)
def undo_next_round(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Ask why, then take a round back that was drawn too early."""
    if not pressed_before(request, event):
        round_of(event, round)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        words = f"Round {round} is not drawn any more."
        perform(request, event, lambda by: take_further_back(event, round, by, reason=reason), words)
        return redirect("walk_in", event.slug)
    question = (f"Take round {round} back?", BACK, "Take it back")
    return ask(request, event, question, form, ("undo_next_round", round), back="walk_in")

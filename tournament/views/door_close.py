"""Closing the door with its proposal, opening it again, and who sits in for whom."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring.seating import SeatingImpossibleError, certificate
from tournament.access import DESK, at_event
from tournament.acts import door as acts
from tournament.acts.substitute import Substitution, substitute, take_back_substitute
from tournament.forms.door import SubstituteForm
from tournament.forms.seating import ReasonForm
from tournament.hall_plan import stand, table_label
from tournament.ledger.door import DoorPlan, door_plan
from tournament.models import Event, Guest, Round, Stage
from tournament.models.seating import RoundState
from tournament.views.seating_certificate import figures, new_harms
from tournament.views.signing import new_key, perform

BACK = "Everybody who was taken off the list is expected again, and all sit where they sat before."


@at_event(DESK)
def close_door(request: HttpRequest, event: Event) -> HttpResponse:
    """The proposal: who never came, who moves, whose card is stale; then, as it was seen, done in one act."""
    if request.method == "POST" and _closed(request, event):
        return redirect("door_closed", event.slug)
    try:
        plan = door_plan(event)
    except SeatingImpossibleError as error:
        messages.error(request, f"{error} Check in whoever is here, or take the seating back and draw again.")
        return redirect("door", event.slug)
    return render(request, "tournament/door_close.html", _proposal(event, plan) | {"hidden": _hidden(plan)})


@at_event(DESK)
def door_closed(request: HttpRequest, event: Event) -> HttpResponse:
    """What closing the door left to be done: the cards to print anew."""
    last = event.ledger.filter(kind__in=(acts.DOOR_CLOSED, acts.DOOR_OPENED)).order_by("number").last()
    if last is None or last.kind != acts.DOOR_CLOSED:
        return redirect("door", event.slug)
    context = {"entry": last, "moves": len(last.body["moves"]), "absent": len(last.body["absent"])}
    return render(request, "tournament/door_closed.html", context | _cards(event, last.body.get("stale", [])))


@at_event(DESK)
def reopen_door(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the reason, then take the closing back."""
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(request, event, lambda by: acts.reopen_door(event, by, reason=reason), "The door is open again.")
        return redirect("door", event.slug)
    return ask(request, event, ("Open the door again?", BACK, "Open it again"), form, ("reopen_door",))


@at_event(DESK)
def sit_in(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Somebody takes over a guest's seats from a game on; `?undo=1` gives them back."""
    guest = get_object_or_404(Guest, event=event, badge=badge)
    if "undo" in request.GET:
        return _not_sit_in(request, event, guest)
    form = SubstituteForm(event, request.POST or None, games=_games(event))
    if form.is_valid():
        comes, (number, game) = form.cleaned_data["comes"], form.cleaned_data["since"].split(".")
        wanted = Substitution(guest.ref, comes.ref, int(number), int(game))
        done = f"{comes.name} sits in for {guest.name}. Print their card."
        reason = form.cleaned_data["reason"]
        if perform(request, event, lambda by: substitute(event, wanted, by, reason=reason), done):
            return redirect("guest", event.slug, comes.badge)
    here = reverse("sit_in", args=[event.slug, badge])
    return render(request, "tournament/sit_in.html", {"form": form, "guest": guest, "here": here, "key": new_key()})


def _not_sit_in(request: HttpRequest, event: Event, guest: Guest) -> HttpResponse:
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        done = f"{guest.name} has their seats again."
        perform(request, event, lambda by: take_back_substitute(event, guest.ref, by, reason=reason), done)
        return redirect("guest", event.slug, guest.badge)
    words = (f"Give {guest.name} their seats back?", "Who sat in for them then has no seat.", "Give them back")
    return ask(request, event, words, form, ("sit_in", guest.badge))


def ask(
    request: HttpRequest,
    event: Event,
    words: tuple[str, str, str],
    form: ReasonForm,
    address: tuple[str | int, ...],
    *,
    back: str = "door",
) -> HttpResponse:
    """A grave question with its reason: question, consequence and button, and the address that does it."""
    question, consequence, button = words
    name, *args = address
    context = {"question": question, "consequence": consequence, "button": button, "grave": True, "form": form}
    context |= {"action": reverse(str(name), args=[event.slug, *args]) + _asked(request)}
    context |= {"hidden": [("key", new_key())], "cancel_url": reverse(back, args=[event.slug]), "back": back}
    return render(request, "tournament/door_question.html", context)


def _asked(request: HttpRequest) -> str:
    return "?undo=1" if "undo" in request.GET else ""


def _closed(request: HttpRequest, event: Event) -> bool:
    seen = request.POST.get("seen", "")[:64]
    return perform(request, event, lambda by: acts.close_door(event, seen, by), "The door is closed.")


def _hidden(plan: DoorPlan) -> list[tuple[str, str]]:
    return [("seen", plan.seen), ("key", new_key())]


def _proposal(event: Event, plan: DoorPlan) -> dict[str, Any]:
    """What the page names: guests, moves by round, tables given up, what the moves harm, and the stale cards."""
    found, closing = plan.hall, plan.closing
    rounds = []
    for row in found.rounds:
        moves = [_move(event, plan, move) for move in closing.moves if move.round == row.number]
        given = [table_label(event, table) for number, table in closing.given_up if number == row.number]
        rounds.append((row, moves, given))
    now = certificate(found.seating, found.wishes, name=found.name)
    then = certificate(closing.seating, found.wishes, name=found.name)
    absent = {guest.badge for guest in plan.absent}
    harms = [harm for harm in new_harms(now, then) if harm.kind != "unseated" and not absent.intersection(harm.keys)]
    seated = bool(found.rounds)
    return {
        "plan": plan,
        "rounds": rounds,
        "moves": len(closing.moves),
        "harms": [harm.sentence for harm in harms],
        "figures": figures(now, then, 1) if seated else [],
        "nobody": not any(guest.arrived_at for guest in found.guests.values()),
        **_cards(event, sorted({*plan.stale.seat, *plan.stale.neighbour})),
    }


def _move(event: Event, plan: DoorPlan, move: Any) -> dict[str, Any]:
    before, after = stand(event, move.before.table), stand(event, move.after.table)
    where = {"before": f"{before.label} {move.before.seat}", "after": f"{after.words}, seat {move.after.seat}"}
    return where | {"guest": plan.hall.guests[int(move.key)]}


def _cards(event: Event, badges: list[int]) -> dict[str, Any]:
    address = reverse("paper_page", args=[event.slug, "score-cards"])
    return {"stale": badges, "print_url": f"{address}?badges={','.join(map(str, badges))}" if badges else ""}


def _games(event: Event) -> list[tuple[str, str]]:
    """Every game of the rounds that are not closed."""
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING).exclude(state=RoundState.CLOSED)
    return [
        (f"{found.number}.{game}", f"{found}, game {game}") for found in rounds for game in range(1, found.games + 1)
    ]

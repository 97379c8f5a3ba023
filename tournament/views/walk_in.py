"""A walk-in evening on one page: guests added in a line, the code on the wall, tables opened, the next round drawn."""

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.seating import SeatingImpossibleError
from tournament.access import DESK, at_event
from tournament.acts import walk_in as acts
from tournament.acts.guests import GuestRefusedError
from tournament.acts.next_round import number_to_draw
from tournament.acts.open_table import open_table as open_act
from tournament.acts.open_table import take_table_back
from tournament.forms.seating import ReasonForm
from tournament.forms.walk_in import LineForm, OpenTableForm
from tournament.hall_plan import stand, table_label
from tournament.ledger.formats import event_format
from tournament.ledger.seats import fewest, plan_for
from tournament.ledger.waiting import round_in_play, waiting
from tournament.models import Event, Guest, Round, SignIn, Table
from tournament.paper.codes import code_image
from tournament.paper_codes import base_address
from tournament.views.door_close import ask
from tournament.views.guests import done, signed
from tournament.views.signing import new_key, perform
from tournament.views.their_rows import pressed_before, table_of

BACK = "Those who sit there wait again, and the table is free."


@at_event(DESK)
def walk_in(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page."""
    return render(request, "tournament/walk_in.html", _page(event))


@at_event(DESK)
@require_POST
def add_walk_in(request: HttpRequest, event: Event) -> HttpResponse:
    """One line, one guest, who is here."""
    form = LineForm(request.POST)
    if not form.is_valid():
        return render(request, "tournament/walk_in.html", _page(event, line=form))
    _added(request, lambda: acts.add_walk_in(event, *form.parts, signed(request)))
    return redirect("walk_in", event.slug)


@at_event(DESK)
@require_POST
def accept(request: HttpRequest, event: Event) -> HttpResponse:
    """Let those who signed themselves in onto the list: the one chosen, or all who were shown."""
    keys = [int(key) for key in request.POST.getlist("sign_in") if key.isascii() and key.isdigit() and len(key) < 16]
    _added(request, lambda: acts.accept(event, keys, signed(request)))
    return redirect("walk_in", event.slug)


@at_event(DESK)
@require_POST
def turn_away(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody who signed in does not play, or waits again after all."""
    said = request.POST.get("sign_in", "")
    key = int(said) if said.isascii() and said.isdigit() and len(said) < 16 else 0
    if "again" in request.POST:
        done(request, lambda: acts.wait_again(event, key), "They wait again.")
    else:
        done(request, lambda: acts.turn_away(event, key, signed(request)), "They are not on the list.")
    return redirect("walk_in", event.slug)


@at_event(DESK)
@require_POST
def wall_code(request: HttpRequest, event: Event) -> HttpResponse:
    """Put a code up, or take it down."""
    if "down" in request.POST:
        done(request, lambda: acts.take_code_down(event), "Nobody can sign themselves in any more.")
    else:
        done(request, lambda: acts.put_code_up(event), "The code is up: guests sign themselves in, you accept them.")
    return redirect("walk_in", event.slug)


@at_event(DESK)
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """The code alone, large, to be printed or thrown at a wall."""
    if not event.sign_in_secret:
        return redirect("walk_in", event.slug)
    return render(request, "tournament/wall.html", _code(event))


@at_event(DESK)
@require_POST
def open_table(request: HttpRequest, event: Event) -> HttpResponse:
    """Those ticked sit down at a table of their own."""
    people = waiting(event, round_in_play(event))
    form = OpenTableForm(request.POST, waiting=[(guest.ref, guest.name) for guest in people])
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["guests"])))
        return redirect("walk_in", event.slug)
    refs = form.cleaned_data["guests"]
    words = f"A table is open for {len(refs)}: they can play."
    perform(request, event, lambda by: open_act(event, refs, by), words)
    return redirect("walk_in", event.slug)


@at_event(DESK)
def close_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask why, then take a table back that has no sheet."""
    if not pressed_before(request, event):
        table_of(event, round, table)
    form, called = ReasonForm(request.POST or None), table_label(event, table)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        words = f"Table {called} is taken back."
        perform(request, event, lambda by: take_table_back(event, (round, table), by, reason=reason), words)
        return redirect("walk_in", event.slug)
    words_of = (f"Take table {called} back?", BACK, "Take it back")
    return ask(request, event, words_of, form, ("close_table", round, table), back="walk_in")


def _added(request: HttpRequest, act: Any) -> None:
    """Do an act that adds guests, and say whom and which companies are new."""
    try:
        added = act()
    except GuestRefusedError as refused:
        messages.error(request, str(refused))
        return
    names = ", ".join(f"{guest.name}, badge {guest.badge}" for guest in added.guests[:3])
    more = f" and {len(added.guests) - 3} more" if len(added.guests) > 3 else ""
    messages.success(request, f"{names}{more}: here.")
    if added.new_companies:
        messages.warning(request, f"New here as a company: {', '.join(added.new_companies)}.")


def _page(event: Event, line: LineForm | None = None) -> dict[str, Any]:
    found = round_in_play(event)
    people = waiting(event, found)
    number = number_to_draw(event)
    return _code(event) | {
        "line": line or LineForm(),
        "waiting": []
        if number
        else [(guest, place < _at_once(event, len(people))) for place, guest in enumerate(people)],
        "enough": len(people) >= fewest(event),
        "round": found,
        "tables": _tables(event, found),
        "further": number,
        "sign_ins": list(SignIn.objects.filter(event=event, answered_at=None)),
        "turned_away": list(SignIn.objects.filter(event=event, guest=None, answered_at__isnull=False)[:8]),
        "guests": Guest.objects.filter(event=event, arrived_at__isnull=False).count(),
        "key": new_key(),
    }


def _at_once(event: Event, number: int) -> int:
    """How many of those who wait are ticked for a table: as many as the best plan for all of them begins with."""
    try:
        return plan_for(event, number).sizes[0]
    except SeatingImpossibleError:
        return min(number, event_format(event).seats.best) if number >= fewest(event) else 0


def _tables(event: Event, found: Round | None) -> list[dict[str, Any]]:
    """The tables in play: who sits there, and whether a sheet is in."""
    tables = Table.objects.filter(event=event, round=found).order_by("number") if found else Table.objects.none()
    counted = tables.annotate(in_already=Count("games__sheets")).prefetch_related("seats__guest")
    return [
        {
            "number": table.number,
            "stand": stand(event, table.number),
            "guests": [seat.guest for seat in table.seats.all() if seat.left_after_game is None],
            "played": bool(table.in_already),
        }
        for table in counted
    ]


def _code(event: Event) -> dict[str, Any]:
    if not event.sign_in_secret:
        return {"code": "", "address": ""}
    address = base_address() + reverse("sign_in", args=[event.slug, event.sign_in_secret])
    return {"code": code_image(address), "address": address}

"""Signing oneself in by the code on the wall: no log-in, and nothing happens before an official
accepts it.

What the desk does for them at the door: accept them, put the code up, open a table.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection
from string import ascii_uppercase
from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.seating import SeatingImpossibleError
from scoring.words import first_few, noun
from tournament.counting.formats import event_format
from tournament.counting.plan import MOST, fewest, stand, table_label, usual_plan
from tournament.counting.seats import all_played, round_in_play, waiting
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, once, perform, pressed_before
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, SignIn, Table
from tournament.refusal import Refused
from tournament.seating import acts_walk_in
from tournament.seating.acts_draw import number_to_draw
from tournament.seating.acts_moves import open_table as open_act
from tournament.seating.acts_moves import take_table_back
from tournament.seating.acts_walk_in import sign_in as sign_in_act
from tournament.seating.forms import ReasonForm
from tournament.seating.forms_door import OpenTableForm, SignInForm
from tournament.seating.views_door import ask
from tournament.site.access import DESK, PUBLIC, Actor, at_event, table_of
from tournament.site.codes import base_address, code_image
from tournament.site.limits import spend

A_MINUTE = 60
"""So many sign themselves in within a minute, all together; never counted by address, which a hall
shares.
"""
MOST_FREE = 8
"""So many free seats are named at the door."""
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
    keys = [
        int(key)
        for key in request.POST.getlist("sign_in")
        if key.isascii() and key.isdigit() and len(key) < 16
    ]
    added(request, event, lambda signature: acts_walk_in.accept(event, keys, signature))
    return redirect("door", event.slug)


@at_event(DESK)
@require_POST
def turn_away(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody who signed in does not play, or waits again after all."""
    text = request.POST.get("sign_in", "")
    key = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
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
    return render(request, "seating/wall.html", _code(event))


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
    form, called = ReasonForm(request.POST or None), table_label(event, table)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        words = f"Table {called} is taken back."
        perform(
            request,
            event,
            lambda signature: take_table_back(event, (round, table), signature, reason=reason),
            words,
        )
        return redirect("door", event.slug)
    words_of = (f"Take table {called} back?", BACK, "Take it back")
    return ask(request, event, words_of, form, ("close_table", round, table), back="door")


def added(
    request: HttpRequest, event: Event, act: Callable[[Signature], acts_walk_in.Added]
) -> None:
    """Do an act that adds guests once, and say whom and which companies are new."""
    if pressed_before(request, event):
        return
    try:
        added = once(request, event, act)
    except Refused as refused:
        messages.error(request, str(refused))
        return
    names = first_few([f"{guest.name} (badge {guest.badge})" for guest in added.guests], 3)
    messages.success(request, f"{names} {noun(len(added.guests), 'is', 'are')} here.")
    if added.new_companies:
        messages.warning(
            request, f"New here as {event.groups.article}: {', '.join(added.new_companies)}."
        )


MOST_TICKED = 24
"""So many of those who wait are offered for a table; the others stand in the list."""


def arrivals(event: Event, round_: Round | None, seatless: list[Guest]) -> dict[str, Any]:
    """What the door shows to the desk besides its list: who signed in, the code on the wall, who
    waits for a table, and which tables were opened tonight. `seatless` is who waits in an open
    round.
    """
    number, over = number_to_draw(event), round_ is None and all_played(event)
    people = [] if over or number else seatless if round_ else waiting(event, None)
    ticked = _at_once(event, len(people)) if people else 0
    opened = _tables(event, round_)
    answered = SignIn.objects.filter(event=event, guest=None, answered_at__isnull=False)
    return _code(event) | {
        "waiting": [(guest, index < ticked) for index, guest in enumerate(people[:MOST_TICKED])],
        "more_waiting": max(0, len(people) - MOST_TICKED),
        "enough": len(people) >= fewest(event),
        "tables": opened,
        "further": number,
        "drawn": bool(round_)
        and LedgerEntry.standing.filter(event=event, **_drawn_further(round_)).exists(),
        "sign_ins": list(SignIn.objects.filter(event=event, answered_at=None)),
        "turned_away": list(answered[:8]),
        "free_seats": _free_seats(event, round_) if round_ else [],
    }


def _free_seats(event: Event, round_: Round) -> list[tuple[str, str]]:
    """The seats that take a newcomer, such as 22 and E, one for each table: the smallest first.

    A table that everybody left is given up. One query.
    """
    row: defaultdict[int, set[str]] = defaultdict(set)
    seats = Seat.objects.filter(round=round_, left_after_game=None).order_by()
    for number, letter in seats.values_list("table__number", "letter"):
        row[number].add(letter)
    open_tables = [(len(there), number) for number, there in row.items() if len(there) < MOST]
    return [
        (table_label(event, number), _next_letter(row[number]))
        for _size, number in sorted(open_tables)[:MOST_FREE]
    ]


def _next_letter(occupied: Collection[str]) -> str:
    return next(letter for letter in ascii_uppercase if letter not in occupied)


def _at_once(event: Event, number: int) -> int:
    """How many of those who wait are ticked for a table: as many as the best plan for all of them
    begins with.
    """
    try:
        return usual_plan(event, number).sizes[0]
    except SeatingImpossibleError:
        return min(number, event_format(event).seats.best) if number >= fewest(event) else 0


def _tables(event: Event, round_: Round | None) -> list[dict[str, Any]]:
    """The tables that were opened tonight and can be taken back, with who sits there."""
    opened = _opened(event, round_) if round_ else set()
    if not opened:
        return []
    guests = defaultdict(list)
    seats = Seat.objects.filter(round=round_, left_after_game=None, table__number__in=opened)
    for seat in seats.select_related("guest").order_by("letter"):
        guests[seat.table_id].append(seat.guest)
    tables = Table.objects.filter(round=round_, number__in=opened).order_by("number")
    return [
        {"number": table.number, "stand": stand(event, table.number), "guests": guests[table.pk]}
        for table in tables.annotate(in_already=Count("games__sheets"))
        if guests[table.pk] and not table.in_already
    ]


def _drawn_further(round_: Round | None) -> dict[str, Any]:
    """How the ledger says that a round was drawn after the break."""
    return {"kind": "next_round", "body__round": round_.number if round_ else 0}


def _opened(event: Event, round_: Round) -> set[int]:
    """The tables of a round that were opened from this page and not taken back; those of a drawn
    seating are not.
    """
    acts = (
        LedgerEntry.standing.filter(event=event)
        .filter(kind__in=("open_table", "close_table"), body__round=round_.number)
        .order_by("number")
    )
    last = {body["table"]: kind for kind, body in acts.values_list("kind", "body")}
    return {table for table, kind in last.items() if kind == "open_table"}


def _code(event: Event) -> dict[str, Any]:
    if not event.sign_in_secret:
        return {"code": "", "address": ""}
    address = base_address() + reverse("sign_in", args=[event.slug, event.sign_in_secret])
    return {"code": code_image(address), "address": address}

"""The paper card as a second count: its total alone is typed; equal is verified, else the likely
cause is named.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.counting.sheet import SeatEntry
from scoring.formats import Format
from tournament.counting.formats import event_format
from tournament.entry.acts_cards import record_round_total, take_back_round_total
from tournament.entry.notation import TypedError, from_points, read_typed
from tournament.entry.notation import types_points as points_in
from tournament.ledger.signing import signature
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.site.access import DESK, at_event, guest_of, round_of


@require_POST
def _round_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    points, key = request.POST.get("points", "").strip(), request.POST.get("key", "")[:60]
    guest = _guest(event, badge)
    try:
        if not (points.isascii() and points.isdigit() and len(points) < 5):
            raise Refused("Type the total on the card as a whole number, such as 61.")
        signer, reason = signature(request, key), request.POST.get("reason", "")[:300]
        record_round_total(event, (round, guest.ref), int(points), signer, reason=reason)
        messages.success(
            request,
            f"{guest.name}: the card says {points} for round {round}, and nothing of its"
            f" {event_format(event).units}.",
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


@require_POST
def _take_back_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    guest, key = _guest(event, badge), request.POST.get("key", "")[:60]
    try:
        signer, reason = signature(request, key), request.POST.get("reason", "")[:300]
        take_back_round_total(
            event, (round, guest.ref), _hands(request, event_format(event)), signer, reason=reason
        )
        messages.success(
            request,
            f"{guest.name}: the total is taken back. Their {event_format(event).units} are counted"
            " one by one.",
        )
    except (Refused, TypedError) as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


round_total, take_back_total = at_event(DESK)(_round_total), at_event(DESK)(_take_back_total)


def _guest(event: Event, badge: int) -> Guest:
    guest_of(event, badge)
    return Guest.objects.get(event=event, badge=badge)


def _hands(request: HttpRequest, form: Format) -> dict[int, SeatEntry]:
    """The hands typed for the games saved without them; the seat is known to the act."""
    texts = {game: request.POST.get(f"hand_{game}", "").strip()[:241] for game in range(1, 100)}
    if points_in(request.POST, form):
        texts = {game: from_points(text) for game, text in texts.items()}
    return {game: read_typed("A", text, form) for game, text in texts.items() if text}


def _back(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    table = request.POST.get("table", "")
    if table.isascii() and table.isdigit() and len(table) < 5:
        return redirect("desk_totals", event.slug, round, int(table))
    return redirect("desk", event.slug)

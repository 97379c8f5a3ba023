"""A card that shows only a total: it is let stand for the games, or taken back with their hands.
What is refused stands on the page of the totals as it was typed.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.counting.formats import event_format
from tournament.entry.acts_cards import record_round_total, take_back_round_total
from tournament.entry.forms_grid import GridForm
from tournament.entry.pages_desk import found_grid, grid_page
from tournament.entry.pages_sheet import types_points
from tournament.entry.shapes import TOTALS, Shape
from tournament.ledger.chain import Signature
from tournament.ledger.signing import signature
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.site.access import DESK, at_event, guest_of, round_of
from tournament.site.text import whole_number

Act = Callable[[Signature, str], str]
"""Done with a signature, for a reason; what is said of it."""


@require_POST
def _round_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    guest = _guest(event, round, badge)
    points = whole_number(request.POST.get("points", "").strip(), 4)
    units = event_format(event).units

    def act(signer: Signature, reason: str) -> str:
        if points is None:
            raise Refused("Type the total on the card as a whole number, such as 61.")
        record_round_total(event, (round, guest.ref), points, signer, reason=reason)
        return (
            f"{guest.name}: the card says {points} for round {round}, and nothing of its {units}."
        )

    return _done(request, event, round, act)


@require_POST
def _take_back_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    guest = _guest(event, round, badge)
    form = GridForm(request.POST, event_format(event))
    types_points(request, event)

    def act(signer: Signature, reason: str) -> str:
        faults = [finding for column in form.columns for finding in column.faults]
        if faults:
            raise Refused(" ".join(finding.text for finding in faults))
        hands = {column.game: entry for column in form.columns for entry in column.entries.values()}
        take_back_round_total(event, (round, guest.ref), hands, signer, reason=reason)
        units = form.format.units
        return f"{guest.name}: the total is taken back. Their {units} are counted one by one."

    return _done(request, event, round, act)


round_total, take_back_total = at_event(DESK)(_round_total), at_event(DESK)(_take_back_total)


def _guest(event: Event, number: int, badge: int) -> Guest:
    round_of(event, number)
    guest_of(event, badge)
    return Guest.objects.get(event=event, badge=badge)


def _done(request: HttpRequest, event: Event, number: int, act: Act) -> HttpResponse:
    """Back to the totals of the table; where it is refused, with what was typed."""
    table = whole_number(request.POST.get("table", ""), 4)
    signer = signature(request, request.POST.get("key", "")[:60])
    try:
        messages.success(request, act(signer, request.POST.get("reason", "")[:300]))
    except Refused as refused:
        if table:
            extras = {"told": [str(refused)], "of_total": request.POST}
            shape = Shape(TOTALS, found_grid(event, number, table))
            return grid_page(request, shape, extras, status=422)
        messages.error(request, str(refused))
    if table:
        return redirect("desk_totals", event.slug, number, table)
    return redirect("desk", event.slug)

"""What an official sees who scans a guest's card: whether they are here, where they sit, what they
have, and what they called wrong.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournament.counting.seats import table_label
from tournament.models import Doubt, Event, Guest, Seat
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.phones.guest_page import guest_page
from tournament.site.access import OFFICIAL, at_event


@at_event(OFFICIAL)
def guest_card(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """The card of a guest, to check in and to answer them."""
    guest = get_object_or_404(
        Guest.objects.select_related("livery", "event"), event=event, badge=badge
    )
    seats = Seat.objects.filter(event=event, guest=guest, left_after_game=None)
    seats = seats.exclude(round__state=RoundState.DRAFT).select_related("round", "table")
    sits = [
        (str(seat.round), seat.round.open, table_label(event, seat.table.number), seat.letter)
        for seat in seats.order_by("round__number")
    ]
    expected = Guest.objects.filter(event=event).exclude(status__in=AWAY)
    page = guest_page(guest)
    context = {
        "guest": guest,
        "page": page,
        "sits": sits,
        "sits_now": next((one for one in sits if one[1]), sits[0] if sits else None),
        "points": [game for held in page.rounds for game in held.games if game.points is not None],
        "doubts": Doubt.objects.filter(guest=guest, seen_at=None).order_by("at"),
        "here": expected.filter(arrived_at__isnull=False).count(),
        "expected": expected.count(),
    }
    return render(request, "phones/guest_card.html", context)

"""The cards of guests as officials see them: one that is scanned, doubts, and codes printed
anew.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.counting.plan import table_label
from tournament.ledger.signing import perform
from tournament.models import Code, Doubt, Event, Guest, Seat
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.paper import acts
from tournament.phones import acts_doubts
from tournament.phones.guest_page import guest_page
from tournament.refusal import Refused
from tournament.site.access import DESK, OFFICIAL, actor_of, at_event, of_event


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
        "sits_now": next((row for row in sits if row[1]), sits[0] if sits else None),
        "points": [
            game for round_ in page.rounds for game in round_.games if game.points is not None
        ],
        "doubts": Doubt.objects.filter(guest=guest, seen_at=None).order_by("at"),
        "here": expected.filter(arrived_at__isnull=False).count(),
        "expected": expected.count(),
    }
    return render(request, "phones/guest_card.html", context)


@at_event(OFFICIAL)
def doubt_list(request: HttpRequest, event: Event) -> HttpResponse:
    """What guests called wrong; what nobody has looked at first."""
    doubts = Doubt.objects.filter(event=event).select_related("guest__livery", "game__table__round")
    listed = sorted(doubts.order_by("-at"), key=lambda doubt: doubt.seen_at is not None)
    return render(request, "phones/doubts.html", {"doubts": listed})


@at_event(OFFICIAL)
@require_POST
def see_doubt(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Mark it as looked at, or not."""
    of_event(Doubt, event, pk)
    try:
        acts_doubts.mark_doubt(
            event,
            pk,
            actor_of(request).name,
            timezone.now(),
            acknowledged=request.POST.get("seen") != "no",
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("doubts", event.slug)


@at_event(DESK)
@require_POST
def reissue_guest_code(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Put a new code in the place of the one on a guest's score card."""
    guest = get_object_or_404(Guest, event=event, badge=badge)
    code = Code.objects.filter(guest=guest, revoked_at=None).first()
    if code is None:
        messages.error(
            request,
            "No card of this guest has been printed with a code yet: there is nothing to replace.",
        )
    else:
        pk, words = (
            code.pk,
            f"{guest.name} has a new code: print the score card again. The old one no longer"
            " works.",
        )
        perform(
            request,
            event,
            lambda signer: acts.reissue_code(event, pk, signer.actor.name, signer.at),
            words,
        )
    return redirect("guest", event.slug, badge)

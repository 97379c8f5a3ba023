"""The door: guests checked in as they come, and the list of who is not here yet, which follows by itself."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST

from tournament.access import DESK, OFFICIAL, at_event
from tournament.acts import check_in as acts
from tournament.acts.attendance import AttendanceRefusedError
from tournament.forms.door import CheckInForm, meant
from tournament.hall_plan import stand
from tournament.ledger.waiting import round_in_play, waiting
from tournament.models import Event, Guest, Seat
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.views.guests import may, signed

LAST_IN = 6


@at_event(OFFICIAL)
def door(request: HttpRequest, event: Event) -> HttpResponse:
    """The page: the field for the next guest, who came last, and who is awaited."""
    return render(request, "tournament/door.html", _page(request, event, CheckInForm()))


@at_event(OFFICIAL)
def door_now(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The lists alone, as the page asks for them again and again."""
    etag = f'"door-{event.version}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = render(request, "tournament/_door_now.html", _lists(request, event))
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@at_event(OFFICIAL)
@require_POST
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Let in whom the text means, or the guest whose button was pressed; of several the page asks which."""
    form = CheckInForm({"typed": request.POST.get("badge") or request.POST.get("typed", "")})
    if not form.is_valid():
        return render(request, "tournament/door.html", _page(request, event, form))
    typed = form.cleaned_data["typed"]
    found = meant(event, typed)
    if len(found) == 1:
        _let_in(request, event, found[0])
        return redirect("door", event.slug)
    if not found:
        form.add_error("typed", f"No guest answers to “{typed}”. Try the family name, or the number on the badge.")
    return render(request, "tournament/door.html", _page(request, event, form) | {"choices": found})


@at_event(OFFICIAL)
@require_POST
def undo_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """The wrong guest was let in: they are awaited again."""
    found = meant(event, request.POST.get("badge", "")[:8])
    try:
        if len(found) != 1:
            raise acts.DoorRefusedError("There is no such guest.")
        acts.undo_check_in(event, found[0].ref, signed(request))
        messages.success(request, f"{found[0].name} is not here yet.")
    except AttendanceRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("door", event.slug)


def _let_in(request: HttpRequest, event: Event, guest: Guest) -> None:
    try:
        guest = acts.check_in(event, guest.ref, signed(request))
    except AttendanceRefusedError as refused:
        messages.error(request, str(refused))
        return
    messages.success(request, f"{guest.name} is here, badge {guest.badge}{_where(event, guest)}.")


def _where(event: Event, guest: Guest) -> str:
    """The seat to send them to, or that they need one."""
    seats = Seat.objects.filter(event=event, guest=guest, left_after_game=None)
    seat = seats.exclude(round__state=RoundState.DRAFT).select_related("table").order_by("round__number").first()
    if seat is None:
        return ". The door was closed: find them a place" if guest.status == GuestStatus.LATE else ""
    return f": table {stand(event, seat.table.number).words}, seat {seat.letter}"


def _page(request: HttpRequest, event: Event, form: CheckInForm) -> dict[str, Any]:
    return _lists(request, event) | {"form": form, "choices": ()}


def _lists(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Who is awaited, who came last, who has no seat, and who never came; three queries."""
    found = round_in_play(event)
    guests = list(event.guests.select_related("livery").order_by("sort_name", "badge"))
    came = [guest for guest in guests if guest.arrived_at]
    awaited = [guest for guest in guests if not guest.arrived_at and guest.status == GuestStatus.REGISTERED]
    return {
        "event": event,
        "at_desk": may(request, DESK.roles),
        "awaited": awaited,
        "came": len(came),
        "due": len(came) + len(awaited),
        "last_in": sorted(came, key=lambda guest: (guest.arrived_at, guest.badge), reverse=True)[:LAST_IN],
        "never_came": [guest for guest in guests if guest.status == GuestStatus.NO_SHOW],
        "round": found,
        "without_place": waiting(event, found) if found else [],
    }

"""Who was seen at the door, as the ledger tells it: compared with the marks the guests bear."""

from collections.abc import Iterator

from tournament.models import Event, Guest, LedgerEntry, Seat
from tournament.models.guest import GuestStatus

ARRIVAL = "arrival"
"""The kind of an entry that lets one guest in, or out again; others name whom they let in under `arrived`."""


def arrivals(event: Event) -> frozenset[str]:
    """The refs of all whom an act let in and none sent out again."""
    here: set[str] = set()
    entries = LedgerEntry.objects.filter(event=event).order_by("number")
    told = entries.filter(kind=ARRIVAL) | entries.filter(body__has_key="arrived")
    for kind, body in told.values_list("kind", "body"):
        if kind != ARRIVAL:
            here.update(body["arrived"])
        elif body["here"]:
            here.add(body["guest"])
        else:
            here.discard(body["guest"])
    return frozenset(here)


def faults_at_the_door(event: Event) -> Iterator[str]:
    """Marks that no act set, marks that are gone, and seats of guests who never came."""
    guests = Guest.objects.filter(event=event).order_by("badge")
    marked, told = set(guests.filter(arrived_at__isnull=False).values_list("ref", flat=True)), arrivals(event)
    for ref, name in guests.values_list("ref", "name"):
        if (ref in marked) != (ref in told):
            state = "is marked as here" if ref in marked else "is not marked as here"
            yield f"{name} {state}, and the ledger says otherwise."
    seats = Seat.objects.filter(event=event, guest__status=GuestStatus.NO_SHOW, left_after_game=None)
    for name, number in seats.values_list("guest__name", "round__number"):
        yield f"{name} never came and has a seat in round {number}."

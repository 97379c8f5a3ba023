"""Who is seen at the door, and taking that back."""

from tournament.acts.attendance import AttendanceRefusedError, guest_of
from tournament.ledger.arrivals import ARRIVAL
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest, LedgerEntry
from tournament.models.guest import GuestStatus


class DoorRefusedError(AttendanceRefusedError):
    """It cannot be done at the door: the sentence says why and what to do."""


def check_in(event: Event, ref: str, by: Signature) -> Guest:
    """A guest is seen at the door. Reverse act: `undo_check_in`.

    Who comes after the door was closed is listed as late and needs a place (`seat_late`).
    """
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.arrived_at:
            raise DoorRefusedError(f"{guest.name}, badge {guest.badge}, is here already.")
        if guest.status == GuestStatus.WITHDRAWN:
            raise DoorRefusedError(f"{guest.name} has gone home: take that back first.")
        before, guest.arrived_at = guest.status, by.at
        guest.status = GuestStatus.LATE if before == GuestStatus.NO_SHOW else before
        guest.save(update_fields=["arrived_at", "status"])
        append(row, ARRIVAL, {"guest": ref, "here": True, "before": before, "after": guest.status}, by)
    return guest


def undo_check_in(event: Event, ref: str, by: Signature) -> Guest:
    """The guest was not at the door after all. Reverse act: `check_in`."""
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.arrived_at is None:
            raise DoorRefusedError(f"{guest.name} is not marked as here.")
        last = LedgerEntry.objects.filter(event=row, kind=ARRIVAL, body__guest=ref).order_by("-number").first()
        before = guest.status
        if last and last.body["before"] == GuestStatus.NO_SHOW:
            if guest.seats.exists():
                raise DoorRefusedError(f"{guest.name} has taken a place since: take that back first.")
            guest.status = GuestStatus.NO_SHOW
        guest.arrived_at = None
        guest.save(update_fields=["arrived_at", "status"])
        append(row, ARRIVAL, {"guest": ref, "here": False, "before": before, "after": guest.status}, by)
    return guest

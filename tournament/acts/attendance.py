"""Who came late and who went home."""

from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus


class AttendanceRefusedError(ValueError):
    """The guest cannot be marked so: the sentence says why."""


def arrive_late(event: Event, ref: str, by: Signature, *, reason: str = "") -> Guest:
    """A guest who was missing sits down: the games until now stay absent. Reverse act: `as_registered`."""
    return _mark(event, ref, GuestStatus.LATE, by, reason)


def withdraw(event: Event, ref: str, by: Signature, *, reason: str) -> Guest:
    """A guest goes home: games from now on are absent, and the event's policy says how they are listed.

    Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.WITHDRAWN, by, reason)


def as_registered(event: Event, ref: str, by: Signature, *, reason: str) -> Guest:
    """Take back a late arrival or a withdrawal."""
    return _mark(event, ref, GuestStatus.REGISTERED, by, reason)


def _mark(event: Event, ref: str, status: GuestStatus, by: Signature, reason: str) -> Guest:
    with writing(event) as row:
        guest = Guest.objects.filter(event=row, ref=ref).first()
        if guest is None:
            raise AttendanceRefusedError(f"There is no guest {ref} at this event.")
        if guest.status == status:
            raise AttendanceRefusedError(f"{guest.name} is marked “{guest.get_status_display()}” already.")
        before, guest.status, guest.status_note = guest.status, status, reason[:200]
        guest.save(update_fields=["status", "status_note"])
        append(row, "attendance", {"guest": ref, "before": before, "after": status.value}, by, reason=reason)
    return guest

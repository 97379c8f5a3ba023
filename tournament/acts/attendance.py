"""Who came late and who went home: how they are listed. Their seats: tournament/acts/places.py."""

from collections.abc import Mapping

from tournament.acts.seating import SeatingRefusedError
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus
from tournament.snapshot import after_snapshot


class AttendanceRefusedError(SeatingRefusedError):
    """The guest cannot be marked so: the sentence says why."""


def arrive_late(event: Event, ref: str, by: Signature, *, reason: str = "") -> Guest:
    """A guest who was missing sits down: the games until now stay absent. Reverse act: `as_registered`."""
    return _mark(event, ref, GuestStatus.LATE, by, reason)


@after_snapshot
def withdraw(event: Event, ref: str, by: Signature, *, reason: str) -> Guest:
    """A guest goes home: games from now on are absent, and the event's policy says how they are listed.

    Their seat stays theirs; `leave` frees it as well. Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.WITHDRAWN, by, reason)


@after_snapshot
def as_registered(event: Event, ref: str, by: Signature, *, reason: str) -> Guest:
    """Take back a late arrival or a withdrawal. Reverse act: `arrive_late` or `withdraw`."""
    return _mark(event, ref, GuestStatus.REGISTERED, by, reason)


def guest_of(row: Event, ref: str) -> Guest:
    """The guest with this ref, or a refusal."""
    guest = Guest.objects.select_related("event").filter(event=row, ref=ref).first()
    if guest is None:
        raise AttendanceRefusedError(f"There is no guest {ref} at this event.")
    return guest


def list_as(guest: Guest, status: str, reason: str) -> str:
    """Change how a guest is listed, inside an act; returns how they were."""
    before, guest.status, guest.status_note = guest.status, status, reason[:200]
    guest.save(update_fields=["status", "status_note"])
    return before


def list_all(listed: Mapping[Guest, str], reason: str) -> dict[str, str]:
    """The same for several guests at once; returns how they were, by ref."""
    before = {guest.ref: guest.status for guest in listed}
    for guest, status in listed.items():
        guest.status, guest.status_note = status, reason[:200]
    Guest.objects.bulk_update(tuple(listed), ["status", "status_note"])
    return before


def _mark(event: Event, ref: str, status: GuestStatus, by: Signature, reason: str) -> Guest:
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.status == status:
            raise AttendanceRefusedError(f"{guest.name} is marked “{guest.get_status_display()}” already.")
        before = list_as(guest, status, reason)
        append(row, "attendance", {"guest": ref, "before": before, "after": status.value}, by, reason=reason)
    return guest

"""How guests are listed who came late or went home, and that they are here; their seats stay as
they are.
"""

from collections.abc import Iterable, Mapping

from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot


def arrive_late(event: Event, ref: str, signature: Signature, *, reason: str = "") -> Guest:
    """A guest who was missing sits down: the games until now stay absent.

    Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.LATE, signature, reason)


@after_snapshot
def withdraw(event: Event, ref: str, signature: Signature, *, reason: str) -> Guest:
    """A guest goes home: games from now on are absent, and the event's policy says how they are
    listed.

    Their seat stays theirs; `leave` frees it as well. Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.WITHDRAWN, signature, reason)


@after_snapshot
def as_registered(event: Event, ref: str, signature: Signature, *, reason: str) -> Guest:
    """Take back a late arrival or a withdrawal. Reverse act: `arrive_late` or `withdraw`."""
    return _mark(event, ref, GuestStatus.REGISTERED, signature, reason)


def guest_of(row: Event, ref: str) -> Guest:
    """The guest with this ref, or a refusal."""
    guest = Guest.objects.filter(event=row, ref=ref).first()
    if guest is None:
        raise Refused(f"There is no guest {ref} this evening.")
    guest.event = row
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


def _mark(event: Event, ref: str, status: GuestStatus, signature: Signature, reason: str) -> Guest:
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.status == status:
            raise Refused(f"{guest.name} is marked “{guest.get_status_display()}” already.")
        before = list_as(guest, status, reason)
        append(
            row,
            "attendance",
            {"guest": ref, "before": before, "after": status.value},
            signature,
            reason=reason,
        )
    return guest


def let_in(guests: Iterable[Guest], signature: Signature) -> list[str]:
    """Mark those as here who were not seen at the door; returns their refs, for the ledger."""
    unseen = [guest for guest in guests if guest.arrived_at is None]
    Guest.objects.filter(pk__in=[guest.pk for guest in unseen]).update(arrived_at=signature.at)
    return [guest.ref for guest in unseen]

"""The end of guests' names: how long an evening keeps them, and the acts that take them away, of
everybody when they are due, of one guest who asks.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta

from django.db import OperationalError, connection
from django.utils import timezone

from scoring.counting.board import digest
from tournament.event.images import former_guests, redact_changes
from tournament.event.redaction import (
    Redactor,
    clean,
    redact_entries,
    redact_event,
    redact_rows,
    without_name,
)
from tournament.ledger.chain import Signature, all_or_nothing, append, writing
from tournament.ledger.wiped import WIPED
from tournament.models import (
    Ask,
    Call,
    Code,
    CodeKind,
    Doubt,
    Event,
    Guest,
    Invited,
    MailServer,
    PersonLink,
    Seal,
    SentMail,
    SignIn,
    Ticket,
)
from tournament.refusal import Refused
from tournament.server import triggers
from tournament.server.capture import nothing_kept
from tournament.server.keeper import DUTIES
from tournament.site.access import Actor

LONGEST = 3650
USUAL_DAYS = 90
"""How many days after an evening its names are usually due."""
EMPTIED = (
    "title",
    "first_name",
    "last_name",
    "post_nominals",
    "spoken",
    "guest_of",
    "email",
    "status_note",
    "phone",
    "dietary",
    "notes",
    "order_number",
)
OF_A_GUEST = (*EMPTIED, "office", "name", "sort_name", "extra", "unnamed", "no_photographs")
"""What of a guest is wiped, or put in other words."""


WIPED_TOO: list[Callable[[Event, Signature], object]] = []
"""What else is wiped with the names, from when the app is ready: whoever keeps who a guest is
elsewhere adds theirs.
"""


def keep_names(event: Event, days: int | None, *, alone: bool = False) -> Event:
    """Set after how many days the names are due to be wiped, None for never, and whether that is
    done without anybody. Reverse act: setting it back.
    """
    with writing(event) as row:
        if days is not None and not 0 <= days <= LONGEST:
            raise Refused(f"Days: give a number from 0 to {LONGEST:,}, or nothing.")
        row.names_kept_days, row.names_wiped_alone = days, alone and days is not None
        row.save(update_fields=["names_kept_days", "names_wiped_alone"])
    return row


def due(event: Event) -> date | None:
    """The day from which the names are to be wiped; None where none was set, or where they are
    gone.
    """
    if event.names_kept_days is None or event.names_wiped_at is not None:
        return None
    return event.date + timedelta(days=event.names_kept_days)


def wipe_names(event: Event, signature: Signature, *, text: str) -> Event:
    """Wipe what says who the guests of a past evening were; results, places and the chain stay, by
    badge.

    `typed` is the event's name as the organiser typed it. Raises Refused. No copy of the
    database is made first, since that would keep the names. No reverse: the names are gone, but for
    copies made before.
    """
    with all_or_nothing(), writing(event) as row:
        _refuse(row, signature, text)
        with _unguarded():
            _wipe(row, signature)
    return row


@contextmanager
def _unguarded() -> Iterator[None]:
    """While the past itself is changed, and nothing of it is kept."""
    triggers.drop(connection)
    with nothing_kept():
        yield
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    triggers.create(connection)


def wipe_due() -> list[str]:
    """Wipe the names of every past evening that is to lose them without anybody once they are due;
    the addresses of those evenings. No reverse: the names are gone, but for copies made before.
    """
    wiped = []
    now = timezone.now()
    for event in Event.objects.filter(names_wiped_alone=True, names_wiped_at=None):
        day = due(event)
        if day is None or day > timezone.localdate(now) or hasattr(event, "rehearsed"):
            continue
        key = f"names of {event.slug} are due"
        wipe_names(event, Signature(Actor("Last Card, as set"), now, key), text=event.name)
        wiped.append(event.slug)
    if wiped:
        scrub()
    return wiped


def erase_guest(event: Event, guest: Guest, signature: Signature, *, text: str) -> Event:
    """Take away what says who one guest is; seat, hands and totals stay, by badge, and the chain
    vouches for what is left of it.

    `text` is the guest's name as it was typed by who means it. Raises Refused. A name
    that another guest bears too stays where it may be the other's. No reverse: the name is gone,
    but for copies made before.
    """
    with all_or_nothing(), writing(event) as row:
        current = Guest.objects.get(event=row, pk=guest.pk)
        _refuse_erasure(row, current, text)
        with _unguarded():
            _erase(row, current, signature)
    return row


def _refuse_erasure(row: Event, guest: Guest, text: str) -> None:
    _refuse_wiped(row)
    if guest.name == without_name(guest):
        raise Refused(f"Badge {guest.badge} has no name any more.")
    if text.strip() != guest.name:
        raise Refused(f"Type the name of the guest as it stands here: {guest.name}")


def _erase(row: Event, guest: Guest, signature: Signature) -> None:
    former = list(former_guests(row))
    own = [guest, *(earlier for earlier in former if earlier.badge == guest.badge)]
    peers = [
        *row.guests.exclude(pk=guest.pk),
        *(earlier for earlier in former if earlier.badge != guest.badge),
    ]
    redactor = Redactor(own, spared=peers)
    for kind in (SignIn, Ticket, SentMail, Invited, Code, PersonLink):
        kind._default_manager.filter(guest=guest).delete()
    Doubt.objects.filter(guest=guest).update(words="")
    redact_changes(row, lambda field, value: clean(field, value, redactor), guest=guest)
    changed = _redact(row, redactor)
    row.save()
    offices = _offices(row)
    _anonymous(guest, offices).save(update_fields=OF_A_GUEST)
    body = {"entries": changed, "seals": _seals(row), "guest": guest.ref}
    append(row, WIPED, body, signature)


def scrub() -> bool:
    """Rewrite the database file, so that no freed page of it holds a name; False where it must
    be done later.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return connection.vendor != "sqlite"
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except OperationalError:
        return False
    return True


def _refuse_wiped(row: Event) -> None:
    if row.names_wiped_at is not None:
        raise Refused("The names of this evening are already wiped.")
    if hasattr(row, "rehearsed"):
        raise Refused(
            "A rehearsal of this evening has its guests’ names too: wipe the rehearsal first."
        )


def _refuse(row: Event, signature: Signature, text: str) -> None:
    _refuse_wiped(row)
    if row.date >= timezone.localdate(signature.at):
        raise Refused("This evening is not over: the names are needed until the day after it.")
    if text.strip() != row.name:
        raise Refused(f"Type the name of the evening as it stands here: {row.name}")


def _wipe(row: Event, signature: Signature) -> None:
    redactor = Redactor([*row.guests.all(), *former_guests(row)])
    for wipe_too in WIPED_TOO:
        wipe_too(row, signature)
    _forget(row)
    redact_changes(row, lambda field, value: clean(field, value, redactor))
    changed = _redact(row, redactor)
    row.names_wiped_at = signature.at
    row.save()
    offices = _offices(row)
    guests = [_anonymous(guest, offices) for guest in row.guests.all()]
    Guest.objects.bulk_update(guests, OF_A_GUEST, batch_size=200)
    append(row, WIPED, {"entries": changed, "seals": _seals(row)}, signature)


def _redact(row: Event, redactor: Redactor) -> dict[str, str]:
    """Everything but the guests themselves; the digests of the entries that are other words now."""
    redact_rows(row, redactor)
    for team in set(row.guests.exclude(team="").values_list("team", flat=True)):
        row.guests.filter(team=team).update(team=redactor.words(team)[:80])
    changed = redact_entries(row, redactor)
    redact_event(row, redactor)
    row.list_mends = []
    return changed


def _offices(row: Event) -> set[str]:
    """The offices that a prize asks for."""
    return {str(prize.get("office", "")).casefold() for prize in row.further_prizes}


def _seals(row: Event) -> dict[str, str]:
    return {str(seal.edition): digest(seal.snapshot) for seal in Seal.objects.filter(event=row)}


def _forget(row: Event) -> None:
    """Rows that are of use only while there are guests, and words that are about them alone."""
    for kind in (SignIn, Ask, Ticket, SentMail, MailServer):
        kind.objects.filter(event=row).delete()
    Code.objects.filter(event=row, kind=CodeKind.GUEST).delete()
    Doubt.objects.filter(event=row).update(words="")
    Call.objects.filter(event=row).update(reason="")


def _anonymous(guest: Guest, offices: set[str]) -> Guest:
    """The guest as a badge; what prizes are counted by stays: the company, and an office that a
    prize asks for.
    """
    for name in EMPTIED:
        setattr(guest, name, "")
    guest.office = guest.office if guest.office.casefold() in offices else ""
    guest.name = without_name(guest)
    guest.sort_name = f"Guest {guest.badge:03}"
    guest.extra, guest.unnamed, guest.no_photographs = {}, False, False
    return guest


DUTIES.append(wipe_due)

"""Guests' names taken out of everything an event has written: each becomes the guest's badge.

The end of an evening's names: how long they are kept, and the one act that wipes them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django.apps import apps
from django.db import OperationalError, connection, models
from django.utils import timezone

from scoring.counting.board import digest
from tournament.event.images import former_guests, redact_changes
from tournament.ledger.chain import Signature, all_or_nothing, append, digest_of, writing
from tournament.ledger.pressing import record_named
from tournament.ledger.wiped import WIPED
from tournament.models import (
    Ask,
    Call,
    Change,
    Code,
    CodeKind,
    Doubt,
    Event,
    Guest,
    LedgerEntry,
    Livery,
    MailServer,
    Press,
    Seal,
    SentMail,
    SignIn,
    Ticket,
)
from tournament.refusal import Refused
from tournament.server import triggers
from tournament.server.capture import nothing_kept

SHORTEST = 2
"""A part of a name with fewer letters is no name that anybody could be known by."""
SOMEBODY = "a guest"
"""What a part becomes that several guests share."""


def without_name(guest: Guest) -> str:
    """How a guest is called once the names are gone."""
    return f"Guest {guest.badge}"


class Redactor:
    """Takes names out of texts and of plain JSON values; the same name always becomes the same
    words.
    """

    def __init__(self, guests: Iterable[Guest]) -> None:
        replacements: dict[str, str] = {}
        parts: dict[str, str] = {}
        for guest in guests:
            _add(replacements, _full_names(guest), without_name(guest))
            _add(parts, _parts(guest), without_name(guest))
        self._whole = _finder(replacements)
        self._any = _finder(parts | replacements)
        self._instead = parts | replacements

    def names(self, text: str) -> str:
        """The text without whole names: for columns that name officials, who may share a surname
        with a guest.
        """
        return self._whole.sub(lambda match: self._instead[match[0]], text)

    def words(self, text: str) -> str:
        """The text without whole names and without their parts: for what people wrote."""
        return self._any.sub(lambda match: self._instead[match[0]], text)

    def value(self, value: Any) -> Any:
        """A plain JSON value with every text in it so treated; keys are ours and stay."""
        if isinstance(value, str):
            return self.words(value)
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        return [self.value(item) for item in value] if isinstance(value, list) else value


def _full_names(guest: Guest) -> Iterator[str]:
    yield from (guest.name, guest.sort_name, guest.email, guest.guest_of)
    yield f"{guest.first_name} {guest.last_name}"
    yield f"{guest.last_name}, {guest.first_name}"


def _parts(guest: Guest) -> Iterator[str]:
    yield from (guest.first_name, guest.last_name)
    # Those who were only ever written in one piece: their longer words.
    yield from (
        word
        for word in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", guest.name)
        if word[0].isupper()
    )


def _add(replacements: dict[str, str], names: Iterable[str], instead: str) -> None:
    for name in names:
        part = name.strip(" ,")
        if sum(letter.isalpha() for letter in part) >= SHORTEST:
            replacements[part] = SOMEBODY if replacements.get(part, instead) != instead else instead


def _finder(names: Iterable[str]) -> re.Pattern[str]:
    """Finds the longest of these, each as words of their own."""
    longest_first = sorted(names, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


LONGEST = 3650
OFFICIALS = frozenset({"actor", "by", "checker", "umpire", "witness"})
"""Columns that name officials; so do those that end in `_by`."""
OWN_NAMES = frozenset({"name", "slug", "venue", "charity"})
"""What an event is called is no guest's name, even where it holds one."""
LEFT = (Change, Guest, LedgerEntry, Livery)
"""Kinds of rows that are treated by themselves, or hold the names of companies alone."""


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
OF_A_GUEST = (*EMPTIED, "office", "name", "sort_name", "extra", "unnamed")
"""What of a guest is wiped, or put in other words."""


WIPED_TOO: list[Callable[[Event, Signature], object]] = []
"""What else is wiped with the names, from when the app is ready: whoever keeps who a guest is
elsewhere adds theirs.
"""


def keep_names(event: Event, days: int | None) -> Event:
    """Set after how many days the names are due to be wiped, None for never.

    Reverse act: setting it back.
    """
    with writing(event) as row:
        if days is not None and not 0 <= days <= LONGEST:
            raise Refused(f"Days: give a number from 0 to {LONGEST:,}, or nothing.")
        row.names_kept_days = days
        row.save(update_fields=["names_kept_days"])
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
        triggers.drop(connection)
        with nothing_kept():
            _wipe(row, signature)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        triggers.create(connection)
    return row


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


def _refuse(row: Event, signature: Signature, text: str) -> None:
    if row.names_wiped_at is not None:
        raise Refused("The names of this evening are already wiped.")
    if hasattr(row, "rehearsed"):
        raise Refused(
            "A rehearsal of this evening has its guests’ names too: wipe the rehearsal first."
        )
    if row.date >= timezone.localdate(signature.at):
        raise Refused("This evening is not over: the names are needed until the day after it.")
    if text.strip() != row.name:
        raise Refused(f"Type the name of the evening as it stands here: {row.name}")


def _wipe(row: Event, signature: Signature) -> None:
    redactor = Redactor([*row.guests.all(), *former_guests(row)])
    for wipe_too in WIPED_TOO:
        wipe_too(row, signature)
    _forget(row)
    for model in _models_with_names(row):
        _redact(model, row, redactor)
    redact_changes(row, lambda field, value: _clean(field, value, redactor))
    _redact_presses(row, redactor)
    changed = _redact_entries(row, redactor)
    _redact_event(row, redactor, signature)
    offices = {str(prize.get("office", "")).casefold() for prize in row.further_prizes}
    guests = [_anonymous(guest, offices) for guest in row.guests.all()]
    Guest.objects.bulk_update(guests, OF_A_GUEST, batch_size=200)
    seals = {str(seal.edition): digest(seal.snapshot) for seal in Seal.objects.filter(event=row)}
    append(row, WIPED, {"entries": changed, "seals": seals}, signature)


def _forget(row: Event) -> None:
    """Rows that are of use only while there are guests, and words that are about them alone."""
    for kind in (SignIn, Ask, Ticket, SentMail, MailServer):
        kind.objects.filter(event=row).delete()
    Code.objects.filter(event=row, kind=CodeKind.GUEST).delete()
    Doubt.objects.filter(event=row).update(words="")
    Call.objects.filter(event=row).update(reason="")


def _models_with_names(row: Event) -> Iterator[type[models.Model]]:
    """Every kind of row that belongs to an event and may hold words."""
    for model in apps.get_app_config("tournament").get_models():
        if model not in LEFT and any(
            field.name == "event" for field in model._meta.concrete_fields
        ):
            yield model


def _texts(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    kinds = (models.CharField, models.TextField, models.JSONField)
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, kinds) and not field.choices
    ]


def _redact(model: type[models.Model], row: Event, redactor: Redactor) -> None:
    fields = _texts(model)
    names = [field.name for field in fields]
    if not names:
        return
    for item in model._default_manager.filter(event=row).only("pk", *names).iterator():
        before = {name: getattr(item, name) for name in names}
        after = {field.name: _clean(field, before[field.name], redactor) for field in fields}
        if after != before:
            model._default_manager.filter(pk=item.pk).update(**after)


def _clean(field: "models.Field[Any, Any]", value: Any, redactor: Redactor) -> Any:
    if isinstance(field, models.JSONField):
        return redactor.value(value)
    if not isinstance(value, str):
        return value
    of_an_official = field.name in OFFICIALS or field.name.endswith("_by")
    return (redactor.names(value) if of_an_official else redactor.words(value))[: field.max_length]


def _redact_entries(row: Event, redactor: Redactor) -> dict[str, str]:
    """The entries that held a name, by number, with the digest of what is left of each."""
    changed = {}
    for entry in LedgerEntry.objects.filter(event=row).order_by("number").iterator():
        before = entry.body, entry.reason, entry.actor
        entry.body, entry.reason = redactor.value(entry.body), redactor.words(entry.reason)[:300]
        entry.actor = redactor.names(entry.actor)[:120]
        if (entry.body, entry.reason, entry.actor) != before:
            LedgerEntry.objects.filter(pk=entry.pk).update(
                body=entry.body, reason=entry.reason, actor=entry.actor
            )
            changed[str(entry.number)] = digest_of(entry, str(row.uid))
    return changed


def _redact_presses(row: Event, redactor: Redactor) -> None:
    """A guest who told the umpires of something pressed under their own name."""
    for press in Press.objects.filter(record=record_named(row)).exclude(actor=""):
        actor = redactor.names(press.actor)[:120]
        if actor != press.actor:
            Press.objects.filter(pk=press.pk).update(actor=actor)


def _redact_event(row: Event, redactor: Redactor, signature: Signature) -> None:
    for field in _texts(Event):
        if field.name not in OWN_NAMES:
            setattr(row, field.name, _clean(field, getattr(row, field.name), redactor))
    row.list_mends = []
    row.names_wiped_at = signature.at
    row.save()


def _anonymous(guest: Guest, offices: set[str]) -> Guest:
    """The guest as a badge; what prizes are counted by stays: the company, and an office that a
    prize asks for.
    """
    for name in EMPTIED:
        setattr(guest, name, "")
    guest.office = guest.office if guest.office.casefold() in offices else ""
    guest.name = without_name(guest)
    guest.sort_name = f"Guest {guest.badge:03}"
    guest.extra, guest.unnamed = {}, False
    return guest

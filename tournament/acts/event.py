"""Setting up an event; its reverse is `remove_event`, while nothing was entered."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils.text import slugify

from tournament.held import held_fields
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Livery, Official, Role
from tournament.reference import liveries


class EventRefusedError(ValueError):
    """The event cannot be set up or changed so: the sentence says why and what to mend."""


def create_event(fields: Mapping[str, Any], *, companies: Iterable[Mapping[str, Any]] | None = None) -> Event:
    """A new event with its own copy of the livery companies (those of the fixture unless given)."""
    event = Event(**fields)
    event.slug = free_slug(event.slug or f"{event.name} {event.date.year}")
    event.full_clean()
    event.save()
    rows = liveries() if companies is None else companies
    Livery.objects.bulk_create(Livery(event=event, **row) for row in rows)
    return event


def free_slug(wanted: str) -> str:
    """An address of its own for an event: the wanted one, with a number behind it where that is taken."""
    base = slugify(wanted)[:50] or "evening"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def appoint(event: Event, user: User, role: Role) -> Official:
    """Give an account a role at the event, in the place of an earlier one."""
    official, _made = Official.objects.update_or_create(event=event, user=user, defaults={"role": role})
    return official


def change_event(event: Event, fields: Mapping[str, Any], by: Signature | None = None) -> Event:
    """Change what was declared; signed, it is recorded once the event has a record.

    Raises EventRefusedError for what is held: by the first sheet, by seated rounds, by the seal.
    """
    with writing(event) as row:
        changed = {name: value for name, value in fields.items() if value != getattr(row, name)}
        held = held_fields(row)
        reasons = dict.fromkeys(held[name] for name in changed if name in held)
        if reasons:
            names = ", ".join(name.replace("_", " ") for name in changed if name in held)
            raise EventRefusedError(f"{' '.join(reasons)} Not changed: {names}.")
        before = {name: getattr(row, name) for name in changed}
        for name, value in changed.items():
            setattr(row, name, value)
        row.full_clean()
        row.save()
        if by and changed and row.ledger.exists():
            append(row, "event", {"before": before, "after": changed}, by)
    return row


def remove_event(event: Event) -> None:
    """Take back an event that nothing was entered for."""
    if event.ledger.exists():
        raise EventRefusedError("Sheets were entered for this event, so it stays.")
    event.officials.all().delete()
    event.seats.all().delete()
    event.games.all().delete()
    event.tables.all().delete()
    event.rounds.all().delete()
    event.delete()


def next_badge(event: Event) -> int:
    """The first badge number above all given ones."""
    highest: int | None = event.guests.aggregate(highest=Max("badge"))["highest"]
    return (highest or 0) + 1

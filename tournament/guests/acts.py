"""Rows struck off with all that speaks of them alone, as long as the record names none of them.

The guests of an event: added, changed, removed, kept apart, put in teams.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    CASCADE,
    PROTECT,
    Exists,
    ForeignObjectRel,
    Max,
    Model,
    OuterRef,
    QuerySet,
)

from scoring.names import listed_name, sort_name
from tournament.counting.matches import in_matches
from tournament.guests.companies import Companies
from tournament.ledger.chain import Signature, append, append_each, writing
from tournament.models import Event, Guest, KeepApart, Livery
from tournament.models.guest import LONGEST
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot
from tournament.verification.checks import ARRIVAL


def strike(rows: QuerySet[Any]) -> bool:
    """Delete rows and what says something of them alone; False, with nothing done, where the record
    names one.

    The record is asked in one question: Django's own deletion asks each of its tables in turn.
    """
    relations = _speaking_of(rows.model)
    speaking = [(relation.related_model._base_manager.all(), relation) for relation in relations]
    mentions = [
        Exists(related.filter(**{relation.field.name: OuterRef("pk")}))
        for related, relation in speaking
        if relation.on_delete is PROTECT
    ]
    if rows.order_by().filter(reduce(or_, mentions)).exists():
        return False
    keys = list(rows.order_by().values_list("pk", flat=True))
    for related, relation in speaking:
        mine = related.filter(**{f"{relation.field.name}__in": keys})
        if relation.on_delete is CASCADE:
            mine._raw_delete(mine.db)
        elif relation.on_delete is not PROTECT:
            mine.update(**{relation.field.name: None})
    departing = rows.model._base_manager.filter(pk__in=keys)
    departing._raw_delete(departing.db)
    return True


def _speaking_of(model: type[Model]) -> list[ForeignObjectRel]:
    fields = model._meta.get_fields(include_hidden=True)
    return [field for field in fields if isinstance(field, ForeignObjectRel)]


PRIVATE = ("email", "phone", "dietary", "notes", "order_number")
IN_STANDINGS = ("livery", "team", "office", "host_connected", "status")
"""What standings and prizes know of a guest besides the name."""


def add_guest(event: Event, fields: Mapping[str, Any], signature: Signature) -> Guest:
    """A new guest with the badge given, or the next one. Reverse act: `remove_guest`."""
    with writing(event) as row:
        fields = _with_company(row, fields)
        badge = fields.get("badge") or next_badge(row)
        holder = row.guests.filter(badge=badge).first()
        if holder:
            raise Refused(
                f"Badge {badge} belongs to {holder.name}: leave it empty for the next free one."
            )
        guest = new_guest(row, dict(fields) | {"badge": badge}, refs_of(row))
        save_guest(guest)
        log_guest(row, {"act": "add", "guest": guest.ref, "after": recorded(fields)}, signature)
    return guest


def _with_company(row: Event, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields with a company that is new here kept; it is found by then where somebody else was
    faster.
    """
    company = fields.get("livery")
    if company is None or company.pk:
        return fields
    companies = Companies(row)
    known_company = companies.find(f"new: {company.name}")
    companies.save()
    return {**fields, "livery": known_company}


def add_guests(
    row: Event, fields: Sequence[Mapping[str, Any]], signature: Signature
) -> list[Guest]:
    """New guests inside an act, with the next badges, and an entry for each once the list is part
    of the record.
    """
    refs, badge = refs_of(row), next_badge(row)
    guests = [
        new_guest(row, dict(field) | {"badge": badge + place}, refs)
        for place, field in enumerate(fields)
    ]
    save_new(guests)
    if row.rounds.exclude(state=RoundState.DRAFT).exists():
        pairs = zip(guests, fields, strict=True)
        first, *rest = [
            {"act": "add", "guest": guest.ref, "after": recorded(row)} for guest, row in pairs
        ]
        append_each(
            row,
            [("guest", body) for body in rest],
            signature,
            reason="",
            after=append(row, "guest", first, signature),
        )
    return guests


def change_guest(
    event: Event, guest: Guest, fields: Mapping[str, Any], signature: Signature
) -> Guest:
    """Change what is known of a guest; the badge stays.

    A held place is named so. Reverse act: changing it back.
    """
    with writing(event) as row:
        current = Guest.objects.select_related("livery").get(event=row, pk=guest.pk)
        fields = _with_company(row, fields)
        new = {
            name: value
            for name, value in fields.items()
            if name != "badge" and getattr(current, name) != value
        }
        if "name" in new:
            new |= {"placeholder": bool(new.get("placeholder"))} if current.placeholder else {}
            if new.get("sort_name", "") == "" and (
                current.placeholder or current.sort_name == by_surname(current)
            ):
                new["sort_name"] = ""
        before = {name: getattr(current, name) for name in new}
        for name, value in new.items():
            setattr(current, name, value)
        current.sort_name = sorted_as(current)
        save_guest(current)
        if "sort_name" in new:
            new["sort_name"] = current.sort_name
        if new:
            body = {
                "act": "change",
                "guest": current.ref,
                "before": recorded(before),
                "after": recorded(new),
            }
            log_guest(row, body, signature)
    return current


@after_snapshot
def remove_guest(event: Event, guest: Guest, signature: Signature) -> None:
    """Take a guest off the list, while they have no seat. Reverse act: `add_guest`."""
    with writing(event) as row:
        current = Guest.objects.select_related("livery").get(event=row, pk=guest.pk)
        if current.seats.exists():
            raise Refused(
                f"{current.name} has a seat and stays on the list: mark them as gone home instead."
            )
        if row.paired and in_matches(current):
            raise Refused(
                f"{current.name} is paired and stays on the list: mark them as gone home instead."
            )
        if current.arrived_at:
            body = {
                "guest": current.ref,
                "here": False,
                "before": current.status,
                "after": current.status,
            }
            append(row, ARRIVAL, body, replace(signature, key=f"{signature.key[:70]} away"))
        fields = {name: getattr(current, name) for name in ("name", "badge", *IN_STANDINGS)}
        log_guest(
            row, {"act": "remove", "guest": current.ref, "before": recorded(fields)}, signature
        )
        if not strike(Guest.objects.filter(pk=current.pk)):
            raise Refused(
                f"The record names {current.name}, who stays on the list: mark them as gone home"
                " instead."
            )


def add_placeholders(
    event: Event, number: int, livery: Livery | None, signature: Signature
) -> list[Guest]:
    """So many places held: “Guest 2 of Grocers, name to follow”.

    Reverse act: `remove_guest`, for each.
    """
    with writing(event) as row:
        livery = _with_company(row, {"livery": livery})["livery"]
        refs, badge = refs_of(row), next_badge(row)
        count = row.guests.filter(placeholder=True, livery=livery).count()
        host_name = livery.name if livery and len(livery.name) <= 50 else ""
        guests = [
            new_guest(
                row,
                {
                    "badge": badge + place,
                    "name": f"{_place_name(str(count + place + 1), host_name)}, name to follow",
                    "sort_name": _place_name(f"{count + place + 1:02}", host_name),
                    "livery": livery,
                    "placeholder": True,
                },
                refs,
            )
            for place in range(number)
        ]
        Guest.objects.bulk_create(guests)
        log_guest(row, {"act": "hold", "guests": [guest.ref for guest in guests]}, signature)
    return guests


def _place_name(number: str, livery: str) -> str:
    return f"Guest {number} of {livery}" if livery else f"Guest {number}"


def keep_apart(event: Event, item: Guest, counterpart: Guest) -> KeepApart:
    """Two guests are not to sit at one table. Reverse act: `let_meet`."""
    with writing(event) as row:
        if item.pk == counterpart.pk:
            raise Refused("A guest cannot be kept apart from themselves: choose another guest.")
        first, second = sorted((item, counterpart), key=lambda guest: guest.pk)
        return KeepApart.objects.get_or_create(event=row, one=first, other=second)[0]


def let_meet(event: Event, pk: int) -> None:
    """Take a wish to keep two guests apart back. Reverse act: `keep_apart`."""
    with writing(event) as row:
        if not KeepApart.objects.filter(event=row, pk=pk).delete()[0]:
            raise Refused("There is no such wish: these two can meet.")


def put_in_team(
    event: Event, badges: Collection[int], team: str, signature: Signature
) -> list[Guest]:
    """Guests with these badges are of this team, of none where it has no name.

    It is its own reverse act.
    """
    with writing(event) as row:
        guests = list(row.guests.filter(badge__in=badges).exclude(team=team))
        before = {guest.ref: guest.team for guest in guests}
        for guest in guests:
            guest.team = team
            guest.clean_fields(exclude=["extra", "event", "livery"])
        Guest.objects.bulk_update(guests, ["team"])
        if guests:
            log_guest(row, {"act": "team", "team": team, "before": before}, signature)
    return guests


def sorted_as(guest: Guest) -> str:
    """What a guest is sorted by: what was told, with the given names where only a surname was, else
    the surname.
    """
    return (
        sort_name(guest.name, guest.sort_name)[:LONGEST] if guest.sort_name else by_surname(guest)
    )


def by_surname(guest: Guest) -> str:
    """What a guest is sorted by of whom nothing more was told than name and surname."""
    return listed_name(guest.name, surname=guest.last_name).sort_name[:LONGEST]


def save_guest(guest: Guest) -> None:
    """Save a guest whose fields are in order, or refuse with what is wrong."""
    try:
        guest.full_clean(exclude=["extra"])
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    guest.save()


def save_new(guests: Sequence[Guest]) -> None:
    """Save new guests, whose badges and refs are free, or refuse with what is wrong."""
    for guest in guests:
        try:
            guest.clean_fields(exclude=["extra", "event", "livery"])
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
    Guest.objects.bulk_create(guests)


def next_badge(event: Event) -> int:
    """The first badge number above all given ones."""
    highest: int | None = event.guests.aggregate(highest=Max("badge"))["highest"]
    return (highest or 0) + 1


def refs_of(event: Event) -> set[str]:
    """Every ref that is taken."""
    return set(event.guests.values_list("ref", flat=True))


def new_guest(event: Event, fields: Mapping[str, Any], refs: set[str]) -> Guest:
    """A guest not saved yet, with a key of their own in archives."""
    values = {name: value for name, value in fields.items() if value is not None}
    guest = Guest(event=event, **values)
    guest.sort_name = guest.sort_name if guest.placeholder and guest.sort_name else sorted_as(guest)
    ref = f"P{guest.badge:03}"
    guest.ref = (
        ref
        if ref not in refs
        else next(f"{ref}-{n}" for n in range(2, len(refs) + 3) if f"{ref}-{n}" not in refs)
    )
    refs.add(guest.ref)
    return guest


def recorded(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What the record keeps of a change: never an address."""
    plain = {
        name: value.name if isinstance(value, Livery) else value for name, value in fields.items()
    }
    return {name: "" if name in PRIVATE else value for name, value in plain.items()}


def log_guest(event: Event, body: dict[str, Any], signature: Signature) -> None:
    """Once a seating is published the list is part of the record."""
    if event.rounds.exclude(state=RoundState.DRAFT).exists():
        append(event, "guest", body, signature)

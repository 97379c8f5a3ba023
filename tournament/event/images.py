"""Guests' names taken out of what rows were before they were changed.

An image is plain: a column of JSON stands in it as the text that SQLite keeps, with its letters
escaped, so it is read before a name is looked for.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db.models import CharField, Field, JSONField, Model, TextField

from tournament.models import (
    Ask,
    Call,
    Change,
    Doubt,
    Event,
    Guest,
    Invited,
    MailServer,
    SentMail,
    SignIn,
    Ticket,
)

PERSONAL = frozenset({Guest, SignIn, Ask, Ticket, SentMail, MailServer, Doubt, Call, Invited})
"""Kinds of rows whose every word is about a guest."""
PLAIN = frozenset({"ref", "badge"})
NAMING = ("name", "sort_name", "email", "guest_of", "first_name", "last_name")
Clean = Callable[["Field[Any, Any]", Any], Any]


def former_guests(event: Event) -> Iterator[Guest]:
    """Everybody who was on the list once, under every name they had, as images know them."""
    images = list(
        Change.objects.filter(event=event, kind="guest")
        .exclude(before={})
        .values_list("key", "before")
    )
    badges = dict(event.guests.values_list("pk", "badge"))
    badges |= {key: before["badge"] for key, before in images if "badge" in before}
    for key, before in images:
        names = {name: before[name] for name in NAMING if before.get(name)}
        yield Guest(badge=badges.get(key, 0), **names)


def redact_changes(event: Event, clean: Clean, *, guest: Guest | None = None) -> None:
    """Take the names out of every image; `clean` does so for the value of a field. Of one `guest`
    alone where that is given: what images hold of others stays.
    """
    models = {
        model.__name__.lower(): model for model in apps.get_app_config("tournament").get_models()
    }
    for change in Change.objects.filter(event=event).exclude(before={}).iterator():
        model = models[change.kind]
        emptied = model in PERSONAL and (guest is None or _is_about(change, guest))
        before = dict(_redacted(model, change.before, clean, emptied=emptied))
        if before != change.before:
            Change.objects.filter(pk=change.pk).update(before=before)


def _is_about(change: Change, guest: Guest) -> bool:
    if change.kind == "guest":
        return change.key == guest.pk
    return bool(change.before.get("guest_id") == guest.pk)


def _redacted(
    model: type[Model], before: Mapping[str, Any], clean: Clean, *, emptied: bool
) -> Iterator[tuple[str, Any]]:
    fields = {str(field.column): field for field in model._meta.concrete_fields}
    for column, value in before.items():
        field = fields.get(column)
        if field is None:  # a column of former days
            continue
        if emptied:
            yield column, _emptied(field, value)
        elif isinstance(field, JSONField) and isinstance(value, str):
            yield column, json.dumps(clean(field, json.loads(value)))
        else:
            yield column, clean(field, value)


def _emptied(field: "Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, JSONField):
        return "null"
    words = isinstance(field, (CharField, TextField)) and not field.choices
    return "" if words and field.name not in PLAIN else value

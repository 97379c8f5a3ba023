"""Guests' names taken out of everything an event has written: each becomes the guest's badge."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import models

from tournament.ledger.chain import digest_of
from tournament.ledger.pressing import record_named
from tournament.models import Change, Event, Guest, LedgerEntry, Livery, Press
from tournament.models.guest import NAMELESS

SHORTEST = 2
"""A part of a name with fewer letters is no name that anybody could be known by."""
SOMEBODY = "a guest"
"""What a part becomes that several guests share."""


def without_name(guest: Guest) -> str:
    """How a guest is called once the names are gone."""
    return NAMELESS.format(guest.badge)


class Redactor:
    """Takes names out of texts and of plain JSON values; the same name always becomes the same
    words.
    """

    def __init__(self, guests: Iterable[Guest], *, spared: Iterable[Guest] = ()) -> None:
        """`spared` are guests who keep their names: a name or a part that is theirs too stays."""
        replacements: dict[str, str] = {}
        parts: dict[str, str] = {}
        for guest in guests:
            _add(replacements, _full_names(guest), without_name(guest))
            _add(parts, _parts(guest), without_name(guest))
        for guest in spared:
            for name in (*_full_names(guest), *_parts(guest), *guest.name.split()):
                replacements.pop(name.strip(" ,"), None)
                parts.pop(name.strip(" ,"), None)
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


OFFICIALS = frozenset({"actor", "by", "checker", "umpire", "witness"})
"""Columns that name officials; so do those that end in `_by`."""
OWN_NAMES = frozenset({"name", "slug", "venue", "charity"})
"""What an event is called is no guest's name, even where it holds one."""
LEFT = (Change, Guest, LedgerEntry, Livery)
"""Kinds of rows that are treated by themselves, or hold the names of companies alone."""


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


def redact_rows(row: Event, redactor: Redactor) -> None:
    """Every row that belongs to the event, but for those that are treated by themselves."""
    for model in _models_with_names(row):
        _redact(model, row, redactor)
    _redact_presses(row, redactor)


def _redact(model: type[models.Model], row: Event, redactor: Redactor) -> None:
    fields = _texts(model)
    names = [field.name for field in fields]
    if not names:
        return
    for item in model._default_manager.filter(event=row).only("pk", *names).iterator():
        before = {name: getattr(item, name) for name in names}
        after = {field.name: clean(field, before[field.name], redactor) for field in fields}
        if after != before:
            model._default_manager.filter(pk=item.pk).update(**after)


def clean(field: "models.Field[Any, Any]", value: Any, redactor: Redactor) -> Any:
    if isinstance(field, models.JSONField):
        return redactor.value(value)
    if not isinstance(value, str):
        return value
    of_an_official = field.name in OFFICIALS or field.name.endswith("_by")
    return (redactor.names(value) if of_an_official else redactor.words(value))[: field.max_length]


def redact_entries(row: Event, redactor: Redactor) -> dict[str, str]:
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


def redact_event(row: Event, redactor: Redactor) -> None:
    """The row of the event itself: its address, its board as it was released, its lists' words."""
    for field in _texts(Event):
        if field.name not in OWN_NAMES:
            setattr(row, field.name, clean(field, getattr(row, field.name), redactor))

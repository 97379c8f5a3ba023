"""Every way to change one value of a row behind the ledger."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from tests.tournament.evening import new_event
from tournament import models as rows
from tournament.models import Event

WANTED: tuple[type[models.Model], ...] = (
    rows.Sheet,
    rows.Tally,
    rows.Seat,
    rows.Seal,
    rows.CutOfCards,
    rows.RoundTotal,
    rows.CardTotal,
    rows.SecondKeying,
    rows.Answer,
    rows.Ruling,
    rows.Decision,
    rows.Adjustment,
    rows.Cancellation,
    rows.Reply,
    rows.Pending,
)
"""The tables whose rows an act makes of what its entry says."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value of one row, and another one for it."""

    table: type[models.Model]
    column: str
    row: int
    value: Any
    event: int

    def make(self) -> None:
        """Write it, as with a shell on the file."""
        self.table._base_manager.filter(pk=self.row).update(**{self.column: self.value})


def changes(table: type[models.Model], column: str) -> Iterator[Change]:
    """Every change of one column: of each row in which it holds something, the latest row first."""
    field: Any = table._meta.get_field(column)
    for row in table._base_manager.order_by("-pk"):
        other = another(field, getattr(row, field.attname), row)
        if other is not None:
            yield Change(table, field.attname, row.pk, other, row.event_id)  # type: ignore[attr-defined]


def another(field: Any, value: Any, row: models.Model) -> Any:
    """A value that the column may hold and the row does not."""
    if isinstance(field, models.ForeignKey):
        return _another_row(field, value, row)
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        return value + timedelta(seconds=1) if value else None
    if isinstance(field, models.JSONField):
        return {"other": 1} if isinstance(value, dict) else [1]
    if isinstance(field, models.IntegerField):
        return None if value is None else value + 1000
    return None if value is None else _other_text(field, value)


def _other_text(field: Any, value: str) -> str:
    if field.choices:
        return str(next(key for key, _label in field.flatchoices if key != value))
    return ("z" if value[:1] != "z" else "y") + value[1:][: (field.max_length or 99) - 1]


def _another_row(field: Any, value: Any, row: models.Model) -> Any:
    found = field.related_model._base_manager.exclude(pk=value)
    if field.related_model is User and not found.exists():
        return User.objects.create_user("somebody else").pk
    if field.related_model is Event and not found.exists():
        return new_event(name="Another").pk
    if hasattr(field.related_model, "event") and hasattr(row, "event_id"):
        found = found.filter(event_id=row.event_id)
    if field.one_to_one or field.unique:
        found = found.exclude(
            pk__in=type(row)._base_manager.exclude(**{field.name: None}).values(field.name)
        )
    return found.values_list("pk", flat=True).first()


def columns_of(table: type[models.Model]) -> tuple[str, ...]:
    """Every column but the row's own number, and the form that was sent."""
    return tuple(
        field.name
        for field in table._meta.concrete_fields
        if not field.primary_key and field.name != "press"
    )

"""The forms of the plan of the hall: first the rooms with how many tables stand in each, then each
table with its label, its room and whether no step leads to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from tournament.counting.plan import LONGEST_LABEL, LONGEST_ROOM, Stand, usual_labels
from tournament.models.guest import HIGHEST_TABLE
from tournament.site.text import WholeField, WordsField

ROOM_NUMBERS = range(1, 5)
"""The form offers so many rooms."""


class RoomsForm(forms.Form):
    """Rooms with how many tables stand in each, and how many of these, the first ones, are
    step-free.
    """

    without_13 = forms.BooleanField(label="No table is called 13", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in ROOM_NUMBERS:
            self.fields |= {
                f"room_{number}": WordsField(
                    limit=LONGEST_ROOM, label=f"Room {number}", required=False
                ),
                f"tables_{number}": WholeField(0, HIGHEST_TABLE, label="Tables", required=False),
                f"free_{number}": WholeField(0, HIGHEST_TABLE, label="Step-free", required=False),
            }

    def clean(self) -> dict[str, Any]:
        """A room needs tables, and has no more step-free ones than these."""
        cleaned = super().clean() or self.cleaned_data
        total = 0
        for number in ROOM_NUMBERS:
            tables, free = cleaned.get(f"tables_{number}") or 0, cleaned.get(f"free_{number}") or 0
            total += tables
            if cleaned.get(f"room_{number}") and not tables:
                self.add_error(f"tables_{number}", "How many tables stand in this room?")
            if free > tables:
                self.add_error(f"free_{number}", f"There are {tables} tables in this room.")
        if not total:
            raise forms.ValidationError("Say for one room at least how many tables stand in it.")
        if total > HIGHEST_TABLE:
            raise forms.ValidationError(f"At most {HIGHEST_TABLE} tables, please.")
        return cleaned

    def rows(self) -> list[dict[str, Any]]:
        """The plan: tables numbered through the rooms."""
        cleaned = self.cleaned_data
        rows: list[dict[str, Any]] = []
        for number in ROOM_NUMBERS:
            room, free = cleaned.get(f"room_{number}") or "", cleaned.get(f"free_{number}") or 0
            tables = range(cleaned.get(f"tables_{number}") or 0)
            rows += [{"room": room, "step_free": place < free} for place in tables]
        labels = islice(usual_labels(without_13=cleaned["without_13"]), len(rows))
        return [row | {"label": label} for row, label in zip(rows, labels, strict=True)]

    @property
    def lines(self) -> Iterator[tuple[BoundField, BoundField, BoundField]]:
        """The fields of each room side by side."""
        return (
            (self[f"room_{number}"], self[f"tables_{number}"], self[f"free_{number}"])
            for number in ROOM_NUMBERS
        )


@dataclass(frozen=True, slots=True)
class Line:
    """The fields of one table."""

    number: int
    label: BoundField
    room: BoundField
    step_free: BoundField


class TablesForm(forms.Form):
    """Label, room and step-free mark of every table, and the reason for a change of a plan that is
    published.
    """

    reason = WordsField(limit=300, label="Reason", help_text="It is kept with the change.")

    def __init__(self, stands: Sequence[Stand], *args: Any, published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "id_table_%s"})
        self.stands = stands
        for table in stands:
            label = WordsField(
                limit=LONGEST_LABEL, label=f"Label of table {table.number}", initial=table.label
            )
            label.error_messages["required"] = "Give the table a label."
            room = WordsField(
                limit=LONGEST_ROOM,
                label=f"Room of table {table.label}",
                required=False,
                initial=table.room,
            )
            step_free = forms.BooleanField(
                label=f"Table {table.label} is step-free", required=False, initial=table.step_free
            )
            for field in (label, room):
                field.widget.attrs["class"] = "input"
            self.fields |= {
                f"label_{table.number}": label,
                f"room_{table.number}": room,
                f"free_{table.number}": step_free,
            }
        if not published:
            del self.fields["reason"]

    def rows(self) -> list[dict[str, Any]]:
        """The plan as it was typed."""
        cleaned = self.cleaned_data
        return [
            {
                "label": cleaned[f"label_{table.number}"],
                "room": cleaned[f"room_{table.number}"],
                "step_free": cleaned[f"free_{table.number}"],
            }
            for table in self.stands
        ]

    @property
    def lines(self) -> Iterator[Line]:
        """The fields, table by table."""
        for table in self.stands:
            number = table.number
            yield Line(
                number, self[f"label_{number}"], self[f"room_{number}"], self[f"free_{number}"]
            )

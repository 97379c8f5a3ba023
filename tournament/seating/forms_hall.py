"""The plan of the hall: rooms with so many tables, and each table's label, room and step-free
side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django import forms

from tournament.counting.plan import LONGEST_LABEL, LONGEST_ROOM, Stand, usual_labels
from tournament.models.guest import HIGHEST_TABLE
from tournament.site.text import WholeField, WordsField

ROOMS = 4


class RoomsForm(forms.Form):
    """Rooms with how many tables stand in each, and how many of these, the first ones, no step
    leads to.
    """

    without_13 = forms.BooleanField(label="No table is called 13", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, ROOMS + 1):
            self.fields[f"room_{number}"] = WordsField(
                limit=LONGEST_ROOM, label=f"Room {number}", required=False
            )
            self.fields[f"tables_{number}"] = WholeField(
                0, HIGHEST_TABLE, label="Tables", required=False
            )
            self.fields[f"free_{number}"] = WholeField(
                0, HIGHEST_TABLE, label="Step-free", required=False
            )

    def clean(self) -> dict[str, Any]:
        """A room needs tables, and has no more step-free ones than these."""
        cleaned = super().clean() or self.cleaned_data
        for number in range(1, ROOMS + 1):
            tables, free = cleaned.get(f"tables_{number}") or 0, cleaned.get(f"free_{number}") or 0
            if cleaned.get(f"room_{number}") and not tables:
                self.add_error(f"tables_{number}", "How many tables stand in this room?")
            if free > tables:
                self.add_error(f"free_{number}", f"There are {tables} tables in this room.")
        if not any(cleaned.get(f"tables_{number}") for number in range(1, ROOMS + 1)):
            raise forms.ValidationError("Say for one room at least how many tables stand in it.")
        if (
            sum(cleaned.get(f"tables_{number}") or 0 for number in range(1, ROOMS + 1))
            > HIGHEST_TABLE
        ):
            raise forms.ValidationError(f"At most {HIGHEST_TABLE} tables, please.")
        return cleaned

    def rows(self) -> list[dict[str, Any]]:
        """The plan: tables numbered through the rooms."""
        rows: list[dict[str, Any]] = []
        for number in range(1, ROOMS + 1):
            room, tables, free = (
                self.cleaned_data.get(f"{name}_{number}") for name in ("room", "tables", "free")
            )
            rows += [
                {"room": room or "", "step_free": place < (free or 0)}
                for place in range(tables or 0)
            ]
        labels = islice(usual_labels(without_13=self.cleaned_data["without_13"]), len(rows))
        return [row | {"label": label} for row, label in zip(rows, labels, strict=True)]

    @property
    def lines(self) -> Iterator[tuple[Any, Any, Any]]:
        """The fields of each room side by side."""
        return (
            (self[f"room_{n}"], self[f"tables_{n}"], self[f"free_{n}"]) for n in range(1, ROOMS + 1)
        )


@dataclass(frozen=True, slots=True)
class Line:
    """The fields of one table."""

    number: int
    label: Any
    room: Any
    step_free: Any


class TablesForm(forms.Form):
    """Label, room and step-free side of every table."""

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
            free = forms.BooleanField(
                label=f"Table {table.label} is step-free", required=False, initial=table.step_free
            )
            for field in (label, room):
                field.widget.attrs["class"] = "input"
            self.fields |= {
                f"label_{table.number}": label,
                f"room_{table.number}": room,
                f"free_{table.number}": free,
            }
        if not published:
            del self.fields["reason"]

    def rows(self) -> list[dict[str, Any]]:
        """The plan as it was typed."""
        cleaned = self.cleaned_data
        return [
            {
                "label": cleaned[f"label_{n}"],
                "room": cleaned[f"room_{n}"],
                "step_free": cleaned[f"free_{n}"],
            }
            for n in (table.number for table in self.stands)
        ]

    @property
    def lines(self) -> Iterator[Line]:
        """The fields, table by table."""
        for table in self.stands:
            fields = (self[f"{name}_{table.number}"] for name in ("label", "room", "free"))
            yield Line(table.number, *fields)

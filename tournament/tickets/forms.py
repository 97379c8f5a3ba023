"""A guest list between the steps of its import: what was read travels with the page, signed, and is
edited there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core import signing
from django.http import HttpRequest, QueryDict

from tournament.models import Event
from tournament.models.guest import hidden, tidy
from tournament.site.uploads import LARGEST_FILE
from tournament.tickets.headings import BY_FIELD, Source, source_of, suggested
from tournament.tickets.judging import ALL_TOTALS, totals
from tournament.tickets.last_time import Mended, put_again, worth_keeping
from tournament.tickets.spreadsheet import (
    LONGEST_CELL,
    GuestFile,
    GuestFileError,
    GuestRow,
    read_guest_file,
)

KEPT_FOR = 12 * 60 * 60
SEPARATOR = ":"
EVERYWHERE = "="
AS_BEFORE = "as-before"


class FileForm(forms.Form):
    """The file to read."""

    file = forms.FileField(
        label="Guest list",
        allow_empty_file=True,
        help_text=(
            "A workbook (.xlsx, its first sheet) or CSV, with headings in its first row. Up to"
            " 1,000 guests."
        ),
        error_messages={
            "required": "Choose a file first.",
            "invalid": "Choose the file again: it did not arrive.",
        },
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
    )


@dataclass(frozen=True, slots=True)
class GuestList:
    """A file as read (and mended since), with the field chosen for each column; `left` are rows
    that were left out, and are no less in the list.
    """

    file: GuestFile
    columns: Mapping[int, str]
    left: tuple[GuestRow, ...] = ()
    mended: tuple[Mended, ...] = ()

    @property
    def source(self) -> Source:
        """Which shop or form it comes from."""
        return source_of(self.file.headings)

    @property
    def held(self) -> dict[str, Any]:
        """The file as plain data."""
        rows = [[row.number, *row.cells] for row in self.file.rows]
        left = [[row.number, *row.cells] for row in self.left]
        return {
            "name": self.file.name,
            "sheet": self.file.sheet,
            "headings": self.file.headings,
            "rows": rows,
            "left": left,
            "mended": self.mended,
        }

    def place(self, field: str) -> str:
        """How the page addresses the cells of a field: by the number of its column, else by the
        field's name.
        """
        return next((str(place) for place, name in self.columns.items() if name == field), field)

    def put(self, number: int, where: str, text: str) -> "GuestList":
        """The list with one cell written anew, in a new column where the file has none for the
        field; with EVERYWHERE before it, every cell of the column that says the same.
        """
        where, all_such = where.removeprefix(EVERYWHERE), where.startswith(EVERYWHERE)
        headings, columns = self.file.headings, dict(self.columns)
        if where in BY_FIELD:
            where = self.place(where)
        if where in BY_FIELD:
            columns[len(headings)] = where
            headings, where = (*headings, BY_FIELD[where].label), str(len(headings))
        place = _number(where)
        if place is None or place >= len(headings):
            return self
        old = next((_cell(row, place) for row in self.file.rows if row.number == number), "")
        rows = tuple(
            _written(
                row,
                place,
                text if row.number == number or (all_such and _cell(row, place) == old) else None,
            )
            for row in self.file.rows
        )
        mend = columns.get(place, ""), old, text
        return replace(
            self,
            file=replace(self.file, headings=headings, rows=rows),
            columns=columns,
            mended=(*self.mended, *[mend] * worth_keeping(*mend)),
        )

    def without(self, *numbers: int) -> "GuestList":
        """The list with these rows left out."""
        rows = tuple(row for row in self.file.rows if row.number not in numbers)
        left = tuple(row for row in self.file.rows if row.number in numbers)
        return replace(self, file=replace(self.file, rows=rows), left=(*self.left, *left))


def uploaded(request: HttpRequest, event: Event) -> GuestList:
    """The file just chosen. Raises GuestFileError."""
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        raise GuestFileError(" ".join(str(error) for error in form.errors["file"]))
    upload = form.cleaned_data["file"]
    name = tidy("".join(character for character in upload.name if not hidden(character)))[-60:]
    file = read_guest_file(name, upload.read(LARGEST_FILE + 1))
    remembered = event.list_headings.get(source_of(file.headings).key, {})
    return GuestList(file, suggested(file.headings, remembered))


def hold(event: Event, listed: GuestList) -> str:
    """The list as signed text for a hidden field of this event's page."""
    return signing.dumps(listed.held, salt=f"guest list {event.pk}", compress=True)


def resumed(event: Event, sent: QueryDict) -> GuestList:
    """The list as the page sends it back: columns chosen, cells typed anew, one mend applied.

    Raises GuestFileError.
    """
    try:
        state = signing.loads(sent.get("held", ""), salt=f"guest list {event.pk}", max_age=KEPT_FOR)
    except signing.BadSignature:
        raise GuestFileError("The list on this page is too old: choose the file again.") from None
    rows, left = (
        tuple(GuestRow(number, tuple(cells)) for number, *cells in state[part])
        for part in ("rows", "left")
    )
    file = GuestFile(state["name"], state["sheet"], tuple(state["headings"]), rows)
    mended = tuple((field, was, became) for field, was, became in state["mended"])
    listed = GuestList(file, _columns(sent, len(file.headings)), left, mended)
    for key in sent:
        if key.startswith(f"cell{SEPARATOR}"):
            listed = _typed(listed, key, sent.get(key, ""))
    if sent.get("mend") == AS_BEFORE:
        rows = put_again(event, listed.file.rows, listed.columns)
        return replace(listed, file=replace(listed.file, rows=rows))
    return _mended(listed, sent.get("mend", ""))


def _columns(sent: QueryDict, width: int) -> dict[int, str]:
    chosen = {place: sent.get(f"column{SEPARATOR}{place}", "") for place in range(width)}
    return {place: field for place, field in chosen.items() if field in BY_FIELD}


def _typed(listed: GuestList, key: str, text: str) -> GuestList:
    """What was typed into the box of one cell, where it differs from what the browser was given.

    Cells are addressed by column, so that a column chosen anew on the same page takes nothing of
    its neighbour.
    """
    number, where = _address(key.removeprefix(f"cell{SEPARATOR}"))
    place = _number(where)
    cells = next((row.cells for row in listed.file.rows if row.number == number), ())
    before = cells[place] if place is not None and place < len(cells) else ""
    return listed if text == before else listed.put(number, where, text[: LONGEST_CELL + 1].strip())


def _mended(listed: GuestList, mend: str) -> GuestList:
    address, _, text = mend.partition(SEPARATOR + SEPARATOR)
    number, where = _address(address)
    if number and not where:
        return listed.without(
            *(totals(listed.file.rows) if text.lstrip(SEPARATOR) == ALL_TOTALS else (number,))
        )
    return listed.put(number, where, text[: LONGEST_CELL + 1]) if number else listed


def _address(text: str) -> tuple[int, str]:
    number, _, where = text.partition(SEPARATOR)
    return _number(number) or 0, where


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def _cell(row: GuestRow, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


def _written(row: GuestRow, place: int, text: str | None) -> GuestRow:
    cells = [*row.cells, *[""] * (place + 1 - len(row.cells))]
    if text is not None:
        cells[place] = text
    return GuestRow(row.number, tuple(cells))

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
from tournament.tickets.headings import BY_FIELD, suggested
from tournament.tickets.judging import ALL_TOTALS, Wishes, totals
from tournament.tickets.last_time import (
    LEFT_OUT,
    Mended,
    choices_of,
    left_before,
    put_again,
    worth_keeping,
)
from tournament.tickets.layout import refuse_too_many, turned
from tournament.tickets.letters import ALPHABETS, rewritten
from tournament.tickets.sheets import (
    LONGEST_CELL,
    GuestFile,
    GuestFileError,
    GuestRow,
)
from tournament.tickets.sources import Source, plain, source_of
from tournament.tickets.spreadsheet import read_guest_file
from tournament.tickets.twins import Twin

KEPT_FOR = 12 * 60 * 60
SEPARATOR = ":"
EVERYWHERE = "="
AS_BEFORE = "as-before"
AS_IT_IS = ("name", "sheet", "headings", "headed", "sheets", "letters", "unseen")
"""Fields of the file that travel with the page as they are."""
COLUMN, LETTERS, FIRST = "column", "letters", "first"
"""What is pressed for: a column put to a use, other letters, the first row read the other way."""


class FileForm(forms.Form):
    """The file to read."""

    file = forms.FileField(
        label="Guest list",
        allow_empty_file=True,
        help_text=(
            "A workbook (.xlsx, .ods), CSV, or the cards of an address book (.vcf). Up to 1,000"
            " guests."
        ),
        error_messages={
            "required": "Choose a file first.",
            "invalid": "Choose the file again: it did not arrive.",
        },
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.tsv,.txt,.vcf,.xls"}),
    )


@dataclass(frozen=True, slots=True)
class GuestList:
    """A file as read (and mended since), with the field chosen for each column; `left` are rows
    that were left out, and are no less in the list; `twins` are those of which was said whether
    they are a guest who is here: by row number the badge of the guest, and the field that says it.
    """

    file: GuestFile
    columns: Mapping[int, str]
    left: tuple[GuestRow, ...] = ()
    mended: tuple[Mended, ...] = ()
    twins: tuple[Twin, ...] = ()

    @property
    def source(self) -> Source:
        """Which shop or form it comes from."""
        return source_of(self.file.headings)

    @property
    def wishes(self) -> Wishes:
        """How it is to be judged."""
        return Wishes(self.source, self.left, self.file.choices)

    @property
    def held(self) -> dict[str, Any]:
        """The file as plain data."""
        return {
            **{name: getattr(self.file, name) for name in AS_IT_IS},
            "rows": [_packed(row) for row in self.file.lines],
            "left": [_packed(row) for row in self.left],
            "mended": self.mended,
            "twins": self.twins,
            "choices": sorted(self.file.choices),
        }

    def place(self, field: str) -> str:
        """How the page addresses the cells of a field: by the number of its column, else by the
        field's name.
        """
        return next((str(place) for place, name in self.columns.items() if name == field), field)

    def put(self, number: int, location: str, text: str) -> "GuestList":
        """The list with one cell written anew, in a new column where the file has none for the
        field; with EVERYWHERE before it, every cell of the column that says the same.
        """
        location, all_such = location.removeprefix(EVERYWHERE), location.startswith(EVERYWHERE)
        headings, columns = self.file.headings, dict(self.columns)
        if location in BY_FIELD:
            location = self.place(location)
        if location in BY_FIELD:
            columns[len(headings)] = location
            headings, location = (*headings, BY_FIELD[location].label), str(len(headings))
        place = _number(location)
        if place is None or place >= len(headings):
            return self
        old = next((_cell(row, place) for row in self.file.lines if row.number == number), "")
        lines = tuple(
            _with_cell(
                row,
                place,
                text if row.number == number or (all_such and _cell(row, place) == old) else None,
            )
            for row in self.file.lines
        )
        mend = columns.get(place, ""), old, text
        return replace(
            self,
            file=replace(self.file, headings=headings, lines=lines),
            columns=columns,
            mended=(*self.mended, *[mend] * worth_keeping(*mend)),
        )

    def without(self, *numbers: int) -> "GuestList":
        """The list with these rows left out."""
        lines = tuple(row for row in self.file.lines if row.number not in numbers)
        remaining = tuple(row for row in self.file.lines if row.number in numbers)
        return replace(self, file=replace(self.file, lines=lines), left=(*self.left, *remaining))

    def answered(self, answer: str) -> "GuestList":
        """The list with one row said to be a guest who is here, or another; asked again where the
        answer is the number of the row alone.
        """
        address, _, text = answer.partition(SEPARATOR + SEPARATOR)
        first, _, rest = address.partition(SEPARATOR)
        badge, _, field = rest.partition(SEPARATOR)
        number = _number(first) or 0
        before = next((twin for twin in self.twins if twin[0] == number), None)
        twins = tuple(twin for twin in self.twins if twin != before)
        if before and not rest:
            return replace(self.put(number, before[2], ""), twins=twins)
        if field not in ("badge", "as_it_stands") or not number:
            return self
        listed = self.put(number, field, text[:LONGEST_CELL])
        return replace(listed, twins=(*twins, (number, _number(badge) or 0, field)))

    def pressed(self, choice: str) -> "GuestList":
        """The list with one question answered the other way: pressed again, as it was."""
        word, _, rest = choice.partition(SEPARATOR)
        if word == COLUMN:
            place, _, name = rest.partition(SEPARATOR)
            return self._with_column(_number(place), name)
        if word == LETTERS and rest in ALPHABETS and self.file.letters:
            return self._in_letters(rest)
        if choice == LEFT_OUT:
            lines = (*self.file.lines, *self.left)
            return replace(self, file=replace(self.file, lines=lines), left=())
        if choice == FIRST:
            file = turned(self.file)
            return replace(self, file=file, columns=suggested(file.headings))
        choices = self.file.choices ^ {choice[:LONGEST_CELL]}
        file = replace(self.file, choices=choices)
        refuse_too_many(file.rows)
        return replace(self, file=file)

    def _with_column(self, place: int | None, name: str) -> "GuestList":
        if place is None or place >= len(self.file.headings) or name not in BY_FIELD:
            return self
        columns = {
            index: field
            for index, field in self.columns.items()
            if field != name or (name == "beside" and index != place)
        }
        if self.columns.get(place) != name:
            columns[place] = name
        return replace(self, columns=columns)

    def _in_letters(self, key: str) -> "GuestList":
        before = self.file.letters
        lines = tuple(
            replace(row, cells=rewritten(row.cells, before, key)) for row in self.file.lines
        )
        headings = rewritten(self.file.headings, before, key)
        return replace(self, file=replace(self.file, letters=key, lines=lines, headings=headings))


def uploaded(request: HttpRequest, event: Event) -> GuestList:
    """The file just chosen. Raises GuestFileError."""
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        raise GuestFileError(" ".join(str(error) for error in form.errors["file"]))
    upload = form.cleaned_data["file"]
    name = tidy("".join(character for character in upload.name if not hidden(character)))[-60:]
    return opened_for(event, name, upload.read(LARGEST_FILE + 1))


def opened_for(event: Event, name: str, data: bytes) -> GuestList:
    """A file with its columns and choices as they were for the last of its shape. Raises
    GuestFileError.
    """
    file = read_guest_file(name, data)
    source = source_of(file.headings).key
    file = replace(file, choices=choices_of(event, source))
    columns = suggested(file.headings, event.list_headings.get(source, {}))
    listed = GuestList(file, _in_two_columns(file, columns))
    return listed.without(*left_before(event, file.rows))


def _in_two_columns(file: GuestFile, columns: dict[int, str]) -> dict[int, str]:
    """Two columns with “Name” over both, a word in each: first name and last name."""
    place = next((place for place, field in columns.items() if field == "name"), -2)
    names = [row.cells[place : place + 2] for row in file.rows]
    heads = {plain(heading) for heading in file.headings[place : place + 2]}
    single = sum(all(cell and " " not in cell for cell in pair) for pair in names)
    if place < 0 or place + 1 in columns or len(heads) > 1 or single * 10 < len(names) * 8:
        return columns
    return columns | {place: "first_name", place + 1: "last_name"}


def hold(event: Event, listed: GuestList) -> str:
    """The list as signed text for a hidden field of this event's page."""
    return signing.dumps(listed.held, salt=f"guest list {event.pk}", compress=True)


def resumed(event: Event, fields: QueryDict) -> GuestList:
    """The list as the page sends it back: columns chosen, cells typed anew, one mend applied.

    Raises GuestFileError.
    """
    try:
        state = signing.loads(
            fields.get("held", ""), salt=f"guest list {event.pk}", max_age=KEPT_FOR
        )
    except signing.BadSignature:
        raise GuestFileError("The list on this page is too old: choose the file again.") from None
    lines, remaining = (tuple(map(_unpacked, state[part])) for part in ("rows", "left"))
    fields_of_file = {name: _tuples(state[name]) for name in AS_IT_IS}
    file = GuestFile(lines=lines, choices=frozenset(state["choices"]), **fields_of_file)
    mended, twins = _tuples(state["mended"]), _tuples(state["twins"])
    listed = GuestList(file, _columns(fields, len(file.headings)), remaining, mended, twins)
    for key in fields:
        if key.startswith(f"cell{SEPARATOR}"):
            listed = _with_typed_cell(listed, key, fields.get(key, ""))
    if fields.get("mend") == AS_BEFORE:
        lines = put_again(event, listed.file.lines, listed.columns)
        return replace(listed, file=replace(listed.file, lines=lines))
    if "twin" in fields:
        return listed.answered(fields.get("twin", ""))
    if "press" in fields:
        return listed.pressed(fields.get("press", ""))
    return _mended(listed, fields.get("mend", ""))


def _tuples(value: Any) -> Any:
    """A plain value with tuples again where JSON has lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _columns(fields: QueryDict, width: int) -> dict[int, str]:
    chosen = {place: fields.get(f"column{SEPARATOR}{place}", "") for place in range(width)}
    return {place: field for place, field in chosen.items() if field in BY_FIELD}


def _with_typed_cell(listed: GuestList, key: str, text: str) -> GuestList:
    """What was typed into the box of one cell, where it differs from what the browser was given.

    Cells are addressed by column, so that a column chosen anew on the same page takes nothing of
    its neighbour.
    """
    number, location = _address(key.removeprefix(f"cell{SEPARATOR}"))
    place = _number(location)
    cells = next((row.cells for row in listed.file.lines if row.number == number), ())
    before = cells[place] if place is not None and place < len(cells) else ""
    return (
        listed if text == before else listed.put(number, location, text[: LONGEST_CELL + 1].strip())
    )


def _mended(listed: GuestList, mend: str) -> GuestList:
    address, _, text = mend.partition(SEPARATOR + SEPARATOR)
    number, place = _address(address)
    if number and not place:
        return listed.without(
            *(totals(listed.file.rows) if text.lstrip(SEPARATOR) == ALL_TOTALS else (number,))
        )
    return listed.put(number, place, text[: LONGEST_CELL + 1]) if number else listed


def _address(text: str) -> tuple[int, str]:
    number, _, place = text.partition(SEPARATOR)
    return _number(number) or 0, place


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def _cell(row: GuestRow, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


def _with_cell(row: GuestRow, place: int, text: str | None) -> GuestRow:
    cells = [*row.cells, *[""] * (place + 1 - len(row.cells))]
    if text is not None:
        cells[place] = text
    return replace(row, cells=tuple(cells))


def _packed(row: GuestRow) -> list[Any]:
    return [row.number, row.aside, row.merged, row.crossed, row.comments, *row.cells]


def _unpacked(packed: list[Any]) -> GuestRow:
    number, aside, merged, crossed, comments, *cells = _tuples(packed)
    return GuestRow(number, tuple(cells), aside, merged, crossed, comments)

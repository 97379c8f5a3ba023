"""What a file holds, before anybody says what of it is a guest: sheets of rows, each row with its
number, its cells as text, and why it is set aside, if it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime

LONGEST_CELL = 300
A_SHEET = 10_000
"""Rows of a further sheet are numbered from a multiple of this on, so that no two are the same."""
A_LIST = 1_000_000
"""Rows of a further list that stands beside the first are numbered from a multiple of this on."""
(
    HIDDEN,
    STRUCK,
    SHEETS,
    OTHER_SHEETS,
    HIDDEN_SHEETS,
    ABOVE,
    BELOW,
    GROUP,
    LONE,
    BESIDE,
    ACROSS,
    COLOURED,
) = (
    "hidden",
    "struck",
    "sheets",
    "other sheets",
    "hidden sheets",
    "above",
    "below",
    "group",
    "lone",
    "beside",
    "across",
    "coloured",
)
"""Why a row is set aside; each is also the name of the choice that takes such rows in."""
READ_TOO = frozenset({LONE, BESIDE, ACROSS, COLOURED})
"""Rows that are read all the same, unless the choice of this name leaves them out; `ACROSS` tells
of a row that is one cell merged over its columns, as titles are.
"""


class GuestFileError(ValueError):
    """The file cannot be read as a guest list: the sentence says why and what to do."""


Crossed = tuple[int, str, str]
"""The place of a cell with struck words, its text without them and with them."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A row as it stands in the file: its number there, its cells as text, why it is set aside, and
    which of its cells are filled from a merged cell above. `crossed` tells of the cells that were
    struck through, whole or in part, what they say without that and with it; `comments` hang on
    its cells.
    """

    number: int
    cells: tuple[str, ...]
    aside: tuple[str, ...] = ()
    merged: tuple[int, ...] = ()
    crossed: tuple[Crossed, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """How a person finds it."""
        return place_of(self.number)

    def moved(self, places: Mapping[int, int], cells: tuple[str, ...]) -> "GuestRow":
        """The row with these cells, once each place of it has gone to another one."""
        return replace(
            self,
            cells=cells,
            merged=tuple(places[place] for place in self.merged if place in places),
            crossed=tuple(
                (places[place], bare, full) for place, bare, full in self.crossed if place in places
            ),
        )


def place_of(number: int) -> str:
    """Where a person finds the row of this number: `31`, `4 of sheet 2`."""
    sheet, row = divmod(number % A_LIST, A_SHEET)
    return f"{row} of sheet {sheet}" if sheet else str(row)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with something in it."""

    title: str
    rows: list[GuestRow]
    hidden: bool = False
    fault: str = ""
    """Why it cannot be read, should it be the one with the guests."""
    unseen: tuple[int, ...] = ()
    """The columns that are hidden."""


@dataclass(frozen=True, slots=True)
class GuestFile:
    """What a file says: its name, the sheet that is read ("" for CSV), the headings, and every row
    that holds anything, those that are set aside among them.

    `headed`: the number of the row of the headings, nought where it has none. `sheets` names the
    others: number, title, and the reason why they are set aside. `letters` is the way of writing
    that was taken where the file is no Unicode. `choices` are those that a person has made,
    `unseen` the columns that are hidden.
    """

    name: str
    sheet: str
    headings: tuple[str, ...]
    lines: tuple[GuestRow, ...]
    headed: int = 1
    sheets: tuple[tuple[str, str, str], ...] = ()
    letters: str = ""
    choices: frozenset[str] = field(default_factory=frozenset)
    unseen: tuple[int, ...] = ()

    @property
    def rows(self) -> tuple[GuestRow, ...]:
        """The rows that are read: all but those set aside for a reason that nobody lifted."""
        chosen = self.choices ^ READ_TOO
        return tuple(row for row in self.lines if set(row.aside) <= chosen)


def row_of(number: int, values: Iterable[object]) -> GuestRow:
    """A row of values as text, without the empty cells at its end."""
    cells = [as_text(value) for value in values]
    while cells and not cells[-1]:
        cells.pop()
    return GuestRow(number, tuple(cells))


def without_struck(row: GuestRow, bare: Mapping[int, str]) -> GuestRow:
    """The row without the words that are struck through in it; `bare` tells of each such cell what
    is left.
    """
    cells = list(row.cells)
    crossed = []
    for place, text in bare.items():
        rest = tidy_lines(text)
        if place < len(cells) and rest != cells[place]:
            crossed.append((place, rest, cells[place]))
            cells[place] = rest
    return replace(row, cells=tuple(cells), crossed=tuple(crossed))


def tidy_lines(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()


def as_text(value: object) -> str:
    """A cell as one would read it; a text beyond the limit keeps one character more, so that it is
    refused later.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return str(value).strip()[: LONGEST_CELL + 1]

"""What a file holds, before anybody says what of it is a guest: sheets of rows, each row with its
number, its cells as text, and why it is set aside, if it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

LONGEST_CELL = 300
A_SHEET = 10_000
"""Rows of a further sheet are numbered from a multiple of this on, so that no two are the same."""
HIDDEN, STRUCK, SHEETS, OTHER_SHEETS, HIDDEN_SHEETS, ABOVE, BELOW, GROUP, LONE = (
    "hidden",
    "struck",
    "sheets",
    "other sheets",
    "hidden sheets",
    "above",
    "below",
    "group",
    "lone",
)
"""Why a row is set aside; each is also the name of the choice that takes such rows in, and of a
name that stands alone that which leaves it out.
"""


class GuestFileError(ValueError):
    """The file cannot be read as a guest list: the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A row as it stands in the file: its number there, its cells as text, why it is set aside, and
    which of its cells are filled from a merged cell above.
    """

    number: int
    cells: tuple[str, ...]
    aside: tuple[str, ...] = ()
    merged: tuple[int, ...] = ()

    @property
    def place(self) -> str:
        """How a person finds it: `31`, `4 of sheet 2`."""
        sheet, row = divmod(self.number, A_SHEET)
        return f"{row} of sheet {sheet}" if sheet else str(row)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with something in it."""

    title: str
    rows: list[GuestRow]
    hidden: bool = False
    fault: str = ""
    """Why it cannot be read, should it be the one with the guests."""


@dataclass(frozen=True, slots=True)
class GuestFile:
    """What a file says: its name, the sheet that is read ("" for CSV), the headings, and every row
    that holds anything, those that are set aside among them.

    `headed`: the number of the row of the headings, nought where it has none. `sheets` names the
    others: number, title, and the reason why they are set aside. `letters` is the way of writing
    that was taken where the file is no Unicode. `choices` are those that a person has made.
    """

    name: str
    sheet: str
    headings: tuple[str, ...]
    lines: tuple[GuestRow, ...]
    headed: int = 1
    sheets: tuple[tuple[str, str, str], ...] = ()
    letters: str = ""
    choices: frozenset[str] = field(default_factory=frozenset)

    @property
    def rows(self) -> tuple[GuestRow, ...]:
        """The rows that are read: all but those set aside for a reason that nobody lifted."""
        chosen = self.choices ^ {LONE}
        return tuple(row for row in self.lines if set(row.aside) <= chosen)


def row_of(number: int, values: Iterable[object]) -> GuestRow:
    """A row of values as text, without the empty cells at its end."""
    cells = [as_text(value) for value in values]
    while cells and not cells[-1]:
        cells.pop()
    return GuestRow(number, tuple(cells))


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

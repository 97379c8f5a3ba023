"""Reading the cells of one guest: text to values, with a fault and its mends where that cannot be."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from tournament.guest_columns import BY_FIELD
from tournament.livery_names import LiveryFinder, means_none
from tournament.names import fault_in_name, hidden, tidy

HIGHEST_BADGE = 99_999
HIGHEST_TABLE = 250
YES = frozenset({"yes", "y", "true", "1", "x", "host", "ja", "oui", "✓", "✔"})
NO = frozenset({"no", "n", "false", "0", "-", "", "guest"})
FOLLOWS = re.compile(r"(to follow|\bt\.?b\.?[ac]\.?)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mend:
    """A button: its words, and the field and text it puts in; without a field it leaves the row out."""

    words: str
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is the matter with one cell, in bold words and the rest of the sentence, and the mends on offer."""

    field: str
    bold: str
    words: str
    mends: Sequence[Mend] = ()

    @property
    def sentence(self) -> str:
        """The whole in one line, with the column it is about."""
        return f"column {BY_FIELD[self.field].label}: {self.bold} {self.words}".rstrip()


class CellError(ValueError):
    """A cell cannot be read; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


class Reader:
    """Reads cells for one event: it knows the event's companies."""

    def __init__(self, finder: LiveryFinder) -> None:
        self.finder = finder
        self.special: Mapping[str, Callable[[str], Any]] = {
            "badge": lambda cell: _whole("badge", cell, HIGHEST_BADGE),
            "fixed_table": lambda cell: _whole("fixed_table", cell, HIGHEST_TABLE),
            "livery": self._livery,
            "host_connected": _yes_or_no,
            "email": _email,
        }

    def read(self, cells: Mapping[str, str]) -> tuple[dict[str, Any], list[Fault]]:
        """The values of a row's cells by field, and what is the matter with the others."""
        values: dict[str, Any] = {}
        faults = []
        for name, cell in cells.items():
            try:
                read = self.special.get(name)
                values[name] = read(cell) if read else _words(name, cell)
            except CellError as error:
                faults.append(error.fault)
        faults += self._named(cells, values, faults)
        return values, faults

    def _named(self, cells: Mapping[str, str], values: dict[str, Any], faults: Sequence[Fault]) -> list[Fault]:
        """The printed name, from its parts where there is no column or cell for it."""
        if any(fault.field in ("name", "first_name", "last_name", "title") for fault in faults):
            return []
        if not values.get("name"):
            parts = (values.get(part, "") for part in ("title", "first_name", "last_name"))
            values["name"] = " ".join(part for part in parts if part)
        fault = fault_in_name(values["name"])
        if not values["name"]:
            return [
                Fault(
                    "name", "No name.", "Type it, or “Guest 2, name to follow”.", (Mend("Leave this row out", "", ""),)
                )
            ]
        if fault:
            return [Fault("name", "Too long.", fault)]
        if FOLLOWS.search(values["name"]):
            values["placeholder"] = True
        return []

    def _livery(self, cell: str) -> Any:
        if means_none(cell):
            return None
        found = self.finder.find(cell)
        if found:
            return found
        near = self.finder.suggest(cell)
        words = f"{near[0].name}?" if near else "The list of companies has nothing like it."
        use = [Mend("Use that" if len(near) == 1 else one.name, "livery", one.name) for one in near]
        raise CellError(Fault("livery", "No such livery.", words, (*use, Mend("No livery", "livery", ""))))


def _words(name: str, cell: str) -> str:
    longest = BY_FIELD[name].longest
    if any(hidden(character) for character in cell if not character.isspace()):
        bare = tidy("".join(character for character in cell if not hidden(character) or character.isspace()))
        bold = f"A hidden mark in the {BY_FIELD[name].label.lower().replace('name as printed', 'name')}"
        raise CellError(Fault(name, bold, _what_hides(cell), (Mend("Take it out", name, bare),)))
    text = tidy(cell)
    if len(text) > longest:
        raise CellError(Fault(name, "Too long.", f"At most {longest} characters; these are {_length(text)}."))
    fault = fault_in_name(text, longest=longest)
    if fault:
        raise CellError(Fault(name, "Not printable.", fault, _without_strangers(name, text)))
    return text


def _what_hides(cell: str) -> str:
    turning = any("\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069" for character in cell)
    return "would turn the text round." if turning else "would not be seen, and would spoil cards and lists."


def _without_strangers(name: str, text: str) -> tuple[Mend, ...]:
    kept = tidy("".join(character for character in text if not fault_in_name(character)))
    return (Mend(f"Write “{kept}”", name, kept),) if kept and not fault_in_name(kept, longest=120) else ()


def _length(text: str) -> str:
    return "more than 200" if len(text) > 200 else str(len(text))


def _whole(name: str, cell: str, highest: int) -> int | None:
    text = cell.strip().lstrip("#").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or not 1 <= int(text) <= highest:
        label = BY_FIELD[name].label.lower()
        mend = Mend("Give the next free" if name == "badge" else "No fixed table", name, "")
        raise CellError(Fault(name, f"No {label} number.", f"It is a whole number from 1 to {highest:,}.", (mend,)))
    return int(text)


def _yes_or_no(cell: str) -> bool | None:
    said = tidy(cell).casefold()
    if said in YES | NO:
        return None if not said else said in YES
    mends = (Mend("Yes", "host_connected", "yes"), Mend("No", "host_connected", "no"))
    raise CellError(Fault("host_connected", "Yes or no?", "Host-connected is said with one of these.", mends))


def _email(cell: str) -> str:
    text = cell.strip()
    try:
        if text:
            validate_email(text)
    except ValidationError:
        mend = Mend("Leave it out", "email", "")
        raise CellError(Fault("email", "No e-mail address.", "It reads like name@example.org.", (mend,))) from None
    return text

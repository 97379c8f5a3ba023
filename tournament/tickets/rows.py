"""Reading the cells of one guest: text to values, with a fault and its mends where that cannot be.

Judging the rows of a guest list: what each would do, what is the matter with it, and the mends on
offer.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.names import folded, sort_name
from tournament.guests.names import LiveryFinder, means_none
from tournament.models import Event, Guest
from tournament.models.guest import HIGHEST_BADGE, HIGHEST_TABLE
from tournament.models.names import fault_in_name, hidden, tidy
from tournament.tickets.spreadsheet import BY_FIELD, GuestRow, plain

YES = frozenset({"yes", "y", "true", "1", "x", "host", "ja", "oui", "✓", "✔"})
NO = frozenset({"no", "n", "false", "0", "-", "", "guest"})
COUNTED = frozenset({"total", "totals", "subtotal", "sum", "count", "headcount"})
HEADS = frozenset({"guests", "covers", "people"})
AROUND_COUNTED = HEADS | {
    "sub",
    "grand",
    "of",
    "the",
    "number",
    "no",
    "all",
    "overall",
    "places",
    "attending",
    "so",
    "far",
}
FOLLOWS = re.compile(r"(to follow|\bt\.?b\.?[ac]\.?)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mend:
    """A button: its words, and the field and text it puts in; without a field it leaves the row
    out.
    """

    words: str
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is the matter with one cell, in bold words and the rest of the sentence, and the mends
    on offer.
    """

    field: str
    bold: str
    words: str
    mends: Sequence[Mend] = ()

    @property
    def sentence(self) -> str:
        """The whole in one line, with the column it is about."""
        return f"column {BY_FIELD[self.field].label}: {self.bold} {self.words}".rstrip()


def is_total(cells: Iterable[str]) -> bool:
    """Whether a row counts guests and is none: “Total 113”, “Sub-total”, “Guests: 113”, and but for
    it only figures.
    """
    words = re.findall(r"[^\W\d_]+", " ".join(cells).casefold())
    figures = any(character.isdecimal() for cell in cells for character in cell)
    counts = bool(COUNTED & set(words)) or (figures and bool(HEADS & set(words)))
    return counts and set(words) <= COUNTED | AROUND_COUNTED


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
            "host_connected": lambda cell: _yes_or_no("host_connected", cell),
            "as_it_stands": lambda cell: _yes_or_no("as_it_stands", cell),
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

    def _named(
        self, cells: Mapping[str, str], values: dict[str, Any], faults: Sequence[Fault]
    ) -> list[Fault]:
        """The printed name, from its parts where there is no column or cell for it."""
        if any(fault.field in ("name", "first_name", "last_name", "title") for fault in faults):
            return []
        if not values.get("name"):
            parts = (values.get(part, "") for part in ("title", "first_name", "last_name"))
            values["name"] = " ".join(part for part in parts if part)
        elif folded(values.get("last_name", "")) not in folded(values["name"]):
            # Of two columns, “Name” and “Surname”, the first holds the given names alone.
            values["name"] = f"{values['name']} {values['last_name']}"
        if values.get("sort_name"):
            values["sort_name"] = sort_name(values["name"], values["sort_name"])[
                : BY_FIELD["sort_name"].longest
            ]
        fault = fault_in_name(values["name"])
        if not values["name"]:
            return [Fault("name", "No name.", "Type it, or “Guest 2, name to follow”.")]
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
        raise CellError(
            Fault("livery", "No such livery.", words, (*use, Mend("No livery", "livery", "")))
        )


def _words(name: str, cell: str) -> str:
    longest = BY_FIELD[name].longest
    if any(hidden(character) for character in cell if not character.isspace()):
        bare = tidy(
            "".join(character for character in cell if not hidden(character) or character.isspace())
        )
        bold = (
            "A hidden mark in the"
            f" {BY_FIELD[name].label.lower().replace('name as printed', 'name')}"
        )
        raise CellError(Fault(name, bold, _what_hides(cell), (Mend("Take it out", name, bare),)))
    text = tidy(cell)
    if len(text) > longest:
        raise CellError(
            Fault(name, "Too long.", f"At most {longest} characters; these are {_length(text)}.")
        )
    fault = fault_in_name(text, longest=longest)
    if fault:
        raise CellError(Fault(name, "Not printable.", fault, _without_strangers(name, text)))
    return text


def _what_hides(cell: str) -> str:
    turning = any(
        "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069" for character in cell
    )
    return (
        "would turn the text round."
        if turning
        else "would not be seen, and would spoil cards and lists."
    )


def _without_strangers(name: str, text: str) -> tuple[Mend, ...]:
    kept = tidy("".join(character for character in text if not fault_in_name(character)))
    return (
        (Mend(f"Write “{kept}”", name, kept),)
        if kept and not fault_in_name(kept, longest=120)
        else ()
    )


def _length(text: str) -> str:
    return "more than 200" if len(text) > 200 else str(len(text))


def _whole(name: str, cell: str, highest: int) -> int | None:
    text = cell.strip().lstrip("#").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or not 1 <= int(text) <= highest:
        label = BY_FIELD[name].label.lower()
        mend = Mend("Give the next free" if name == "badge" else "No fixed table", name, "")
        raise CellError(
            Fault(
                name, f"No {label} number.", f"It is a whole number from 1 to {highest:,}.", (mend,)
            )
        )
    return int(text)


def _yes_or_no(name: str, cell: str) -> bool | None:
    said = tidy(cell).casefold()
    if said in YES | NO:
        return None if not said else said in YES
    mends = (Mend("Yes", name, "yes"), Mend("No", name, "no"))
    raise CellError(
        Fault(name, "Yes or no?", f"{BY_FIELD[name].label} is said with one of these.", mends)
    )


def _email(cell: str) -> str:
    text = cell.strip()
    try:
        if text:
            validate_email(text)
    except ValidationError:
        mend = Mend("Leave it out", "email", "")
        raise CellError(
            Fault("email", "No e-mail address.", "It reads like name@example.org.", (mend,))
        ) from None
    return text


ADDED, MATCHED, CHANGED, REFUSED = "added", "matched", "changed", "refused"
ALL_TOTALS = "totals"
ANOTHER_PERSON = Mend("Another person", "as_it_stands", "yes")
AS_IT_STANDS = Mend("This is a guest", "as_it_stands", "yes")


@dataclass(slots=True)
class Candidate:
    """A row as it was understood: its cells by field, the values read, its faults, the guest it
    matches.

    `sure`: somebody has said that it is a guest of its own, though it looks like a total or like an
    earlier row.
    """

    number: int
    cells: Mapping[str, str]
    values: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    sure: bool = False
    guest: Guest | None = None
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def outcome(self) -> str:
        """What taking the file in does with this row."""
        if self.faults:
            return REFUSED
        if self.guest is None:
            return ADDED
        return CHANGED if self.changes else MATCHED

    @property
    def identity(self) -> tuple[str, Any]:
        """Name and livery: what tells guests apart where there is no badge."""
        livery = self.values.get("livery")
        return key_of_name(self.values.get("name", "")), livery.pk if livery else None

    def refuse(self, name: str, bold: str, words: str, *mends: Mend) -> None:
        """Add a fault of one cell."""
        self.faults.append(Fault(name, bold, words, mends))


def key_of_name(name: str) -> str:
    """A name without case, accents and punctuation; its words stay in order."""
    return plain(name)


def judge(rows: Sequence[GuestRow], columns: Mapping[int, str], event: Event) -> list[Candidate]:
    """Every row under the chosen columns, in the order of the file.

    Three queries, however many rows.
    """
    reader = Reader(LiveryFinder(event.liveries.all()))
    guests = list(event.guests.select_related("livery"))
    candidates = [_candidate(row, columns, reader) for row in rows]
    _refuse_totals(candidates, rows)
    _refuse_twice(candidates, next_free(candidates, guests))
    _match(candidates, guests)
    return candidates


def counts(candidates: Iterable[Candidate]) -> Counter[str]:
    """How many rows come to each outcome."""
    return Counter(candidate.outcome for candidate in candidates)


def next_free(candidates: Iterable[Candidate], guests: Iterable[Guest]) -> int:
    """The first badge above all that the event or the file holds."""
    held = [guest.badge for guest in guests] + [
        one.values["badge"] for one in candidates if one.values.get("badge")
    ]
    return max(held, default=0) + 1


def totals(rows: Iterable[GuestRow]) -> set[int]:
    """The numbers of the rows that count guests."""
    return {row.number for row in rows if is_total(row.cells)}


def _candidate(row: GuestRow, columns: Mapping[int, str], reader: Reader) -> Candidate:
    cells = {
        name: row.cells[place] for place, name in columns.items() if name and place < len(row.cells)
    }
    values, faults = reader.read(cells)
    sure = bool(values.pop("as_it_stands", False))
    return Candidate(row.number, cells, values, faults, sure)


def _refuse_totals(candidates: Sequence[Candidate], rows: Sequence[GuestRow]) -> None:
    """Refuse a row that counts the guests, and nothing else about it."""
    counting = totals(rows)
    for one in candidates:
        if one.number in counting and not one.sure:
            one.faults.clear()
            all_out = (
                [Mend(f"Leave all {len(counting)} totals out", "", ALL_TOTALS)]
                if len(counting) > 1
                else []
            )
            one.refuse(
                "name",
                "A total, not a guest?",
                "It seems to count the guests.",
                *all_out,
                AS_IT_STANDS,
            )


def _refuse_twice(candidates: Sequence[Candidate], free: int) -> None:
    """Refuse a badge or a person that an earlier row of the file has already; a place to be named
    is nobody yet.
    """
    badges: dict[int, Candidate] = {}
    people: dict[tuple[str, Any], Candidate] = {}
    for one in candidates:
        badge = one.values.get("badge")
        if badge in badges:
            first = badges[badge]
            give = Mend(f"Give {free}, the next free", "badge", str(free))
            one.refuse(
                "badge",
                f"Badge {badge} twice.",
                f"Row {first.number} has it: {_named(first)}.",
                give,
            )
        elif badge:
            badges[badge] = one
        if one.sure or one.values.get("placeholder") or not one.values.get("name"):
            continue
        earlier = people.setdefault(one.identity, one)
        if earlier is not one:
            words = f"Row {earlier.number} has the same name and livery."
            one.refuse("name", "The same guest twice?", words, ANOTHER_PERSON)


def _match(candidates: Iterable[Candidate], guests: Sequence[Guest]) -> None:
    by_badge = {guest.badge: guest for guest in guests}
    by_person: defaultdict[tuple[str, Any], list[Guest]] = defaultdict(list)
    for guest in guests:
        by_person[key_of_name(guest.name), guest.livery_id].append(guest)
    candidates = list(candidates)
    claimed = {one.values["badge"] for one in candidates if one.values.get("badge")}
    for one in candidates:
        badge = one.values.get("badge")
        alike = by_person.get(one.identity, []) if one.values.get("name") and not one.sure else []
        if badge in by_badge:
            one.guest = by_badge[badge]
        elif badge:
            _refuse_new_badge(one, [guest for guest in alike if guest.badge not in claimed])
        elif len(alike) > 1:
            shown = ", ".join(str(guest.badge) for guest in alike)
            mends = (Mend(f"Badge {guest.badge}", "badge", str(guest.badge)) for guest in alike[:3])
            one.refuse(
                "name", "Which of them?", f"Badges {shown} have this name and livery.", *mends
            )
        elif alike:
            one.guest = alike[0]
        if one.guest:
            _keep_accents(one, one.guest)
            one.changes = _changes(one.guest, one.values)


def _keep_accents(one: Candidate, guest: Guest) -> None:
    """A list typed without accents does not take them off a name that has them."""
    name = str(one.values.get("name", ""))
    if name.isascii() and key_of_name(name) == key_of_name(guest.name):
        one.values["name"] = guest.name


def _refuse_new_badge(one: Candidate, alike: Sequence[Guest]) -> None:
    if alike:
        held = alike[0].badge
        words = f"{alike[0].name} is here with badge {held}, and a badge stays with its guest."
        use = Mend(f"Use {held}", "badge", str(held))
        one.refuse("badge", f"Badge {one.values['badge']}?", words, use, ANOTHER_PERSON)


def _changes(guest: Guest, values: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """What a row would change on the guest it matches; an empty cell leaves things as they are."""
    changes = {}
    for name, value in values.items():
        held = getattr(guest, name)
        if value not in ("", None) and held != value:
            label = BY_FIELD[name].label if name in BY_FIELD else "Place held"
            changes[label] = (_said(held), _said(value))
    return changes


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in ("", None) else "nothing"


def _named(one: Candidate) -> str:
    return str(one.values.get("name") or "a guest whose name needs fixing")

"""Judging the rows of a guest list: what each would do, what is the matter with it, and the mends on offer."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.guest_cells import Fault, Mend, Reader
from tournament.guest_columns import BY_FIELD, plain
from tournament.guest_file import GuestRow
from tournament.livery_names import LiveryFinder
from tournament.models import Event, Guest

ADDED, MATCHED, CHANGED, REFUSED = "added", "matched", "changed", "refused"


@dataclass(slots=True)
class Candidate:
    """A row as it was understood: its cells by field, the values read, the guest it matches, and its faults."""

    number: int
    cells: Mapping[str, str]
    values: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
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
    """Every row under the chosen columns, in the order of the file. Three queries, however many rows."""
    reader = Reader(LiveryFinder(event.liveries.all()))
    guests = list(event.guests.select_related("livery"))
    candidates = [_candidate(row, columns, reader) for row in rows]
    _refuse_twice(candidates, next_free(candidates, guests))
    _match(candidates, guests)
    return candidates


def counts(candidates: Iterable[Candidate]) -> Counter[str]:
    """How many rows come to each outcome."""
    return Counter(candidate.outcome for candidate in candidates)


def next_free(candidates: Iterable[Candidate], guests: Iterable[Guest]) -> int:
    """The first badge above all that the event or the file holds."""
    held = [guest.badge for guest in guests] + [one.values["badge"] for one in candidates if one.values.get("badge")]
    return max(held, default=0) + 1


def _candidate(row: GuestRow, columns: Mapping[int, str], reader: Reader) -> Candidate:
    cells = {name: row.cells[place] for place, name in columns.items() if name and place < len(row.cells)}
    values, faults = reader.read(cells)
    return Candidate(row.number, cells, values, faults)


def _refuse_twice(candidates: Sequence[Candidate], free: int) -> None:
    """Refuse a badge or a person that an earlier row of the file has already."""
    badges: dict[int, Candidate] = {}
    people: dict[tuple[str, Any], Candidate] = {}
    for one in candidates:
        badge = one.values.get("badge")
        if badge in badges:
            first = badges[badge]
            give = Mend(f"Give {free}, the next free", "badge", str(free))
            one.refuse("badge", f"Badge {badge} twice.", f"Row {first.number} has it: {_named(first)}.", give)
        elif badge:
            badges[badge] = one
        earlier = people.setdefault(one.identity, one)
        if earlier is not one and one.values.get("name") and not badge:
            leave = Mend("Leave this row out", "", "")
            two = Mend(f"Another person: badge {free}", "badge", str(free))
            words = f"Row {earlier.number} has the same name and livery."
            one.refuse("name", "The same guest twice?", words, leave, two)


def _match(candidates: Iterable[Candidate], guests: Sequence[Guest]) -> None:
    by_badge = {guest.badge: guest for guest in guests}
    by_person: defaultdict[tuple[str, Any], list[Guest]] = defaultdict(list)
    for guest in guests:
        by_person[key_of_name(guest.name), guest.livery_id].append(guest)
    candidates = list(candidates)
    claimed = {one.values["badge"] for one in candidates if one.values.get("badge")}
    for one in candidates:
        badge = one.values.get("badge")
        alike = by_person.get(one.identity, []) if one.values.get("name") else []
        if badge in by_badge:
            one.guest = by_badge[badge]
        elif badge:
            _refuse_new_badge(one, [guest for guest in alike if guest.badge not in claimed])
        elif len(alike) > 1:
            shown = ", ".join(str(guest.badge) for guest in alike)
            mends = (Mend(f"Badge {guest.badge}", "badge", str(guest.badge)) for guest in alike[:3])
            one.refuse("name", "Which of them?", f"Badges {shown} have this name and livery.", *mends)
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
        one.refuse("badge", f"Badge {one.values['badge']}?", words, Mend(f"Use {held}", "badge", str(held)))


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
    return str(one.values.get("name") or "a guest whose name needs mending")

"""Second lists as a machine makes them: rows of a first one changed, moved to another group,
respelt, gone, new or given a twin, with who is who known. Nothing of the import is used here.
"""

from dataclasses import dataclass, replace
from random import Random

from tests.tournament.guest_lists import as_csv
from tests.tournament.tickets.messy import LIVERIES, NAMES

HEADINGS = ["Name", "Livery", "Email", "Guest of"]
KINDS = (
    "as before",
    "other group",
    "group found",
    "respelt",
    "other name",
    "gone",
    "new",
    "twin",
    "place named",
)
"""What may become of a row."""


@dataclass(frozen=True)
class Entry:
    """A row with the number of the person it is about."""

    person: int
    name: str
    livery: str = ""
    email: str = ""
    host: str = ""

    @property
    def cells(self) -> list[str]:
        """The row as the file has it."""
        return [self.name, self.livery, self.email, self.host]


@dataclass(frozen=True)
class TwoLists:
    """A list, the one that comes after it, and what became of which rows."""

    first: tuple[Entry, ...]
    second: tuple[Entry, ...]
    kinds: tuple[str, ...]

    @property
    def gone(self) -> list[Entry]:
        """Who is in the first alone: they stay as they were."""
        later = {entry.person for entry in self.second}
        return [entry for entry in self.first if entry.person not in later]


def data(entries: tuple[Entry, ...]) -> bytes:
    """The file of a list."""
    return as_csv([HEADINGS, *(entry.cells for entry in entries)])


def respelt(name: str, chance: Random) -> str:
    """The name with a letter of its surname left out, doubled or changed."""
    forename, surname = name.split()
    place = chance.randrange(1, len(surname) - 1)
    letter = chance.choice(["", surname[place] * 2, "y" if surname[place] != "y" else "i"])
    return f"{forename} {surname[:place]}{letter}{surname[place + 1 :]}"


def two_lists(kinds: tuple[str, ...], chance: Random) -> TwoLists:
    """Two lists in which a row becomes each of these, and others stay as they are."""
    names = chance.sample(NAMES, len(kinds) + 6)
    first, second = list[Entry](), list[Entry]()
    for person, (name, kind) in enumerate(zip(names, [*kinds, *["as before"] * 4], strict=False)):
        livery, other = chance.sample(LIVERIES, 2)
        email = f"{name.split()[0].lower()}.{person}@example.org"
        entry = Entry(person, name, livery, email if chance.random() < 0.5 else "")
        before, after = _become(kind, entry, other, names[-1 - person % 2])
        first += before
        second += after
        if kind == "respelt":
            second[-1] = replace(second[-1], name=respelt(name, chance))
    chance.shuffle(second)
    return TwoLists(tuple(first), tuple(second), kinds)


def _become(kind: str, entry: Entry, other: str, spare: str) -> tuple[list[Entry], list[Entry]]:
    address = f"{entry.person}@example.org"
    changes = {
        "other group": (entry, replace(entry, livery=other)),
        "group found": (replace(entry, livery=""), entry),
        "other name": (
            replace(entry, email=address),
            replace(entry, email=address, name=f"{entry.name.split()[0]} Hartspring"),
        ),
        "place named": (
            replace(entry, name=f"Guest of {spare}", email="", host=spare),
            replace(entry, name=entry.name, email="", host=spare),
        ),
    }
    if kind in changes:
        before, after = changes[kind]
        return [before], [after]
    if kind == "gone":
        return [entry], []
    if kind == "new":
        return [], [entry]
    if kind == "twin":
        twin = replace(entry, person=100 + entry.person, livery=other, email="")
        return [entry], [entry, twin]
    return [entry], [entry]


def chosen(seed: int) -> TwoLists:
    """Two lists with up to four kinds of change; every kind in its turn."""
    chance = Random(seed)
    kinds = [KINDS[seed % len(KINDS)], *chance.sample(KINDS, chance.randint(0, 3))]
    return two_lists(tuple(dict.fromkeys(kinds)), chance)

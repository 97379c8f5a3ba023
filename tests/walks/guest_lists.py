"""Guest lists as people make them: a name in one column or in three, numbers, honours, a total at
the end.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import openpyxl

FIRST = (
    "Ann",
    "Ben",
    "Carol",
    "David",
    "Edith",
    "Frank",
    "Grace",
    "Henry",
    "Iris",
    "James",
    "Katherine",
    "Leo",
    "Mary",
    "Nigel",
    "Olive",
    "Peter",
    "Rose",
    "Stephen",
    "Una",
    "Victor",
    "Wilma",
    "Zoë",
)
LAST = (
    "Carver",
    "Barker",
    "Smith",
    "van der Berg",
    "O'Neill",
    "St John",
    "de la Mare",
    "Fisher",
    "Mason",
    "Taylor",
    "Fetherstonhaugh-Cholmondeley",
    "Oak",
    "Ng",
    "Wright",
    "Cooper",
    "Müller",
    "Pike",
    "King",
    "Lee",
    "Ward",
)
LIVERIES = (
    "Grocers",
    "Mercers",
    "Drapers",
    "Vintners",
    "Makers of Playing Cards",
    "Salters",
    "Cutlers",
    "Bakers",
)
HONOURS = ("OBE", "KC", "MBE", "CC", "JP", "DL")
TITLES = ("Mr", "Mrs", "Dr", "Alderman", "Sir", "Lt Col")
STYLES = ("name", "name and livery", "numbered", "in parts", "with honours", "placed")
FLAWS = ("total", "twice", "no livery")


@dataclass(frozen=True)
class GuestList:
    """A file, the numbers of its rows that are nobody, and who in it is connected with the host."""

    name: str
    data: bytes
    nobody: tuple[int, ...] = ()
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Made:
    first: str
    last: str
    livery: str
    title: str
    honours: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


def guest_list(dice: Random, number: int, style: str, flaws: Sequence[str] = ()) -> GuestList:
    """So many guests in a file of one of the styles, with these flaws."""
    people = _people(dice, number)
    heads, rows = _in_style(dice, people, style, flaws)
    nobody = []
    if "twice" in flaws:
        rows.append(
            list(dice.choice(rows))
            if style != "numbered"
            else [str(number + 1), *dice.choice(rows)[1:]]
        )
        nobody.append(len(rows) + 1)
    if "total" in flaws:
        total = ["" for _ in heads]
        total[1 if style == "numbered" else 0] = "TOTAL"
        total[-1] = total[-1] or str(number)
        rows.append(total)
        nobody.append(len(rows) + 1)
    hosts = tuple(row[0] for row in rows if style == "placed" and row[-1] == "yes")
    if dice.random() < 0.3:
        return GuestList("guests.xlsx", _workbook([heads, *rows]), tuple(nobody), hosts)
    return GuestList("guests.csv", _text([heads, *rows], dice.choice(",;\t")), tuple(nobody), hosts)


def _people(dice: Random, number: int) -> list[_Made]:
    """Nobody bears the name of another; whom one list means is another test's."""
    pairs = [(first, last) for first in FIRST for last in LAST]
    return [
        _Made(
            first,
            last,
            dice.choice(LIVERIES),
            dice.choice(TITLES),
            dice.choice(HONOURS) if dice.random() < 0.3 else "",
        )
        for first, last in dice.sample(pairs, number)
    ]


def _in_style(
    dice: Random, people: Sequence[_Made], style: str, flaws: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    def livery(one: _Made) -> str:
        return (
            dice.choice(("none", "", "n/a"))
            if "no livery" in flaws and dice.random() < 0.2
            else one.livery
        )

    if style == "name":
        return ["Name"], [[person.name] for person in people]
    if style == "numbered":
        return ["No.", "Name", "Company"], [
            [str(at), one.name, livery(one)] for at, one in enumerate(people, 1)
        ]
    if style == "in parts":
        heads = ["Title", "First name", "Surname", "Livery Company", "Letters"]
        return heads, [
            [person.title, person.first, person.last, livery(person), person.honours]
            for person in people
        ]
    if style == "with honours":
        return ["Guest name", "Livery"], [
            [f"{person.name} {person.honours}".strip(), livery(person)] for person in people
        ]
    if style == "placed":
        heads = ["Name", "Livery", "Dietary requirements", "Host connected"]
        return heads, [
            [person.name, livery(person), "", "yes" if dice.random() < 0.1 else ""]
            for person in people
        ]
    return ["Name", "Livery"], [[person.name, livery(person)] for person in people]


def _text(rows: Sequence[Sequence[str]], delimiter: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode("utf-8")


def _workbook(rows: Sequence[Sequence[str]]) -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in rows:
        sheet.append([int(cell) if cell.isdigit() else cell or None for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()

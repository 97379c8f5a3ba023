"""Guest lists as a machine makes them messy: rows that are true, then spoilt in the ways in which
people spoil them; the truth is known.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import openpyxl
from openpyxl.styles import Font

from tests.tournament.guest_lists import as_csv

FORENAMES = ("Ada", "Bruno", "Cosmo", "Dora", "Edda", "Finn", "Greta", "Hugo", "Iris", "Jonas")
SURNAMES = ("Quillfeather", "Underhay", "Tillingham", "Pembarton", "Marchbank", "Wrenfold")
LIVERIES = ("Mercers", "Grocers", "Drapers", "Fishmongers", "Skinners")
NAMES = [f"{forename} {surname}" for forename in FORENAMES for surname in SURNAMES]
Person = tuple[str, str]


@dataclass
class Messy:
    """A list while it is being spoilt: who truly comes, the rows, and what stands around them."""

    truth: list[Person]
    headings: list[str]
    rows: list[list[str]]
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    merged: list[tuple[int, int]] = field(default_factory=list)
    sheets: dict[str, list[list[str]]] = field(default_factory=dict)
    encoding: str = "utf-8"

    def data(self) -> bytes:
        """The file: a workbook where only a workbook can say it."""
        lines = [[text] for text in self.above]
        lines += [self.headings] if self.headings else []
        start = len(lines)
        lines += [*self.rows, *([[], *([text] for text in self.below)] if self.below else [])]
        if not (self.hidden or self.struck or self.merged or self.sheets):
            return as_csv(lines, encoding=self.encoding)
        book = openpyxl.Workbook()
        sheet: Any = book.active
        for row in lines:
            sheet.append(row)
        for number in self.hidden:
            sheet.row_dimensions[start + number + 1].hidden = True
        for number in self.struck:
            for cell in sheet[start + number + 1]:
                cell.font = Font(strike=True)
        for first, last in self.merged:
            sheet.merge_cells(f"B{start + first + 1}:B{start + last + 1}")
        for title, further in self.sheets.items():
            other: Any = book.create_sheet(title)
            for row in further:
                other.append(row)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()


def plain_list(chance: Random) -> Messy:
    """A list in which nothing is wrong."""
    truth = [
        (name, chance.choice(LIVERIES)) for name in chance.sample(NAMES, chance.randint(6, 14))
    ]
    truth.sort(key=lambda person: person[1])
    return Messy(truth, ["Name", "Livery"], [[*person] for person in truth])


def _hide(mess: Messy, chance: Random) -> None:
    row = chance.randrange(len(mess.rows))
    mess.hidden.add(row)
    del mess.truth[row]


def _strike(mess: Messy, chance: Random) -> None:
    row = chance.randrange(len(mess.rows))
    mess.struck.add(row)
    del mess.truth[row]


def _merge(mess: Messy, _chance: Random) -> None:
    liveries = [row[1] for row in mess.rows]
    for livery in dict.fromkeys(liveries):
        first, number = liveries.index(livery), liveries.count(livery)
        if number > 1:
            mess.merged.append((first, first + number - 1))


def _more_sheets(mess: Messy, chance: Random) -> None:
    number = chance.randint(2, len(mess.rows) - 2)
    mess.sheets["Late"] = [mess.headings, *mess.rows[number:]]
    del mess.rows[number:]


def _cover(mess: Messy, _chance: Random) -> None:
    mess.sheets["Read me"] = [["Please see the other tab"]]


def _no_headings(mess: Messy, _chance: Random) -> None:
    mess.headings = []


def _notes(mess: Messy, chance: Random) -> None:
    mess.above = ["Guest list of the evening of the companies", "as of Tuesday"]
    texts = [
        "Page 1 of 1",
        "Copyright (c) 2026. All rights reserved.",
        "Printed by the Clerk, 12:30",
    ]
    mess.below = chance.sample(texts, chance.randint(1, 3))


def _group_rows(mess: Messy, chance: Random) -> None:
    rows, last, shout = list[list[str]](), "", chance.random() < 0.5
    for name, livery in mess.rows:
        if livery != last:
            rows.append([livery.upper() if shout else livery])
            last = livery
        rows.append([name, "", f"{name.split()[0].lower()}@example.org"])
    mess.rows, mess.headings = rows, ["Name", "Table", "Email"]


def _first_of_group(mess: Messy, _chance: Random) -> None:
    last = ""
    for row in mess.rows:
        livery = row[1]
        row[1] = "" if livery == last else livery
        last = livery


def _answers(mess: Messy, chance: Random) -> None:
    mess.headings.append(chance.choice(["RSVP Status", "Reply", "Approved?", "Registration"]))
    truth = list(mess.truth)
    for number, row in enumerate(mess.rows):
        no = number == 1 or chance.random() < 0.3
        row.append(chance.choice(["No", "Declined", "Not attending"]) if no else "Yes")
        if no:
            mess.truth.remove(truth[number])


def _numbers(mess: Messy, chance: Random) -> None:
    mess.headings.append(chance.choice(["# of Guests", "Party size", "Count", "Number of guests"]))
    truth = list(mess.truth)
    for number, row in enumerate(mess.rows):
        many = 2 if number == 0 else chance.choice([1, 1, 2])
        row.append(str(many))
        if many == 2:
            mess.truth.append((f"Guest of {truth[number][1]}, name to follow", truth[number][1]))


def _couples(mess: Messy, chance: Random) -> None:
    row = chance.choice([n for n, person in enumerate(mess.truth[:6]) if person[0] in NAMES])
    name, livery = mess.rows[row][:2]
    first, last = name.split()
    held = f"Guest of {livery}, name to follow"
    spoilt, people = chance.choice(
        [
            (f"{first} & Zelda {last}", [name, f"Zelda {last}"]),
            (f"{first} and Zelda {last}", [name, f"Zelda {last}"]),
            (f"Mr and Mrs {first} {last}", [f"Mr {name}", f"Mrs {name}"]),
            (f"{name} + guest", [name, held]),
            (f"{name} plus one", [name, held]),
            (f"{name} (+1)", [name, held]),
            (f"{name} and partner", [name, held]),
            (f"{name} / Zelda Oak", [name, "Zelda Oak"]),
        ]
    )
    mess.rows[row][0] = spoilt
    mess.truth[row : row + 1] = [(person, livery) for person in people]


def _kinds(mess: Messy, chance: Random) -> None:
    mess.headings.append(chance.choice(["Ticket type", "Remarks", "Category"]))
    for row in mess.rows:
        row.append("Player")
    out = chance.randrange(len(mess.rows))
    mess.rows[out][2] = chance.choice(["Dinner only", "Spectator", "Volunteer", "Not playing"])
    del mess.truth[out]


def _tables(mess: Messy, chance: Random) -> None:
    mess.headings.append(chance.choice(["Table", "Table no.", "Seating"]))
    for number, row in enumerate(mess.rows):
        row.append(str(number // 4 + 1))


def _placeholder(mess: Messy, chance: Random) -> None:
    livery = mess.rows[0][1]
    words = ["Info Requested", "To be confirmed", "TBC", "N/A", "Player 3", "Name to follow", "?"]
    mess.rows.append([chance.choice(words), livery])
    mess.truth.append((f"Guest of {livery}, name to follow", livery))


def _no_surname(mess: Messy, chance: Random) -> None:
    mess.headings = ["First name", "Last name", "Livery"]
    mess.rows = [[*row[0].split(), row[1]] for row in mess.rows]
    mess.rows.append(["Zoltan", chance.choice([".", "-", "N/A", "x", "Zoltan"]), "Mercers"])
    mess.truth.append(("Zoltan", "Mercers"))


def _entities(mess: Messy, chance: Random) -> None:
    spoilt, name = chance.choice(
        [("Pat O&#039;Quill", "Pat O'Quill"), ("J&uuml;rgen Oak", "Jürgen Oak")]
    )
    mess.rows.append([spoilt, "Mercers"])
    mess.truth.append((name, "Mercers"))


def _letters(mess: Messy, _chance: Random) -> None:
    mess.encoding = "iso8859-2"
    mess.rows.append(["Ondřej Novák", "Mercers"])
    mess.truth.append(("Ondřej Novák", "Mercers"))


def _clubs(mess: Messy, chance: Random) -> None:
    row = chance.randrange(len(mess.rows))
    club = chance.choice(["Red Lion Aces", "Old Crown Shufflers", "Thameside Bridge Club"])
    mess.rows[row][1] = club
    mess.truth[row] = (mess.truth[row][0], club)


def _surname_first(mess: Messy, _chance: Random) -> None:
    for row in mess.rows:
        forename, surname = row[0].split()
        row[0] = f"{surname}, {forename}"


def _small(mess: Messy, chance: Random) -> None:
    row = chance.choice(mess.rows)
    row[0] = row[0].lower()


SPOILT: dict[str, Callable[[Messy, Random], None]] = {
    "hidden rows": _hide,
    "struck-through rows": _strike,
    "merged cells": _merge,
    "more sheets": _more_sheets,
    "a cover sheet": _cover,
    "no headings": _no_headings,
    "notes above and below": _notes,
    "group rows": _group_rows,
    "a group in its first row": _first_of_group,
    "answers": _answers,
    "numbers of guests": _numbers,
    "two in a row": _couples,
    "kinds of ticket": _kinds,
    "tables": _tables,
    "placeholders": _placeholder,
    "surnames that are none": _no_surname,
    "entities": _entities,
    "other letters": _letters,
    "clubs of their own": _clubs,
    "surname first": _surname_first,
    "names written small": _small,
}
TOGETHER = (
    "notes above and below",
    "two in a row",
    "placeholders",
    "entities",
    "clubs of their own",
)


def messy_list(seed: int) -> tuple[list[str], Messy]:
    """A list spoilt in one or more ways, and which."""
    chance = Random(seed)
    mess, names = plain_list(chance), sorted(SPOILT)
    ways = [names[seed % len(names)]]
    if ways[0] in ("merged cells", "a cover sheet", "tables", "entities") and chance.random() < 0.4:
        ways += [way for way in chance.sample(TOGETHER, 1) if way not in ways]
    for way in ways:
        SPOILT[way](mess, chance)
    return ways, mess

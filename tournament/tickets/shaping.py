"""The rows of a file as guests: groups named once, further people of a row, surnames that are none
and tickets that do not play, each read as it is asked about and as somebody has answered.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from scoring.names import folded, turned, without_letters
from scoring.words import listed
from tournament.guests.liveries import company_keys, key, means_none
from tournament.tickets.contents import kinds_not_playing
from tournament.tickets.layout import OF_A_GROUP, SECTION, without_count
from tournament.tickets.people import (
    brings_more,
    household,
    name_like,
    nobody,
    several,
    with_capitals,
)
from tournament.tickets.remarks import OF_GROUP, OF_STATE, behind, is_ditto
from tournament.tickets.rows import FOLLOWS, asked_for, is_total, no_surname
from tournament.tickets.sheets import A_SHEET, GROUP, GuestFile, GuestRow
from tournament.tickets.sources import plain

MERGED, DOWN, SURNAMES, COUPLES, KIND = "merged", "down", "surnames", "couples", "kind:"
TURNED, SMALL, LETTERS, DITTOES = "turned", "small", "letters after", "ditto"
BEHIND, OFF, SECTIONS = "behind", "off", "section:"
CROSSED = "crossed"
AS_ABOVE = ("livery", "office", "last_name", "guest_of", "buyer_company")
"""Fields in which a mark may say: the same as above."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """The rows and columns to judge, with the numbers of the rows that each kind of reading is
    about; `below` tells of each row without a group which group stands above it.
    """

    rows: tuple[GuestRow, ...]
    columns: Mapping[int, str]
    below: Mapping[int, str]
    surnames: Mapping[int, str]
    several: Mapping[int, tuple[str, ...]]
    kinds: Mapping[str, list[int]]
    grouped: int = 0
    turned: Mapping[str, str] = field(default_factory=dict)
    small: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    dittoes: Mapping[int, str] = field(default_factory=dict)
    behind: Mapping[str, str] = field(default_factory=dict)
    off: Mapping[str, str] = field(default_factory=dict)
    sections: Mapping[str, list[int]] = field(default_factory=dict)
    households: Sequence[str] = ()
    commas: Sequence[str] = ()


class _Table:
    """Rows by field, a field of which there is no column added at the end."""

    def __init__(self, file: GuestFile, columns: Mapping[int, str]) -> None:
        self.width = len(file.headings)
        self.columns = dict(columns)
        self.place: dict[str, int] = {}
        for place, name in columns.items():
            if name and name not in self.place:
                self.place[name] = place
            elif name:
                del self.columns[place]  # further names may stand in several columns: see below
        self.cells = {row.number: list(row.cells) for row in file.rows}

    def read(self, number: int, name: str) -> str:
        """What a row says in a field."""
        place = self.place.get(name, -1)
        cells = self.cells[number]
        return cells[place] if 0 <= place < len(cells) else ""

    def write(self, number: int, name: str, text: str) -> None:
        """Put something else there."""
        if name not in self.place:
            if not text:
                return
            self.place[name] = self.width
            self.columns[self.width] = name
            self.width += 1
        place, cells = self.place[name], self.cells[number]
        cells += [""] * (place + 1 - len(cells))
        cells[place] = text


def shaped(file: GuestFile, columns: Mapping[int, str]) -> Shaped:
    """The rows that are read, as they are read."""
    table, choices = _Table(file, columns), file.choices
    _as_written(file, table)
    _further_columns(file, table, columns)
    dittoes = _dittoes(file, table)
    grouped, sections = _groups(file, table)
    _ticked(file, table, columns, sections)
    below = _below(file, table)
    if DOWN in choices:
        for number, group in below.items():
            table.write(number, "livery", group)
    surnames = _surnames(file, table)
    letters = _letters_after(file, table)
    off, remarks = _behind(file, table)
    turned_names = _turned(file, table)
    small = _rewritten(file, table, with_capitals, SMALL in file.choices)
    people = _several(file, table)
    households = [
        name for name in (table.read(r.number, "name") for r in file.rows) if household(name)
    ]
    notes = (table.read(row.number, "notes") for row in file.rows)
    households += [note for note in notes if brings_more(note)]
    kinds = kinds_not_playing(file.headings, file.rows, columns)
    for words, numbers in kinds.items():
        if f"{KIND}{plain(words)}" in choices:
            for number in numbers:
                table.write(number, "status", f"no, {words}")
    rows = tuple(replace(row, cells=tuple(table.cells[row.number])) for row in file.rows)
    return Shaped(
        rows,
        table.columns,
        below,
        surnames,
        people,
        kinds,
        grouped,
        turned_names,
        small,
        letters,
        dittoes,
        remarks,
        off,
        sections,
        households,
        _with_commas(file, table),
    )


def _with_commas(file: GuestFile, table: _Table) -> list[str]:
    """Names with a comma that nothing explains: “Oak, Ann, Master”."""
    names = (table.read(row.number, "name") for row in file.rows if not is_total(row.cells))
    return [name for name in names if "," in without_letters(name)[0]]


def _as_written(file: GuestFile, table: _Table) -> None:
    """Cells that were filled from a merged one are empty again, and struck words back, where
    somebody says so.
    """
    for row in file.rows:
        cells = table.cells[row.number]
        for place in row.merged if MERGED in file.choices else ():
            cells[place] = ""
        for place, bare, full in row.crossed if CROSSED in file.choices else ():
            cells[place] = full if cells[place] == bare else cells[place]


def _further_columns(file: GuestFile, table: _Table, columns: Mapping[int, str]) -> None:
    """Further names stand in one column or in several, one person in each."""
    places = [place for place, name in columns.items() if name == "beside"]
    for row in file.rows if len(places) > 1 else ():
        cells = (row.cells[place] for place in places if place < len(row.cells))
        table.write(row.number, "beside", "\n".join(cell for cell in cells if cell))


def _dittoes(file: GuestFile, table: _Table) -> dict[int, str]:
    """The rows with a mark for “the same as above”, which is what they are read as; by what."""
    dittoes = dict[int, str]()
    for name in AS_ABOVE:
        above = ""
        for row in file.rows:
            cell = table.read(row.number, name)
            if above and is_ditto(cell):
                dittoes[row.number] = above
                table.write(row.number, name, "" if DITTOES in file.choices else above)
            elif cell:
                above = cell
    return dittoes


def _behind(file: GuestFile, table: _Table) -> tuple[dict[str, str], dict[str, str]]:
    """Names with a remark behind, read without it: those that say who does not come, and others,
    each with how it is read.
    """
    off, others = dict[str, str](), dict[str, str]()
    for row in file.rows:
        name = table.read(row.number, "name") or table.read(row.number, "last_name")
        place = "name" if table.read(row.number, "name") else "last_name"
        remark = behind(name)
        if not remark or (remark.about == OF_GROUP and table.read(row.number, "livery")):
            continue
        changed = off if remark.about == OF_STATE else others
        changed[name] = remark.name
        if (OFF if remark.about == OF_STATE else BEHIND) in file.choices:
            if remark.about == OF_STATE:
                table.write(row.number, place, remark.name)
            continue
        table.write(row.number, place, remark.name)
        text = f"no, {remark.words}" if remark.about == OF_STATE else remark.words
        before = table.read(row.number, remark.about)
        table.write(row.number, remark.about, text if not before or changed is off else before)
    return off, others


def group_called(text: str) -> str:
    """The group that a row of its own names; nothing where it is a table or the like."""
    head, colon, rest = text.partition(":")
    if colon and any(letter.isalpha() for letter in rest) and not SECTION.fullmatch(head.strip()):
        return "" if head.casefold().startswith("table") else without_count(rest.strip())
    bare = without_count(text)
    if SECTION.fullmatch(bare):
        return ""
    return "" if OF_A_GROUP.match(bare) and bare.split()[0].casefold() == "table" else bare


def _groups(file: GuestFile, table: _Table) -> tuple[int, dict[str, list[int]]]:
    """Guests under a row that names their group belong to it, and under “Apologies” they do not
    come: how many belong to one, and the rows under each title that says so.
    """
    sections = dict[str, list[int]]()
    if GROUP in file.choices:
        return 0, sections
    group, title, sheet, grouped = "", "", 0, 0
    for row in file.lines:
        if row.number // A_SHEET != sheet:
            group, title, sheet = "", "", row.number // A_SHEET
        if GROUP in row.aside:
            text = next(cell for cell in row.cells if cell)
            section = SECTION.fullmatch(without_count(text))
            group = group_called(text)
            title = without_count(text) if section and not section["coming"] else ""
        elif row.number in table.cells:
            if title:
                sections.setdefault(title, []).append(row.number)
            if group and not table.read(row.number, "livery"):
                table.write(row.number, "livery", group)
                grouped += 1
    return grouped, sections


def _ticked(
    file: GuestFile, table: _Table, columns: Mapping[int, str], sections: dict[str, list[int]]
) -> None:
    """Who is ticked in a column “Not coming” is as one who stands under that title."""
    for place, heading in enumerate(file.headings):
        section = SECTION.fullmatch(heading.strip())
        if not section or section["coming"] or columns.get(place):
            continue
        ticked = [
            row.number
            for row in file.rows
            if row.cells[place] and not nobody(row.cells[place]) and not name_like(row.cells[place])
        ]
        if ticked:
            sections.setdefault(heading.strip(), []).extend(ticked)
    _off_by_section(file, table, sections)


def _off_by_section(file: GuestFile, table: _Table, sections: Mapping[str, list[int]]) -> None:
    """Who stands under “Apologies” does not come unless somebody says so; who stands under “No
    reply” comes unless somebody says not.
    """
    for words, numbers in sections.items():
        section = SECTION.fullmatch(words)
        pressed = f"{SECTIONS}{plain(words)}" in file.choices
        if section and bool(section["unsure"]) == pressed:
            state = "waiting list" if section["waiting"] else f"no, {words}"
            for number in numbers:
                table.write(number, "status", state)


def _below(file: GuestFile, table: _Table) -> dict[int, str]:
    """The rows without a group that stand under one that has it, where that is the rule."""
    above, below, last, run, longest = "", dict[int, str](), -1, 0, 0
    for row in file.rows:
        cell = table.read(row.number, "livery")
        if row.number // A_SHEET != last:
            above, last = "", row.number // A_SHEET
        if cell and not means_none(cell):
            above, run = cell, 0
        elif above and not cell and not is_total(row.cells):
            below[row.number] = above
            run += 1
            longest = max(longest, run)
    rule = longest > 1 or (len(below) > 1 and len(below) * 5 >= len(file.rows) * 2)
    return below if rule or _stand_together(file, table) else {}


def _stand_together(file: GuestFile, table: _Table) -> bool:
    """Whether the guests of each group stand one below another: a lone empty cell may mean the
    group above it.
    """
    cells = [table.read(row.number, "livery") for row in file.rows]
    heads = [plain(cell) for cell in cells if cell and not means_none(cell)]
    runs = [name for name, _run in groupby(heads)]
    return len(set(runs)) == len(runs)


def _surnames(file: GuestFile, table: _Table) -> dict[int, str]:
    """Surnames that are none, taken out unless they are to be kept; what they said."""
    surnames = dict[int, str]()
    for row in file.rows:
        number = row.number
        first, last = table.read(number, "first_name"), table.read(number, "last_name")
        name = table.read(number, "name")
        words = name.split()
        if no_surname(last, first):
            surnames[number] = last
        elif len(words) > 1 and no_surname(words[-1], "") and not words[-1].isalpha():
            surnames[number] = words[-1]
        if number in surnames and SURNAMES not in file.choices:
            if no_surname(last, first):
                table.write(number, "last_name", "")
            else:
                table.write(number, "name", " ".join(words[:-1]))
    return surnames


def _letters_after(file: GuestFile, table: _Table) -> dict[str, str]:
    """Letters after a surname of a column of its own; they get theirs unless they are to stay."""
    letters = dict[str, str]()
    for row in file.rows:
        surname, behind = without_letters(table.read(row.number, "last_name"))
        if behind and not table.read(row.number, "post_nominals"):
            letters[f"{surname} {behind}"] = behind
            if LETTERS not in file.choices:
                table.write(row.number, "last_name", surname)
                table.write(row.number, "post_nominals", behind)
    return letters


def _turned(file: GuestFile, table: _Table) -> dict[str, str]:
    """Names written surname first, turned unless they are to stay, in whichever column."""
    names = _rewritten(
        file,
        table,
        lambda name: "" if several(name) else turned(name),
        TURNED not in file.choices,
    )
    for row in file.rows:
        surname, comma, given = table.read(row.number, "first_name").partition(",")
        last = table.read(row.number, "last_name")
        if comma and given.strip() and folded(last) in ("", folded(surname)):
            names[f"{surname},{given}"] = f"{given.strip()} {surname}"
            if TURNED not in file.choices:
                table.write(row.number, "first_name", given.strip())
                table.write(row.number, "last_name", surname)
    return names


def _rewritten(
    file: GuestFile, table: _Table, rewrite: Callable[[str], str], does: bool
) -> dict[str, str]:
    """The names that can be written another way, and each so; with `does` they are."""
    names = dict[str, str]()
    for row in file.rows:
        name = table.read(row.number, "name")
        leave = is_total(row.cells) or FOLLOWS.search(name)
        if name and not leave and (rewritten := rewrite(name)):
            names[name] = rewritten
            if does:
                table.write(row.number, "name", rewritten)
    return names


def _several(file: GuestFile, table: _Table) -> dict[int, tuple[str, ...]]:
    """Rows whose name is that of two or more, taken apart unless they are to be one."""
    groups = dict[int, tuple[str, ...]]()
    for row in file.rows:
        number = row.number
        parts = [table.read(number, name) for name in ("title", "first_name", "last_name")]
        name = table.read(number, "name") or " ".join(part for part in parts if part)
        people = () if asked_for(name) else several(name)
        if not people or _counts(row, len(file.rows) - 1):
            continue
        groups[number] = people
        if key(people[0]) in company_keys():
            people = (f"Guest of {people[0]}", *people[1:])
        if COUPLES in file.choices:
            table.write(number, "name", _joined(name))
            continue
        further = table.read(number, "beside")
        table.write(number, "name", people[0])
        table.write(number, "title", "")
        table.write(number, "first_name", "")
        if not folded(people[0]).endswith(folded(parts[2]) or "-"):
            table.write(number, "last_name", "")
        names = [*people[1:], *([further] if further and "" not in people[1:] else [])]
        if further and "" in people[1:]:
            names[names.index("")] = further
        table.write(number, "beside", "\n".join(further_name or "?" for further_name in names))
    return groups


def _counts(row: GuestRow, number: int) -> bool:
    """Whether a row says how many the others are: “110 guests”."""
    return is_total(row.cells) and str(number) in re.findall(r"\d+", " ".join(row.cells))


def _joined(name: str) -> str:
    return listed(line.strip() for line in name.replace("+", "and").split("\n"))

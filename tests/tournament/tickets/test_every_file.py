"""Every list that is offered as a file: as CSV with its byte order mark and as .xlsx, one like the
other; every spreadsheet keeps what its formulas come to, its head, its filter and its numbers, as a
preview shows them; and no file of ours makes the import of guests stumble.
"""

import csv
import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

import tournament
from tests.tournament.evening import official, save, seated_event
from tests.tournament.leagues.leagues import league_of
from tests.tournament.tickets.test_own_files import played
from tournament.site.spreadsheet import Formula, Page, file_of
from tournament.tickets.spreadsheet import read_guest_file

pytestmark = pytest.mark.django_db
OFFERED: dict[str, dict[str, str]] = {
    "guests": {},
    "door": {},
    "standings": {},
    "desk": {"view": "list"},
    "as_of": {},
    "check_queue": {},
    "pace": {},
    "chances": {},
    "rulings": {},
    "seating_balance": {},
}
"""The pages with a list to save, beside that of a league; and what is asked of them."""
EMPTY = ("rulings",)
"""Lists of which this evening has no row."""
KEEPS = re.compile(r"arrange\(\s*request,\s*[^,]+,\s*[^\s=,]+,", re.DOTALL)


@pytest.fixture(name="lists")
def _lists() -> dict[str, tuple[bytes, ...]]:
    event, client = seated_event(10, cut_size=4, games_per_round=2), Client()
    for table in (1, 2):
        save(event, ("out", "8H KD", "A", f"={20 + table}", "=7"), (1, table, 1))
    client.force_login(official(event))
    league, organiser = league_of(played())

    def both(address: str, asked: dict[str, str]) -> tuple[bytes, ...]:
        answers = (client.get(address, {**asked, "file": kind}) for kind in ("csv", "xlsx"))
        files = tuple(answer.getvalue() for answer in answers)
        assert not files[0].lstrip().startswith(b"<"), f"{address} is a page and no file"
        return files

    files = {name: both(reverse(name, args=[event.slug]), OFFERED[name]) for name in OFFERED}
    client.force_login(organiser)
    return files | {"league": both(reverse("league", args=[league.slug]), {})}


def faults_of(workbook: bytes) -> list[str]:
    """What of a spreadsheet would not show, or not stay."""
    texts = openpyxl.load_workbook(io.BytesIO(workbook))
    kept: Any = openpyxl.load_workbook(io.BytesIO(workbook), data_only=True)
    faults = []
    for sheet in texts.worksheets:
        if (sheet.freeze_panes, sheet.auto_filter.ref) != ("A2", sheet.dimensions):
            faults.append(f"{sheet.title}: head or filter")
        for row in sheet.iter_rows(min_row=2):
            for cell in row:
                value = kept[sheet.title][cell.coordinate].value
                if cell.data_type == "f" and value is None:
                    faults.append(f"{sheet.title} {cell.coordinate}: nothing kept")
                if isinstance(value, str) and re.fullmatch(r"-?[1-9]\d{0,5}", value):
                    faults.append(f"{sheet.title} {cell.coordinate}: {value} is no number")
    return faults


@pytest.mark.promise("Every list is offered as CSV and as a spreadsheet, which any preview shows")
def test_every_list_is_offered_in_both_ways_with_the_same_in_both(
    lists: dict[str, tuple[bytes, ...]],
) -> None:
    for name, (text, workbook) in lists.items():
        assert (name, text[:3]) == (name, b"\xef\xbb\xbf")
        sheet: Any = openpyxl.load_workbook(io.BytesIO(workbook), data_only=True).active
        rows = [
            ["" if cell is None else str(cell) for cell in row]
            for row in sheet.iter_rows(values_only=True)
        ]
        lines = [
            [re.sub("^'(?=[=+@-])", "", cell) for cell in line]
            for line in csv.reader(io.StringIO(text.decode("utf-8-sig")))
        ]
        assert (name, rows) == (name, lines)
        assert (name, faults_of(workbook)) == (name, [])


@pytest.mark.control("test_every_list_is_offered_in_both_ways_with_the_same_in_both")
def test_a_sheet_without_what_its_formula_comes_to_and_a_number_as_text_are_found() -> None:
    page = Page("x", [("sum", 10), ("total", 10)], [[Formula("=1+2", None), "12"]])
    assert faults_of(file_of([page])) == ["x A2: nothing kept", "x B2: 12 is no number"]


def test_no_list_is_left_out_of_these() -> None:
    root = Path(tournament.__file__).parent
    offers = sum(len(KEEPS.findall(path.read_text())) for path in root.rglob("views*.py"))
    assert offers == len(OFFERED) + 1


def test_each_of_them_is_read_as_a_list(lists: dict[str, tuple[bytes, ...]]) -> None:
    read = {
        name: {len(read_guest_file(name, content).lines) for content in files}
        for name, files in lists.items()
        if name not in EMPTY
    }
    assert {name for name, numbers in read.items() if len(numbers) != 1 or 0 in numbers} == set()

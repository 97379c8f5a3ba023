"""Names as nobody is called: shown literally on every page and paper, plain text in every file,
never run.
"""

import csv
import io
import json
import re
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from scoring.json_text import strictly
from tests.tournament.hostile import NAMES, Found, hostile_event
from tests.tournament.visitors import pages
from tournament.models import Event, Guest, Role
from tournament.models.guest import fault_in_name

pytestmark = pytest.mark.django_db
OWN_FORMULA = re.compile(
    r"=(?:SUM|AVERAGE|IFERROR)\([\w$!:,()' ]+\)|='?\w+'?!\w+(?:\+'?\w+'?!\w+)*", re.ASCII
)
"""Sums of cells, and cells of another sheet: what the workbook reckons by itself."""


@pytest.fixture
def event() -> Event:
    """The evening of these guests."""
    return hostile_event()


@pytest.fixture
def organiser(event: Event) -> Client:
    """Its organiser's browser."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username=Role.ORGANISER))
    return client


@pytest.mark.promise(
    "A hostile name is shown literally on every page, and no page holds code of its own",
    faults=(19, 21),
)
def test_every_page_shows_such_names_literally_and_holds_no_code(
    event: Event, organiser: Client
) -> None:
    faults, shown = {}, 0
    for page in pages(event):
        answer = organiser.get(page)
        html = (
            answer.content.decode()
            if answer.headers.get("Content-Type", "").startswith("text/html")
            else ""
        )
        shown += "alert(1)" in html
        if answer.status_code >= 500 or (found := Found(html).faults):
            faults[page] = (
                [answer.status_code, *found] if answer.status_code < 500 else [answer.status_code]
            )
    assert faults == {}
    assert shown > 30


@pytest.mark.control("test_every_page_shows_such_names_literally_and_holds_no_code")
def test_written_without_care_these_names_would_be_found() -> None:
    assert all(Found(f"<p>{name}</p>").faults for name in NAMES[:4])
    assert Found('<p style="x"><a href="javascript:x">x</a><script>x</script></p>').faults != []
    assert Found('<p>&lt;script&gt;</p><script src="/static/x.js"></script>').faults == []


def is_from_a_name(cell: Any) -> bool:
    """Whether a cell is an error, or a formula that is not one of the workbook's own."""
    own = cell.data_type == "f" and OWN_FORMULA.fullmatch(str(cell.value))
    return cell.data_type == "e" or (cell.data_type == "f" and not own)


@pytest.mark.promise(
    "No cell of an export is a formula or an error, whatever guests are called", faults=(20, 21)
)
def test_files_hold_such_names_as_plain_text(event: Event, organiser: Client) -> None:
    book = openpyxl.load_workbook(
        io.BytesIO(organiser.get(reverse("workbook", args=[event.slug])).getvalue())
    )
    cells = [
        cell
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    ]
    assert not any(is_from_a_name(cell) for cell in cells)
    assert NAMES[6] in {cell.value for cell in cells if cell.data_type == "s"}
    table = organiser.get(reverse("standings_csv", args=[event.slug])).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(table)))
    assert [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")] == []
    assert [
        cell for row in rows for cell in row if cell[:1] == "-" and not cell[1:].isdigit()
    ] == []
    for name in ("standings_json", "archive"):
        assert NAMES[1] in json.dumps(
            strictly(organiser.get(reverse(name, args=[event.slug])).getvalue())
        ).replace('\\"', '"')


@pytest.mark.control("test_files_hold_such_names_as_plain_text")
def test_a_workbook_written_without_care_would_hold_formulas() -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append([NAMES[6], NAMES[10]])
    assert [cell.data_type for cell in next(book.active.iter_rows())] == ["f", "e"]


@pytest.mark.promise("A paper shows a hostile name as it is written", faults=(19, 21, 23))
def test_a_paper_shows_such_names_literally(event: Event, organiser: Client) -> None:
    answer = organiser.get(reverse("paper_pdf", args=[event.slug, "seating-by-name"]))
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    # A list has the surname first, and what stands in brackets is no surname: nothing of the name
    # is lost.
    assert "<script>alert </script>, (1)" in text.replace("\n", "")


@pytest.mark.promise(
    "No character of any kind in a name breaks a file or slips past the form", faults=(20, 21)
)
@given(
    name=st.text(
        st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=30
    )
)
@settings(max_examples=8)
def test_any_name_goes_into_files_or_is_refused_with_a_reason(name: str) -> None:
    event = Event.objects.filter(name=NAMES[0]).first() or hostile_event()
    Guest.objects.filter(event=event, badge=1).update(name=name)
    client = Client()
    client.force_login(User.objects.get(username=Role.ORGANISER))
    answers = [
        client.get(reverse(file, args=[event.slug]))
        for file in ("workbook", "standings_csv", "archive")
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    if not fault_in_name(name):
        book = openpyxl.load_workbook(io.BytesIO(answers[0].getvalue()))
        assert not any(
            is_from_a_name(cell) for sheet in book for row in sheet.iter_rows() for cell in row
        )

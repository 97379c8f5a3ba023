"""Each file we write comes in again as a guest list: everybody once, nobody moved, nothing asked
that we know.
"""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import new_event, official, save, seated_event
from tournament.counting.board import compute
from tournament.models import Event
from tournament.standings.files import standings_csv
from tournament.tickets.forms import opened_for
from tournament.tickets.headings import fault_in_columns
from tournament.tickets.judging import ADDED
from tournament.tickets.matching import judge
from tournament.tickets.questions import questions
from tournament.tickets.shaping import shaped
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db
NAMES = ("Ann Oak", "Bo Elm", "Cy Ash", "Di Fir", "Ed Yew", "Flo Bay", "Gus Box", "Hal Ivy")
LISTS = ("guests", "standings", "door")
KNOWN = ("Column “Table” looks like a dinner plan", "8 names surname first: ")


def played() -> Event:
    """Eight guests of several liveries at two tables, every sheet in."""
    refs = [f"P{number:03}" for number in range(1, len(NAMES) + 1)]
    event = seated_event(8, tables=[refs[:4], refs[4:]], cut_size=3, games_per_round=1)
    for guest, name in zip(event.guests.order_by("badge"), NAMES, strict=True):
        guest.name, guest.sort_name, guest.placeholder = name, "", False
        guest.save()
    for number in (1, 2):
        for table in (1, 2):
            save(event, ("out", "8H KD", "A", f"={20 + table}"), (number, table, 1))
    return event


def written(event: Event) -> Iterator[tuple[str, bytes]]:
    """Every list, file and workbook of ours that names the guests."""
    client = Client()
    client.force_login(official(event))
    for name in LISTS:
        for kind in ("csv", "xlsx"):
            answer = client.get(reverse(name, args=[event.slug]), {"file": kind})
            assert answer.status_code == 200
            yield f"{name}.{kind}", answer.getvalue()
    yield "standings.csv", client.get(reverse("standings_csv", args=[event.slug])).getvalue()
    yield "export.csv", standings_csv(compute(event), event).encode()
    yield "evening.xlsx", workbook(event, compute(event))


@pytest.mark.promise("Each file we write is read again as a guest list, with everybody once")
def test_each_file_of_ours_comes_in_again_as_a_guest_list() -> None:
    event, fresh = played(), new_event()
    wanted = sorted(
        (guest.name, guest.livery_name) for guest in event.guests.select_related("livery")
    )
    for name, content in written(event):
        listed = opened_for(fresh, name, content)
        columns = dict(listed.columns)
        shape = shaped(listed.file, columns)
        judged = judge(shape.rows, shape.columns, fresh, listed.wishes)
        rows = [row for row in judged.candidates if row.outcome == ADDED]
        assert (name, fault_in_columns(columns, fresh.groups)) == (name, "")
        assert (name, sorted((row.values["name"], str(row.values["livery"])) for row in rows)) == (
            name,
            wanted,
        )
        asked = {
            question.words
            for question in questions(listed.file, columns, shape, judged, fresh.groups)
            if "sheet" not in question.words
        }
        assert (name, [words for words in asked if not words.startswith(KNOWN)]) == (name, [])


@pytest.mark.control("test_each_file_of_ours_comes_in_again_as_a_guest_list")
def test_a_strange_file_with_such_a_column_reads_places_as_numbers_of_tickets() -> None:
    fresh = new_event()
    listed = opened_for(fresh, "list.csv", b"Place,Guest,Sum\n2,Ann Oak,12\n1,Bo Elm,13\n")
    shape = shaped(listed.file, listed.columns)
    assert len(judge(shape.rows, shape.columns, fresh, listed.wishes).candidates) == 3


def test_the_list_as_a_spreadsheet_keeps_numbers_and_makes_no_formula_of_a_name() -> None:
    event = played()
    event.guests.filter(badge=1).update(name="=1+1")
    client = Client()
    client.force_login(official(event))
    content = client.get(reverse("guests", args=[event.slug]), {"file": "xlsx"}).getvalue()
    listed = opened_for(new_event(), "guests.xlsx", content)
    assert listed.file.rows[0].cells[:2] == ("1", "=1+1")

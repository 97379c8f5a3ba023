"""What was mended in a list once is proposed where the next one says it again: in the same evening
and in the next, until the names are wiped.
"""

from datetime import timedelta

import pytest

from tests.tournament.evening import NOW, new_event, sign
from tests.tournament.guest_lists import Rows, as_csv
from tests.tournament.tickets.test_import import Import
from tournament.event.acts_names import wipe_names
from tournament.event.acts_next import copy_event
from tournament.models import Event, Role
from tournament.tickets.last_time import joined, worth_keeping

HEADINGS = ["Badge", "Name", "Company"]
ROWS: Rows = [
    HEADINGS,
    ["x1", "Ann Carver", "Enviromental Cleaners"],
    [2, "Bea\u200b Dorn", "Enviromental Cleaners"],
]
PROPOSED = "Fixed in a list before, and here again"


def mended() -> Event:
    """An evening whose list had a badge, a hidden mark and two companies to mend."""
    event = new_event()
    page = Import(event).choose(as_csv(ROWS))
    assert PROPOSED not in page.text
    page.press(**{"cell:2:0": "1"}).press(**{"cell:2:2": "Environmental Cleaners"})
    page.mend("Take it out").mend("Use that").take_in()
    assert page.heading == "Guests"
    event.refresh_from_db()
    return event


@pytest.mark.django_db
def test_next_years_list_is_mended_as_this_years_by_one_press_and_not_before() -> None:
    event = mended()
    assert event.list_mends == [
        ["name", "Bea\u200b Dorn", "Bea Dorn"],
        ["livery", "Enviromental Cleaners", "Environmental Cleaners"],
    ]
    organiser = event.officials.get(role=Role.ORGANISER).user
    made = copy_event(event, ("Next", NOW.date()), organiser, sign())
    page = Import(made, organiser).choose(
        as_csv([*ROWS[:1], ["", *ROWS[1][1:]], ["", "Cy", "Bakers"]])
    )
    assert PROPOSED in page.text
    assert "“Enviromental Cleaners” became “Environmental Cleaners”" in page.text
    assert "Bea" not in page.text, "what this list does not say is not told"
    assert page.heading == "1 row needs fixing", "nothing is mended without a word"
    page.press("mend", "as-before")
    assert page.heading == "2 guests ready"
    assert PROPOSED not in page.text


@pytest.mark.django_db
def test_it_goes_with_the_names() -> None:
    event = mended()
    wipe_names(event, sign(at=NOW + timedelta(days=9000)), text=event.name)
    event.refresh_from_db()
    assert event.list_mends == []


def test_a_cell_mended_twice_goes_from_its_first_words_to_its_last_and_back_is_forgotten() -> None:
    once = joined([], [("name", "Anne", "Ann"), ("name", "Ann", "Anna")])
    assert once == [["name", "Anne", "Anna"], ["name", "Ann", "Anna"]]
    assert joined([["name", "Anne", "Ann"]], [("name", "Ann", "Anne")]) == [["name", "Ann", "Anne"]]


def test_neither_numbers_nor_empty_cells_are_remembered() -> None:
    assert worth_keeping("livery", "Enviromental", "Environmental")
    assert not worth_keeping("badge", "x1", "1")
    assert not worth_keeping("name", "", "Guest, name to follow")
    assert not worth_keeping("name", "x" * 500, "x")

"""A name whose letters this computer cannot draw is told before anything is printed."""

import csv
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import add_guests, new_event, official
from tournament.paper.letters import names_undrawn, typefaces, undrawn

SCRIPTS = Path(__file__).resolve().parents[3] / "fixtures" / "lists" / "z_scripts.csv"
WESTERN = [range(0x20, 0x250)]


def names() -> list[str]:
    """Names in the letters of many countries."""
    with SCRIPTS.open(encoding="utf-8-sig", newline="") as file:
        return [row["Name"] for row in csv.DictReader(file)]


@pytest.mark.promise("Before printing it is told whose letters this computer lacks")
def test_names_whose_letters_no_typeface_has_are_found() -> None:
    strange = [name for name in names() if any(ord(letter) > 0x3000 for letter in name)]
    assert strange
    assert set(strange) <= set(undrawn(names(), WESTERN))
    assert undrawn(["Ann Oak", "Zoë Brâmble", "Łucja"], WESTERN) == []


@pytest.mark.control("test_names_whose_letters_no_typeface_has_are_found")
def test_where_every_letter_is_there_nobody_is_named() -> None:
    assert undrawn(names(), [range(0x110000)]) == []


@pytest.mark.needs("fc-list")
@pytest.mark.django_db
def test_the_page_of_the_papers_says_it_first() -> None:
    event = new_event()
    add_guests(event, 2)
    event.guests.filter(badge=1).update(name="\U00012000\U00012001 Oak")  # cuneiform
    assert typefaces()
    assert names_undrawn(event).startswith("This computer has no letters for 1 name: ")
    client = Client()
    client.force_login(official(event))
    page = client.get(reverse("paper", args=[event.slug])).content.decode()
    assert "This computer has no letters for 1 name" in page
    event.guests.filter(badge=1).update(name="Ann Oak")
    assert names_undrawn(event) == ""

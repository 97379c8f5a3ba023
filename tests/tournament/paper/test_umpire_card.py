"""The page for an umpire: one sheet, and words that stand where they send whoever reads it."""

import io
import re

import pytest
from django.test import override_settings
from django.urls import reverse
from pypdf import PdfReader

from tests.test_first_contact import product
from tests.test_house import ROOT
from tests.tournament.ending import signed_in
from tests.tournament.evening import new_event
from tournament.event.forms_rules import new_columns
from tournament.models import Event

TEMPLATE = ROOT / "templates" / "paper" / "print" / "umpire_card.html"


def printed(event: Event) -> list[str]:
    """The words of each of its sheets."""
    where = reverse("paper_pdf", args=[event.slug, "umpire-card"])
    content = signed_in(event).get(where).content
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.django_db
@pytest.mark.parametrize("base", ["http://127.0.0.1:8000", "http://192.0.2.20:8000"])
def test_it_fills_one_sheet_and_names_the_address_that_phones_reach(base: str) -> None:
    with override_settings(BASE_URL=base):
        [words] = printed(new_event())
    assert (f"{base}/login/" in words) is ("127.0.0.1" not in base)
    assert "Enter a hand" in words


@pytest.mark.django_db
def test_at_a_match_evening_it_tells_of_results() -> None:
    [words] = printed(new_event(game="pursuit"))
    assert "Tap the winner" in words
    assert "Enter a hand" not in words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("switch", "Tap the guests in the order in which they go out."),
        ("pursuit_racing", "tap the laps they ran"),
        ("pesten", "Tap whoever won."),
        ("ottawa", "tap the cards that are left"),
    ],
)
def test_it_tells_what_this_game_enters(game: str, said: str) -> None:
    [words] = printed(new_event(**new_columns(game)))
    assert said in " ".join(words.split())
    assert ("cards that are left" in words) is (game == "ottawa")


def test_what_it_calls_by_name_stands_somewhere_else_in_the_product() -> None:
    words, own = product(), " ".join(TEMPLATE.read_text(encoding="utf-8").split())
    names = set(re.findall(r"<q>([^<]+)</q>", own))
    assert {name for name in names if words.count(name) == own.count(name)} == set()
    assert "Not saved" in names

"""Every page a person can reach: an `id` stands once, and what a label or a description points to
is there.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction

from tests.tournament.access_table import PERSONS, Cell, meant
from tests.tournament.visitors import FILES, House, calls, mark

pytestmark = pytest.mark.django_db
POINTERS = (
    "for",
    "list",
    "form",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
)


class Ids(HTMLParser):
    """The ids of a page, and what its other attributes point to."""

    def __init__(self) -> None:
        super().__init__()
        self.ids = Counter[str]()
        self.pointed: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        if held.get("id"):
            self.ids[str(held["id"])] += 1
        self.pointed += [
            (name, word) for name in POINTERS for word in (held.get(name) or "").split()
        ]
        if tag in ("a", "use") and (held.get("href") or "").startswith("#"):
            self.pointed.append((tag, str(held["href"])[1:]))


def faults(page: str) -> list[str]:
    """What is amiss on a page."""
    seen = Ids()
    seen.feed(page)
    if "<!doctype html>" not in page[:200].lower():
        # Part of a page, which brings the shapes.
        seen.pointed = [(name, one) for name, one in seen.pointed if name != "use"]
    twice = [f"id={name} stands {times} times" for name, times in seen.ids.items() if times > 1]
    return twice + [
        f"{name} points to {one}" for name, one in seen.pointed if one and one not in seen.ids
    ]


def pages(house: House, person: str) -> Iterator[tuple[str, str]]:
    """Every page that a person gets by asking for it, by its route."""
    client = house.clients[person]
    for name in sorted(set(calls()) - set(FILES)):
        let_in = meant(mark(name), Cell(name, person, "GET", "own")) == "open"
        if name.startswith("admin:") or name.endswith("pdf") or not let_in:
            continue
        before = transaction.savepoint()
        answer: Any = client.get(house.address(name, person=person))
        transaction.savepoint_rollback(before)
        if answer.status_code in (200, 422) and answer.headers.get("Content-Type", "").startswith(
            "text/html"
        ):
            yield name, answer.content.decode()


@pytest.fixture
def house() -> Iterator[House]:
    """Two evenings and all persons, with every page drawn."""
    logging.disable(logging.CRITICAL)
    yield House()
    logging.disable(logging.NOTSET)


@pytest.mark.promise("Every id of a page stands once, and every label has its field")
@pytest.mark.parametrize(
    "person", [one for one in PERSONS if one in ("organiser", "umpire", "public", "guest")]
)
def test_every_id_is_unique_and_every_label_has_its_field(house: House, person: str) -> None:
    asked = dict(pages(house, person))
    assert len(asked) >= (60 if person == "organiser" else 5)
    assert {name: found for name, page in asked.items() if (found := faults(page))} == {}


@pytest.mark.control("test_every_id_is_unique_and_every_label_has_its_field")
def test_an_id_that_stands_twice_and_a_label_without_its_field_are_found() -> None:
    twice = '<label for="a">A</label><input id="a"><label for="b">B</label><input id="a">'
    assert faults(twice) == ["id=a stands 2 times", "for points to b"]
    assert faults('<label for="a">A</label><input id="a" aria-describedby="a">') == []

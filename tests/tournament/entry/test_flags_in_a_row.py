"""Flags answered in a row: each answer opens the next one, and the last leads home."""

import pytest
from django.test import Client

from tests.tournament.entry.test_desk import at, desk, evening, words
from tests.tournament.evening import save
from tournament.models import Event, Flag

pytestmark = pytest.mark.django_db
EIGHT = ("out", "8", "A", "2", "3")


def flagged_evening() -> tuple[Event, Client]:
    """Three games of two tables, each with a single 8 to be looked at."""
    event = evening()
    for number, place in enumerate(((1, 1, 1), (1, 1, 2), (1, 2, 1)), start=1):
        save(event, (*EIGHT[:4], str(2 + number)), place)
    return event, desk(event)


def dismissed(event: Event, client: Client, table: int, game: int) -> str:
    here = {"sheet__game__table__number": table, "sheet__game__number": game}
    flag = Flag.objects.filter(event=event, dismissed="", **here).first()
    assert flag is not None
    answer = client.post(
        at(event, "dismiss", 1, table, game),
        {"key": f"f{flag.pk}", "flag": flag.pk, "reason": "Counted again"},
    )
    return str(answer.headers["Location"])


def test_each_answer_opens_the_next_flag_and_the_last_one_leads_home() -> None:
    event, client = flagged_evening()
    page = words(client.get(at(event, "sheet", 1, 1, 1)))
    assert "<b>Flag 1 of 3</b>" in page
    assert f'data-later href="{at(event, "sheet", 1, 1, 2)}"' in page
    assert [dismissed(event, client, *spot) for spot in ((1, 1), (1, 2), (2, 1))] == [
        at(event, "sheet", 1, 1, 2),
        at(event, "sheet", 1, 2, 1),
        at(event, "evening"),
    ]
    assert "Flag 1 of" not in words(client.get(at(event, "sheet", 1, 1, 1)))


def test_a_flag_left_for_later_comes_after_those_behind_it() -> None:
    event, client = flagged_evening()
    assert dismissed(event, client, 1, 2) == at(event, "sheet", 1, 2, 1)
    assert dismissed(event, client, 2, 1) == at(event, "sheet", 1, 1, 1)
    page = words(client.get(at(event, "sheet", 1, 1, 1)))
    assert ("<b>Flag 1 of 3</b>" in page, "data-later" in page) == (True, False)


def test_home_counts_the_flagged_sheets_that_its_list_holds() -> None:
    event, client = flagged_evening()
    save(event, ("out", "9", "A", "2", "3"), (1, 2, 2))
    page = words(client.get(at(event, "evening")))
    assert "Three things to do first" in page

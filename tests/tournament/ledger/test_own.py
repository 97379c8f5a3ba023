"""Every kind of entry is taken back by its rows or by an act of its own, and only by whoever may
press what was pressed.
"""

import re
from pathlib import Path

import pytest
from django.urls import resolve, reverse

from tests.tournament.evening import NOW, add_guests, new_event, sign
from tests.tournament.ledger.test_taking_back import press
from tournament.home.words import OF_A_GAME, OF_A_ROUND, OWN, PLAIN
from tournament.ledger import own
from tournament.ledger.taking_back import TakingBackRefusedError, take_back
from tournament.models import Press, Printing, Role
from tournament.seating.words import KINDS

ROOMS = Path(__file__).resolve().parents[3] / "tournament"
APPENDED = re.compile(r"\bappend\(\s*\w+,\s*\"(\w+)\"")


def kinds() -> set[str]:
    """Every kind of entry that has words or is written anywhere."""
    texts = (path.read_text(encoding="utf-8") for path in ROOMS.rglob("*.py"))
    appended = {kind for text in texts for kind in APPENDED.findall(text)}
    decided = {"accept_ruling", "overrule_ruling", "explain_ruling"}
    return appended | decided | {*OF_A_GAME, *OF_A_ROUND, *PLAIN, *OWN, *KINDS}


@pytest.mark.promise("Every kind of entry is taken back by its rows or by an act of its own")
def test_every_kind_of_entry_is_taken_back_by_its_rows_or_by_an_act_of_its_own() -> None:
    assert own.BY_ROWS & own.OWN.keys() == set()
    assert own.BY_ROWS | own.OWN.keys() == kinds()


@pytest.mark.control("test_every_kind_of_entry_is_taken_back_by_its_rows_or_by_an_act_of_its_own")
def test_a_kind_that_is_in_neither_would_be_seen() -> None:
    assert "a_new_kind" not in own.BY_ROWS | own.OWN.keys()
    assert "seal" in kinds()


def test_every_act_of_its_own_has_an_address() -> None:
    ways = [way for way in [*own.OWN.values(), own.SHEET, own.SETTINGS, own.SEATING] if way.route]
    body = {"round": 1, "table": 2, "game": 3, "number": 4}
    assert {resolve(way.url("an-evening", body)).view_name for way in ways} == {
        way.route for way in ways
    }
    assert {way.link for way in ways if way.link.startswith("Take back")} == set()


@pytest.mark.django_db
def test_an_entry_that_nobody_knows_stays() -> None:
    event = new_event()
    with press() as done:
        add_guests(event, 1)
        event.ledger.create(number=1, kind="a_new_kind", key="k", body={}, at=NOW, press=done)
    with press(), pytest.raises(TakingBackRefusedError, match="Nobody has said yet"):
        take_back(event, done, sign())


@pytest.mark.django_db
def test_an_act_to_which_a_second_official_agreed_is_not_taken_back_by_its_rows() -> None:
    event = new_event()
    with press() as done:
        add_guests(event, 1)
        body = {"witness": "Ann", "round": 1, "table": 1, "game": 1}
        event.ledger.create(number=1, kind="correct", key="k", body=body, at=NOW, press=done)
    [led] = own.led(event, done)
    assert led.url(event.slug) == reverse("sheet", args=[event.slug, 1, 1, 1])
    with press(), pytest.raises(TakingBackRefusedError, match="an act of its own"):
        take_back(event, done, sign())


@pytest.mark.django_db
def test_a_publication_is_taken_back_with_a_reason_once_papers_are_out() -> None:
    event = new_event()
    with press() as done:
        add_guests(event, 1)
        event.ledger.create(number=1, kind="publish", key="k", body={}, at=NOW, press=done)
    assert list(own.led(event, done)) == []
    Printing.objects.create(
        event=event, kind="score-cards", item="1", digest="d", edition=1, printed_at=NOW
    )
    [led] = own.led(event, done)
    assert led.url(event.slug) == reverse("seating", args=[event.slug])


@pytest.mark.parametrize(
    ("route", "roles"),
    [
        ("add_guest", {Role.HEAD_UMPIRE, Role.ORGANISER}),
        ("check_in", {Role.HEAD_UMPIRE, Role.ORGANISER}),
        ("pad_sheet", {Role.HEAD_UMPIRE, Role.ORGANISER}),
        ("take_guests_in", {Role.ORGANISER}),
        ("event_settings", {Role.ORGANISER}),
        ("", {Role.HEAD_UMPIRE, Role.ORGANISER}),
    ],
)
@pytest.mark.promise("Who takes a press back has the right to press it")
def test_who_takes_a_press_back_has_the_right_to_press_it(route: str, roles: set[str]) -> None:
    assert {role for role in Role.values if own.may_press(Press(route=route), role)} == roles


@pytest.mark.django_db
@pytest.mark.control("test_who_takes_a_press_back_has_the_right_to_press_it")
def test_without_the_right_an_import_is_not_taken_back() -> None:
    event = new_event()
    with press() as done:
        done.route = "take_guests_in"
        add_guests(event, 3)
    with press(), pytest.raises(TakingBackRefusedError, match="An organiser did this"):
        take_back(event, done, sign(), role=Role.HEAD_UMPIRE)
    assert event.guests.count() == 3
    with press():
        take_back(event, done, sign(), role=Role.ORGANISER)
    assert event.guests.count() == 0

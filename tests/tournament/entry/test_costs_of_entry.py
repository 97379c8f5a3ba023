"""What a save costs: ten questions to the database at the desk and from a phone, whatever is in,
and so many calls of Python.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.formats import check
from tests.tournament.evening import official, save, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.entry import twin
from tournament.ledger.signing import new_key
from tournament.models import Event, Role, Sheet

pytestmark = pytest.mark.django_db
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
HANDS = ("out", "7", "3", "4", "5")
QUESTIONS = {"sqlite": 10, "postgresql": 11}
"""PostgreSQL is told whose press it is besides."""
CALLS = {"sqlite": (11_400, 8_100), "postgresql": (13_000, 9_600)}
"""The most calls of Python at the desk and from a phone, middleware and client of the test with
them: a sixtieth above what was counted on 29 November 2026. Neither a clock nor other work changes
a count.
"""
Saver = Callable[[int], None]


@pytest.fixture(autouse=True)
def _equal_sheets_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an evening: here they are, as every sheet has the same hands, so a flag is kept too."""
    monkeypatch.setattr(twin, "AT_THE_TABLE", 4)


@pytest.fixture
def event() -> Event:
    """Twenty guests with their codes."""
    seated = seated_event(20)
    codes_issued(seated)
    return seated


@pytest.fixture
def desk(event: Event) -> Saver:
    """Saves a game of the first table at its page."""
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    typed = {f"hand_{seat}": hand for seat, hand in zip("ABCDE", HANDS, strict=True)}

    def sent(game: int) -> None:
        fields = {**typed, "key": new_key(), "seen": 0, "checked": "on"}
        assert client.post(f"/e/{event.slug}/sheets/1/1/{game}/", fields).status_code == 302

    return sent


@pytest.fixture
def phone(event: Event) -> Saver:
    """Saves a game of the second table from the phone that lies there."""
    held = PhoneHeld(table_code(event, 2))
    held.state()

    def sent(game: int) -> None:
        assert held.post("sheet", sheet_sent(HANDS, game=game, table=2)).status_code == 201

    return sent


def asked(act: Saver, game: int) -> list[str]:
    """The questions put, without the bounds of transactions."""
    with CaptureQueriesContext(connection) as queries:
        act(game)
    questions = [str(query["sql"]) for query in queries.captured_queries]
    return [question for question in questions if not question.startswith(FRAME)]


def calls(act: Saver, game: int) -> int:
    """How many functions are called, those in C as well."""
    count = 0

    def counted(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        act(game)
    finally:
        sys.setprofile(None)
    return count


def test_a_sheet_costs_ten_questions_at_the_desk_and_from_a_phone(
    event: Event, desk: Saver, phone: Saver
) -> None:
    save(event, HANDS, (1, 3, 1))
    for act in (desk, phone):
        questions = asked(act, 1)
        assert len(questions) <= QUESTIONS[connection.vendor], "\n".join(questions)
    assert Sheet.objects.filter(event=event).count() == 3


def within(desk: Saver, phone: Saver) -> tuple[bool, bool]:
    """Whether a second sheet stays within its calls, at the desk and from a phone."""
    for act in (desk, phone):
        act(1)
    most = CALLS[connection.vendor]
    found = calls(desk, 2), calls(phone, 2)
    print(found)  # pytest tells it where a test goes red
    return found[0] <= most[0], found[1] <= most[1]


def test_a_second_sheet_takes_no_more_calls_than_were_counted(desk: Saver, phone: Saver) -> None:
    assert within(desk, phone) == (True, True)


@pytest.mark.control
def test_a_sheet_that_is_checked_twice_takes_more_calls(
    desk: Saver, phone: Saver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(*sheet: Any) -> Any:
        check(*sheet)
        return check(*sheet)

    monkeypatch.setattr("tournament.entry.acts.check", twice)
    assert within(desk, phone) == (False, False)

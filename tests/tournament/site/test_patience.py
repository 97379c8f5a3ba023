"""One budget of waiting a request: while another program holds the file, a save is answered within
it, a look hardly waits, and whoever asks how the server is learns of it.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from tests.tournament.evening import seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.models import DayCount, Event, Phone
from tournament.site import patience
from tournament.site.patience import waiting_at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="other programs lock a file alone"),
]
BUDGET = 0.3
GAME = ("out", "8", "3 4", "X X", "=23")


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> PhoneHeld:
    """A phone that the laptop knows, at a table that is being played; the budget is made small."""
    event = seated_event(5, qualifying_rounds=1, games_per_round=2)
    codes_issued(event)
    known = PhoneHeld(table_code(event))
    known.state()
    Phone.objects.update(seen_at="2020-01-01T00:00:00Z")
    for name in ("tournament.site.timing", "tournament.phones.entrance"):
        monkeypatch.setattr(f"{name}.OF_REQUEST", BUDGET)
    return known


@contextmanager
def locked() -> Iterator[None]:
    """Another program holds the file."""
    path = Path(str(connection.settings_dict["NAME"]))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What each statement that had to wait was given, in seconds: reckoned, never measured."""
    given: list[float] = []
    own = patience.patience

    def noted(usual: float) -> float:
        given.append(own(usual))
        return given[-1]

    monkeypatch.setattr("tournament.server.queued_sqlite.base.patience", noted)
    return given


def test_a_save_waits_once_and_not_at_each_statement(
    phone: PhoneHeld, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = waits(monkeypatch)
    with locked():
        answer = phone.post("sheet", sheet_sent(GAME))
    assert (answer.status_code, "The laptop is busy" in answer.content.decode()) == (503, True)
    assert len(given) > 0
    assert max(given) <= BUDGET


def test_a_look_is_answered_though_nothing_can_be_noted(
    phone: PhoneHeld, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = PhoneHeld(phone.code)
    given = waits(monkeypatch)
    heads = {"x-unsent": "2", "x-clock": str(int(time.time()))}
    with locked():
        statuses = [one.get("state", **heads).status_code for one in (phone, fresh)]
    assert statuses == [200, 200]
    assert Phone.objects.count() == 1
    starts = [one for one in given if one < BUDGET]
    assert starts, "nothing was noted at all"


def test_the_phone_that_looked_meanwhile_is_noted_afterwards(phone: PhoneHeld) -> None:
    fresh = PhoneHeld(phone.code)
    assert fresh.get("state").status_code == 200
    assert Phone.objects.count() == 2


def test_whoever_asks_whether_the_server_is_ready_learns_that_the_file_is_held() -> None:
    with locked():
        answer = Client().get("/readyz")
    told: dict[str, Any] = answer.json()
    assert answer.status_code == 503
    assert "something else holds its file" in told["wrong"][0]


def test_a_server_whose_folder_is_gone_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tournament.home.health.beside", lambda: tmp_path / "gone")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["wrong"][0][:22]) == (503, "Folder of the evening:")


def test_each_statement_beside_a_transaction_takes_from_the_same_budget() -> None:
    with locked(), waiting_at_most(0.1):
        for _statement in range(3):
            with pytest.raises(OperationalError, match="locked"):
                DayCount.objects.create(day="2027-02-11")
        assert patience.patience(5) == 0
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            Event.objects.update(version=1)
    assert patience.patience(5) == 5


def test_what_is_inside_never_waits_longer_than_what_is_around() -> None:
    with waiting_at_most(0.2), waiting_at_most(60):
        assert patience.patience(60) <= 0.2

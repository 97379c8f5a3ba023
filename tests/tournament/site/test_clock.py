"""The computer's clock jumps by a day, either way: no log-in is lost, no order, and it is told."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DjangosOwn
from django.contrib.sessions.models import Session
from django.test import Client, override_settings
from django.utils import timezone

from tests.tournament.evening import official, seated_event
from tests.tournament.load.crowd import hands
from tournament.home.health import clock
from tournament.models import Event, LedgerEntry
from tournament.site import clock as site_clock
from tournament.site.sessions import SessionStore, kept_as
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
Jump = Callable[[timedelta], None]


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Moves the clock that programs read; how long the computer runs nobody can move."""
    real = time.time
    site_clock.now()

    def moved(by: timedelta) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + by.total_seconds())
        monkeypatch.setattr(timezone, "now", lambda: datetime.now(UTC) + by)

    return moved


def entered(client: Client, event: Event, game: int) -> int:
    """Save a game by its page, and say how that was answered."""
    page = f"/e/{event.slug}/sheets/1/1/{game}/"
    return client.post(page, hands(1, game) | {"key": f"game {game}", "seen": 0}).status_code


def evening(client: Client, jump: Jump) -> tuple[list[int], Event]:
    """Three games entered under one log-in: now, on a clock a day ahead, on one a day behind."""
    event = seated_event(5, qualifying_rounds=1, games_per_round=3)
    client.login(username=official(event).username, password="a long pass phrase 7")
    answers = []
    for game, by in enumerate((timedelta(), DAY, -DAY), start=1):
        jump(by)
        answers.append(entered(client, event, game))
    return answers, event


@pytest.mark.promise(
    "The clock jumps by a day either way: no log-in and no order is lost", faults=(10,)
)
def test_a_jump_of_a_day_either_way_loses_no_log_in_and_no_order(jump: Jump) -> None:
    client = Client()
    answers, event = evening(client, jump)
    assert answers == [302, 302, 302]
    entries = LedgerEntry.objects.filter(event=event, kind="sheet").order_by("number")
    assert [entry.key for entry in entries] == ["game 1", "game 2", "game 3"]
    assert entries[1].at > entries[0].at > entries[2].at
    assert list(faults(event)) == []


@pytest.mark.control("test_a_jump_of_a_day_either_way_loses_no_log_in_and_no_order")
def test_sessions_that_go_by_the_clock_are_lost_when_it_jumps(jump: Jump) -> None:
    with override_settings(SESSION_ENGINE="django.contrib.sessions.backends.db"):
        client = Client()
        answers, event = evening(client, jump)
        page = client.get(f"/e/{event.slug}/sheets/1/1/2/")
    where = page.headers.get("Location", "")
    assert (answers[1], LedgerEntry.objects.filter(event=event, key="game 2").count()) == (
        403,
        0,
    ), where


def test_a_clock_that_was_moved_is_told(jump: Jump) -> None:
    assert site_clock.moved() == 0
    jump(timedelta(minutes=1))
    assert site_clock.moved() == 0
    jump(DAY)
    assert round(site_clock.moved()) == 86_400
    assert clock().words == "It was moved by 1 day, 0:00:00 while the computer ran."
    jump(-DAY)
    assert round(site_clock.moved()) == -86_400
    assert clock().wrong


def test_a_session_ends_by_the_hours_that_really_went_by(
    jump: Jump, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SessionStore()
    store["who"] = "somebody"
    store.create()
    key = str(store.session_key)
    jump(DAY)
    assert SessionStore(key)["who"] == "somebody"
    assert "who" not in DjangosOwn(kept_as(key))
    SessionStore.clear_expired()
    assert Session.objects.filter(session_key=kept_as(key)).exists()
    real = time.clock_gettime
    monkeypatch.setattr(time, "clock_gettime", lambda which: real(which) + DAY.total_seconds())
    assert "who" not in SessionStore(key)
    SessionStore.clear_expired()
    assert not Session.objects.filter(session_key=kept_as(key)).exists()


def test_all_processes_share_one_figure_until_the_machine_is_started_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.mktemp("var") / "clock.json"
    assert site_clock._shared(file, "boot one", 5.0) == 5.0
    assert site_clock._shared(file, "boot one", 86_405.0) == 5.0
    assert site_clock._shared(file, "boot two", 7.0) == 7.0
    for spoilt in ("", "{", "[]", '{"boot": "boot two"}'):
        file.write_text(spoilt)
        assert site_clock._shared(file, "boot two", 9.0) == 9.0

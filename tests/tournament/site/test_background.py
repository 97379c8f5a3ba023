"""What is reckoned beside the requests: the newest of each key, once, in a thread that ends."""

import threading
from collections.abc import Callable
from contextlib import nullcontext

import pytest

from tests.tournament.background import Gate, at_rest, serving
from tournament.site import background
from tournament.site.background import BACKGROUND, BURST, SHARE, Purse


@pytest.fixture(autouse=True)
def _share(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is held to the share that a server gives it."""
    monkeypatch.setattr(background, "SHARE", SHARE)


def noting(found: list[object], value: object) -> Callable[[], None]:
    """Work that notes a value and the thread it was done in."""
    return lambda: found.append((value, threading.current_thread().name))


def test_the_newest_of_each_key_is_done_and_no_thread_is_left(gate: Gate) -> None:
    found: list[object] = []
    for grounds in (1, 2, 3):
        BACKGROUND.ask("chances", grounds, noting(found, grounds))
    BACKGROUND.ask("pace", 1, noting(found, "pace"))
    assert found == []
    gate.open()
    assert found == [(3, "background"), ("pace", "background")]
    assert "background" not in {thread.name for thread in threading.enumerate()}


def test_what_is_being_done_is_not_done_twice_and_what_it_overtook_not_at_all(gate: Gate) -> None:
    found: list[object] = []
    BACKGROUND.ask(gate.key, "another", noting(found, "overtaken"))
    BACKGROUND.ask(gate.key, gate.grounds, noting(found, "twice"))
    gate.open()
    assert found == []


def test_what_fails_is_logged_and_the_next_is_done(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    found: list[object] = []
    BACKGROUND.ask("wrong", 1, lambda: 1 / 0)
    BACKGROUND.ask("right", 1, noting(found, "right"))
    gate.open()
    assert found == [("right", "background")]
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [
        ZeroDivisionError
    ]


def test_where_nothing_is_served_it_is_done_at_once() -> None:
    found: list[object] = []
    BACKGROUND.ask("chances", 1, noting(found, 1))
    assert found == [(1, threading.current_thread().name)]


def test_a_burst_spent_leaves_the_machine_to_those_who_save(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "SHARE", SHARE)
    wall = [0.0]
    purse = Purse(BURST, clock=lambda: wall[0])
    purse.remaining -= 2 * BURST
    wall[0] = BURST / SHARE
    assert not purse.may()
    wall[0] += 1
    assert purse.may()


def test_an_empty_purse_only_delays(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SHARE", SHARE)
    purse = Purse(BURST)
    purse.remaining = -SHARE / 100
    monkeypatch.setattr(BACKGROUND, "_purse", purse)
    found: list[object] = []
    BACKGROUND.ask("chances", 1, noting(found, 1))
    gate.open()
    assert found == [(1, "background")]
    at_rest()


def test_who_waits_for_an_outcome_is_given_it_or_what_went_wrong() -> None:
    for is_server in (nullcontext, serving):
        with is_server():
            assert BACKGROUND.outcome(lambda: 2) == 2
            with pytest.raises(ZeroDivisionError):
                BACKGROUND.outcome(lambda: 1 / 0)


def test_nobody_waits_for_ever(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    with pytest.raises(TimeoutError):
        BACKGROUND.outcome(lambda: 2)

"""A server's work in the background, held up and let go by a test."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournament.counting import chances
from tournament.site.background import BACKGROUND
from tournament.standings import pace


class Gate:
    """The first work in the background: what is asked for after it waits until it opens."""

    key, grounds = "gate", "shut"

    def __init__(self) -> None:
        self._begun, self._opened = threading.Event(), threading.Event()
        BACKGROUND.ask(self.key, self.grounds, self._work)
        self._begun.wait()

    def _work(self) -> None:
        self._begun.set()
        self._opened.wait()

    def open(self) -> None:
        """Let everything be done that waits, and wait for it."""
        self._opened.set()
        at_rest()


def at_rest() -> None:
    """Return when nothing is left to do."""
    for thread in threading.enumerate():
        if thread.name == "background":
            thread.join()


@contextmanager
def serving() -> Iterator[None]:
    """A process that serves; at the end of it nothing is left to do."""
    BACKGROUND.serving = True
    try:
        yield
    finally:
        at_rest()
        BACKGROUND.serving = False


@contextmanager
def gate_shut() -> Iterator[Gate]:
    """A process that serves, whose background is held up."""
    with serving():
        gate = Gate()
        try:
            yield gate
        finally:
            gate.open()


def noted_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of each reckoning of chances, and of a pace, from here on."""
    found: list[str] = []

    def noting(simulate: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any, **named: Any) -> Any:
            found.append(threading.current_thread().name)
            return simulate(*arguments, **named)

        return noted

    for module, name in ((chances, "chances"), (pace, "pace")):
        monkeypatch.setattr(module, name, noting(vars(module)[name]))
    return found

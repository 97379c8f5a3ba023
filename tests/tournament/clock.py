"""A clock that a test moves on, in the place of the one that a module reads."""

from datetime import UTC, datetime
from types import ModuleType

import pytest

from tournament.site import clock as site_clock


class Clock:
    """The time, and as much later as the test has moved it."""

    def __init__(self) -> None:
        self.later = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return site_clock.now() + self.later

    def moment(self) -> datetime:
        """The same as a time."""
        return datetime.fromtimestamp(self.now(), UTC)


def moved(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> Clock:
    """A clock that these modules read from now on."""
    clock = Clock()
    for module in modules:
        monkeypatch.setattr(module, "clock", clock)
    return clock

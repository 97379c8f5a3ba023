"""A clock that a test moves on, in the place of the steady one that a module reads."""

from types import ModuleType

import pytest

from tournament import steady


class Clock:
    """The steady time, and as much later as the test has moved it."""

    def __init__(self) -> None:
        self.later = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return steady.now() + self.later


def moved(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> Clock:
    """A clock that these modules read from now on."""
    clock = Clock()
    for module in modules:
        monkeypatch.setattr(module, "steady", clock)
    return clock

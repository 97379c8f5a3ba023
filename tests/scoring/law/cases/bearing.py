"""Marks a test as a case that bears out clauses, and under which option values it turns."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[[], None])
BEARING: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
"""Name of a test: the clauses it bears out, and the option values (`game
name=value`) that turn it.
"""


def bears_out(*clauses: str, turns: tuple[str, ...] = ()) -> Callable[[Test], Test]:
    """Say which clauses a test bears out; what it asserts must fail if the
    clause were otherwise.
    """

    def mark(test: Test) -> Test:
        BEARING[test.__name__] = (clauses, turns)
        return test

    return mark

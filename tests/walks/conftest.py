"""The fixtures of the web room."""

from tests.tournament.conftest import (
    _a_busy_machine_is_no_news,
    _full_purses,
    _no_copies_beside_the_tests,
    _passwords_cost_little,
    _tests_may_empty_tables,
)

__all__ = [
    "_a_busy_machine_is_no_news",
    "_full_purses",
    "_no_copies_beside_the_tests",
    "_passwords_cost_little",
    "_tests_may_empty_tables",
]

"""What the tests of the web room share."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from tournament import triggers


@pytest.fixture(autouse=True, scope="session")
def _tests_may_empty_tables() -> Iterator[None]:
    """The guards of the past also stop the emptying of tables after a test: lift them just then."""
    emptied = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def unguarded(case: TransactionTestCase) -> None:
        triggers.drop(connection)
        try:
            emptied(case)
        finally:
            # Journeys share this fixture; where both have wrapped the emptying, the guards are there already.
            triggers.drop(connection)
            triggers.create(connection)

    TransactionTestCase._fixture_teardown = unguarded  # type: ignore[attr-defined]
    yield
    TransactionTestCase._fixture_teardown = emptied  # type: ignore[attr-defined]

"""The fixtures of the web room, and a draw of the seats that is made once."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.template.base import Template

from scoring.seating.draw import best_draw
from tests.tournament.conftest import (
    _a_busy_machine_is_no_news,
    _full_purses,
    _no_copies_beside_the_tests,
    _passwords_cost_little,
    _static_files_are_listed_once,
    _tests_may_empty_tables,
)
from tournament.seating import acts_draw

__all__ = [
    "_a_busy_machine_is_no_news",
    "_full_purses",
    "_no_copies_beside_the_tests",
    "_passwords_cost_little",
    "_static_files_are_listed_once",
    "_tests_may_empty_tables",
]


@pytest.fixture(autouse=True, scope="session")
def _the_first_draw_is_taken() -> Iterator[None]:
    """Walks ask what is done with a seating, not how good it is: the best of eight would be an
    eighth of their time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acts_draw, "best_draw", partial(best_draw, draws=1))
        yield


@pytest.fixture(autouse=True)
def _drawn_as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests note every template and copy its context for whoever asks; walks read the bytes."""
    monkeypatch.setattr(Template, "_render", lambda self, context: self.nodelist.render(context))

"""The fixtures of the web room, and pages drawn as they are served."""

import pytest
from django.template.base import Template

from tests.tournament.conftest import (
    _a_busy_machine_is_no_news,
    _an_evening_is_finished_less_often,
    _equal_sheets_are_no_news,
    _full_purses,
    _passwords_cost_little,
    _static_files_are_listed_once,
    _tests_may_empty_tables,
    _the_first_draw_is_taken,
)

__all__ = [
    "_a_busy_machine_is_no_news",
    "_an_evening_is_finished_less_often",
    "_equal_sheets_are_no_news",
    "_full_purses",
    "_passwords_cost_little",
    "_static_files_are_listed_once",
    "_tests_may_empty_tables",
    "_the_first_draw_is_taken",
]


@pytest.fixture(autouse=True)
def _drawn_as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests note every template and copy its context for whoever asks; walks read the bytes."""
    monkeypatch.setattr(Template, "_render", lambda self, context: self.nodelist.render(context))

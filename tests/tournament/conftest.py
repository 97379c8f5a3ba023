"""What the tests of the web room share."""

import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.signals import setting_changed
from django.db import connection, transaction
from django.dispatch import receiver
from django.test import TransactionTestCase
from pypdf.generic import DictionaryObject
from pypdf.generic._font import Font
from whitenoise.middleware import WhiteNoiseMiddleware

from scoring.seating.draw import best_draw
from tests.tournament.background import Gate, gate_shut
from tests.tournament.template_names import noted
from tournament.counting import chances
from tournament.entry import twin
from tournament.seating import acts_draw
from tournament.server import capture, sealing, triggers
from tournament.site import background, timing
from tournament.site.keep import KEEP

# What it asserts is shown as in a test.
pytest.register_assert_rewrite("tests.tournament.every_form")
KEPT = ("django_content_type", "auth_permission")
"""What the emptying of tables would make again as it was, row by row."""


@cache
def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [name for name in names if name not in KEPT]


def _empty() -> None:
    """All in one transaction: one for each guard, and all permissions made anew, took a quarter of
    a second a test.
    """
    with transaction.atomic(), capture.nothing_kept(), connection.cursor() as cursor:
        triggers.drop(connection)
        for name in _tables():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
        triggers.create(connection)


@pytest.fixture(autouse=True, scope="session")
def _tests_may_empty_tables() -> Iterator[None]:
    """The guards of the past also stop the emptying of tables after a test: lift them just then."""
    emptied = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def unguarded(case: TransactionTestCase) -> None:
        if connection.vendor == "sqlite":
            _empty()
            return
        triggers.drop(connection)
        try:
            emptied(case)
        finally:
            # Journeys share this fixture; where both have wrapped the emptying, the guards are
            # there already.
            triggers.drop(connection)
            triggers.create(connection)

    TransactionTestCase._fixture_teardown = unguarded  # type: ignore[attr-defined]
    yield
    TransactionTestCase._fixture_teardown = emptied  # type: ignore[attr-defined]


@pytest.fixture(autouse=True, scope="session")
def _a_busy_machine_is_no_news() -> Iterator[None]:
    """A page that took long is noted with a query more: on a busy machine that would fail tests
    which count them.
    """
    kept, timing.SLOW = timing.SLOW, sys.maxsize
    yield
    timing.SLOW = kept


@pytest.fixture(autouse=True, scope="session")
def _equal_sheets_are_no_news() -> Iterator[None]:
    """Most tests enter the same few hands at every game: only the tests of that flag see it."""
    fewest, twin.AT_THE_TABLE = twin.AT_THE_TABLE, sys.maxsize
    yield
    twin.AT_THE_TABLE = fewest


@pytest.fixture(autouse=True, scope="session")
def _passwords_cost_little() -> Iterator[None]:
    """An account is made in most tests: with the product's million rounds that would be most of
    their time.
    """
    kept, settings.PASSWORD_HASHERS = (
        settings.PASSWORD_HASHERS,
        ["tests.tournament.passwords.FewRounds"],
    )
    yield
    settings.PASSWORD_HASHERS = kept


@pytest.fixture(autouse=True, scope="session")
def absent_names() -> Iterator[list[str]]:
    """What templates of this run named that their values have not; empty before each test."""
    with noted() as names:
        yield names


@pytest.fixture(autouse=True)
def _templates_name_what_there_is(absent_names: list[str]) -> Iterator[None]:
    """Whatever page a test draws."""
    absent_names.clear()
    yield
    assert absent_names == []


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_listed_once() -> Iterator[None]:
    """Each client of a test stands for the one server, which lists its files once; listing them
    for each took a third of a page test's time. What a server started by a test has collected
    is not listed at all: each later client of the run paid 35 ms for it.
    """
    listed: dict[str, Any] = {}
    from_finders = WhiteNoiseMiddleware.add_files_from_finders

    def once(middle: WhiteNoiseMiddleware) -> None:
        if not listed:
            from_finders(middle)
            listed.update(middle.files)
        middle.files.update(listed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        patch.setattr(WhiteNoiseMiddleware, "add_files", lambda *_collected, **_prefix: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _the_first_draw_is_taken() -> Iterator[None]:
    """Tests of the web room ask what is done with a seating, not how good it is: the best of
    eight would be an eighth of their time. The core asks which one is taken, and a server that a
    test starts draws all.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acts_draw, "best_draw", partial(best_draw, draws=1))
        yield


@pytest.fixture(autouse=True, scope="session")
def _an_evening_is_finished_less_often() -> Iterator[None]:
    """Tests of the web room ask where chances are shown, not how near they are: ten thousand
    finishes took a twelfth of a walked evening. The core asks how near.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances, "FINISHES", 500)
        patch.setattr(chances, "SAMPLE", 60)
        patch.setattr(chances, "SMALL_SAMPLE", 30)
        yield


@pytest.fixture(autouse=True, scope="session")
def _a_typeface_of_a_paper_is_read_once() -> Iterator[None]:
    """The reader of PDFs reads each typeface again for every page and every form on it: half of
    its time.
    """
    read = Font.from_font_resource

    def once(resource: DictionaryObject) -> Font:
        found: Font | None = vars(resource).get("read")
        if found is None:
            found = vars(resource)["read"] = read(resource)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Font, "from_font_resource", once)
        yield


@receiver(setting_changed)
def _settings_of_a_process_stay_as_they_are(**_changed: object) -> None:
    """A server keeps pages under the settings it was started with: a test that changes them starts
    with nothing kept.
    """
    KEEP.clear()


@pytest.fixture(scope="session")
def _beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What stands in for the folder of the database, of this process alone."""
    return tmp_path_factory.mktemp("beside")


@pytest.fixture(autouse=True)
def _no_seal(_beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that seals copies, pressed by one test, seals none of another's."""
    monkeypatch.setattr(sealing, "beside", lambda: _beside)
    sealing.seal_no_more()


@pytest.fixture
def gate() -> Iterator[Gate]:
    """A server whose work in the background waits until the test lets it go on."""
    with gate_shut() as gate:
        yield gate


@pytest.fixture(autouse=True)
def _full_purses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test tried, or drew, does not count against the next; the database forgets by
    itself. No machine is too slow to draw the newest board: how drawing is held to its share stands
    in site/test_drawings.py.
    """
    caches["limits"].clear()
    monkeypatch.setattr(background, "SHARE", 1e6)

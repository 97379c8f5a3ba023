"""A watchman learns whether the process lives and whether it can take sheets."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tournament.home import health
from tournament.home.health import FULL, _up_to_date


@pytest.fixture(autouse=True)
def _looked_at_anew() -> Iterator[None]:
    _up_to_date.clear()
    yield
    _up_to_date.clear()


def asked(path: str) -> tuple[int, Any]:
    """The status and what was said."""
    answer = Client().get(path)
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


def test_a_process_that_lives_says_so_without_asking_the_database() -> None:
    assert asked("/healthz") == (200, {"alive": True})


@pytest.mark.django_db
def test_a_server_that_can_take_sheets_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "free_megabytes", lambda where: 5000)
    monkeypatch.setattr(health, "nearly_full", lambda where: "")
    assert {finding.what: finding.words for finding in health.readiness()} == {
        "database": f"{connection.display_name} answers.",
        "tables": "They are those of this version.",
        "assets": "In their place.",
        "disk": "5,000 MB are free.",
    }
    assert asked("/readyz") == (200, {"ready": True, "wrong": []})


@pytest.mark.django_db
def test_whoever_asks_again_costs_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    asked("/readyz")
    with django_assert_num_queries(1):
        asked("/readyz")


@pytest.mark.django_db
def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "free_megabytes", lambda where: FULL - 1)
    status, told = asked("/readyz")
    assert (status, told["wrong"]) == (503, ["Disk: delete something large now."])


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_told_and_its_tables_are_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused() -> None:
        raise DatabaseError("for the test")

    monkeypatch.setattr(connection, "cursor", refused)
    status, told = asked("/readyz")
    assert (status, told["wrong"]) == (503, ["Database: start it, or correct DATABASE_URL."])
    assert [finding.what for finding in health.readiness()] == ["database", "assets", "disk"]


@pytest.mark.django_db
def test_tables_of_an_older_version_are_told() -> None:
    [newest] = MigrationLoader(connection).graph.leaf_nodes("tournament")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", newest)
    assert asked("/readyz")[0] == 503
    call_command("migrate", "tournament", fake=True, verbosity=0)
    assert asked("/readyz")[0] == 200

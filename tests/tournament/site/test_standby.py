"""A second server that follows: read from the address, asked for boards, never behind what a viewer
has seen.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.test import Client
from environ import Env  # type: ignore[import-untyped]

from tests.tournament.evening import save, seated_event
from tournament.models import Event
from tournament.site.freshness import newest, version_in
from tournament.site.replica import STANDBY, Router, with_standby

SHEET = ("out", "8", "A", "2", "3")
ON_FILES = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="a copy of a file stands in for a server here"
)


def databases(url: str) -> dict[str, dict[str, Any]]:
    """What the settings make of an address."""
    return with_standby(Env.db_url_config(url))


def test_one_host_is_one_database() -> None:
    assert list(databases("postgres://league:secret@one:5432/league")) == ["default"]
    assert list(databases("sqlite:////tmp/evening.sqlite3")) == ["default"]


def test_of_several_hosts_one_takes_writes_and_a_standby_is_read() -> None:
    made = databases("postgres://league:s%2Cecret@one:5432,two:5433/league")
    said = {alias: (one["HOST"], str(one["PORT"]), one["PASSWORD"]) for alias, one in made.items()}
    assert said == dict.fromkeys(("default", STANDBY), ("one,two", "5432,5433", "s,ecret"))
    assert {alias: one["OPTIONS"]["target_session_attrs"] for alias, one in made.items()} == {
        "default": "read-write",
        STANDBY: "prefer-standby",
    }


def test_hosts_that_are_sockets_are_understood_too() -> None:
    made = databases("postgres://league@/league?host=/run/one,/run/two&port=5432,5433")
    assert sorted(made) == ["default", STANDBY]


def test_the_version_of_a_tag_is_read_and_anything_else_is_none() -> None:
    tags = ('"12-top"', 'W/"7-all"', "", "*", '"x-top"', f'"{"9" * 10}-top"')
    assert [version_in(tag) for tag in tags] == [12, 7, 0, 0, 0, 0]


def test_writes_and_tables_never_go_to_the_standby() -> None:
    router = Router()
    assert (router.db_for_write(Event), router.db_for_read(Event)) == ("default", None)
    assert (
        router.allow_migrate(STANDBY, "tournament"),
        router.allow_migrate("default", "tournament"),
    ) == (False, True)


@pytest.fixture
def event(transactional_db: None) -> Event:
    """An evening with one sheet in."""
    made = seated_event(10, qualifying_rounds=1, games_per_round=2)
    save(made, SHEET)
    return Event.objects.get(pk=made.pk)


@pytest.fixture
def behind(event: Event, tmp_path: Path) -> Iterator[Event]:
    """The same evening with a standby that has not heard of its second sheet."""
    copy = tmp_path / "standby.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(copy)])
    save(event, SHEET, (1, 2, 1))
    yield from _with(copy, Event.objects.get(pk=event.pk))


def _with(copy: Path, event: Event) -> Iterator[Event]:
    """A copy as the standby; by the name of the one database that a test may use."""
    told = connections.databases["default"] | {"NAME": str(copy)}
    wrapper = type(connections["default"])(told, alias="default")
    connections.databases[STANDBY], connections[STANDBY] = told, wrapper
    try:
        yield event
    finally:
        wrapper.close()
        del connections[STANDBY]
        del connections.databases[STANDBY]


def looked(event: Event, tag: str = "", query: str = "") -> tuple[int, int]:
    """The status of a look at the board and the version of its tag."""
    answer = Client().get(
        f"/e/{event.slug}/board/now/{query}", headers={"if-none-match": tag} if tag else {}
    )
    return answer.status_code, version_in(answer.headers["ETag"])


@ON_FILES
@pytest.mark.promise(
    "The public board is read from the standby and never goes back behind what a viewer has seen"
)
def test_a_viewer_reads_the_standby_until_they_have_seen_more_than_it_knows(behind: Event) -> None:
    now = behind.version
    assert looked(behind) == (200, now - 1)
    assert looked(behind, f'"{now - 1}-top"') == (304, now - 1)
    assert looked(behind, f'"{now}-top"') == (304, now)
    assert newest(behind.slug, now).alias == "default"
    assert Client().get(f"/e/{behind.slug}/board/").status_code == 200


@ON_FILES
@pytest.mark.control("test_a_viewer_reads_the_standby_until_they_have_seen_more_than_it_knows")
def test_without_the_comparison_a_viewer_would_be_sent_back(behind: Event) -> None:
    """The control: whoever reads the standby whatever was seen is shown the past."""
    assert newest(behind.slug, 0).version < behind.version


@ON_FILES
def test_while_the_primary_is_away_the_standby_serves_and_nobody_is_sent_back(
    behind: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("connection refused")

    now = behind.version
    with monkeypatch.context() as patched:
        patched.setattr(connections["default"], "cursor", away)
        assert looked(behind) == (200, now - 1)
        assert looked(behind, f'"{now}-top"') == (304, now)
        # A network may leave the tag out; then the page keeps what it has, and asks again.
        assert looked(behind, query=f"?v={now}") == (503, now)


@ON_FILES
def test_while_the_standby_is_away_the_primary_serves(event: Event, tmp_path: Path) -> None:
    for found in _with(tmp_path / "away" / "standby.sqlite3", event):
        assert looked(found) == (200, found.version)


@ON_FILES
def test_an_event_that_the_standby_has_not_heard_of_is_read_from_the_primary(behind: Event) -> None:
    younger = seated_event(5)
    younger.refresh_from_db()
    assert looked(younger) == (200, younger.version)
    assert Client().get("/e/nowhere/board/now/").status_code == 404

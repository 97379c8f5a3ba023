"""The two runs of the tests are on the two databases that they are said to be on, and a pooler may
stand before PostgreSQL.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests.tournament.load.crowd import hands
from tests.tournament.load.halls import hall
from tournament.models import LedgerEntry


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_second_run_is_on_postgresql_15_or_newer() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0])
    assert (connection.vendor, version >= 150000) == ("postgresql", True)


@contextmanager
def lent_anew() -> Iterator[None]:
    """As behind a pooler that lends a connection for a transaction: nothing that a statement leaves
    in the session is there for the next.
    """

    def forgetting(execute: Any, *told: Any) -> Any:
        found = execute(*told)
        if not connection.in_atomic_block:
            connection.connection.execute("DISCARD ALL")
        return found

    with connection.execute_wrapper(forgetting):
        yield


def behind_a_pooler() -> list[int]:
    """What an umpire is answered who looks, saves, looks again and repeats; then the record is
    gone through.
    """
    event, evening = hall(2, 2)
    client = Client()
    client.cookies["sessionid"] = evening.sessions[0]
    home = f"/e/{event.slug}/"
    fields = hands(1, 1) | {"key": "one key for one sheet", "seen": "0"}
    with lent_anew():
        looks = [client.get(f"{home}{page}").status_code for page in ("", "sheets/1/1/1/")]
        saves = [client.post(f"{home}sheets/1/1/1/", fields).status_code for _ in range(2)]
        looks += [client.get(f"{home}{page}").status_code for page in ("standings/", "board/now/")]
        call_command("verify", event.slug, verbosity=0)
    assert LedgerEntry.objects.filter(event=event, kind="sheet").count() == 1
    return looks + saves


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("Nothing rests on the session of the database, so a pooler may lend it anew")
def test_a_connection_may_be_another_after_every_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    assert behind_a_pooler() == [200, 200, 200, 200, 302, 302]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.control("test_a_connection_may_be_another_after_every_transaction")
def test_what_is_set_in_a_session_is_gone_behind_a_pooler() -> None:
    with lent_anew(), connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '1234ms'")
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() != ("1234ms",)

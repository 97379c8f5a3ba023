"""What is acknowledged is in the file of that name; a server opens no other
file, and makes none.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from tests.tournament.evening import official, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.models import LedgerEntry
from tournament.server.queued_sqlite import base
from tournament.server.storage import database_file
from tournament.site.same_file import GONE, REPLACED, Served

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="a server's database has no file to be moved"
    ),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of one table."""
    made = tmp_path / "evening.sqlite3"
    with closing(sqlite3.connect(made)) as held:
        held.execute("CREATE TABLE sheets (number INTEGER)")
    return made


@pytest.fixture
def wrapper(path: Path) -> Iterator[base.DatabaseWrapper]:
    """The product's connection to it."""
    told = connection.settings_dict | {"NAME": str(path), "CONN_MAX_AGE": None}
    made = base.DatabaseWrapper(told, alias="default")
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _nothing_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Served, "files", {})


def save(held: base.DatabaseWrapper, number: int) -> bool:
    """Whether a save is acknowledged."""
    try:
        held.ensure_connection()
        held.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        held.cursor().execute("INSERT INTO sheets VALUES (%s)", [number])
        held.commit()
    except OperationalError:
        held.rollback()
        held.set_autocommit(True)
        return False
    held.set_autocommit(True)
    return True


def there(path: Path) -> list[int]:
    """What the file of that name holds."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as held:
        return [row[0] for row in held.execute("SELECT number FROM sheets ORDER BY number")]


def _moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite3"))


def _replaced(path: Path) -> None:
    other = path.with_name("older.sqlite3")
    with closing(sqlite3.connect(other)) as held:
        held.execute("CREATE TABLE sheets (number INTEGER)")
    for journal in ("-wal", "-shm"):
        Path(f"{path}{journal}").unlink(missing_ok=True)
    other.replace(path)


SPOILT: dict[str, Callable[[Path], None]] = {
    "moved": _moved,
    "replaced": _replaced,
    "deleted": Path.unlink,
}


@pytest.mark.promise(
    "What is acknowledged is in the database file of that name, moved or replaced meanwhile",
    faults=(7,),
)
@pytest.mark.parametrize("what", SPOILT)
def test_nothing_is_acknowledged_that_is_not_in_the_file_of_that_name(
    what: str, path: Path, wrapper: base.DatabaseWrapper
) -> None:
    told = [number for number in range(3) if save(wrapper, number)]
    assert told == there(path) == [0, 1, 2]
    SPOILT[what](path)
    assert [number for number in range(3, 6) if save(wrapper, number)] == []
    assert there(path) == []


@pytest.mark.control("test_nothing_is_acknowledged_that_is_not_in_the_file_of_that_name")
@pytest.mark.parametrize("what", SPOILT)
def test_without_a_second_look_saves_go_nowhere(
    what: str, path: Path, wrapper: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "difference", lambda _path, _opened: "")
    assert save(wrapper, 0) is True
    SPOILT[what](path)
    assert ([save(wrapper, number) for number in (1, 2)], there(path)) == ([True, True], [])


def test_once_the_file_is_back_saves_go_on(path: Path, wrapper: base.DatabaseWrapper) -> None:
    assert save(wrapper, 0) is True
    _moved(path)
    assert save(wrapper, 1) is False
    path.with_name("elsewhere.sqlite3").rename(path)
    assert save(wrapper, 2) is True
    wrapper.close()
    assert there(path) == [0, 2]


def test_a_server_opens_no_other_file_and_makes_none(
    path: Path, wrapper: base.DatabaseWrapper
) -> None:
    Served.hold(path)
    path.unlink()
    with pytest.raises(OperationalError, match=GONE):
        wrapper.ensure_connection()
    assert not path.exists()
    with closing(sqlite3.connect(path)) as held:
        held.execute("CREATE TABLE sheets (number INTEGER)")
    with pytest.raises(OperationalError, match=REPLACED):
        wrapper.ensure_connection()


def test_a_server_that_began_without_a_database_makes_none_either(tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite3"
    Served.hold(missing)
    held = base.DatabaseWrapper(connection.settings_dict | {"NAME": str(missing)}, alias="default")
    with pytest.raises(OperationalError):
        held.ensure_connection()
    assert list(tmp_path.iterdir()) == []


def test_pages_and_phones_say_not_saved_and_why_and_readyz_tells_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    codes_issued(event)
    browser = Client(raise_request_exception=False)
    browser.force_login(official(event))
    before = LedgerEntry.objects.count()
    path = database_file()
    assert path is not None
    with monkeypatch.context() as moved:
        moved.setattr(base, "difference", lambda _path, _opened: REPLACED)
        moved.setattr(Served, "files", {str(path): (0, 0)})
        page = browser.post(f"/e/{event.slug}/guests/add/", {"name": "Ann Carver"})
        phone = PhoneHeld(table_code(event)).post(
            "sheet", sheet_sent(("out", "8 K", "A", "3", "2 3 4"))
        )
        ready = browser.get("/readyz")
    assert (page.status_code, "NOT saved" in page.content.decode()) == (503, True)
    assert "moved, replaced or deleted" in page.content.decode()
    assert (phone.status_code, "this is NOT saved" in phone.content.decode()) == (503, True)
    assert (
        ready.status_code,
        "stop the server, put the file back" in ready.json()["wrong"][0],
    ) == (503, True)
    assert LedgerEntry.objects.count() == before
    with transaction.atomic():
        assert browser.get("/readyz").json()["wrong"] == []

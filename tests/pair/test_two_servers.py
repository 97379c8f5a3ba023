"""Several application servers behind one address share nothing but the database."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.tournament.conftest import _passwords_cost_little, _tests_may_empty_tables
from tests.tournament.load.crowd import Evening, Person, Told, hands
from tests.tournament.load.halls import hall
from tests.tournament.load.server import database_url, serving
from tournament.models import Event, LedgerEntry

__all__ = ["_passwords_cost_little", "_tests_may_empty_tables"]
pytestmark = pytest.mark.django_db(transaction=True)
KEY = "one key for one sheet"


@pytest.fixture
def ports() -> Iterator[tuple[int, int]]:
    """Two servers that know nothing of each other, started side by side."""
    starting = [serving(1, database_url(), BACKUP_EVERY="0") for _ in range(2)]
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        one, other = pool.map(stack.enter_context, starting)
        yield one, other


async def crossing(ports: tuple[int, int], evening: Evening) -> dict[str, object]:
    """One official whose requests go to this server and to that, and a viewer likewise."""
    here, there = (Person(port, Told(), evening.sessions[0]) for port in ports)
    viewers = [Person(port, Told()) for port in ports]
    sheet, board = f"/e/{evening.slug}/sheets/1/1/1/", f"/e/{evening.slug}/board/now/"
    fields = hands(1, 1) | {
        "key": KEY,
        "seen": 0,
    }
    before = [(await viewer.get(board))[1]["etag"] for viewer in viewers]
    said: dict[str, object] = {"log-in": [(await one.get(sheet))[0] for one in (here, there)]}
    said["saves"] = [await one.post(sheet, fields) for one in (here, there, here)]
    after = [
        await viewer.get(board, If_None_Match=tag)
        for viewer, tag in zip(viewers, before, strict=True)
    ]
    said["boards"] = [status for status, _headers, _content in after]
    said["same board"] = len({(headers["etag"], content) for _status, headers, content in after})
    said["moved on"] = after[0][1]["etag"] not in before
    said["logged out"] = [await here.post("/logout/", {}), (await there.get(sheet))[0]]
    for person in (here, there, *viewers):
        await person.leave()
    return said


@pytest.mark.promise(
    "Several application servers share nothing but the database: a request may go to any of them"
)
def test_log_in_repeated_save_and_board_go_through_any_of_two_servers(
    ports: tuple[int, int],
) -> None:
    event, evening = hall(1, 2)
    assert asyncio.run(crossing(ports, evening)) == {
        "log-in": [200, 200],
        "saves": [302, 302, 302],
        "boards": [200, 200],
        "same board": 1,
        "moved on": True,
        "logged out": [302, 302],
    }
    assert LedgerEntry.objects.filter(event=event, kind="sheet").count() == 1
    assert Event.objects.get(pk=event.pk).version > event.version


@pytest.mark.control("test_log_in_repeated_save_and_board_go_through_any_of_two_servers")
def test_two_servers_that_keep_sessions_to_themselves_are_found_out() -> None:
    """The control: with sessions in each process's own memory the second server knows nobody."""
    _event, evening = hall(1, 2)
    with serving(1, BACKUP_EVERY="0", DJANGO_SETTINGS_MODULE="tests.pair.forgetful") as port:
        assert asyncio.run(alone(Person(port, Told(), evening.sessions[0]), evening)) == 302


async def alone(person: Person, evening: Evening) -> int:
    """How one is answered who asks for a page of officials."""
    status, _headers, _content = await person.get(f"/e/{evening.slug}/sheets/1/1/1/")
    await person.leave()
    return status

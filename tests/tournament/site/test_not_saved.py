"""A disk that is full and a database that is busy: plain pages, nothing lost of what was typed, and
never a 500.
"""

import html
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from tests.tournament.evening import official, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.models import Event, LedgerEntry, Role, Sheet
from tournament.site import not_saved

HANDS = ("O", "8 K", "A", "=23", "2 3 4")
TAPPED = ("out", "8 K", "A", "3", "2 3 4")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    """One table, fifteen games."""
    made = seated_event(games_per_round=15, qualifying_rounds=1)
    codes_issued(made)
    return made


@pytest.fixture
def client(event: Event) -> Client:
    """An organiser's browser, to which a fault is a page as to any other."""
    browser = Client(raise_request_exception=False)
    browser.force_login(official(event, Role.ORGANISER))
    return browser


@contextmanager
def full_disk() -> Iterator[None]:
    """The database can grow no more: SQLite meets its last page, PostgreSQL says what it says of a
    full disk.
    """
    with connection.cursor() as cursor:
        for statement in FILL[connection.vendor]:
            cursor.execute(statement)
        try:
            yield
        finally:
            for statement in FREE[connection.vendor]:
                cursor.execute(statement)


DISK_FULL = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100'; END $$
"""
FILL = {
    # The limit is never less than the pages there are; without free ones among them no further page
    # can be had.
    "sqlite": ("VACUUM", "PRAGMA max_page_count=1"),
    "postgresql": (
        DISK_FULL,
        (
            "CREATE TRIGGER no_room BEFORE INSERT ON tournament_ledgerentry FOR EACH ROW EXECUTE"
            " FUNCTION no_room()"
        ),
    ),
}
FREE = {
    "sqlite": ("PRAGMA max_page_count=1073741823",),
    "postgresql": ("DROP TRIGGER no_room ON tournament_ledgerentry", "DROP FUNCTION no_room()"),
}


@contextmanager
def held_by_another(event: Event) -> Iterator[None]:
    """Somebody else writes and does not come to an end; our patience is short,
    for the test's sake.
    """
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(told["NAME"], isolation_level=None)) as other:
            connection.cursor().execute("PRAGMA busy_timeout=50")
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
            connection.cursor().execute("PRAGMA busy_timeout=5000")
        return
    where = f"postgresql://{told['USER']}@/{told['NAME']}?host={told['HOST'] or told['OPTIONS']['host']}"
    with psycopg.connect(where) as other:
        connection.cursor().execute("SET lock_timeout = '50ms'")
        other.execute("SELECT 1 FROM tournament_event FOR UPDATE")
        yield
        other.rollback()
        connection.cursor().execute("SET lock_timeout = '5s'")


def address(event: Event, game: int) -> str:
    return reverse("sheet", args=[event.slug, 1, 1, game])


def form(game: int) -> dict[str, Any]:
    hands = {f"hand_{letter}": text for letter, text in zip("ABCDE", HANDS, strict=True)}
    return {"key": f"form-of-game-{game}", "seen": 0, **hands}


def first_refused(send: Callable[[int], Any]) -> tuple[int, Any]:
    """The first game that finds no room; the few before it use up what was free inside the file."""
    for game in range(1, 16):
        answer = send(game)
        if answer.status_code not in (201, 302):
            return game, answer
    raise AssertionError("the disk took all of them")


@pytest.mark.promise(
    "On a full disk a form says NOT saved, keeps what was typed and can be sent again", faults=(8,)
)
def test_on_a_full_disk_a_sheet_is_said_not_to_be_saved_and_its_button_saves_it_later(
    event: Event, client: Client
) -> None:
    with full_disk():
        game, answer = first_refused(lambda game: client.post(address(event, game), form(game)))
        words = answer.content.decode()
        assert (answer.status_code, "NOT saved - write it on the card" in words) == (507, True)
        assert re.findall(r"<b>Seat (.):</b> <span>(.*?)</span>", words) == list(
            zip("ABCDE", HANDS, strict=True)
        )
        read = [
            client.get(reverse(name, args=[event.slug]))
            for name in ("evening", "desk", "standings", "board")
        ]
        assert [page.status_code for page in read] == [200] * 4
        paper = client.get(reverse("paper_pdf", args=[event.slug, "table-cards"]))
        assert (paper.status_code, paper.content[:5]) == (200, b"%PDF-")
    before = Sheet.objects.count()
    assert before == game - 1
    hidden = re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', words)
    again = {name: html.unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}
    assert again == {name: str(value) for name, value in form(game).items()}
    assert client.post(address(event, game), again).status_code == 302
    assert Sheet.objects.count() == before + 1


@pytest.mark.promise(
    "On a full disk a phone is told that its sheet is NOT saved, and still reads", faults=(8,)
)
def test_on_a_full_disk_a_phone_is_told_in_json_and_sends_it_again(event: Event) -> None:
    phone = PhoneHeld(table_code(event))
    phone.state()
    with full_disk():
        game, answer = first_refused(
            lambda game: phone.post("sheet", sheet_sent(TAPPED, game=game))
        )
        assert answer.status_code == 507
        assert json.loads(answer.content)["sentence"].startswith(
            "The server's disk is full: this is NOT saved."
        )
        assert phone.state()["table"] == 1
    assert phone.post("sheet", sheet_sent(TAPPED, game=game)).status_code == 201


@pytest.mark.promise(
    "A database that is held too long is told with a button to try again, never as a 500",
    faults=(9,),
)
def test_a_locked_database_asks_to_try_again_and_the_button_saves_once(
    event: Event, client: Client
) -> None:
    with held_by_another(event):
        answer = client.post(address(event, 1), form(1))
        phone = PhoneHeld(table_code(event)).post("sheet", sheet_sent(TAPPED, game=2))
    words = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(not_saved.AGAIN_AFTER))
    assert "NOT saved yet - try again" in words
    assert phone.status_code == 503
    assert LedgerEntry.objects.filter(kind="sheet").count() == 0
    assert [client.post(address(event, 1), form(1)).status_code for _ in range(2)] == [302, 302]
    assert Sheet.objects.count() == 1


@pytest.mark.control("test_a_locked_database_asks_to_try_again_and_the_button_saves_once")
@pytest.mark.control(
    "test_on_a_full_disk_a_sheet_is_said_not_to_be_saved_and_its_button_saves_it_later"
)
def test_without_the_reading_of_such_faults_the_page_is_a_500(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(not_saved, "kind_of", lambda fault: 0)
    with held_by_another(event):
        assert client.post(address(event, 1), form(1)).status_code == 500
    with full_disk():
        assert (
            first_refused(lambda game: client.post(address(event, game), form(game)))[1].status_code
            == 500
        )


def test_a_password_is_never_written_on_the_page_that_says_not_saved() -> None:
    request = RequestFactory().post(
        "/log-in/", {"username": "olive", "password": "a long pass phrase 7"}
    )
    page = not_saved.told(request, OperationalError("database is locked"))
    assert page is not None
    words = page.content.decode()
    assert ("pass phrase" in words, "olive" in words) == (False, True)
    assert re.findall(r'type="password"[^>]* name="(\w+)"', words) == ["password"]


def test_a_page_that_is_only_opened_says_to_open_it_again() -> None:
    page = not_saved.told(
        RequestFactory().get("/e/spring/?round=2"), OperationalError("database is locked")
    )
    assert page is not None
    assert ('href="/e/spring/?round=2"' in page.content.decode(), page.status_code) == (True, 503)


@pytest.mark.parametrize(
    "fault",
    [
        OperationalError("disk I/O error"),
        OperationalError("attempt to write a readonly database"),
        OperationalError("could not write to file: Input/output error"),
        DatabaseError("database disk image is malformed"),
    ],
)
def test_a_disk_that_fails_is_said_and_what_was_typed_can_be_sent_again(fault: Exception) -> None:
    asked = not_saved.told(RequestFactory().get("/e/spring/"), fault)
    sent = not_saved.told(RequestFactory().post("/e/spring/", {"hand_A": "8 K"}), fault)
    assert asked is not None
    assert sent is not None
    assert (asked.status_code, sent.status_code) == (507, 507)
    assert "<h1>The disk reports an error</h1>" in asked.content.decode()
    words = sent.content.decode()
    assert "<h1>NOT saved - write it on the card</h1>" in words
    assert "do not count this as saved" in words
    assert '<input type="hidden" name="hand_A" value="8 K">' in words


def test_other_faults_stay_what_they_are() -> None:
    request = RequestFactory().get("/")
    assert not_saved.told(request, OperationalError("no such table: guests")) is None
    assert not_saved.told(request, ValueError("database is locked")) is None
    named = IntegrityError("DETAIL: (name)=(disk I/O error) exists")
    assert not_saved.told(request, named) is None
    assert not_saved.broken(request).status_code == 500


@pytest.mark.parametrize(("least", "shown"), [(0, False), (10**9, True)])
def test_the_home_warns_before_the_disk_is_full(
    event: Event, client: Client, least: int, shown: bool
) -> None:
    with override_settings(DISK_WARNING_MB=least):
        page = client.get(reverse("evening", args=[event.slug])).content.decode()
    assert ("MB are free on the disk" in page) == shown


def test_a_fault_of_our_own_bears_our_mark_and_the_desk_is_told(
    event: Event, client: Client
) -> None:
    phone = PhoneHeld(table_code(event))
    phone.client.raise_request_exception = False
    home = reverse("evening", args=[event.slug])
    assert "The laptop stumbled" not in client.get(home).content.decode()
    Event.objects.filter(pk=event.pk).update(game="no such game")
    answer = phone.get()
    assert (answer.status_code, answer.headers["X-Last-Card"]) == (500, "fault")
    Event.objects.filter(pk=event.pk).update(game=event.game)
    assert phone.get().status_code == 200
    assert "The laptop stumbled once in the last hour" in client.get(home).content.decode()

"""What the server writes about itself: the act, its receipt and the account; nobody's name and no
address.
"""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.tournament.evening import NOW, official, seated_event, sign
from tests.tournament.event.test_names import FIRST, LAST, told_evening
from tests.tournament.phones.phones import (
    PhoneHeld,
    codes_issued,
    guest_code,
    sheet_sent,
    table_code,
)
from tests.tournament.route_calls import CALLS
from tests.tournament.visitors import FILES
from tournament.ledger.chain import append, writing
from tournament.models import Event, SlowRequest
from tournament.site import timing
from tournament.site.access import Actor
from tournament.site.logs import NOBODY, JsonLines
from tournament.site.timing import Timing


class Lines(logging.Handler):
    """Keeps every line as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.written.append(self.format(record))

    def said(self, source: str) -> list[dict[str, Any]]:
        """The lines of one source without time and level."""
        found = [json.loads(line) for line in self.written]
        return [
            {name: one[name] for name in one if name not in ("at", "level")}
            for one in found
            if one["from"] == source
        ]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Everything that the product and Django log from here on."""
    kept, root = Lines(), logging.getLogger()
    before = root.level
    root.addHandler(kept)
    root.setLevel(logging.INFO)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


@pytest.mark.django_db(transaction=True)
def test_an_act_is_told_once_it_is_committed_and_not_before(lines: Lines) -> None:
    event, by = seated_event(), sign(actor=Actor("Mrs Quillfeather", account="desk"))
    lines.written.clear()
    with writing(event) as row:
        append(row, "settings", {}, by)
        assert lines.said("tournament.acts") == []
    told = {
        "from": "tournament.acts",
        "words": "saved",
        "event": event.slug,
        "act": "settings",
        "receipt": 3,
    }
    assert lines.said("tournament.acts") == [told | {"actor": "desk"}]
    with transaction.atomic():
        append(event, "settings", {}, sign())
        transaction.set_rollback(True)
    assert len(lines.said("tournament.acts")) == 1


@pytest.mark.django_db(transaction=True)
def test_a_phone_is_told_by_its_mark_and_what_has_no_account_as_such(lines: Lines) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    phone.post("name", {"umpire": "Ermintrude Quillfeather"})
    assert phone.post("sheet", sheet_sent(("out", "8", "A", "2", "3"))).status_code == 201
    actors = [line["actor"] for line in lines.said("tournament.acts")]
    assert actors[0] == NOBODY
    assert actors[-1].startswith("phone ")
    assert "Quillfeather" not in "".join(lines.written)


@pytest.mark.django_db
@pytest.mark.promise("No line of the log holds a guest's name or the key of a guest's page")
def test_no_page_of_an_evening_brings_a_name_or_a_key_into_the_log(lines: Lines) -> None:
    event = told_evening()
    codes_issued(event)
    code = guest_code(event.guests.get(badge=1))
    client = Client(raise_request_exception=False)
    client.force_login(official(event))
    paths = [
        _path(event, name)
        for name, call in CALLS.items()
        if call.method == "GET" and not call.args and name not in FILES
    ]
    for path in (
        *paths,
        f"/g/{code}",
        f"/e/{event.slug}/guests/{LAST[0]}/",
        f"/T/{code}x/{LAST[1]}",
    ):
        client.get(path)
        client.post(path, {"name": FIRST[0], "reason": LAST[0]})
    held = "".join(lines.written).lower()
    assert [word for word in (*FIRST, *LAST, code) if word.lower() in held] == []


def _path(event: Event, name: str) -> str:
    try:
        return reverse(name, args=[event.slug])
    except Exception:  # a page of no event
        return reverse(name)


@pytest.mark.control("test_no_page_of_an_evening_brings_a_name_or_a_key_into_the_log")
def test_djangos_own_words_would_bring_the_address_into_the_log(lines: Lines) -> None:
    """The control: the usual formatter writes the address of a page that is not
    there, key and all.
    """
    lines.setFormatter(logging.Formatter())
    Client().get(f"/nowhere/{LAST[0]}/")
    assert LAST[0] in "".join(lines.written)


def test_a_fault_is_told_by_its_kind_and_place_and_not_in_its_words(lines: Lines) -> None:
    try:
        raise OperationalError(f"{FIRST[0]} is there already")
    except OperationalError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", f"/T/{LAST[0]}")
    [told] = lines.said("django.request")
    assert told["words"] == "Internal Server Error: %s"
    assert told["fault"].startswith(f"OperationalError at {__file__}:")


def test_of_a_fault_in_a_library_the_last_place_of_ours_is_told(lines: Lines) -> None:
    try:
        json.loads("{")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", "/")
    [told] = lines.said("django.request")
    assert told["fault"].startswith(f"JSONDecodeError at {__file__}:")


SLOW = 1000


class Clock:
    """A stop-watch that shows what it is told to."""

    def __init__(self, *shown: float) -> None:
        self.shown = iter(shown)

    def perf_counter(self) -> float:
        """The next of them."""
        return next(self.shown)

    def monotonic(self) -> float:
        """Always the same moment."""
        return 100.0


def slow(status: int = 200) -> Timing:
    """The stop-watch around a page that answers so."""
    return Timing(lambda request: HttpResponse(status=status))


@pytest.mark.django_db
def test_what_took_long_is_told_and_noted_and_the_next_is_not_noted_at_once(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, asked = SLOW / 1000, RequestFactory().get("/")
    monkeypatch.setattr(timing, "SLOW", SLOW)
    monkeypatch.setattr(timing, "time", Clock(0, late / 2, 0, late, 0, late, 0, late))
    watch = slow()
    for _ in range(3):
        watch(asked)
    slow(503)(asked)
    assert [line["milliseconds"] for line in lines.said("tournament.requests")] == [
        SLOW,
        SLOW,
        SLOW,
    ]
    assert [
        (slow_request.route, slow_request.method, slow_request.status, slow_request.milliseconds)
        for slow_request in SlowRequest.objects.all()
    ] == [("–", "GET", 200, SLOW)]


@pytest.mark.django_db
def test_old_notes_go_and_a_note_that_cannot_be_made_hinders_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    SlowRequest.objects.create(
        at=NOW - timedelta(days=3650), route="old", method="GET", status=200, milliseconds=SLOW
    )
    monkeypatch.setattr(timing, "SLOW", SLOW)
    monkeypatch.setattr(timing, "time", Clock(0, 9, 0, 9))
    assert slow()(RequestFactory().get("/")).status_code == 200
    assert [slow_request.route for slow_request in SlowRequest.objects.all()] == ["–"]

    def refused(**fields: Any) -> None:
        raise OperationalError("disk full")

    monkeypatch.setattr(SlowRequest.objects, "create", refused)
    assert slow()(RequestFactory().get("/")).status_code == 200


def test_a_line_holds_only_what_it_may(lines: Lines) -> None:
    request = HttpRequest()
    logging.getLogger("tournament.x").warning(
        "word %s", "one", extra={"event": "e", "guest": LAST[0], "request": request}
    )
    assert lines.said("tournament.x") == [
        {"from": "tournament.x", "words": "word one", "event": "e", "route": "–"}
    ]

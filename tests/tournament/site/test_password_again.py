"""Grave acts take the password once more: nothing is done without it, and nothing that was typed is
lost.
"""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.tournament.clock import Clock, moved
from tests.tournament.evening import official, save, seated_event
from tests.tournament.phones.phones import codes_issued
from tests.tournament.visitors import calls, peopled, rows_of
from tournament.models import Code, Event, Role
from tournament.site import password, sessions
from tournament.site.access import mark_of
from tournament.site.checks import routes
from tournament.site.password import FIELD, VALID

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase 7"
GRAVE = {
    "break_seal",
    "withdraw_announcement",
    "withdraw_podium",
    "unseat_playoff",
    "unpublish_seating",
    "undo_next_round",
    "reopen",
    "approve_pending",
    "close_codes",
    "take_guests_in",
    "wipe_names",
    "erase_guest",
    "officials",
    "remove_official",
    "renew_password",
    "put_back",
    "seal_copies",
    "league_organisers",
    "remove_league_organiser",
    "remove_league",
}
"""Every route outside the administrator's pages whose acts ask: docs/access.md says why these."""
SENT = [("typed", "<b>Ann & Bo</b>"), ("typed", "two\nlines"), ("more", "")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which the password is asked for again."""
    return moved(monkeypatch, password)


@pytest.fixture
def event() -> Event:
    """An evening with codes on paper, an organiser and an umpire."""
    made = seated_event(5, games_per_round=1)
    official(made, Role.ORGANISER, "organiser")
    official(made, Role.UMPIRE, "umpire")
    codes_issued(made)
    return made


@pytest.fixture
def client(event: Event) -> Client:
    """The organiser's browser."""
    made = Client()
    made.force_login(User.objects.get(username="organiser"))
    return made


class Fields(HTMLParser):
    """The hidden fields of a page, but for the token."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.hidden: list[tuple[str, str]] = []
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if (
            tag == "input"
            and said.get("type") == "hidden"
            and said["name"] != "csrfmiddlewaretoken"
        ):
            self.hidden.append((str(said["name"]), str(said["value"])))


def in_force(event: Event) -> int:
    return Code.objects.filter(event=event, revoked_at=None).count()


@pytest.mark.promise(
    "A grave act from a browser left alone asks for the password first", faults=(13, 15)
)
def test_a_grave_act_waits_for_the_password_and_is_then_done_at_once(
    event: Event, client: Client, clock: Clock
) -> None:
    where, before = reverse("close_codes", args=[event.slug]), in_force(event)
    clock.later = VALID + 1
    asked = client.post(where, {"key": "k", "more": ["<b>", "two"]})
    assert (asked.status_code, asked.headers["Cache-Control"]) == (403, "no-store")
    carried = Fields(asked).hidden
    assert carried == [("key", "k"), ("more", "<b>"), ("more", "two")]
    assert in_force(event) == before > 0
    wrong = client.post(where, {"key": "k", FIELD: "not it"})
    assert (wrong.status_code, in_force(event)) == (422, before)
    assert "not it" not in wrong.content.decode()
    done = client.post(where, {"key": "k", FIELD: PASSWORD})
    assert (done.status_code, in_force(event)) == (302, 0)
    codes_issued(event)
    assert client.post(where, {"key": "again"}).status_code == 302
    assert in_force(event) == 0


@pytest.mark.control("test_a_grave_act_waits_for_the_password_and_is_then_done_at_once")
@pytest.mark.control("test_every_grave_route_asks_and_goes_on_with_the_password")
def test_without_the_question_the_act_would_have_been_done(
    event: Event, client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.site.access.asked_again", lambda _request: None)
    clock.later = VALID + 1
    assert client.post(reverse("close_codes", args=[event.slug]), {"key": "k"}).status_code == 302
    assert in_force(event) == 0


def test_the_session_goes_on_under_a_new_key(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = moved(monkeypatch, password, sessions)
    old, where = Client(), reverse("close_codes", args=[event.slug])
    clock.later = 50 * 60
    client.post(where)
    clock.later = 100 * 60
    old.cookies.load({name: one.value for name, one in client.cookies.items()})
    assert client.post(where, {FIELD: PASSWORD}).status_code == 302
    page = reverse("officials", args=[event.slug])
    clock.later = 150 * 60
    assert (client.get(page).status_code, old.get(page).status_code) == (200, 302)


def test_reading_never_asks_and_a_time_before_the_log_in_does(
    event: Event, client: Client, clock: Clock
) -> None:
    clock.later = VALID + 1
    assert client.get(reverse("officials", args=[event.slug])).status_code == 200
    clock.later = -24 * 60 * 60
    assert client.post(reverse("close_codes", args=[event.slug]), {"key": "k"}).status_code == 403


def test_the_password_cannot_be_guessed_at_the_question(
    event: Event, client: Client, clock: Clock
) -> None:
    clock.later = VALID + 1
    where = reverse("close_codes", args=[event.slug])
    met = [client.post(where, {FIELD: f"guess {number}"}).status_code for number in range(14)]
    assert (met.count(422), met.count(429)) == (10, 4)
    assert client.post(where, {FIELD: PASSWORD}).status_code == 429
    assert in_force(event) > 0


def outcomes(event: Event, client: Client) -> dict[str, tuple[int, int, bool]]:
    """What every grave route answers without and with the password, and whether the question kept
    all that was sent.

    Whatever an answer changed is undone, so that each is asked for alone.
    """
    rows, found = rows_of(event), {}
    sent: dict[str, list[str]] = {}
    for name, value in SENT:
        sent.setdefault(name, []).append(value)
    for name in sorted(GRAVE):
        args = {
            key: rows.get(str(value), value) for key, value in (calls()[name].args or {}).items()
        }
        where = reverse(name, kwargs=args if "league" in args else args | {"slug": event.slug})
        before, key = transaction.savepoint(), client.cookies["sessionid"].value
        asked = client.post(where, sent)
        done = client.post(where, sent | {FIELD: [PASSWORD]})
        transaction.savepoint_rollback(before)
        client.cookies["sessionid"] = key
        found[name] = asked.status_code, done.status_code, Fields(asked).hidden == SENT
    return found


@pytest.mark.promise(
    "Everything grave asks for the password first and keeps what was typed", faults=(13, 15)
)
def test_every_grave_route_asks_and_goes_on_with_the_password(clock: Clock) -> None:
    event = peopled(10)
    client = Client()
    client.force_login(User.objects.get(username=Role.ORGANISER))
    clock.later = VALID + 1
    before = event.ledger.count(), Event.objects.get(pk=event.pk).version
    found = outcomes(event, client)
    assert {
        name for name, (asked, _done, kept) in found.items() if (asked, kept) == (403, True)
    } == GRAVE
    assert {
        name for name, (_asked, done, _kept) in found.items() if done in (200, 302, 422)
    } == GRAVE
    assert (event.ledger.count(), Event.objects.get(pk=event.pk).version) == before


def test_these_routes_are_grave_and_no_other() -> None:
    marks = {
        str(pattern.name): mark_of(pattern.callback)
        for path, pattern in routes()
        if path[:3] != "adm"
    }
    assert {name for name, mark in marks.items() if mark and mark.again} == GRAVE


def test_with_one_official_who_names_a_witness_says_the_password(
    event: Event, client: Client, clock: Clock
) -> None:
    Event.objects.update(one_official=True)
    save(event, ("out", "2", "3", "4", "5"))
    where = reverse("frozen", args=[event.slug])
    sent = {"step": "save", "reason": "Set wrongly", "witness": "Walter", "key": "k"}
    for part in client.get(where).context["parts"]:
        sent |= {
            box.html_name: str(box.value()) for box in part if box.value() not in (None, False)
        }
    sent["absent_policy"] = "unranked"
    clock.later = VALID + 1
    asked = client.post(where, sent)
    assert (asked.status_code, dict(Fields(asked).hidden)) == (403, sent)
    assert Event.objects.get().absent_policy == "table_worst"
    assert client.post(where, sent | {FIELD: PASSWORD}).status_code == 302
    assert Event.objects.get().absent_policy == "unranked"

"""Nothing typed is lost: whatever stops a form, what stood in it is in the answer, and it is sent
on once.
"""

import html
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.base import BaseHandler
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from tests.second_rank import by_rank
from tests.tournament.clock import moved
from tests.tournament.evening import add_guests, new_event, official, seated_event
from tests.tournament.route_calls import CALLS
from tests.tournament.visitors import House, mark, marks
from tournament.models import Event, Guest, LedgerEntry, Role, Sheet
from tournament.site import keeper, not_saved, password, secret, sessions

pytestmark = pytest.mark.django_db
OWN, FOREIGN = "http://testserver", "http://elsewhere.example"
PASSWORD = "a long pass phrase 7"
MARKED = 'Typed "by" <b>Ann & Bo</b>'
SENT = {"typed": MARKED, "key": "one-press"}
HANDS = dict(zip("ABCDE", ("O", "8 K", "A", "=23", "2 3 4"), strict=True))
FIELD = re.compile(r'<input[^>]* name="([^"]+)"(?:[^>]* value="([^"]*)")?')
DONE_BEFORE_THE_MARK = frozenset({"short_address", "replay"})
"""They ask for no token, as they keep nothing: what is sent to them is judged and shown."""


def routes_of_forms() -> Iterator[str]:
    """Every route to which a page of ours may send a form."""
    for name in sorted(CALLS):
        if not mark(name).codes and name not in DONE_BEFORE_THE_MARK:
            yield name


@pytest.fixture
def house() -> House:
    """Two evenings, and everybody who may come."""
    return House()


def signed_in(name: str, *, strictly: bool = False) -> Client:
    client = Client(enforce_csrf_checks=strictly, raise_request_exception=False)
    client.force_login(User.objects.get(username=name))
    return client


def stops(house: House) -> dict[str, tuple[Client, Callable[[str], bool], str]]:
    """What stops a form: the browser, the routes it can happen to, and whose the thing is."""

    def at_an_evening(name: str) -> bool:
        return mark(name).signed_in and marks()[name][0].startswith("e/")

    def not_for_umpires(name: str) -> bool:
        allowed = mark(name).writers or mark(name).roles
        return at_an_evening(name) and Role.UMPIRE not in allowed

    return {
        "no log-in": (Client(), lambda name: mark(name).signed_in, "own"),
        "old token": (signed_in(Role.ORGANISER, strictly=True), lambda _name: True, "own"),
        "another account": (house.clients["outsider"], at_an_evening, "own"),
        "a lower role": (house.clients["umpire"], not_for_umpires, "own"),
        "the evening is gone": (house.clients["organiser"], at_an_evening, "missing"),
    }


def lost(house: House) -> tuple[list[tuple[str, str]], int]:
    """Every route and cause whose answer does not show what was typed, and of how many."""
    missing, number = [], 0
    for cause, (client, happens, thing) in stops(house).items():
        for name in routes_of_forms():
            if not happens(name):
                continue
            answer = client.post(house.address(name, thing), SENT, headers={"origin": OWN})
            number += 1
            if not is_shown(answer):
                missing.append((cause, name))
    return missing, number


def is_shown(answer: Any) -> bool:
    """Whether the text is in the answer, and no markup of it."""
    page = answer.content.decode()
    return MARKED in html.unescape(page) and "<b>Ann" not in page


@pytest.mark.promise("Whatever stops a form, what was typed in it is in the answer")
def test_whatever_stops_a_form_what_was_typed_is_in_the_answer(house: House) -> None:
    missing, number = lost(house)
    assert missing == []
    assert number > 500


@pytest.mark.control("test_whatever_stops_a_form_what_was_typed_is_in_the_answer")
def test_without_the_keeper_the_text_is_lost_at_nearly_every_route(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "kept_page", lambda _request, why: HttpResponse(status=why.status))
    missing, number = lost(house)
    assert len(missing) > number - 20


FAULTS = {
    "busy": ("database is locked", 503),
    "full disk": ("database or disk is full", 507),
    "failing disk": ("disk I/O error", 507),
}


def failing_views(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Every view meets this fault of the database, whoever asks and for whatever."""
    resolve = BaseHandler.resolve_request

    def resolved(handler: BaseHandler, request: HttpRequest) -> tuple[Any, Any, Any]:
        resolve(handler, request)

        def view(*_asked: Any, **_named: Any) -> HttpResponse:
            raise OperationalError(words)

        return view, (), {}

    monkeypatch.setattr(BaseHandler, "resolve_request", resolved)


def lost_to(house: House, status: int) -> list[tuple[str, str]]:
    """Every role and route whose form does not come back to be sent again."""
    missing = []
    for person in ("organiser", "head umpire", "umpire", "administrator"):
        for name in routes_of_forms():
            address = house.address(name, "own")
            answer = house.clients[person].post(address, SENT, headers={"origin": OWN})
            shown = answer.status_code == status and is_shown(answer)
            if not (shown and carried(answer)["typed"] == MARKED):
                missing.append((person, name))
    return missing


@pytest.mark.promise("A busy database and a full disk lose no form of any route or role")
@pytest.mark.parametrize("cause", by_rank(FAULTS, ("busy",)))
def test_a_busy_database_and_a_full_disk_keep_the_form_of_every_route_and_role(
    house: House, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_views(monkeypatch, FAULTS[cause][0])
    assert lost_to(house, FAULTS[cause][1]) == []


@pytest.mark.control("test_a_busy_database_and_a_full_disk_keep_the_form_of_every_route_and_role")
def test_without_the_page_of_the_keeper_every_form_is_lost_to_a_busy_database(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_views(monkeypatch, FAULTS["busy"][0])
    bare = lambda _request, why: HttpResponse(status=why.status)  # noqa: E731
    monkeypatch.setattr(not_saved, "kept_page", bare)
    assert len(lost_to(house, 503)) > 500


def test_a_password_that_is_asked_again_keeps_the_form_of_every_route_that_asks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(password, "VALID", 0)
    asking = [name for name in routes_of_forms() if getattr(mark(name), "again", False)]
    kept = []
    for name in asking:
        for person in ("organiser", "administrator"):
            address = house.address(name, "own")
            answer = house.clients[person].post(address, SENT, headers={"origin": OWN})
            if "Your password once more" in answer.content.decode() and is_shown(answer):
                kept.append(name)
                break
    assert kept == asking
    assert len(asking) > 10


def carried(answer: Any) -> dict[str, str]:
    """The fields of the page that goes on, but for the token."""
    page = answer.content.decode()
    return {
        name: html.unescape(value) for name, value in FIELD.findall(page) if name != keeper.TOKEN
    }


def evening() -> Event:
    event = seated_event()
    for role in (Role.ORGANISER, Role.HEAD_UMPIRE, Role.UMPIRE):
        official(event, role, str(role))
    return event


def sheet_sent(event: Event) -> tuple[str, dict[str, str]]:
    hands = {f"hand_{seat}": text for seat, text in HANDS.items()}
    address = reverse("sheet", args=[event.slug, 1, 1, 1])
    return address, {"key": "one-sheet", "seen": "0", "typing": "cards", **hands}


def logged_in(fields: dict[str, str], name: str = Role.ORGANISER) -> dict[str, str]:
    return fields | {keeper.USERNAME: str(name), keeper.PASSWORD: PASSWORD}


def test_a_sheet_typed_without_a_log_in_is_saved_once_by_the_log_in() -> None:
    event, client = evening(), Client()
    address, sent = sheet_sent(event)
    asked = client.post(address, sent)
    page = asked.content.decode()
    assert (asked.status_code, asked.headers["Cache-Control"]) == (403, "no-store")
    assert "Log in once more. Table 1 is then saved by itself." in page
    assert "Log in and save table 1" in page
    assert re.findall(r"<b>Seat (.):</b> <span>(.*?)</span>", page) == list(HANDS.items())
    again = logged_in(carried(asked))
    for _ in range(2):
        assert client.post(address, again).status_code == 302
    entries = LedgerEntry.objects.filter(event=event, kind="sheet")
    assert list(entries.values_list("key", "user__username")) == [
        ("one-sheet", str(Role.ORGANISER))
    ]


def test_a_wrong_password_keeps_what_was_typed_and_shows_no_password() -> None:
    event, client = evening(), Client()
    address, sent = sheet_sent(event)
    fields = carried(client.post(address, sent)) | {
        keeper.USERNAME: str(Role.ORGANISER),
        keeper.PASSWORD: "not the pass phrase",
    }
    wrong = client.post(address, fields)
    assert (wrong.status_code, "not the pass" in wrong.content.decode()) == (422, False)
    assert "do not go together" in wrong.content.decode()
    assert carried(wrong)["hand_B"] == "8 K"
    assert Sheet.objects.count() == 0
    met = [client.post(address, fields).status_code for _ in range(12)]
    assert met[-1] == 429


def test_a_grid_stands_as_a_grid_with_its_place() -> None:
    event, client = evening(), Client()
    address = reverse("desk_table", args=[event.slug, 1, 1])
    sent = {"hand_1_A": "O", "hand_1_B": "8 K", "hand_2_A": "", "seen_1": "0", "who_1_A": "P001"}
    page = " ".join(client.post(address, sent).content.decode().split())
    assert "<h2>Table 1, round 1</h2>" in page
    assert '<th scope="row">Seat A</th><td class="kept-out">out</td><td>·</td>' in page
    figures = "Not saving it: copy the figures</summary><textarea"
    assert (figures in page, "1 2 A O B 8 K </textarea>" in page) == (True, True)
    assert "2 hands" in page
    assert "Guest 1" not in page


def test_a_log_in_that_ended_after_eight_hours_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    event = evening()
    client = signed_in(Role.ORGANISER)
    address, sent = sheet_sent(event)
    clock = moved(monkeypatch, sessions)
    clock.later = sessions.ABSOLUTE + 1
    asked = client.post(address, sent)
    assert "Your log-in ended after eight hours." in asked.content.decode()
    assert client.post(address, logged_in(carried(asked))).status_code in (302, 403)


def test_an_old_token_gets_a_new_one_and_names_who_sends() -> None:
    event = evening()
    client = signed_in(Role.ORGANISER, strictly=True)
    address, sent = sheet_sent(event)
    asked = client.post(address, sent, headers={"origin": OWN})
    assert (asked.status_code, Sheet.objects.count()) == (403, 0)
    assert "Save table 1 as organiser" in asked.content.decode()
    token = {keeper.TOKEN: client.cookies[settings.CSRF_COOKIE_NAME].value}
    assert client.post(address, carried(asked) | token, headers={"origin": OWN}).status_code == 302
    assert Sheet.objects.count() == 1


def test_a_lower_role_logs_in_as_another_and_it_is_done() -> None:
    event = evening()
    client = signed_in(Role.HEAD_UMPIRE)
    address = reverse("event_settings", args=[event.slug])
    asked = client.post(address, {"name": "Another Evening"})
    assert (asked.status_code, carried(asked)["name"]) == (404, "Another Evening")
    answer = client.post(address, logged_in(carried(asked)))
    assert answer.status_code in (200, 302, 422)
    assert "Another Evening" in answer.content.decode() or answer.status_code == 302


FOREIGN_CALLS = {
    "another site": {"origin": FOREIGN},
    "an origin that is hidden": {"origin": "null"},
    "another port of this host": {"origin": "http://testserver:8361"},
    "another scheme": {"origin": "https://testserver"},
    "our name as a part of theirs": {"origin": "http://testserver.elsewhere.example"},
    "our name as a user of theirs": {"origin": "http://testserver@elsewhere.example"},
    "an origin with a path": {"origin": f"{OWN}/"},
    "an empty origin": {"origin": ""},
    "two origins": {"origin": f"{OWN}, {FOREIGN}"},
    "our origin in capitals": {"origin": OWN.upper()},
    "nothing at all": {},
    "our address in the path of theirs": {"referer": f"{FOREIGN}/{OWN}"},
    "our name as a part of the page": {"referer": "http://testserver.elsewhere.example/"},
    "a page without a site": {"referer": "about:blank"},
    "a browser that says cross-site": {"origin": OWN, "sec-fetch-site": "cross-site"},
    "a browser that says same-site": {"origin": OWN, "sec-fetch-site": "same-site"},
    "a browser that says none": {"origin": OWN, "sec-fetch-site": "none"},
    "our page, and a browser that says cross-site": {
        "sec-fetch-site": "cross-site",
        "referer": f"{OWN}/e/test/",
    },
    "our page, another origin": {"origin": FOREIGN, "referer": f"{OWN}/e/test/"},
    "our page, a hidden origin": {"origin": "null", "referer": f"{OWN}/e/test/"},
    "another origin, and same-origin": {"origin": FOREIGN, "sec-fetch-site": "same-origin"},
    "a hidden origin, and cross-site": {"origin": "null", "sec-fetch-site": "cross-site"},
}
"""The headers of a browser whose page is not ours."""
BROWSERS = ("fresh", "logged in", "logged out")
SENDINGS: dict[str, Callable[[dict[str, str]], dict[str, Any]]] = {
    "fields": lambda sent: {"data": sent},
    "in parts, with a file": lambda sent: {
        "data": sent | {"file": SimpleUploadedFile("theirs.csv", MARKED.encode(), "text/csv")}
    },
    "as plain text": lambda sent: {
        "data": "\r\n".join(f"{name}={text}" for name, text in sent.items()),
        "content_type": "text/plain",
    },
    "as the fields of a script": lambda sent: {
        "data": urlencode(sent),
        "content_type": "application/x-www-form-urlencoded; charset=utf-8",
    },
}


def browser(state: str) -> Client:
    client = Client(enforce_csrf_checks=True)
    if state == "fresh":
        return client
    client.force_login(User.objects.get(username=str(Role.ORGANISER)))
    client.get(reverse("start"))
    if state == "logged out":
        client.cookies.pop(settings.SESSION_COOKIE_NAME)
    return client


def names_nothing(headers: dict[str, str]) -> bool:
    return not {"origin", "sec-fetch-site"} & headers.keys()


def session_of(client: Client) -> str:
    session = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return session.value if session else ""


def harm_of(client: Client, address: str, headers: dict[str, str], sending: str) -> list[str]:
    """What a foreign form reaches: that it is shown, may be sent on, or changes who is known."""
    before = session_of(client)
    forged = SENDINGS[sending](logged_in({"typed": MARKED, "username": "x", "password": "y"}))
    if "content_type" in forged:
        answer = client.post(
            address, forged["data"], content_type=forged["content_type"], headers=headers
        )
    else:
        answer = client.post(address, forged["data"], headers=headers)
    page = html.unescape(answer.content.decode())
    harm = {
        "shown": "Typed" in page or "theirs.csv" in page,
        "to be sent on": 'name="typed"' in page or keeper.PASSWORD in page,
        "known": session_of(client) != before,
    }
    return [name for name, happened in harm.items() if happened]


@pytest.mark.promise("A form of another site is never shown, filled in or sent on", faults=(15,))
@pytest.mark.parametrize("state", BROWSERS)
def test_a_form_of_another_site_is_never_shown_filled_in_or_sent_on(state: str) -> None:
    event = evening()
    client = browser(state)
    addresses = [
        reverse("sheet", args=[event.slug, 1, 1, 1]),
        reverse("replay", args=[event.slug]),
        reverse("logout"),
        reverse("login"),
    ]
    harm = [
        (call, sending, address, what)
        for call, headers in FOREIGN_CALLS.items()
        for sending in SENDINGS
        for address in addresses
        if (what := harm_of(client, address, headers, sending))
        # A browser that names nothing may replay a game: it is judged, and nothing is kept of it.
        and not (what == ["shown"] and "replay" in address and names_nothing(headers))
    ]
    assert harm == []
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize("call", ["another site", "nothing at all"])
def test_no_route_takes_a_log_in_from_another_site(house: House, call: str) -> None:
    harm = [
        (name, what)
        for name in sorted(CALLS)
        if not mark(name).codes
        and (
            what := harm_of(
                Client(enforce_csrf_checks=True),
                house.address(name, "own"),
                FOREIGN_CALLS[call],
                "fields",
            )
        )
    ]
    assert harm == []


def test_a_right_token_in_a_form_of_another_site_is_not_enough() -> None:
    event = evening()
    client = browser("logged in")
    address, sent = sheet_sent(event)
    client.get(address)
    sent |= {keeper.TOKEN: client.cookies[settings.CSRF_COOKIE_NAME].value, "typed": MARKED}
    for headers in (FOREIGN_CALLS["another site"], FOREIGN_CALLS["an origin that is hidden"]):
        answer = client.post(address, sent, headers=headers)
        assert (answer.status_code, "Typed" in answer.content.decode()) == (403, False)
    assert Sheet.objects.count() == 0


def test_a_kept_page_stands_in_no_frame_runs_no_script_and_shows_what_was_typed_as_text() -> None:
    event, client = evening(), Client()
    address, sent = sheet_sent(event)
    hostile = '"><script>alert(1)</script>'
    answer = client.post(address, sent | {"hand_A": hostile, hostile: hostile})
    page, policy = answer.content.decode(), answer.headers["Content-Security-Policy"]
    assert ("frame-ancestors 'none'" in policy, answer.headers["X-Frame-Options"]) == (True, "DENY")
    assert ("<script" in page, carried(answer)["hand_A"]) == (False, hostile)


@pytest.mark.control("test_a_form_of_another_site_is_never_shown_filled_in_or_sent_on")
def test_without_asking_where_a_form_came_from_it_would_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    monkeypatch.setattr(keeper, "is_ours", lambda _request: True)
    monkeypatch.setattr(keeper, "is_foreign", lambda _request: False)
    headers, harm = FOREIGN_CALLS["another site"], []
    for name, args in (("sheet", [1, 1, 1]), ("replay", [])):
        address = reverse(name, args=[event.slug, *args])
        harm.append(harm_of(browser("fresh"), address, headers, "fields"))
    assert harm == [["shown", "to be sent on"], ["known"]]


def test_a_page_of_ours_that_names_no_origin_but_where_it_stood_is_ours() -> None:
    event, client = evening(), Client(enforce_csrf_checks=True)
    address, sent = sheet_sent(event)
    answer = client.post(address, sent, headers={"referer": f"{OWN}{address}"})
    assert carried(answer)["hand_B"] == "8 K"


def test_a_log_in_with_an_old_token_asks_for_its_password_again_and_shows_none() -> None:
    evening()
    client = Client(enforce_csrf_checks=True)
    sent = {"username": str(Role.ORGANISER), "password": PASSWORD}
    asked = client.post(reverse("login"), sent, headers={"origin": OWN})
    assert (asked.status_code, PASSWORD in asked.content.decode()) == (403, False)
    assert list(carried(asked)) == ["username", "password"]
    token = {keeper.TOKEN: client.cookies[settings.CSRF_COOKIE_NAME].value}
    answer = client.post(reverse("login"), sent | token, headers={"origin": OWN})
    assert answer.status_code == 302


def every_form() -> Iterator[type[forms.Form]]:
    waiting = list(forms.Form.__subclasses__())
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        yield form


def unregistered() -> list[tuple[str, str]]:
    """The fields of our forms that hide what is typed, and are not known as secrets."""
    return [
        (form.__name__, name)
        for form in every_form()
        if form.__module__.startswith("tournament.")
        for name, field in form.base_fields.items()
        if isinstance(field.widget, forms.PasswordInput)
        and not (isinstance(field, secret.SecretField) and secret.is_secret(name))
    ]


@pytest.mark.promise("No password or code of a second factor comes back into a page", faults=(15,))
def test_every_field_that_hides_what_is_typed_is_known_by_its_kind() -> None:
    assert unregistered() == []
    assert {"password", "before", "second", "figures"} <= set(secret.NAMES)


@pytest.mark.control("test_every_field_that_hides_what_is_typed_is_known_by_its_kind")
def test_a_field_made_otherwise_is_found() -> None:
    class Forgotten(forms.Form):
        hidden = forms.CharField(widget=forms.PasswordInput)

    Forgotten.__module__ = "tournament.forgotten"
    assert ("Forgotten", "hidden") in unregistered()
    Forgotten.__module__ = __name__


def test_the_old_password_of_an_account_is_asked_again_and_never_shown() -> None:
    evening()
    answer = Client().post(reverse("account"), {"before": PASSWORD, "password": "another one 123"})
    page = answer.content.decode()
    assert (PASSWORD in page, "another one" in page) == (False, False)
    assert re.findall(r'type="password"[^>]* name="([\w-]+)"', page) == [
        "before",
        "password",
        keeper.PASSWORD,
    ]


def test_a_file_is_chosen_again_and_taken_in_with_the_log_in() -> None:
    event, client = new_event(), Client()
    official(event, Role.ORGANISER, str(Role.ORGANISER))
    address = reverse("import_guests", args=[event.slug])
    guests = SimpleUploadedFile("guests.csv", b"name\nAnn Bo\nCid Dot\n", "text/csv")
    asked = client.post(address, {"file": guests, "step": "file"})
    page = asked.content.decode()
    assert ("Choose guests.csv again" in page, 'enctype="multipart/form-data"' in page) == (
        True,
        True,
    )


def test_a_busy_database_keeps_a_form_with_a_file_and_a_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()

    def is_held(*_args: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("tournament.site.access.office", is_held)
    sent = {"name": "Spring", "password": PASSWORD, "file": SimpleUploadedFile("a.csv", b"x")}
    answer = signed_in(Role.ORGANISER).post(reverse("event_settings", args=[event.slug]), sent)
    page = answer.content.decode()
    assert (answer.status_code, PASSWORD in page, "Try again" in page) == (503, False, True)
    assert carried(answer) == {"name": "Spring", "file": "", "password": ""}


def test_what_a_script_sends_gets_its_status_and_no_page() -> None:
    event = evening()
    headers = {"sec-fetch-mode": "cors", "sec-fetch-site": "same-origin", "origin": OWN}
    address, sent = sheet_sent(event)
    for client in (Client(), signed_in(Role.ORGANISER, strictly=True)):
        answer = client.post(address, sent, headers=headers)
        assert (answer.status_code, answer.content) == (403, b"Not saved.")


@override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=3)
def test_what_is_too_large_is_told_on_a_page_of_our_own() -> None:
    event = evening()
    address, sent = sheet_sent(event)
    answer = signed_in(Role.ORGANISER).post(address, sent)
    page = answer.content.decode()
    assert (answer.status_code, "3 MB is the most" in page) == (400, True)


def test_the_fields_of_the_keeper_are_no_part_of_the_press() -> None:
    event, client = new_event(), Client()
    official(event, Role.ORGANISER, str(Role.ORGANISER))
    add_guests(event, 1)
    address = reverse("add_guest", args=[event.slug])
    sent = {"key": "press", "name": "Ann Bo"}
    again = logged_in(carried(client.post(address, sent)))
    answers = [client.post(address, fields).status_code for fields in (again, sent)]
    assert (set(answers) <= {200, 302}, Guest.objects.filter(name="Ann Bo").count()) == (True, 1)

"""What is not for everybody is kept by no browser and no proxy; a log-out clears what was kept
before, and never what a phone still has to send.
"""

import pytest
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client, RequestFactory

from tests.tournament.evening import new_event, official
from tests.tournament.visitors import House, calls, marks
from tournament.models import Role
from tournament.site.access import PUBLIC, Mark
from tournament.site.middleware import kept_by_nobody

pytestmark = pytest.mark.django_db


def person_of(mark: Mark) -> str:
    """Somebody who may open it."""
    if mark.codes:
        return "table umpire" if mark.header else "guest"
    return "administrator" if not mark.roles and mark.administrator else "organiser"


def test_no_page_but_the_public_ones_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")
    monkeypatch.setattr("tournament.paper.page.made_here", lambda _paper: iter([b""]))
    monkeypatch.setattr("tournament.paper.views.bound", lambda *_args: b"")
    house, kept = House(), {}
    for name, (_path, mark) in marks().items():
        if mark is None or mark == PUBLIC:
            continue
        person = person_of(mark)
        answer = house.clients[person].get(house.address(name, person=person))
        words = set(answer.headers.get("Cache-Control", "").split(", "))
        if not ("no-store" in words or (mark.codes and "private" in words)):
            kept[name] = words
    assert kept == {}
    assert len(calls()) > 150


def test_without_the_middleware_a_page_of_officials_could_be_kept() -> None:
    """The control: a page of a mark gets its word from there alone."""
    event, client = new_event(), Client()
    client.force_login(official(event, Role.ORGANISER))
    address = f"/e/{event.slug}/guests/"
    assert "no-store" in client.get(address).headers["Cache-Control"]
    request = RequestFactory().get(address)
    plain = kept_by_nobody(lambda _request: HttpResponse("drawn"))(request)
    assert "Cache-Control" not in plain.headers


def test_a_log_out_clears_kept_pages_and_never_what_a_phone_keeps() -> None:
    event, client = new_event(), Client()
    client.force_login(official(event, Role.ORGANISER))
    assert client.post("/logout/").headers["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.get("/login/").headers


def test_no_page_may_use_what_no_page_needs() -> None:
    policy = Client().get("/login/").headers["Permissions-Policy"]
    assert {"geolocation=()", "microphone=()"} <= set(policy.split(", "))

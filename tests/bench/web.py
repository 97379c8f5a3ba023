"""Requests straight into the WSGI door, with the whole middleware and without a socket."""

import io
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.conf import settings
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import _get_new_csrf_string
from django.shortcuts import render
from django.test import Client, override_settings
from django.urls import path

from tournament.site.access import PUBLIC, open_to
from tournament.urls import urlpatterns as product


@open_to(PUBLIC)
def no_op(request: HttpRequest) -> HttpResponse:
    """The yardstick: everything but the work."""
    return HttpResponse("")


RANKED = """
    SELECT g.name, g.badge, SUM(t.points) AS total, COUNT(*) AS games, SUM(t.cards) AS cards,
        SUM(t.went_out) AS won, MIN(t.points) AS best,
        RANK() OVER (ORDER BY SUM(t.points)) AS place
    FROM tournament_tally t JOIN tournament_sheet s ON s.id = t.sheet_id
    JOIN tournament_guest g ON g.id = t.guest_id
    WHERE t.event_id = %s AND s.accepted GROUP BY g.id, g.name, g.badge ORDER BY total
"""


class BareTable(tables.Table):
    """The eight columns of the standings, as the library draws them by itself."""

    place, name, badge, total, games, won, cards, best = (tables.Column() for _ in range(8))


def bare_standings(request: HttpRequest, event: int) -> HttpResponse:
    """The peer of our standings: one question, 25 rows, the table of django-tables2, no more."""
    with connection.cursor() as cursor:
        cursor.execute(RANKED, [event])
        names = [column[0] for column in cursor.description]
        table = BareTable(  # type: ignore[no-untyped-call]
            [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        )
    tables.RequestConfig(request, paginate={"per_page": 25}).configure(table)
    return render(request, "django_tables2/table.html", {"table": table})


urlpatterns = [
    *product,
    path("no-op/", no_op),
    path("bare/<int:event>/", bare_standings),
]
Answer = tuple[int, dict[str, str], bytes]


class Door:
    """A visitor with cookies at the WSGI door; a `bare` one is that of Django without anything of
    ours before a view.
    """

    def __init__(self, user: User | None = None, *, bare: bool = False) -> None:
        self.csrf = _get_new_csrf_string()
        self.cookies = {"csrftoken": self.csrf}
        if user is not None:
            client = Client()
            client.force_login(user)
            self.cookies["sessionid"] = client.cookies["sessionid"].value
        override_settings(ROOT_URLCONF="tests.bench.web").enable()
        with override_settings(MIDDLEWARE=[] if bare else settings.MIDDLEWARE):
            self.handler = WSGIHandler()

    def get(self, address: str, **headers: str) -> Answer:
        """GET an address."""
        where, _, query = address.partition("?")
        return self._ask("GET", where, b"", {"QUERY_STRING": query} | headers)

    def post(self, address: str, fields: Mapping[str, Any]) -> Answer:
        """POST a form with its token."""
        body = urlencode({"csrfmiddlewaretoken": self.csrf} | dict(fields)).encode()
        kind = {
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
        }
        return self._ask("POST", address, body, kind)

    def call(self, address: str, code: str, key: str, body: bytes) -> Answer:
        """POST JSON as a phone does: with its code and key, and no cookie."""
        told = {"HTTP_AUTHORIZATION": f"Bearer {code}", "HTTP_X_PHONE": key, "HTTP_COOKIE": ""}
        told |= {"HTTP_ORIGIN": "http://127.0.0.1:8000", "CONTENT_TYPE": "application/json"}
        return self._ask("POST", address, body, told | {"CONTENT_LENGTH": str(len(body))})

    def _ask(self, method: str, address: str, body: bytes, more: Mapping[str, str]) -> Answer:
        told: list[Any] = []

        def start(
            status: str, headers: list[tuple[str, str]], failure: object = None
        ) -> Callable[[bytes], object]:
            told.extend((status, headers))
            return lambda _: None

        answer = self.handler(self._environ(method, address, body) | dict(more), start)
        content = b"".join(answer)
        answer.close()
        return int(told[0].split()[0]), {name.lower(): value for name, value in told[1]}, content

    def _environ(self, method: str, address: str, body: bytes) -> dict[str, Any]:
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": address,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
            "wsgi.errors": io.StringIO(),
        }

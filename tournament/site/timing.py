"""How long each request took: what took long is told in the log and noted for the organiser's
page, and so is each request at which the server stumbled.
"""

import time
from contextlib import suppress
from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.models import SlowRequest
from tournament.site.logs import route_of, slow_told
from tournament.site.middleware import Answer
from tournament.site.patience import OF_NOTE, OF_REQUEST, waiting_at_most

SLOW = 1000  # milliseconds


NOTED_EVERY = (
    10  # seconds between two notes of a process, so that a slow hour is not made slower by notes
)


KEPT_FOR = timedelta(days=2)


FAILED = 500
"""From this status on the database is better left alone."""


class Timing:
    """Middleware, the outermost: a stop-watch around everything else, which bounds how long a
    request waits for the database.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.noted = -float(NOTED_EVERY)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        with waiting_at_most(OF_REQUEST):
            response = self.answer(request)
        took = int((time.perf_counter() - began) * 1000)
        if response.status_code == FAILED:
            _note(route_of(request), str(request.method)[:8], FAILED, took)
        if took >= SLOW:
            self._told(request, response.status_code, took)
        return response

    def _told(self, request: HttpRequest, status: int, took: int) -> None:
        route, method = route_of(request), str(request.method)[:8]
        slow_told(route, method, status, took)
        if status < FAILED and time.monotonic() - self.noted >= NOTED_EVERY:
            self.noted = time.monotonic()
            _note(route, method, status, took)


def _note(route: str, method: str, status: int, took: int) -> None:
    now = timezone.now()
    with suppress(DatabaseError), waiting_at_most(OF_NOTE):
        SlowRequest.objects.filter(at__lt=now - KEPT_FOR).delete()
        SlowRequest.objects.create(
            at=now, route=route[:60], method=method, status=status, milliseconds=took
        )

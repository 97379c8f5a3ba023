"""How long each request took: what took long is told in the log and noted for the organiser's page."""

import time
from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.log_lines import route_of, slow_told
from tournament.models import SlowRequest

SLOW = 1000  # milliseconds
NOTED_EVERY = 10  # seconds between two notes of a process, so that a slow hour is not made slower by notes
KEPT_FOR = timedelta(days=2)
BUSY = 500
"""From this status on the database is better left alone."""
Answer = Callable[[HttpRequest], HttpResponse]


class Timing:
    """Middleware, the outermost: a stop-watch around everything else."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.noted = -float(NOTED_EVERY)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.answer(request)
        took = int((time.perf_counter() - began) * 1000)
        if took >= SLOW:
            self._told(request, response.status_code, took)
        return response

    def _told(self, request: HttpRequest, status: int, took: int) -> None:
        route, method = route_of(request), str(request.method)[:8]
        slow_told(route, method, status, took)
        if status < BUSY and time.monotonic() - self.noted >= NOTED_EVERY:
            self.noted = time.monotonic()
            _note(route, method, status, took)


def _note(route: str, method: str, status: int, took: int) -> None:
    now = timezone.now()
    try:
        SlowRequest.objects.filter(at__lt=now - KEPT_FOR).delete()
        SlowRequest.objects.create(at=now, route=route[:60], method=method, status=status, milliseconds=took)
    except DatabaseError:
        return

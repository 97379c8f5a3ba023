"""When the database cannot take a change, or its disk fails: a page that says so plainly, for every
form, in the place of a broken one.

Only reading and posting: any other way of calling an address ends here, whoever calls and whatever
is there.

How long each request took: what took long is told in the log and noted for the organiser's page,
and so is each request at which the server stumbled.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.defaults import server_error

from tournament.models import SlowRequest
from tournament.site.logs import route_of, slow_told
from tournament.site.same_file import SIGNS as MOVED_SIGNS

Answer = Callable[[HttpRequest], HttpResponse]
OURS = "X-Last-Card"
"""What the phone knows our pages by, those of our own faults too: that of a gateway, or of a Wi-Fi
to log in to, is never taken for one.
"""
FULL, BUSY = 507, 503
AGAIN_AFTER = 5  # seconds
FULL_SIGNS = ("database or disk is full", "no space left", "could not extend file", "disk full")
FAILING_SIGNS = (
    "disk i/o error",
    "input/output error",
    "unable to open database file",
    "readonly database",
    "read-only file system",
    "disk image is malformed",
)
BUSY_SIGNS = ("database is locked", "database table is locked", "lock timeout", "deadlock detected")
UNREACHED_SIGNS = ("connection", "server closed", "terminating", "starting up", "shutting down")
SECRETS = ("csrfmiddlewaretoken", "password")


class NotSaved:
    """Middleware: a fault of the database in a view becomes a page that says whether anything was
    saved.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Called by Django for what a view raises; None leaves the fault to others."""
        return told(request, fault)


def told(request: HttpRequest, fault: BaseException | None) -> HttpResponse | None:
    """The page for a disk that is full or fails, a database file that was moved, or a busy
    database; None for any other fault.
    """
    status = kind_of(fault)
    if not status:
        return None
    again = request.method != "POST" or not _secret(request)
    typed = _typed(request) if again else []
    context = {
        "failing": failing(fault),
        "full": status == FULL,
        "moved": moved(fault),
        "asked": request.method != "POST",
        "again": again,
        "typed": typed,
    }
    context |= {
        "shown": [(_label(name), value) for name, value in typed if _to_be_shown(name, value)]
    }
    # Drawn with the request for its token alone: the frame of other pages would ask the database
    # again.
    page = HttpResponse(
        render_to_string(
            "site/not_saved.html", context | {"path": request.get_full_path()}, request
        )
    )
    page.status_code = status
    page.headers["Cache-Control"] = "no-store"
    page.headers[OURS] = "fault"
    if status == BUSY:
        page.headers["Retry-After"] = str(AGAIN_AFTER)
    return page


def kind_of(fault: BaseException | None) -> int:
    """507 for a disk that is full or fails, 503 for a database that is busy or not reached, 0 for
    anything else.

    >>> kind_of(OperationalError("database or disk is full"))
    507
    """
    if failing(fault):
        return FULL
    if not isinstance(fault, OperationalError):
        return 0
    message = str(fault).lower()
    if any(sign in message for sign in FULL_SIGNS):
        return FULL
    return (
        BUSY if any(sign in message for sign in BUSY_SIGNS + UNREACHED_SIGNS + MOVED_SIGNS) else 0
    )


def failing(fault: BaseException | None) -> bool:
    """Whether the disk itself reports an error. SQLite says of a page that it could not read that
    the database is damaged, and this is no OperationalError.
    """
    if not isinstance(fault, OperationalError) and type(fault) is not DatabaseError:
        return False
    return any(sign in str(fault).lower() for sign in FAILING_SIGNS)


def moved(fault: BaseException | None) -> bool:
    """Whether the database file is not the one that was opened: trying again helps nobody."""
    return isinstance(fault, OperationalError) and any(sign in str(fault) for sign in MOVED_SIGNS)


def broken(request: HttpRequest) -> HttpResponse:
    """The page of an error that nobody caught; also a fault of the database outside of any view."""
    page = told(request, sys.exc_info()[1])
    if page is None:
        page = server_error(request)
        page.headers[OURS] = "fault"
    return page


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent with a form, to be sent again by a button."""
    if request.method != "POST":
        return []
    rows = request.POST.lists()
    return [(name, str(value)) for name, values in rows if name not in SECRETS for value in values]


def _secret(request: HttpRequest) -> bool:
    """A form with a password or a file is not repeated on a page."""
    return bool(request.FILES) or any("password" in name for name in request.POST)


def _to_be_shown(name: str, value: str) -> bool:
    return bool(value.strip()) and name not in ("key", "seen", "next")


def _label(name: str) -> str:
    before, _, seat = name.rpartition("_")
    return f"Seat {seat.upper()}" if before == "hand" else name.replace("_", " ").capitalize()


KNOWN = ("GET", "HEAD", "POST")


def known_methods(answer: Answer) -> Answer:
    """Middleware: 405 to everything but GET, HEAD and POST, so that no view has to think of it."""

    def answered(request: HttpRequest) -> HttpResponse:
        return answer(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return answered


SLOW = 1000  # milliseconds
NOTED_EVERY = (
    10  # seconds between two notes of a process, so that a slow hour is not made slower by notes
)
KEPT_FOR = timedelta(days=2)
FAILED = 500
"""From this status on the database is better left alone."""


class Timing:
    """Middleware, the outermost: a stop-watch around everything else."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.noted = -float(NOTED_EVERY)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
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
    try:
        SlowRequest.objects.filter(at__lt=now - KEPT_FOR).delete()
        SlowRequest.objects.create(
            at=now, route=route[:60], method=method, status=status, milliseconds=took
        )
    except DatabaseError:
        return

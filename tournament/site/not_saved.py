"""When the database cannot take a change, or its disk fails: a page that says so plainly, for
every form, in the place of a broken one.
"""

import sys

from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import server_error

from tournament.site.keeper import Hindrance, kept_page, not_there, remembered
from tournament.site.middleware import Answer
from tournament.site.same_file import SIGNS as MOVED_SIGNS

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


class NotSaved:
    """Middleware: a fault of the database in a view becomes a page that says whether anything was
    saved; so does a form whose address is not there for who sends it.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return remembered(request, self.answer(request))

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Called by Django for what a view raises; None leaves the fault to others."""
        return not_there(request) if isinstance(fault, Http404) else told(request, fault)


def told(request: HttpRequest, fault: BaseException | None) -> HttpResponse | None:
    """The page for a disk that is full or fails, a database file that was moved, or a busy
    database; None for any other fault.
    """
    status = kind_of(fault)
    if not status:
        return None
    page = kept_page(request, _hindrance(request, fault, status))
    page.headers[OURS] = "fault"
    if status == BUSY:
        page.headers["Retry-After"] = str(AGAIN_AFTER)
    return page


CARD, AGAIN = "NOT saved - write it on the card", "Try again"


RESTORE = "(docs/restore.md)"


BEFORE = "Everything saved before is safe"


def _hindrance(request: HttpRequest, fault: BaseException | None, status: int) -> Hindrance:
    """What the page says: of a form that it is not saved, of a page that it cannot be shown."""
    posted = request.method == "POST"
    if failing(fault):
        heading, words = _of_failing(posted=posted)
    elif status == FULL:
        heading, words = _of_full(posted=posted)
    elif moved(fault):
        heading, words = _of_moved(posted=posted)
    else:
        heading, words = _of_busy(posted=posted)
    button = AGAIN if posted else ""
    return Hindrance(heading, words, button, status, leave=request.get_full_path())


Said = tuple[str, tuple[str, ...]]


def _of_failing(*, posted: bool) -> Said:
    stop = (
        "If it fails again, stop Last Card and go on with the newest copy on another disk or laptop"
        f" {RESTORE}."
    )
    before = "Everything that has a receipt was saved before."
    if not posted:
        return "The disk reports an error", (
            f"The disk of the laptop reported an error, so this page cannot be shown. {before}",
            f"Tell the organiser, then open this page again. {stop}",
        )
    return CARD, (
        f"The disk of the laptop reported an error: do not count this as saved. {before}",
        "Write it on the score card now. Tell the organiser, then press the button: it sends the"
        f" same once more, and never twice. {stop}",
    )


def _of_full(*, posted: bool) -> Said:
    rest = f"{BEFORE}, and all pages and papers still open."
    room = "Tell the organiser to make room on the laptop"
    if not posted:
        return "The disk is full", (
            f"This page needs to write something: the disk of the laptop is full. {rest}",
            f"{room}; then open this page again.",
        )
    return CARD, (
        f"Nothing of this was saved: the disk of the laptop is full. {rest}",
        f"Write it on the score card now. {room}; then press the button, or type it from the card.",
    )


def _of_moved(*, posted: bool) -> Said:
    file = (
        "the database file on the laptop was moved, replaced or deleted while Last Card was running"
    )
    mend = (
        f"Tell the organiser to stop Last Card, to put the file back in its place, or a copy"
        f" {RESTORE}, and to start again."
    )
    if not posted:
        return "The evening’s file is not in its place", (
            f"This page needs to write something: {file}.",
            mend,
        )
    return CARD, (
        f"Nothing of this was saved: {file}.",
        f"Write it on the score card now. {mend}",
    )


def _of_busy(*, posted: bool) -> Said:
    if not posted:
        return "Busy: try again", (
            f"The database is held by something else. {BEFORE}.",
            "Open this page again in a moment.",
        )
    return "NOT saved yet - try again", (
        "Nothing of this was saved: the database was held by something else for too long."
        f" {BEFORE}.",
        "Press the button in a moment: it sends the same once more, and never twice. If it fails"
        " again, write it on the card and tell the organiser.",
    )


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

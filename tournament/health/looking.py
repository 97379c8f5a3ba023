"""Everything that `manage.py doctor` and the organiser's page look at, each a finding in words."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.db.models import Max
from django.utils import timezone

from tournament import steady
from tournament.backup.names import Copy, copies
from tournament.backup.places import NoSuchPlaceError, folder, second, trouble
from tournament.health.finding import Finding
from tournament.health.readiness import readiness
from tournament.keeper import kept_by_somebody
from tournament.ledger.verify import faults
from tournament.models import Event, LedgerEntry, SlowRequest
from tournament.paper.press import PaperUnavailable, Press

OLD = timedelta(minutes=5)
"""A copy older than this while a server runs and sheets came in since is one too few."""
LATELY = timedelta(hours=1)
SECRET_OPEN = 0o077
MANY = 10


def everything() -> Iterator[Finding]:
    """All of it, the most important first; what needs the database only where that answers."""
    ready = list(readiness())
    yield from ready
    if not any(finding.wrong for finding in ready[:-1]):
        yield from ledgers()
        yield backups()
        yield clock()
        yield slowness()
        yield from names_due()
    yield secret()
    yield addresses()
    yield assets()
    yield paper()
    yield from warnings()


def ledgers() -> Iterator[Finding]:
    """Every evening counted again, as `manage.py verify` does."""
    for event in Event.objects.order_by("slug"):
        first = next(islice(faults(event), 1), None)
        what = f"ledger of {event.slug}"
        if first is None:
            yield Finding(what, "All in order.")
        else:
            mend = "Stop entering, and restore the newest copy that verifies (README, “A new laptop”)."
            yield Finding(what, first, mend)


def newest_copy() -> Copy | None:
    """The newest copy in the folder for copies."""
    made = copies(folder())
    return made[-1] if made else None


def backups() -> Finding:
    """Whether there is a copy, and whether it is of now."""
    copy, newest = newest_copy(), LedgerEntry.objects.aggregate(at=Max("at"))["at"]
    fault = trouble() or _second_missing()
    if fault:
        return Finding("copies", fault, f"Copies: {fault}")
    if copy is None:
        if newest is None:
            return Finding("copies", "None yet, and nothing is entered.")
        return Finding(
            "copies",
            "There is no copy of this evening yet.",
            "Copies: run manage.py backup, and keep the server running.",
        )
    said = f"The newest is of {timezone.localtime(copy.at):%d %B %H:%M}, up to entry {copy.entry}: {copy.path}."
    if newest is not None and newest - copy.at > OLD:
        keeps = "" if kept_by_somebody() else " No server is running that makes them."
        return Finding("copies", f"{said}{keeps}", "Copies: run manage.py backup now.")
    return Finding("copies", said)


def _second_missing() -> str:
    try:
        second()
    except NoSuchPlaceError as fault:
        return str(fault)
    return ""


def clock() -> Finding:
    """Whether this computer's clock was moved, or stands before what was entered already."""
    moved = steady.moved()
    newest = LedgerEntry.objects.aggregate(at=Max("at"))["at"]
    if newest is not None and newest > timezone.now() + timedelta(minutes=2):
        words = f"It stands before the last entry, which says {timezone.localtime(newest):%d %B %H:%M}."
        return Finding("clock", words, "Clock: set this computer's date and time right; nothing entered is lost by it.")
    if moved:
        words = f"It was moved by {timedelta(seconds=round(moved))} while the computer ran."
        return Finding("clock", words, "Clock: look at this computer's date and time.")
    return Finding("clock", f"{timezone.localtime():%d %B %Y, %H:%M}.")


def slowness() -> Finding:
    """How much was slow in the last hour."""
    slow = SlowRequest.objects.filter(at__gte=timezone.now() - LATELY)
    count = slow.count()
    if not count:
        return Finding("slow requests", "None in the last hour.")
    worst = max(slow, key=lambda one: one.milliseconds)
    words = f"{count} noted in the last hour, the longest {worst.milliseconds / 1000:.1f} s ({worst.route})."
    mend = "Slow requests: end other work on this computer, and look at its disk." if count >= MANY else ""
    return Finding("slow requests", words, mend)


def names_due() -> Iterator[Finding]:
    """Past evenings whose guests' names were to be wiped by now."""
    kept = Event.objects.filter(names_kept_days__isnull=False, names_wiped_at=None).order_by("date")
    for event in kept:
        day = event.date + timedelta(days=event.names_kept_days or 0)
        if day <= timezone.localdate():
            mend = f"Names: the organiser of {event.slug} wipes them on the page “Names of this evening”."
            yield Finding("names", f"Those of {event.slug} were to be wiped from {day:%d %B %Y} on.", mend)


def secret() -> Finding:
    """The server's secret is nobody else's to read."""
    kept = Path(settings.VAR_DIR) / "secret_key"
    if kept.exists() and kept.stat().st_mode & SECRET_OPEN:
        return Finding("secret", "Others on this computer can read it.", f"Secret: run chmod 600 {kept}")
    return Finding("secret", "Kept by this account alone.")


def addresses() -> Finding:
    """The links on paper lead here."""
    host = settings.BASE_URL.partition("://")[2].partition("/")[0].partition(":")[0]
    if host and "*" not in settings.ALLOWED_HOSTS and host not in settings.ALLOWED_HOSTS:
        words = f"Links on paper name {host}, which this server does not answer to."
        return Finding("addresses", words, f"Addresses: put {host} among ALLOWED_HOSTS, or mend BASE_URL.")
    return Finding("addresses", f"Links on paper begin with {settings.BASE_URL}.")


def assets() -> Finding:
    """Style and script of the pages are where they are served from."""
    if settings.STATIC_HASHED and not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return Finding("assets", "They are not collected.", "Assets: run manage.py collectstatic, or make run.")
    return Finding("assets", "In their place.")


def paper() -> Finding:
    """Whether PDFs can be made."""
    try:
        Press(())
    except PaperUnavailable as missing:
        return Finding("paper", "No PDFs can be made; pages print from the browser.", str(missing))
    return Finding("paper", "PDFs can be made.")


def warnings() -> Iterator[Finding]:
    """What Django's own checks say."""
    for said in checks.run_checks():
        grave = said.level >= checks.ERROR
        yield Finding(f"check {said.id}", str(said.msg), str(said.hint or "Read the message.") if grave else "")

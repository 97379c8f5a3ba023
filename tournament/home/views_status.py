"""What the organiser sees of the server: is the evening safe, and do the phones keep up."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.home.health import (
    backups,
    clock,
    names_due,
    newest_copy,
    room_on_the_disk,
    slowness,
)
from tournament.ledger.chain import tail
from tournament.models import Event, Phone, SlowRequest
from tournament.phones.upkeep import FAR
from tournament.site.access import ORGANISER, at_event
from tournament.site.keeping import not_kept

LATELY = timedelta(hours=1)
SHOWN = 10
DIGITS = 16


@at_event(ORGANISER)
@not_kept("the server is no row of the evening")
def status(request: HttpRequest, event: Event) -> HttpResponse:
    """Last copy, disk, head of the ledger, clocks, games that phones still keep, what was slow."""
    head = tail(event)
    findings = [backups(), room_on_the_disk(), clock(), slowness(), *names_due()]
    context: dict[str, Any] = {
        "findings": findings,
        "wrong": [finding for finding in findings if finding.wrong],
        "copy": newest_copy(),
        "head": head,
        "digest": head.digest[:DIGITS],
        "unsent": list(Phone.objects.filter(event=event, unsent__gt=0).order_by("-unsent", "mark")),
        "clocks": _clocks(event),
        "slow": SlowRequest.objects.filter(at__gte=timezone.now() - LATELY)[:SHOWN],
        "now": timezone.localtime(),
    }
    return render(request, "home/status.html", context)


def _clocks(event: Event) -> list[tuple[Phone, str]]:
    """The phones whose clock lies far from ours, and how far in words."""
    phones = Phone.objects.filter(event=event, clock_ahead__isnull=False).order_by("mark")
    return [
        (phone, apart(phone.clock_ahead)) for phone in phones if abs(phone.clock_ahead or 0) > FAR
    ]


def apart(seconds: int | None) -> str:
    """How far a clock is off.

    >>> apart(-5400)
    '1 h 30 min behind'
    """
    minutes = round(abs(seconds or 0) / 60)
    hours, remaining = divmod(minutes, 60)
    return (
        f"{f'{hours} h ' if hours else ''}{remaining} min"
        f" {'ahead' if (seconds or 0) > 0 else 'behind'}"
    )

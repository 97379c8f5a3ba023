"""Who agrees to an act that takes two: the second official on an own device, or a witness where there is only one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tournament.actor import actor_of
from tournament.acts.pending import Asked, PendingRefusedError, ask, do_with_witness
from tournament.ledger.chain import Signature
from tournament.models import Event, Official, Pending
from tournament.models.event import Role
from tournament.models.pending import PendingState
from tournament.password_again import asked_again
from tournament.submission import Submission, body_of
from tournament.table_page import TablePage
from tournament.views.signing import LONGEST_KEY, new_key, one_line

LONGEST_WITNESS = 120
DESK = (Role.HEAD_UMPIRE, Role.ORGANISER)


def seconds(request: HttpRequest, event: Event) -> list[str]:
    """The names of the other officials of the desk: any of them can approve."""
    officials = Official.objects.filter(event=event, role__in=DESK).select_related("user").order_by("pk")
    others = (official.user for official in officials if official.user_id != request.user.pk)
    return [user.get_full_name() or user.get_username() for user in others]


def fault_of_witness(request: HttpRequest, event: Event, witness: str) -> str:
    """A sentence when the person named cannot agree; nothing when they can, or when nobody is named."""
    if not witness.strip():
        return ""
    if witness.strip().casefold() == actor_of(request).name.casefold():
        return "Somebody else has to agree: your own name is no second one."
    if not event.one_official and witness not in seconds(request, event):
        return f"{witness} is no other official of this event: choose one of them."
    return ""


def waiting_here(event: Event) -> list[Pending]:
    """What waits for a second official."""
    return list(Pending.objects.filter(event=event, state=PendingState.WAITING).order_by("pk"))


def key_of(request: HttpRequest) -> str:
    """The key of the form as it was sent: the same form twice is one act."""
    return one_line(request, "key")[:LONGEST_KEY] or new_key()


def by_two(request: HttpRequest, event: Event, asked: Asked, done: str, back: str) -> HttpResponse:
    """Ask the second official and show what waits; or, where there is one official, do it with the named witness.

    The second official says the password when they approve; a witness has none, so the one official says theirs.
    """
    if event.one_official and (question := asked_again(request)):
        return question
    by = Signature(actor_of(request), timezone.now(), key_of(request))
    try:
        if not event.one_official:
            found = ask(event, asked, by)
            messages.success(request, "It waits: the second official approves it on their own device.")
            return redirect("pending", event.slug, found.pk)
        do_with_witness(event, asked, by, one_line(request, "witness")[:LONGEST_WITNESS])
    except PendingRefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done)
    return redirect(back, event.slug)


def sheet_payload(page: TablePage, submission: Submission) -> dict[str, Any]:
    """A sheet as it is asked for: what the ledger would keep of it, and the version it is to replace."""
    guests = {seat.letter: seat.guest.ref for seat in page.seats}
    return {"sheet": body_of(submission, guests), "seen": submission.seen}

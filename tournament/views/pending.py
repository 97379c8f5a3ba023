"""What waits for a second official: the list, one request with its preview as it is now, and the answers to it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.access import DESK, GRAVE, at_event
from tournament.actor import actor_of
from tournament.acts import pending as acts
from tournament.acts.two_officials import KINDS
from tournament.chance_moves import moves_and_chances
from tournament.ledger.chain import Signature
from tournament.models import Event, Pending
from tournament.models.pending import PendingState
from tournament.snapshot import how_kept
from tournament.views.signing import new_key, reason_of
from tournament.views.witness import key_of

SETTLED = 12
"""So many settled requests are listed below those that wait."""


@at_event(DESK)
def waiting(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything that waits, then what was settled last."""
    rows = Pending.objects.filter(event=event).select_related("entry")
    open_ones = [_row(one) for one in rows.filter(state=PendingState.WAITING).order_by("pk")]
    settled = [_row(one) for one in rows.exclude(state=PendingState.WAITING).order_by("-settled_at")[:SETTLED]]
    context = {"waiting": open_ones, "settled": settled, "mine": request.user.pk, "how_kept": how_kept()}
    return render(request, "tournament/waiting.html", context)


@at_event(DESK)
def pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """One request: what it is, why, and what it would do now."""
    return _page(request, event, _found(event, pk))


@require_POST
@at_event(GRAVE)
def approve_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Agree: it is done now, unless it would do something else than was shown."""
    _found(event, pk)
    try:
        done = acts.approve(event, pk, _signed(request), seen=request.POST.get("seen", "")[:64])
    except acts.PreviewChangedError as changed:
        return _page(request, Event.objects.get(pk=event.pk), _found(event, pk), str(changed), status=422)
    except acts.PendingRefusedError as refused:
        messages.error(request, str(refused))
        return redirect("pending", event.slug, pk)
    messages.success(request, f"Done, no. {done.entry.number if done.entry else ''}: {_title(done)}.")
    return redirect("waiting", event.slug)


@require_POST
@at_event(DESK)
def decline_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Say no, with the reason."""
    reason = reason_of(request)
    return _answered(request, event, pk, lambda by: acts.decline(event, pk, by, reason=reason), "Declined.")


@require_POST
@at_event(DESK)
def withdraw_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take back what one asked for."""
    return _answered(request, event, pk, lambda by: acts.withdraw_ask(event, pk, by), "Taken back.")


def _answered(
    request: HttpRequest, event: Event, pk: int, act: Callable[[Signature], object], done: str
) -> HttpResponse:
    _found(event, pk)
    try:
        act(_signed(request))
        messages.success(request, done)
    except acts.PendingRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("pending", event.slug, pk)


def _page(request: HttpRequest, event: Event, found: Pending, changed: str = "", *, status: int = 200) -> HttpResponse:
    context = _row(found) | {"changed": changed, "key": new_key(), "mine": found.asked_user_id == request.user.pk}
    if found.waits:
        context |= _now(event, found)
    return render(request, "tournament/pending.html", context, status=status)


def _now(event: Event, found: Pending) -> dict[str, Any]:
    """What it would do now; or the sentence of what forbids it now."""
    try:
        effect = acts.foresee(event, acts.Asked(found.kind, found.reason, found.payload), timezone.now())
    except acts.PendingRefusedError as refused:
        return {"forbidden": str(refused)}
    told = acts.told(effect)
    moves = moves_and_chances(event, effect, KINDS[found.kind].about(found.payload))
    return {"moves": moves, "seen": told["seen"], "since_asked": told["seen"] != found.preview.get("seen")}


def _row(found: Pending) -> dict[str, Any]:
    kind = KINDS.get(found.kind)
    lines = kind.lines(found.payload) if kind else ()
    return {"one": found, "title": _title(found), "tells": kind.tells if kind else "", "lines": lines}


def _title(found: Pending) -> str:
    kind = KINDS.get(found.kind)
    return kind.title(found.payload) if kind else found.kind


def _found(event: Event, pk: int) -> Pending:
    found = Pending.objects.filter(event=event, pk=pk).first() if pk < LARGEST else None
    if found is None:
        raise Http404("There is no such request.")
    return found


LARGEST = 2**62


def _signed(request: HttpRequest) -> Signature:
    return Signature(actor_of(request), timezone.now(), key_of(request))

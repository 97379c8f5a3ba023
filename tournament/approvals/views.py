"""What waits for a second official: the list, one request with its preview as it is now, and the
answers to it.

Who agrees to an act that takes two: the second official on an own device, or a witness where there
is only one.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.approvals import acts
from tournament.approvals.acts import KINDS
from tournament.counting.before_after import moves_and_chances
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, reason_of, signature
from tournament.models import LARGEST_NUMBER, Event, Pending
from tournament.models.ledger import PendingState
from tournament.refusal import Refused
from tournament.server.snapshot import how_kept
from tournament.site.access import DESK, GRAVE, at_event

SETTLED = 12
"""So many settled requests are listed below those that wait."""


@at_event(DESK)
def waiting(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything that waits, then what was settled last."""
    rows = Pending.objects.filter(event=event).select_related("entry")
    open_ones = [_row(row) for row in rows.filter(state=PendingState.WAITING).order_by("pk")]
    settled = [
        _row(row)
        for row in rows.exclude(state=PendingState.WAITING).order_by("-settled_at")[:SETTLED]
    ]
    context = {
        "waiting": open_ones,
        "settled": settled,
        "mine": request.user.pk,
        "how_kept": how_kept(),
    }
    return render(request, "seating/waiting.html", context)


@at_event(DESK)
def pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """One request: what it is, why, and what it did when it was asked; a press plays it through
    and shows what it would do now.
    """
    return _page(request, event, _pending_of(event, pk), played=request.method == "POST")


@require_POST
@at_event(GRAVE)
def approve_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Agree: it is done now, unless it would do something else than was shown."""
    _pending_of(event, pk)
    try:
        result = acts.approve(
            event, pk, signature(request), seen_state=request.POST.get("seen", "")[:64]
        )
    except acts.PreviewChangedError as changed:
        return _page(
            request,
            Event.objects.get(pk=event.pk),
            _pending_of(event, pk),
            str(changed),
            played=True,
            status=422,
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("pending", event.slug, pk)
    messages.success(
        request,
        f"Done: {_title(result)}." + (f" Receipt {result.entry.number}." if result.entry else ""),
    )
    return redirect("waiting", event.slug)


@require_POST
@at_event(DESK)
def decline_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Say no, with the reason."""
    reason = reason_of(request)
    return _answered(
        request,
        event,
        pk,
        lambda signer: acts.decline(event, pk, signer, reason=reason),
        "Declined.",
    )


@require_POST
@at_event(DESK)
def withdraw_pending(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take back what one asked for."""
    return _answered(
        request, event, pk, lambda signer: acts.withdraw_ask(event, pk, signer), "Taken back."
    )


def _answered(
    request: HttpRequest, event: Event, pk: int, act: Callable[[Signature], object], outcome: str
) -> HttpResponse:
    _pending_of(event, pk)
    try:
        act(signature(request))
        messages.success(request, outcome)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("pending", event.slug, pk)


def _page(
    request: HttpRequest,
    event: Event,
    pending_row: Pending,
    changed: str = "",
    *,
    played: bool,
    status: int = 200,
) -> HttpResponse:
    context = _row(pending_row) | {
        "changed": changed,
        "key": new_key(),
        "mine": pending_row.asked_user_id == request.user.pk,
        "seen": pending_row.preview.get("seen", ""),
    }
    if pending_row.waits and played:
        context |= _now(event, pending_row)
    return render(request, "approvals/list.html", context, status=status)


def _now(event: Event, pending_row: Pending) -> dict[str, Any]:
    """What it would do now; or the sentence of what forbids it now."""
    try:
        effect = acts.foresee(
            event,
            acts.Asked(pending_row.kind, pending_row.reason, pending_row.payload),
            timezone.now(),
        )
    except Refused as refused:
        return {"forbidden": str(refused)}
    preview = acts.told(effect)
    moves = moves_and_chances(event, effect, KINDS[pending_row.kind].about(pending_row.payload))
    return {
        "moves": moves,
        "seen": preview["seen"],
        "since_asked": preview["seen"] != pending_row.preview.get("seen"),
    }


def _row(pending_row: Pending) -> dict[str, Any]:
    kind = KINDS.get(pending_row.kind)
    lines = kind.lines(pending_row.payload) if kind else ()
    return {
        "one": pending_row,
        "title": _title(pending_row),
        "tells": kind.tells if kind else "",
        "lines": lines,
    }


def _title(pending_row: Pending) -> str:
    kind = KINDS.get(pending_row.kind)
    return kind.title(pending_row.payload) if kind else pending_row.kind


def _pending_of(event: Event, pk: int) -> Pending:
    pending_row = (
        Pending.objects.filter(event=event, pk=pk).first() if pk <= LARGEST_NUMBER else None
    )
    if pending_row is None:
        raise Http404("There is no such request.")
    return pending_row

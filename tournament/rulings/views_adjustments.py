"""What a ruling does to the scores: asked, seen in its consequences, then done; and taken back
the same way.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.approvals.acts import Asked
from tournament.approvals.pages_by_two import by_two, seconds
from tournament.counting.before_after import BeforeAfter, moves_and_chances
from tournament.counting.consequences import Consequence, effect, effect_of_cancelling, words
from tournament.counting.scores import seal_in_force
from tournament.ledger.signing import new_key, signature
from tournament.models import Adjustment, AdjustmentKind, Event, Ruling
from tournament.refusal import Refused
from tournament.rulings.acts_adjustments import (
    adjust,
    adjusted_so_far,
    adjustment_of,
    cancel_adjustment,
    made_adjustment,
    payload_of,
)
from tournament.rulings.forms import SENTENCES, TITLES, AdjustmentForm, ReasonForm, start
from tournament.rulings.reading import found_ruling
from tournament.site.access import DESK, at_event


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A consequence as it is drawn, and whether two must agree to it."""

    moves: BeforeAfter | None
    two: bool


@at_event(DESK)
def adjust_scores(request: HttpRequest, event: Event, number: int, kind: str) -> HttpResponse:
    """An adjustment by a ruling: the form; sent, the preview; sent again from there, done."""
    if kind not in AdjustmentKind.values:
        raise Http404("There is no such adjustment.")
    ruling = found_ruling(event, number)
    if request.method != "POST":
        return _form(
            request, ruling, AdjustmentForm(event, kind, ruling, initial=start(ruling, new_key()))
        )
    form = AdjustmentForm(event, kind, ruling, request.POST)
    if not form.is_valid() or request.POST.get("step") == "edit":
        return _form(request, ruling, form)
    return _adjustment_answer(request, ruling, form)


def _adjustment_answer(request: HttpRequest, ruling: Ruling, form: AdjustmentForm) -> HttpResponse:
    event, change = ruling.event, form.change()
    try:
        adjustment = adjustment_of(event, change)
        foreseen = _foresee(event, effect(event, change), [change.guest])
        if request.POST.get("step") != "save":
            return _preview(request, ruling, form, adjustment, foreseen)
        if foreseen.two:
            proposal = Asked("adjust", change.reason, payload_of(change))
            return by_two(request, event, proposal, f"Done: {words(adjustment)}.", "rulings")
        adjustment = adjust(
            event,
            replace(change, witness=""),
            signature(request, form.cleaned_data["key"]),
            seen_state=request.POST.get("seen"),
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return _form(request, ruling, form)
    messages.success(request, f"{adjustment}: {words(adjustment)}.")
    return redirect("ruling", event.slug, ruling.number)


def _form(request: HttpRequest, ruling: Ruling, form: AdjustmentForm) -> HttpResponse:
    kind = AdjustmentKind(form.kind)
    context = {
        "ruling": ruling,
        "form": form,
        "title": TITLES[kind],
        "sentence": SENTENCES[kind],
        "kind": form.kind,
    }
    return render(request, "rulings/adjust.html", context, status=422 if form.errors else 200)


def _preview(
    request: HttpRequest,
    ruling: Ruling,
    form: AdjustmentForm,
    adjustment: Adjustment,
    foreseen: Foreseen,
) -> HttpResponse:
    context: dict[str, Any] = {
        "ruling": ruling,
        "kind": form.kind,
        "title": TITLES[AdjustmentKind(form.kind)],
        "words": words(adjustment),
        "sent": [(name, str(form.data.get(name, ""))) for name in form.fields if name != "witness"],
        "seen": adjusted_so_far(ruling),
        "moves": foreseen.moves,
        "two": foreseen.two,
        "seconds": seconds(request, ruling.event) if foreseen.two else [],
        "reason": form.cleaned_data["reason"],
    }
    return render(request, "rulings/adjust_preview.html", context)


@at_event(DESK)
def cancel(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Taking an adjustment back: what it does to the cut, and the reason."""
    try:
        adjustment = made_adjustment(event, number)
    except Refused as missing:
        raise Http404(str(missing)) from None
    if hasattr(adjustment, "cancellation"):
        messages.error(request, f"{adjustment} has already been cancelled.")
        return _back_to_ruling(event, adjustment)
    form = ReasonForm(request.POST or None, initial={"key": new_key()})
    foreseen = _foresee(
        event,
        effect_of_cancelling(event, adjustment),
        [adjustment.guest.ref] if adjustment.guest else [],
    )
    if request.method != "POST" or not form.is_valid():
        return _cancelling(request, adjustment, form, foreseen)
    reason = form.cleaned_data["reason"]
    if foreseen.two:
        proposal = Asked("cancel_adjustment", reason, {"adjustment": number})
        return by_two(request, event, proposal, f"{adjustment} is cancelled.", "rulings")
    return _cancelled(
        request,
        adjustment,
        form,
        lambda: cancel_adjustment(
            event, number, signature(request, form.cleaned_data["key"]), reason=reason
        ),
    )


def _cancelled(
    request: HttpRequest, adjustment: Adjustment, form: ReasonForm, act: Callable[[], object]
) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        form.add_error(None, str(refused))
        return _cancelling(
            request,
            adjustment,
            form,
            _foresee(adjustment.event, effect_of_cancelling(adjustment.event, adjustment), []),
        )
    messages.success(request, f"{adjustment} is cancelled.")
    return _back_to_ruling(adjustment.event, adjustment)


def _cancelling(
    request: HttpRequest, adjustment: Adjustment, form: ReasonForm, foreseen: Foreseen
) -> HttpResponse:
    context = {
        "made": adjustment,
        "words": words(adjustment),
        "form": form,
        "moves": foreseen.moves,
        "two": foreseen.two,
        "seconds": seconds(request, adjustment.event) if foreseen.two else [],
    }
    return render(
        request, "rulings/adjustment_cancel.html", context, status=422 if form.errors else 200
    )


def _foresee(event: Event, consequence: Consequence | None, about: list[str]) -> Foreseen:
    if consequence is None:
        return Foreseen(None, two=False)
    crossing = consequence.moves.crosses_the_line and seal_in_force(event) is not None
    return Foreseen(
        moves_and_chances(event, consequence, [ref for ref in about if ref]), two=crossing
    )


def _back_to_ruling(event: Event, adjustment: Adjustment) -> HttpResponse:
    return (
        redirect("ruling", event.slug, adjustment.ruling.number)
        if adjustment.ruling
        else redirect("rulings", event.slug)
    )

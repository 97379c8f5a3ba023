"""What a ruling does to the scores: asked, seen in its consequences, then done; and taken back the same way."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access import DESK, at_event
from tournament.acts.adjustments import (
    AdjustmentRefusedError,
    adjust,
    adjustment_of,
    cancel_adjustment,
    made_adjustment,
    payload_of,
)
from tournament.acts.pending import Asked
from tournament.before_after import BeforeAfter
from tournament.chance_moves import moves_and_chances
from tournament.forms.adjustments import SENTENCES, TITLES, AdjustmentForm, start
from tournament.forms.entry import new_key
from tournament.forms.rulings import ReasonForm
from tournament.ledger.consequence import Consequence
from tournament.ledger.effects import effect, effect_of_cancelling, words
from tournament.ledger.lift import seal_in_force
from tournament.models import Adjustment, AdjustmentKind, Event, Ruling
from tournament.views.rulings import found_ruling
from tournament.views.sheet_pages import signature
from tournament.views.witness import by_two, seconds


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
        return _form(request, ruling, AdjustmentForm(event, kind, ruling, initial=start(ruling, new_key())))
    form = AdjustmentForm(event, kind, ruling, request.POST)
    if not form.is_valid() or request.POST.get("step") == "edit":
        return _form(request, ruling, form)
    return _sent(request, ruling, form)


def _sent(request: HttpRequest, ruling: Ruling, form: AdjustmentForm) -> HttpResponse:
    event, change = ruling.event, form.change()
    try:
        made = adjustment_of(event, change)
        foreseen = _foresee(event, effect(event, change), [change.guest])
        if request.POST.get("step") != "save":
            return _preview(request, ruling, form, made, foreseen)
        if foreseen.two:
            asked = Asked("adjust", change.reason, payload_of(change))
            return by_two(request, event, asked, f"Done: {words(made)}.", "rulings")
        made = adjust(event, replace(change, witness=""), signature(request, form.cleaned_data["key"]))
    except AdjustmentRefusedError as refused:
        form.add_error(None, str(refused))
        return _form(request, ruling, form)
    messages.success(request, f"{made}: {words(made)}.")
    return redirect("ruling", event.slug, ruling.number)


def _form(request: HttpRequest, ruling: Ruling, form: AdjustmentForm) -> HttpResponse:
    kind = AdjustmentKind(form.kind)
    context = {"ruling": ruling, "form": form, "title": TITLES[kind], "sentence": SENTENCES[kind], "kind": form.kind}
    return render(request, "tournament/adjust.html", context, status=422 if form.errors else 200)


def _preview(
    request: HttpRequest, ruling: Ruling, form: AdjustmentForm, made: Adjustment, foreseen: Foreseen
) -> HttpResponse:
    context: dict[str, Any] = {
        "ruling": ruling,
        "kind": form.kind,
        "title": TITLES[AdjustmentKind(form.kind)],
        "words": words(made),
        "sent": [(name, str(form.data.get(name, ""))) for name in form.fields if name != "witness"],
        "moves": foreseen.moves,
        "two": foreseen.two,
        "seconds": seconds(request, ruling.event) if foreseen.two else [],
        "reason": form.cleaned_data["reason"],
    }
    return render(request, "tournament/adjust_preview.html", context)


@at_event(DESK)
def cancel(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Taking an adjustment back: what it does to the cut, and the reason."""
    try:
        made = made_adjustment(event, number)
    except AdjustmentRefusedError as missing:
        raise Http404(str(missing)) from None
    if hasattr(made, "cancellation"):
        messages.error(request, f"{made} was cancelled already.")
        return _back(event, made)
    form = ReasonForm(request.POST or None, initial={"key": new_key()})
    foreseen = _foresee(event, effect_of_cancelling(event, made), [made.guest.ref] if made.guest else [])
    if request.method != "POST" or not form.is_valid():
        return _cancelling(request, made, form, foreseen)
    reason = form.cleaned_data["reason"]
    if foreseen.two:
        asked = Asked("cancel_adjustment", reason, {"adjustment": number})
        return by_two(request, event, asked, f"{made} is cancelled.", "rulings")
    return _cancelled(
        request,
        made,
        form,
        lambda: cancel_adjustment(event, number, signature(request, form.cleaned_data["key"]), reason=reason),
    )


def _cancelled(request: HttpRequest, made: Adjustment, form: ReasonForm, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except AdjustmentRefusedError as refused:
        form.add_error(None, str(refused))
        return _cancelling(request, made, form, _foresee(made.event, effect_of_cancelling(made.event, made), []))
    messages.success(request, f"{made} is cancelled.")
    return _back(made.event, made)


def _cancelling(request: HttpRequest, made: Adjustment, form: ReasonForm, foreseen: Foreseen) -> HttpResponse:
    context = {
        "made": made,
        "words": words(made),
        "form": form,
        "moves": foreseen.moves,
        "two": foreseen.two,
        "seconds": seconds(request, made.event) if foreseen.two else [],
    }
    return render(request, "tournament/adjustment_cancel.html", context, status=422 if form.errors else 200)


def _foresee(event: Event, found: Consequence | None, about: list[str]) -> Foreseen:
    if found is None:
        return Foreseen(None, two=False)
    crossing = found.moves.crosses_the_line and seal_in_force(event) is not None
    return Foreseen(moves_and_chances(event, found, [ref for ref in about if ref]), two=crossing)


def _back(event: Event, made: Adjustment) -> HttpResponse:
    return redirect("ruling", event.slug, made.ruling.number) if made.ruling else redirect("rulings", event.slug)

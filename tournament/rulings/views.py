"""Rulings: the list with its filters, each one with what became of it, and the acts on them.

The umpires' page of calls, the switch “on duty”, and calling from a table.

What a ruling does to the scores: asked, seen in its consequences, then done; and taken back the
same way.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournament.approvals.acts import Asked
from tournament.approvals.views import by_two, seconds
from tournament.counting.before_after import BeforeAfter, moves_and_chances
from tournament.counting.consequences import Consequence, effect, effect_of_cancelling, words
from tournament.counting.plan import table_label
from tournament.counting.rulings import (
    Where,
    decided,
    outstanding,
    overruling,
    rulings,
    state,
    wants_a_word,
    with_effects,
)
from tournament.counting.scores import rules, seal_in_force
from tournament.counting.submission import Place
from tournament.entry.views_sheet import found_page
from tournament.ledger.signing import Act, new_key, perform, signature
from tournament.models import LARGEST_NUMBER, Adjustment, AdjustmentKind, Call, Event, Ruling
from tournament.refusal import Refused
from tournament.rulings import reading as shown
from tournament.rulings.acts import (
    accept,
    call_umpire,
    explain,
    go_to_call,
    leave_call,
    make_ruling,
    overrule,
    set_duty,
    settle_call,
)
from tournament.rulings.acts_adjustments import (
    adjust,
    adjusted_so_far,
    adjustment_of,
    cancel_adjustment,
    made_adjustment,
    payload_of,
)
from tournament.rulings.forms import (
    SENTENCES,
    TITLES,
    AdjustmentForm,
    CallForm,
    CallNumberForm,
    MakeRulingForm,
    OverruleForm,
    ReasonForm,
    start,
)
from tournament.rulings.reading import (
    decided_words,
    headline,
    parts,
    same_case,
    situation_name,
    state_words,
    where_words,
)
from tournament.rulings.tables import SHOWN, Row, ruling_rows, ruling_table, situations_of
from tournament.site.access import DESK, OFFICIAL, EventRequest, actor_of, at_desk, at_event
from tournament.site.frame import address
from tournament.site.tables import Choice, arrange

ASKED = ("q", "kind", "table", "show", "sort")


@at_event(OFFICIAL)
def rulings_page(request: HttpRequest, event: Event) -> HttpResponse:
    """All rulings, searched, filtered and sorted."""
    filters = {name: request.GET.get(name, "") for name in ASKED}
    every = ruling_rows(event, {})
    table = ruling_table(ruling_rows(event, filters) if any(filters.values()) else every)
    if file := arrange(request, table, f"{event.slug}-rulings", saves=at_desk(request)):
        return file
    context = {
        "table": table,
        "asked": filters,
        "choices": _choices(event, every, filters),
        "filtered": any(filters[name] for name in ASKED[:4]),
        "total": len(every),
        "wanting": outstanding(event),
        "ask_url": address("just_ask", event.slug),
    }
    return render(request, "rulings/list.html", context)


def _choices(event: Event, every: list[Row], filters: dict[str, str]) -> list[Choice]:
    """The filters over the rulings."""
    numbers = sorted({row["table"] for row in every if row["table"]})
    tables = tuple((str(number), f"Table {table_label(event, number)}") for number in numbers)
    return [
        Choice("kind", "Situation", "All situations", situations_of(every), filters["kind"]),
        Choice("table", "Table", "All tables", tables, filters["table"]),
        Choice("show", "State", "In any state", tuple(SHOWN.items()), filters["show"]),
    ]


@at_event(OFFICIAL)
def ruling_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One ruling: its five parts, the cases alike, what it did, and what may be done now."""
    return _ruling_page(request, event, found_ruling(event, number))


def found_ruling(event: Event, number: int) -> Ruling:
    """A ruling with everything its page shows; to everyone it is not there when there is none."""
    rows = with_effects(rulings(event).select_related("event", "guest__livery"))
    ruling = rows.prefetch_related("later").filter(number=min(number, LARGEST_NUMBER)).first()
    if ruling is None:
        raise Http404(f"There is no ruling {number}.")
    return ruling


def _ruling_page(request: HttpRequest, event: Event, ruling: Ruling, **forms: Form) -> HttpResponse:
    now = state(ruling)
    context: dict[str, Any] = {
        "ruling": ruling,
        "parts": parts(ruling),
        "where": where_words(ruling),
        "situation": situation_name(rules(event), ruling.kind),
        "state": now,
        "state_words": state_words(ruling),
        "headline": headline(ruling),
        "decided": decided_words(decided(ruling)),
        "overruled": overruling(ruling),
        "explained": [
            decision for decision in ruling.decisions.all() if decision.kind == "explained"
        ],
        "word_wanting": wants_a_word(ruling),
        "alike": same_case(event, ruling.answer, ruling.kind, before=ruling.number),
        "effects": [
            (adjustment, words(adjustment), getattr(adjustment, "cancellation", None))
            for adjustment in ruling.adjustments.all()
        ],
        "at_desk": at_desk(request),
        "may_overrule": may_overrule(request, ruling),
        "overrule_form": forms.get("overrule", OverruleForm(initial={"key": new_key()})),
        "reason_form": forms.get("reason", ReasonForm(initial={"key": new_key()})),
        "key": new_key(),
        "ask_url": address("just_ask", event.slug),
    }
    return render(request, "rulings/ruling.html", context, status=422 if forms else 200)


def may_overrule(request: HttpRequest, ruling: Ruling) -> bool:
    """Umpires decide on what nobody signed yet; what is signed only the desk overrules."""
    return at_desk(request) or state(ruling) == "given"


@require_POST
def _make(request: HttpRequest, event: Event) -> HttpResponse:
    form = MakeRulingForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(" ".join(str(text) for texts in form.errors.values() for text in texts))
        answers = form.cleaned_data
        place = (
            Where(answers["round"], answers["table"], answers["game"])
            if answers["round"] and answers["table"]
            else None
        )
        ruling = make_ruling(
            event,
            signature(request, answers["key"]),
            claim=answers["claim"],
            place=place,
            departs_reason=answers["departs_reason"],
            refers_to=answers["refers_to"],
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return HttpResponseRedirect(_back(request) or address("rulings", event.slug))
    messages.success(request, f"{ruling} is recorded.")
    return redirect("ruling", event.slug, ruling.number)


def _back(request: HttpRequest) -> str:
    """The page of this site the question was asked on: a path of its own, never a word that
    `redirect` would look up as the name of a page."""
    back = request.POST.get("back", "")
    own = url_has_allowed_host_and_scheme(back, {request.get_host()})
    return back if own and back.startswith("/") else ""


@require_POST
def _accept(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    found_ruling(event, number)
    return _after_act(request, event, number, partial(accept, event, number), "accepted")


@require_POST
def _overrule(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    ruling, form = found_ruling(event, number), OverruleForm(request.POST)
    if not form.is_valid():
        return _ruling_page(request, event, ruling, overrule=form)
    if not may_overrule(request, ruling):
        messages.error(
            request, "It is signed: only the head umpire or the organiser can overrule it."
        )
        return redirect("ruling", event.slug, number)
    act = partial(overrule, event, number, reason=form.cleaned_data["reason"], own=form.own)
    return _after_act(request, event, number, act, "overruled")


@require_POST
def _explain(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _ruling_page(request, event, found_ruling(event, number), reason=form)
    act = partial(explain, event, number, reason=form.cleaned_data["reason"])
    return _after_act(request, event, number, act, "explained")


def _after_act(
    request: HttpRequest, event: Event, number: int, act: Act, outcome: str
) -> HttpResponse:
    perform(request, event, act, f"Ruling {number} is {outcome}.")
    return redirect(
        "rulings" if number > LARGEST_NUMBER else "ruling",
        event.slug,
        *([] if number > LARGEST_NUMBER else [number]),
    )


make_ruling_here = at_event(OFFICIAL)(_make)
accept_ruling = at_event(OFFICIAL)(_accept)
overrule_ruling = at_event(OFFICIAL)(_overrule)
explain_ruling = at_event(OFFICIAL)(_explain)


@at_event(OFFICIAL)
def calls(request: HttpRequest, event: Event) -> HttpResponse:
    """Who calls, how long they wait, and who goes there; the switch of the official who looks."""
    context = _now(event) | {
        "me": cast(EventRequest, request).official,
        "settled": shown.settled_calls(event),
    }
    return render(request, "rulings/calls.html", context)


@at_event(OFFICIAL)
def calls_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The list alone, for the page that follows."""
    return render(request, "rulings/_calls_now.html", _now(event))


def _now(event: Event) -> dict[str, object]:
    return {
        "event": event,
        "waiting": shown.open_calls(event, timezone.now()),
        "duty": shown.on_duty(event),
    }


@at_event(OFFICIAL)
def call_now(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """What became of a table's call, for the page of the table that follows."""
    found_page(event, Place(round, table, 1))
    context = shown.about_table(event, round, table) | {"round": round, "table": table}
    return render(request, "rulings/_call_now.html", context)


@require_POST
def _duty(request: HttpRequest, event: Event) -> HttpResponse:
    on = request.POST.get("on") == "1"
    set_duty(event, cast(EventRequest, request).official, on=on)
    messages.success(
        request, "You are on duty: tables can call you." if on else "You are off duty."
    )
    return redirect("calls", event.slug)


@require_POST
def _call(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    form = CallForm(request.POST)
    page = found_page(event, Place(round, table, 1))
    if not form.is_valid():
        messages.error(request, " ".join(str(fault) for fault in form.errors.get("reason", [])))
        return redirect("table", event.slug, round, table)
    place, reason = page.round_name, form.cleaned_data["reason"]
    perform(
        request,
        event,
        lambda signer: call_umpire(
            event, round, table, reason, (f"{signer.actor.name}, {place}", signer.at)
        ),
        "An umpire is called. Raise a hand too.",
    )
    return redirect("table", event.slug, round, table)


def _answered(act: Callable[[Event, int, str], Call], outcome: str) -> Callable[..., HttpResponse]:
    @require_POST
    def view(request: HttpRequest, event: Event) -> HttpResponse:
        form = CallNumberForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused("Choose a call of the list.")
            act(event, form.cleaned_data["call"], actor_of(request).name)
            messages.success(request, outcome)
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect("calls", event.slug)

    return view


duty = at_event(OFFICIAL)(_duty)
call = at_event(OFFICIAL)(_call)
take_call = at_event(OFFICIAL)(
    _answered(lambda e, pk, signer: go_to_call(e, pk, signer, timezone.now()), "The table sees it.")
)
drop_call = at_event(OFFICIAL)(
    _answered(lambda event, pk, _actor: leave_call(event, pk), "The call waits again.")
)
end_call = at_event(OFFICIAL)(
    _answered(
        lambda e, pk, signer: settle_call(e, pk, signer, timezone.now()), "The call is settled."
    )
)


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

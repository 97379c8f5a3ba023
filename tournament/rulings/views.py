"""Rulings: the list with its filters, each one with what became of it, and the acts on them."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournament.counting.consequences import words
from tournament.counting.plan import table_label
from tournament.counting.rulings import Where, decided, outstanding, overruling, state, wants_a_word
from tournament.counting.scores import rules
from tournament.ledger.signing import Act, new_key, perform, signature
from tournament.models import LARGEST_NUMBER, Event, Ruling
from tournament.refusal import Refused
from tournament.rulings.acts import accept, explain, make_ruling, overrule
from tournament.rulings.forms import MakeRulingForm, OverruleForm, ReasonForm
from tournament.rulings.reading import (
    decided_words,
    found_ruling,
    headline,
    parts,
    same_case,
    situation_name,
    state_words,
    where_words,
)
from tournament.rulings.tables import SHOWN, Row, ruling_rows, ruling_table, situations_of
from tournament.site.access import OFFICIAL, at_desk, at_event
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
    page = request.POST.get("page", "")
    own = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if own and page.startswith("/") else ""


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

"""Rulings: the list with its filters, each one with what became of it, and the acts on them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournament.access import OFFICIAL, at_event
from tournament.acts.rulings import RulingRefusedError, accept, explain, make_ruling, overrule
from tournament.forms.entry import new_key
from tournament.forms.rulings import MakeRulingForm, OverruleForm, ReasonForm
from tournament.frame import address
from tournament.ledger.effects import words
from tournament.ledger.lift import rules
from tournament.ledger.rulings import (
    Where,
    decided,
    outstanding,
    overruling,
    rulings,
    state,
    wants_a_word,
    with_effects,
)
from tournament.models import Event, Ruling
from tournament.ruling_page import (
    decided_words,
    headline,
    parts,
    same_case,
    situation_name,
    state_words,
    where_words,
)
from tournament.tables.paging import arrange
from tournament.tables.rulings import SHOWN, RulingTable, ruling_rows, ruling_table, situations_of
from tournament.views.sheet_pages import at_desk, signature

ASKED = ("q", "kind", "table", "show", "sort")


@at_event(OFFICIAL)
def rulings_page(request: HttpRequest, event: Event) -> HttpResponse:
    """All rulings, searched, filtered and sorted."""
    asked = {name: request.GET.get(name, "") for name in ASKED}
    every = ruling_rows(event, {})
    table = ruling_table(ruling_rows(event, asked) if any(asked.values()) else every)
    arrange(request, table, RulingTable.Meta.per_page)
    context = {
        "table": table,
        "asked": asked,
        "filtered": any(asked[name] for name in ASKED[:4]),
        "total": len(every),
        "kinds": situations_of(every),
        "tables": sorted({row["table"] for row in every if row["table"]}),
        "shown": SHOWN,
        "wanting": outstanding(event),
        "ask_url": address("just_ask", event.slug),
    }
    return render(request, "tournament/rulings.html", context)


@at_event(OFFICIAL)
def ruling_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One ruling: its five parts, the cases alike, what it did, and what may be done now."""
    return _drawn(request, event, found_ruling(event, number))


def found_ruling(event: Event, number: int) -> Ruling:
    """A ruling with everything its page shows; to everyone it is not there when there is none."""
    rows = with_effects(rulings(event).select_related("event", "guest__livery"))
    found = rows.prefetch_related("later").filter(number=min(number, 2**31 - 1)).first()
    if found is None:
        raise Http404(f"There is no ruling {number}.")
    return found


def _drawn(request: HttpRequest, event: Event, found: Ruling, **forms: Form) -> HttpResponse:
    now = state(found)
    context: dict[str, Any] = {
        "ruling": found,
        "parts": parts(found),
        "where": where_words(found),
        "situation": situation_name(rules(event), found.kind),
        "state": now,
        "state_words": state_words(found),
        "headline": headline(found),
        "decided": decided_words(decided(found)),
        "overruled": overruling(found),
        "explained": [one for one in found.decisions.all() if one.kind == "explained"],
        "word_wanting": wants_a_word(found),
        "alike": same_case(event, found.answer, found.kind, before=found.number),
        "effects": [(one, words(one), getattr(one, "cancellation", None)) for one in found.adjustments.all()],
        "at_desk": at_desk(request),
        "may_overrule": may_overrule(request, found),
        "overrule_form": forms.get("overrule", OverruleForm(initial={"key": new_key()})),
        "reason_form": forms.get("reason", ReasonForm(initial={"key": new_key()})),
        "key": new_key(),
        "ask_url": address("just_ask", event.slug),
    }
    return render(request, "tournament/ruling.html", context, status=422 if forms else 200)


def may_overrule(request: HttpRequest, found: Ruling) -> bool:
    """Umpires decide on what nobody signed yet; what is signed only the desk overrules."""
    return at_desk(request) or state(found) == "given"


@require_POST
def _make(request: HttpRequest, event: Event) -> HttpResponse:
    form = MakeRulingForm(request.POST)
    try:
        if not form.is_valid():
            raise RulingRefusedError(" ".join(str(text) for told in form.errors.values() for text in told))
        said = form.cleaned_data
        where = Where(said["round"], said["table"], said["game"]) if said["round"] and said["table"] else None
        made = make_ruling(
            event,
            signature(request, said["key"]),
            claim=said["claim"],
            where=where,
            departs_reason=said["departs_reason"],
            refers_to=said["refers_to"],
        )
    except RulingRefusedError as refused:
        messages.error(request, str(refused))
        return redirect(_back(request) or address("rulings", event.slug))
    messages.success(request, f"{made} is recorded.")
    return redirect("ruling", event.slug, made.number)


def _back(request: HttpRequest) -> str:
    """The page of this site the question was asked on."""
    back = request.POST.get("back", "")
    return back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else ""


@require_POST
def _accept(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    found_ruling(event, number)
    return _done(request, event, number, lambda: accept(event, number, _sign(request)), "accepted")


@require_POST
def _overrule(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    found, form = found_ruling(event, number), OverruleForm(request.POST)
    if not form.is_valid():
        return _drawn(request, event, found, overrule=form)
    if not may_overrule(request, found):
        messages.error(request, "It is signed: the head umpire or the organiser overrules it now.")
        return redirect("ruling", event.slug, number)
    reason, own = form.cleaned_data["reason"], form.own
    return _done(
        request, event, number, lambda: overrule(event, number, _sign(request), reason=reason, own=own), "overruled"
    )


@require_POST
def _explain(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _drawn(request, event, found_ruling(event, number), reason=form)
    reason = form.cleaned_data["reason"]
    return _done(request, event, number, lambda: explain(event, number, _sign(request), reason=reason), "explained")


def _sign(request: HttpRequest) -> Any:
    return signature(request, request.POST.get("key", "")[:80])


def _done(request: HttpRequest, event: Event, number: int, act: Callable[[], object], done: str) -> HttpResponse:
    try:
        act()
        messages.success(request, f"Ruling {number} is {done}.")
    except RulingRefusedError as refused:
        messages.error(request, str(refused))
    return redirect(
        "rulings" if number > 2**31 - 1 else "ruling", event.slug, *([] if number > 2**31 - 1 else [number])
    )


make_ruling_here = at_event(OFFICIAL)(_make)
accept_ruling = at_event(OFFICIAL)(_accept)
overrule_ruling = at_event(OFFICIAL)(_overrule)
explain_ruling = at_event(OFFICIAL)(_explain)

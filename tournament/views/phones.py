"""The phones of an evening: who asks, who is in, a lost one replaced, codes printed anew, and guests' doubts."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournament.access import DESK, GRAVE, OFFICIAL, at_event
from tournament.actor import actor_of
from tournament.acts import codes, doubts, phones
from tournament.codes import spaced
from tournament.forms.phones import OptionsForm
from tournament.hall_plan import table_label
from tournament.models import Ask, Code, CodeKind, Doubt, Event, Guest, Phone, PhoneState
from tournament.paper.codes import code_image
from tournament.paper_codes import base_address, paper_codes
from tournament.views.their_rows import of_event

REFUSALS = (phones.PhoneRefusedError, codes.CodeRefusedError, doubts.DoubtRefusedError)


@at_event(DESK)
def phone_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Who waits, who is in, and the codes on paper."""
    return _page(request, event)


@at_event(DESK)
@require_safe
def phones_now(request: HttpRequest, event: Event) -> HttpResponse:
    """Who asks and who is in, for the page that follows."""
    return render(request, "tournament/_phones_now.html", _now(event))


@at_event(DESK)
@require_POST
def phone_options(request: HttpRequest, event: Event) -> HttpResponse:
    """How phones are let in, and how hands are ticked on them."""
    form = OptionsForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form=form)
    phones.change_options(event, **form.cleaned_data)
    messages.success(request, "Saved. Phones that are in stay in.")
    return redirect("phones", event.slug)


@at_event(DESK)
@require_POST
def answer_ask(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let an asking phone in, or turn it away."""
    of_event(Ask, event, pk)
    let_in = request.POST.get("answer") == "let_in"
    words = "The phone is let in; it opens by itself." if let_in else "The phone is not let in."
    return _done(request, event, lambda by, at: phones.answer_ask(event, pk, by, at, let_in=let_in), words)


@at_event(DESK)
@require_POST
def settle_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let a phone in, or no longer."""
    of_event(Phone, event, pk)
    if request.POST.get("answer") == "let_in":
        return _done(request, event, lambda by, at: phones.admit_phone(event, pk, by), "The phone is let in.")
    return _done(request, event, lambda by, at: phones.revoke_phone(event, pk, by), "The phone is let in no longer.")


@at_event(DESK)
@require_POST
def replace_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Revoke a lost phone and show the code that a new one scans; on no second visit is it shown again."""
    of_event(Phone, event, pk)
    try:
        lost, code = phones.replace_phone(event, pk, actor_of(request).name, timezone.now())
    except phones.PhoneRefusedError as refused:
        messages.error(request, str(refused))
        return redirect("phones", event.slug)
    link = f"{base_address()}/".upper() + f"P/{code}"
    response = _page(request, event, handed={"lost": lost, "link": link, "image": code_image(link)})
    response["Cache-Control"] = "no-store"
    return response


@at_event(DESK)
@require_POST
def reissue_code(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Put a new code in the place of one on paper."""
    of_event(Code, event, pk)
    words = "There is a new code: print the card again. The old one opens nothing any more."
    return _done(request, event, lambda by, at: codes.reissue_code(event, pk, by, at), words)


@at_event(OFFICIAL)
def doubt_list(request: HttpRequest, event: Event) -> HttpResponse:
    """What guests called wrong; what nobody has looked at first."""
    told = Doubt.objects.filter(event=event).select_related("guest__livery", "game__table__round")
    listed = sorted(told.order_by("-at"), key=lambda doubt: doubt.seen_at is not None)
    return render(request, "tournament/doubts.html", {"doubts": listed})


@at_event(OFFICIAL)
@require_POST
def see_doubt(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Mark it as looked at, or not."""
    of_event(Doubt, event, pk)
    try:
        doubts.mark_doubt(event, pk, actor_of(request).name, timezone.now(), seen=request.POST.get("seen") != "no")
    except doubts.DoubtRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("doubts", event.slug)


@at_event(GRAVE)
@require_POST
def close_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """The evening is over: no code opens anything any more."""
    words = "No code of this evening opens anything any more. Printing cards makes new ones."
    return _done(request, event, lambda by, at: codes.close_codes(event, by, at), words)


@at_event(DESK)
@require_POST
def reissue_guest_code(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Put a new code in the place of the one on a guest's score card."""
    guest = get_object_or_404(Guest, event=event, badge=badge)
    code = Code.objects.filter(guest=guest, revoked_at=None).first()
    if code is None:
        messages.error(request, "No card of this guest was printed with a code yet: nothing has to be replaced.")
    else:
        codes.reissue_code(event, code.pk, actor_of(request).name, timezone.now())
        messages.success(
            request, f"{guest.name} has a new code: print the score card again. The old one opens nothing."
        )
    return redirect("guest", event.slug, badge)


def _labels(event: Event, phone: Phone) -> str:
    """The tables of a phone as they are called."""
    many = "s" if len(phone.tables) != 1 else ""
    return f"table{many} {', '.join(table_label(event, number) for number in phone.tables)}"


def _done(request: HttpRequest, event: Event, act: Callable[[str, datetime], object], words: str) -> HttpResponse:
    try:
        act(actor_of(request).name, timezone.now())
        messages.success(request, words)
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("phones", event.slug)


def _now(event: Event) -> dict[str, Any]:
    """Who asks, who waits and who is in."""
    asks = Ask.objects.filter(event=event, settled_at=None).order_by("at")
    known = Phone.objects.filter(event=event).order_by("umpire", "first_at")
    shown = [(phone, _labels(event, phone)) for phone in known]
    return {
        "asks": [(ask, table_label(event, ask.table)) for ask in asks],
        "waiting": [row for row in shown if row[0].state == PhoneState.WAITING],
        "phones": [row for row in shown if row[0].state != PhoneState.WAITING],
    }


def _page(
    request: HttpRequest, event: Event, *, form: OptionsForm | None = None, handed: dict[str, Any] | None = None
) -> HttpResponse:
    tables = Code.objects.filter(event=event, kind=CodeKind.TABLE, revoked_at=None).order_by("table")
    context = _now(event) | {
        "cards": [(code, spaced(code.short or ""), table_label(event, code.table)) for code in tables],
        "warnings": paper_codes(event).warnings,
        "form": form or OptionsForm(initial={"phones_wait": event.phones_wait, "pad_ticks": event.pad_ticks}),
        "handed": handed and handed | {"tables": _labels(event, handed["lost"])},
    }
    return render(request, "tournament/phones.html", context, status=422 if form else 200)

"""The phones of an evening: who asks, who is in, a lost one replaced, codes printed anew and
closed.
"""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.words import noun
from tournament.counting.plan import table_label
from tournament.ledger.signing import Act, new_key, perform
from tournament.models import Ask, Code, CodeKind, Event, Phone, PhoneState
from tournament.paper import acts
from tournament.phones import acts_admission
from tournament.phones.forms import OptionsForm
from tournament.refusal import Refused
from tournament.site.access import DESK, GRAVE, actor_of, at_event, of_event
from tournament.site.codes import base_address, code_image, spaced
from tournament.site.paper_codes import paper_codes


@at_event(DESK)
def phone_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Who waits, who is in, and the codes on paper."""
    return _phones_page(request, event)


@at_event(DESK)
@require_safe
def phones_now(request: HttpRequest, event: Event) -> HttpResponse:
    """Who asks and who is in, for the page that follows."""
    return render(request, "phones/_now.html", _now(event))


@at_event(DESK)
@require_POST
def phone_options(request: HttpRequest, event: Event) -> HttpResponse:
    """How phones are let in, and how hands are ticked on them."""
    form = OptionsForm(request.POST)
    if not form.is_valid():
        return _phones_page(request, event, form=form)
    acts_admission.change_options(event, **form.cleaned_data)
    messages.success(request, "Saved. Phones that are in stay in.")
    return redirect("phones", event.slug)


@at_event(DESK)
@require_POST
def answer_ask(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let an asking phone in, or turn it away."""
    of_event(Ask, event, pk)
    let_in = request.POST.get("answer") == "let_in"
    words = "The phone is let in; it opens by itself." if let_in else "The phone is not let in."
    return _after_act(
        request,
        event,
        lambda signer: acts_admission.answer_ask(
            event, pk, signer.actor.name, signer.at, let_in=let_in
        ),
        words,
    )


@at_event(DESK)
@require_POST
def settle_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let a phone in, or no longer."""
    of_event(Phone, event, pk)
    if request.POST.get("answer") == "let_in":
        return _after_act(
            request,
            event,
            lambda signer: acts_admission.admit_phone(event, pk, signer.actor.name),
            "The phone is let in.",
        )
    return _after_act(
        request,
        event,
        lambda signer: acts_admission.revoke_phone(event, pk, signer.actor.name),
        "The phone is shut out.",
    )


@at_event(DESK)
@require_POST
def replace_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Revoke a lost phone and show the code that a new one scans; on no second visit is it shown
    again.
    """
    of_event(Phone, event, pk)
    try:
        lost, code = acts_admission.replace_phone(event, pk, actor_of(request).name, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("phones", event.slug)
    link = f"{base_address()}/".upper() + f"P/{code}"
    response = _phones_page(
        request, event, handed={"lost": lost, "link": link, "image": code_image(link)}
    )
    response["Cache-Control"] = "no-store"
    return response


@at_event(DESK)
@require_POST
def reissue_code(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Put a new code in the place of one on paper."""
    of_event(Code, event, pk)
    words = "There is a new code: print the card again. The old one no longer works."
    return _after_act(
        request,
        event,
        lambda signer: acts.reissue_code(event, pk, signer.actor.name, signer.at),
        words,
    )


@at_event(GRAVE)
@require_POST
def close_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """The evening is over: no code opens anything any more."""
    words = "All codes are closed. Printing cards makes new ones."
    return _after_act(
        request, event, lambda signer: acts.close_codes(event, signer.actor.name, signer.at), words
    )


def _labels(event: Event, phone: Phone) -> str:
    """The tables of a phone as they are called."""
    tables = noun(len(phone.tables), "table")
    return f"{tables} {', '.join(table_label(event, number) for number in phone.tables)}"


def _after_act(request: HttpRequest, event: Event, act: Act, words: str) -> HttpResponse:
    perform(request, event, act, words)
    return redirect("phones", event.slug)


def _now(event: Event) -> dict[str, Any]:
    """Who asks, who waits and who is in."""
    asks = Ask.objects.filter(event=event, settled_at=None).order_by("at")
    phones = Phone.objects.filter(event=event).order_by("umpire", "first_at")
    visible = [(phone, _labels(event, phone)) for phone in phones]
    return {
        "asks": [(ask, table_label(event, ask.table)) for ask in asks],
        "waiting": [row for row in visible if row[0].state == PhoneState.WAITING],
        "phones": [row for row in visible if row[0].state != PhoneState.WAITING],
    }


def _full(event: Event) -> list[str]:
    """The tables at which no further phone can ask until some are answered."""
    asks = Counter(acts_admission.waiting(event, timezone.now()).values_list("table", flat=True))
    return [
        f"{count} phones ask for table {table_label(event, table)}, and further phones are not"
        " listed: let those in that you know, and turn the others away."
        for table, count in sorted(asks.items())
        if count >= acts_admission.WAITING_A_TABLE
    ]


def _phones_page(
    request: HttpRequest,
    event: Event,
    *,
    form: OptionsForm | None = None,
    handed: dict[str, Any] | None = None,
) -> HttpResponse:
    tables = Code.objects.filter(event=event, kind=CodeKind.TABLE, revoked_at=None).order_by(
        "table"
    )
    context = _now(event) | {
        "key": new_key(),
        "cards": [
            (code, spaced(code.short or ""), table_label(event, code.table)) for code in tables
        ],
        "warnings": [*paper_codes(event).warnings, *_full(event)],
        "form": form
        or OptionsForm(initial={"phones_wait": event.phones_wait, "pad_ticks": event.pad_ticks}),
        "handed": handed and handed | {"tables": _labels(event, handed["lost"])},
    }
    return render(request, "phones/list.html", context, status=422 if form else 200)

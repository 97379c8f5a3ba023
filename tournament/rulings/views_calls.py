"""The umpires' page of calls, the switch “on duty”, and calling from a table."""

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.counting.submission import Place
from tournament.entry.pages_sheet import found_page
from tournament.ledger.signing import perform
from tournament.models import Call, Event
from tournament.refusal import Refused
from tournament.rulings import reading as shown
from tournament.rulings.acts import call_umpire, go_to_call, leave_call, set_duty, settle_call
from tournament.rulings.forms import CallForm, CallNumberForm
from tournament.site.access import OFFICIAL, EventRequest, actor_of, at_event


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

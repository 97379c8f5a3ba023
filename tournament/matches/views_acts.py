"""The buttons of the page of pairings: each one act, by its name in the address."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError
from tournament.counting.matches import course
from tournament.ledger.signing import perform, reason_of
from tournament.matches import acts, acts_swap, acts_wishes
from tournament.matches.forms import BondForm, ByeForm, LateForm, SwapForm
from tournament.matches.now import drafted
from tournament.matches.reading import names_of, players
from tournament.models import Event
from tournament.site.access import DESK, at_event
from tournament.site.password import asked_again
from tournament.site.text import whole_number

MatchAct = Callable[..., object]
PressedAct = tuple[MatchAct, str]
Press = Callable[[HttpRequest, Event, Course], PressedAct]


@require_POST
@at_event(DESK)
def match_act(request: HttpRequest, event: Event, act: str) -> HttpResponse:
    """Do one act of the pairings and say so, or say what was in the way."""
    if act not in PRESSED:
        raise Http404("There is no such act.")
    if act in TOLD_TO_ALL and (question := asked_again(request)):
        return question
    try:
        result, words = PRESSED[act](request, event, course(event))
    except PairingError as refused:
        messages.error(request, str(refused))
    else:
        perform(request, event, result, words)
    from_home = request.POST.get("from") == "home"
    return redirect("evening" if from_home else "pairings", event.slug)


ROUND_FIGURES = 4
"""So many figures of a round every database takes."""


def _seed() -> int:
    """The lot: from the system's own source, and told in the ledger."""
    return secrets.randbelow(10**9)


def _round_of(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("round", ""), ROUND_FIGURES)
    if number is None:
        raise PairingError("There is no such round: load the page again.")
    return number


def _pair(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    seeded = request.POST.get("seeding") == "badges"
    return partial(
        acts.pair_round, event, seed=_seed(), seeded=seeded
    ), "The round is drafted: look it over."


def _of_round(act: MatchAct, words: str, *, asks: bool = False) -> Press:
    """An act on a round alone, and whether it asks for a reason."""

    def press(request: HttpRequest, event: Event, now: Course) -> PressedAct:
        number, more = _round_of(request), {"reason": reason_of(request)} if asks else {}
        return partial(act, event, number, **more), words.format(number)

    return press


def _swap(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request)
    cleaned = _form_faults(SwapForm(request.POST, players=drafted(now, names_of(event))))
    act = partial(acts_swap.swap_opponents, event, number, cleaned["one"], cleaned["other"])
    names = names_of(event)
    return act, f"{names[cleaned['one']]} and {names[cleaned['other']]} have changed places."


def _close(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    return partial(
        acts.close_stage, event, seed=_seed()
    ), "The stage is closed, and its order stands."


def _reopen(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    act = partial(acts.reopen_stage, event, now.now - 1, reason=reason_of(request))
    return act, "The stage is open again."


def _bye(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(ByeForm(request.POST, players=players(event), number=now.next_number))
    act = partial(acts_wishes.request_bye, event, cleaned["guest"], cleaned["round"])
    return act, f"{names_of(event)[cleaned['guest']]} sits out round {cleaned['round']}."


def _bye_back(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    ref, number = request.POST.get("guest", ""), _round_of(request)
    return partial(acts_wishes.take_bye_back, event, ref, number), "The bye is taken back."


def _late(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(LateForm(request.POST, players=players(event), number=now.next_number))
    act = partial(
        acts_wishes.enter_late, event, cleaned["guest"], cleaned["halves"], reason=cleaned["reason"]
    )
    return act, f"{names_of(event)[cleaned['guest']]} is in the Swiss from the next round on."


def _late_back(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    ref = request.POST.get("guest", "")
    return partial(acts_wishes.take_late_entry_back, event, ref), "The late entry is taken back."


def _bond(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(BondForm(request.POST, players=players(event), number=now.next_number))
    number = None if cleaned["bond"] == "apart" else cleaned["round"]
    forced = cleaned["bond"] == "meet"
    act = partial(
        acts_wishes.bind_pair, event, cleaned["one"], cleaned["other"], number, forced=forced
    )
    return act, "Noted for the pairings to come."


def _free(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request) if request.POST.get("round") else None
    first, second = request.POST.get("one", ""), request.POST.get("other", "")
    act = partial(
        acts_wishes.free_pair, event, first, second, number, forced="forced" in request.POST
    )
    return act, "They are free again."


def _form_faults(form: Form) -> dict[str, Any]:
    """What a form says. Raises PairingError with its first fault."""
    if not form.is_valid():
        raise PairingError(
            " ".join(str(fault) for faults in form.errors.values() for fault in faults)
        )
    return form.cleaned_data


PRESSED: Mapping[str, Press] = {
    "pair": _pair,
    "throw-away": _of_round(acts.unpair_round, "The draft of round {} is thrown away."),
    "swap": _swap,
    "publish": _of_round(acts.publish_pairs, "Round {} is published."),
    "withdraw": _of_round(acts.withdraw_pairs, "Round {} is a draft again.", asks=True),
    "close": _close,
    "reopen": _reopen,
    "bye": _bye,
    "bye-back": _bye_back,
    "late": _late,
    "late-back": _late_back,
    "bond": _bond,
    "free": _free,
}
"""What each button does, and what is said afterwards."""
TOLD_TO_ALL = frozenset({"withdraw", "reopen"})
"""These take back what the players were told, so they take the password."""

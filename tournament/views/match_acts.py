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
from tournament.access import DESK, at_event
from tournament.acts import match_by_hand, match_wishes, matches
from tournament.forms.matches import BondForm, ByeForm, LateForm, SwapForm
from tournament.ledger.matches import course
from tournament.match_page import names_of
from tournament.models import Event
from tournament.password_again import asked_again
from tournament.views.signing import perform, reason_of

Act = Callable[..., object]
Pressed = tuple[Act, str]
LARGEST = 32_767


@require_POST
@at_event(DESK)
def match_act(request: HttpRequest, event: Event, act: str) -> HttpResponse:
    """Do one act of the pairings and say so, or say what was in the way."""
    if act not in PRESSED:
        raise Http404("There is no such act.")
    if act in TOLD_TO_ALL and (question := asked_again(request)):
        return question
    try:
        done, words = PRESSED[act](request, event, course(event))
    except PairingError as refused:
        messages.error(request, str(refused))
    else:
        perform(request, event, done, words)
    return redirect("pairings", event.slug)


def _seed() -> int:
    """The lot: from the system's own source, and told in the ledger."""
    return secrets.randbelow(10**9)


def _round_of(request: HttpRequest) -> int:
    said = request.POST.get("round", "")
    if not said.isascii() or not said.isdigit() or int(said[:6]) > LARGEST:
        raise PairingError("There is no such round: load the page again.")
    return int(said[:6])


def _pair(request: HttpRequest, event: Event, now: Course) -> Pressed:
    seeded = request.POST.get("seeding") == "badges"
    return partial(matches.pair_round, event, seed=_seed(), seeded=seeded), "The round is drafted: look it over."


def _again(request: HttpRequest, event: Event, now: Course) -> Pressed:
    number = _round_of(request)
    return partial(matches.unpair_round, event, number), f"The draft of round {number} is thrown away."


def _swap(request: HttpRequest, event: Event, now: Course) -> Pressed:
    number = _round_of(request)
    said = _said(SwapForm(request.POST, players=drafted(now, names_of(event))))
    act = partial(match_by_hand.swap_opponents, event, number, said["one"], said["other"])
    names = names_of(event)
    return act, f"{names[said['one']]} and {names[said['other']]} have changed places."


def drafted(now: Course, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Everybody in the draft who may change places, table by table; nobody where the last round is no draft."""
    last = now.last
    if last is None or last.published or now.plan[last.stage].kind != "swiss":
        return []
    found = [(match, ref) for match in last.matches if match.kind != "asked_bye" for ref in match.players]
    return [(ref, f"{f'Table {match.table}' if match.table else 'Bye'}: {names[ref]}") for match, ref in found]


def _publish(request: HttpRequest, event: Event, now: Course) -> Pressed:
    number = _round_of(request)
    return partial(matches.publish_pairs, event, number), f"Round {number} is published."


def _withdraw(request: HttpRequest, event: Event, now: Course) -> Pressed:
    number = _round_of(request)
    act = partial(matches.withdraw_pairs, event, number, reason=reason_of(request))
    return act, f"Round {number} is a draft again."


def _close(request: HttpRequest, event: Event, now: Course) -> Pressed:
    return partial(matches.close_stage, event, seed=_seed()), "The stage is closed, and its order stands."


def _reopen(request: HttpRequest, event: Event, now: Course) -> Pressed:
    act = partial(matches.reopen_stage, event, now.now - 1, reason=reason_of(request))
    return act, "The stage is open again."


def _bye(request: HttpRequest, event: Event, now: Course) -> Pressed:
    said = _said(ByeForm(request.POST, players=players(event), number=now.next_number))
    act = partial(match_wishes.request_bye, event, said["guest"], said["round"])
    return act, f"{names_of(event)[said['guest']]} sits out round {said['round']}."


def _bye_back(request: HttpRequest, event: Event, now: Course) -> Pressed:
    ref, number = request.POST.get("guest", ""), _round_of(request)
    return partial(match_wishes.take_bye_back, event, ref, number), "The bye is taken back."


def _late(request: HttpRequest, event: Event, now: Course) -> Pressed:
    said = _said(LateForm(request.POST, players=players(event), missed=now.next_number - 1))
    act = partial(match_wishes.enter_late, event, said["guest"], said["halves"], reason=said["reason"])
    return act, f"{names_of(event)[said['guest']]} is in the Swiss from the next round on."


def _late_back(request: HttpRequest, event: Event, now: Course) -> Pressed:
    ref = request.POST.get("guest", "")
    return partial(match_wishes.take_late_entry_back, event, ref), "The late entry is taken back."


def _bond(request: HttpRequest, event: Event, now: Course) -> Pressed:
    said = _said(BondForm(request.POST, players=players(event), number=now.next_number))
    number = None if said["bond"] == "apart" else said["round"]
    forced = said["bond"] == "meet"
    act = partial(match_wishes.bind_pair, event, said["one"], said["other"], number, forced=forced)
    return act, "Noted for the pairings to come."


def _free(request: HttpRequest, event: Event, now: Course) -> Pressed:
    number = _round_of(request) if request.POST.get("round") else None
    one, other = request.POST.get("one", ""), request.POST.get("other", "")
    act = partial(match_wishes.free_pair, event, one, other, number, forced="forced" in request.POST)
    return act, "They are free again."


def players(event: Event) -> list[tuple[str, str]]:
    """Everybody on the list by name, to choose from."""
    return sorted(names_of(event).items(), key=lambda one: one[1].casefold())


def _said(form: Form) -> dict[str, Any]:
    """What a form says. Raises PairingError with its first fault."""
    if not form.is_valid():
        raise PairingError(" ".join(str(fault) for faults in form.errors.values() for fault in faults))
    return form.cleaned_data


PRESSED: Mapping[str, Callable[[HttpRequest, Event, Course], Pressed]] = {
    "pair": _pair,
    "throw-away": _again,
    "swap": _swap,
    "publish": _publish,
    "withdraw": _withdraw,
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

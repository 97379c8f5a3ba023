"""The buttons of the page of pairings: each one act, by its name in the address.

One match: tap the winner of each game; a walkover, a match lost by both; a correction shows what it
changes.

The matches: the officials' page of pairings, and what anybody may see of them, with bracket and
cross-table.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.pairing.changes import Effect
from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError
from tournament.counting.matches import course, kept_course
from tournament.ledger.signing import Act, new_key, perform, reason_of
from tournament.matches import acts, acts_results
from tournament.matches.acts import needs_reason
from tournament.matches.acts_results import Outcome, effect_of
from tournament.matches.forms import BondForm, ByeForm, LateForm, ResultForm, SwapForm
from tournament.matches.now import drafted, stages_shown
from tournament.matches.reading import (
    names_of,
    public_course,
    round_name,
    rounds_shown,
    shown,
    table_words,
)
from tournament.models import LARGEST, Event
from tournament.site.access import DESK, OFFICIAL, RECORD, at_desk, at_event
from tournament.site.pages import kept
from tournament.site.password import asked_again

MatchAct = Callable[..., object]
PressedAct = tuple[MatchAct, str]


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


def _seed() -> int:
    """The lot: from the system's own source, and told in the ledger."""
    return secrets.randbelow(10**9)


def _round_of(request: HttpRequest) -> int:
    text = request.POST.get("round", "")
    if not text.isascii() or not text.isdigit() or int(text[:6]) > LARGEST:
        raise PairingError("There is no such round: load the page again.")
    return int(text[:6])


def _pair(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    seeded = request.POST.get("seeding") == "badges"
    return partial(
        acts.pair_round, event, seed=_seed(), seeded=seeded
    ), "The round is drafted: look it over."


def _again(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request)
    return partial(acts.unpair_round, event, number), f"The draft of round {number} is thrown away."


def _swap(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request)
    cleaned = _form_faults(SwapForm(request.POST, players=drafted(now, names_of(event))))
    act = partial(acts.swap_opponents, event, number, cleaned["one"], cleaned["other"])
    names = names_of(event)
    return act, f"{names[cleaned['one']]} and {names[cleaned['other']]} have changed places."


def _publish(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request)
    return partial(acts.publish_pairs, event, number), f"Round {number} is published."


def _withdraw(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request)
    act = partial(acts.withdraw_pairs, event, number, reason=reason_of(request))
    return act, f"Round {number} is a draft again."


def _close(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    return partial(
        acts.close_stage, event, seed=_seed()
    ), "The stage is closed, and its order stands."


def _reopen(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    act = partial(acts.reopen_stage, event, now.now - 1, reason=reason_of(request))
    return act, "The stage is open again."


def _bye(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(ByeForm(request.POST, players=players(event), number=now.next_number))
    act = partial(acts.request_bye, event, cleaned["guest"], cleaned["round"])
    return act, f"{names_of(event)[cleaned['guest']]} sits out round {cleaned['round']}."


def _bye_back(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    ref, number = request.POST.get("guest", ""), _round_of(request)
    return partial(acts.take_bye_back, event, ref, number), "The bye is taken back."


def _late(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(
        LateForm(request.POST, players=players(event), missed=now.next_number - 1)
    )
    act = partial(
        acts.enter_late, event, cleaned["guest"], cleaned["halves"], reason=cleaned["reason"]
    )
    return act, f"{names_of(event)[cleaned['guest']]} is in the Swiss from the next round on."


def _late_back(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    ref = request.POST.get("guest", "")
    return partial(acts.take_late_entry_back, event, ref), "The late entry is taken back."


def _bond(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    cleaned = _form_faults(BondForm(request.POST, players=players(event), number=now.next_number))
    number = None if cleaned["bond"] == "apart" else cleaned["round"]
    forced = cleaned["bond"] == "meet"
    act = partial(acts.bind_pair, event, cleaned["one"], cleaned["other"], number, forced=forced)
    return act, "Noted for the pairings to come."


def _free(request: HttpRequest, event: Event, now: Course) -> PressedAct:
    number = _round_of(request) if request.POST.get("round") else None
    first, second = request.POST.get("one", ""), request.POST.get("other", "")
    act = partial(acts.free_pair, event, first, second, number, forced="forced" in request.POST)
    return act, "They are free again."


def players(event: Event) -> list[tuple[str, str]]:
    """Everybody on the list by name, to choose from."""
    return sorted(names_of(event).items(), key=lambda row: row[1].casefold())


def _form_faults(form: Form) -> dict[str, Any]:
    """What a form says. Raises PairingError with its first fault."""
    if not form.is_valid():
        raise PairingError(
            " ".join(str(fault) for faults in form.errors.values() for fault in faults)
        )
    return form.cleaned_data


PRESSED: Mapping[str, Callable[[HttpRequest, Event, Course], PressedAct]] = {
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


PressedResult = tuple[Act, str, str]
LETTERS = {"walkover_one": "1", "walkover_other": "2", "double_forfeit": ""}


@dataclass(frozen=True, slots=True)
class Here:
    """The match of a page: the event, the course it is in, its round."""

    event: Event
    course: Course
    match: Match
    round: int
    names: Mapping[str, str]

    @property
    def best_of(self) -> int:
        """How many games it is the best of."""
        return self.course.plan[self.course.round(self.round).stage].best_of

    def form(self, data: QueryDict | None = None) -> ResultForm:
        """The form, as sent or with the games so far."""
        match = self.match
        pair = (self.names[match.one], self.names[str(match.other)])
        games = match.games if match.result == "played" else ""
        return ResultForm(
            data, best_of=self.best_of, names=pair, initial=games, played=bool(match.result)
        )


@at_event(OFFICIAL)
def match_result(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The page of a match, and what was pressed on it."""
    try:
        now = course(event)
        here = Here(event, now, now.match(round, table), round, names_of(event))
    except PairingError as fault:
        raise Http404(str(fault)) from None
    if request.method != "POST":
        return _page(request, here, here.form())
    try:
        return _pressed(request, here)
    except PairingError as refused:
        messages.error(request, str(refused))
        return _page(request, here, here.form(request.POST))


TAPPED = re.compile(r"(\d{1,4})/(\d{1,4})/([12-]{1,5}|back)/(\d{1,5})")
IN_PLACE = "Tapped again, where it was tapped"


@require_POST
@at_event(OFFICIAL)
def match_won(request: HttpRequest, event: Event) -> HttpResponse:
    """The winner tapped in the pairing, or tapped again to take it back; what takes more than a tap
    is asked for on the page of the match.
    """
    tap = TAPPED.fullmatch(request.POST.get("won", ""))
    if tap is None:
        messages.error(request, "Tap one of the two: load the page again.")
        return redirect("evening", event.slug)
    number, table, version = (int(tap[place]) for place in (1, 2, 4))
    try:
        now = course(event)
        here = Here(event, now, now.match(number, table), number, names_of(event))
    except PairingError as fault:
        raise Http404(str(fault)) from None
    outcome = Outcome(number, table, "" if tap[3] == "back" else tap[3], version, IN_PLACE)
    if tap[3] == "back" and not at_desk(request):
        return redirect("match_result", event.slug, number, table)
    if tap[3] == "back":
        act, words = acts_results.take_match_back, f"Table {table} is open again."
    elif here.match.result or not _decided(tap[3], here.best_of):
        return redirect("match_result", event.slug, number, table)
    else:
        act, words = acts_results.record_match, f"Table {table} is in."
    perform(request, event, partial(act, event, outcome), words)
    return redirect("evening", event.slug)


def _decided(games: str, best_of: int) -> bool:
    """Whether so many taps make a result; a match of one game may be ended by time."""
    return best_of == 1 or max(map(games.count, "12")) > best_of // 2


def _pressed(request: HttpRequest, here: Here) -> HttpResponse:
    subject, outcome = request.POST.get("what", "played"), _outcome(request, here)
    if subject != "played" and not at_desk(request):
        raise PairingError("That is for the head umpire or the organiser.")
    if subject == "back":
        back = partial(acts_results.take_match_back, here.event, outcome)
        return _after_act(request, here, back, "The result is taken back.")
    form = here.form(request.POST)
    if subject == "played":
        if not form.is_valid():
            return _page(request, here, form)
        outcome = replace(outcome, games=form.games)
        pressed: PressedResult = (
            partial(acts_results.record_match, here.event, outcome),
            "played",
            form.games,
        )
    else:
        pressed = _unplayed(here, outcome, subject)
    act, kind, games = pressed
    effect = _effect(here, outcome, kind, games)
    if effect.asks and outcome.agreed != effect.seen:
        return _page(request, here, form, effect)
    return _after_act(request, here, act, f"Table {here.match.table} is in.")


def _unplayed(here: Here, outcome: Outcome, subject: str) -> PressedResult:
    """The act of a match that was not played, and the result it makes."""
    if subject not in LETTERS:
        raise PairingError("Choose what came of the match.")
    needs_reason(outcome.reason, "A match that was not played")
    if subject == "double_forfeit":
        return partial(acts_results.double_forfeit, here.event, outcome), subject, ""
    winner = here.match.one if subject == "walkover_one" else str(here.match.other)
    return partial(acts_results.walkover, here.event, outcome, winner), "walkover", LETTERS[subject]


def _effect(here: Here, outcome: Outcome, kind: str, games: str) -> Effect:
    """What it changes; what was sent from a stale page is refused by the act itself."""
    return (
        effect_of(here.course, outcome, kind, games)
        if here.match.version == outcome.seen
        else Effect()
    )


def _outcome(request: HttpRequest, here: Here) -> Outcome:
    posted = request.POST
    seen_state = posted.get("seen", "")
    again = tuple(
        int(name)
        for name in posted.getlist("again")
        if name.isascii() and name.isdigit() and len(name) < 4
    )
    version = (
        int(seen_state)
        if seen_state.isascii() and seen_state.isdigit() and len(seen_state) < 6
        else -1
    )
    return Outcome(
        here.round,
        here.match.table,
        "",
        version,
        reason_of(request),
        again,
        posted.get("agreed", ""),
    )


def _after_act(request: HttpRequest, here: Here, act: Act, words: str) -> HttpResponse:
    if perform(request, here.event, act, words):
        return redirect("evening", here.event.slug)
    return redirect(request.path)


def _page(
    request: HttpRequest, here: Here, form: ResultForm, effect: Effect | None = None
) -> HttpResponse:
    row = shown(here.match, here.names)
    context = {
        "row": row,
        "where": f"{round_name(here.course, here.round)}, {table_words(row).lower()}",
        "best_of": here.best_of,
        "form": form,
        "changes": changes(here.course, effect, here.names) if effect else [],
        "effect": effect,
        "kept": _carried_fields(request.POST) if effect else [],
        "desk": at_desk(request),
        "key": new_key(),
    }
    return render(request, "matches/result.html", context)


def _carried_fields(data: QueryDict) -> list[tuple[str, str]]:
    """What was sent, to be sent again with the agreement."""
    names = ("what", "reason", "seen", *(f"game_{number}" for number in range(1, 6)))
    return [(name, value) for name in names if (value := data.get(name, ""))]


def changes(now: Course, effect: Effect, names: Mapping[str, str]) -> list[str]:
    """What a result does to later rounds, as sentences."""
    sentences = [
        f"{round_name(now, number)} was a draft: it is thrown away and paired again."
        for number in effect.dropped
    ]
    sentences += [
        f"{round_name(now, number)} has results: it stands as it is." for number in effect.stands
    ]
    return sentences + [
        f"{round_name(now, move.round)}: {names[move.comes]} takes the place of {names[move.out]}."
        for move in effect.moves
    ]


@at_event(OFFICIAL)
def pairings(request: HttpRequest, event: Event) -> HttpResponse:
    """The matches of each round with their reasons, and the wishes of the desk."""
    context: dict[str, Any] = {"desk": at_desk(request), "key": new_key()}
    try:
        course = kept_course.of(event)
    except PairingError as fault:
        return render(request, "matches/pairings.html", context | {"fault": str(fault)})
    names = names_of(event)
    visible = rounds_shown(course, names, drafts=True)
    context |= {
        "rounds": visible,
        "last": course.last,
        "reopens": course.plan[course.now - 1].words
        if course.now and not course.of_stage(course.now)
        else "",
    }
    if context["desk"]:
        context |= _wishes(event, course, names)
    return render(request, "matches/pairings.html", context)


@at_event(RECORD)
@kept()
def match_results(request: HttpRequest, event: Event) -> HttpResponse:
    """The standing, the bracket and the cross-table of every stage, and who won."""
    try:
        shown_stages = stages_shown(event, kept_course.of(event), names_of(event))
    except PairingError as fault:
        shown_stages = {"fault": str(fault)}
    return render(request, "matches/results.html", shown_stages)


def public_matches(event: Event) -> dict[str, Any]:
    """What anybody may see: who meets whom, the standing, the bracket; what was released while the
    board is held.
    """
    context: dict[str, Any] = {"event": event, "paired": event.paired}
    try:
        course = public_course(event)
    except PairingError as fault:
        return context | {"fault": str(fault)}
    names = names_of(event, public=True)
    visible = rounds_shown(course, names)
    context |= {
        "rounds": visible,
        "current": visible[0] if visible else None,
        "earlier": visible[1:],
    }
    return context | stages_shown(event, course, names)


def _wishes(event: Event, course: Course, names: dict[str, str]) -> dict[str, Any]:
    """What the desk wished, and the forms for more; only a Swiss that still has rounds to pair
    takes any.
    """
    swiss = course.now < len(course.plan) and course.stage.kind == "swiss"
    if not swiss or (course.begun and course.next_number > course.rounds_due(0)):
        return {}
    everybody, number = players(event), course.next_number
    inside = set(course.entrants[0]) if course.begun else set()
    outside = [row for row in everybody if row[0] not in inside] if course.begun else []
    return {
        "wishes": True,
        "bye_form": ByeForm(players=everybody, number=number),
        "bond_form": BondForm(players=everybody, number=number),
        "late_form": LateForm(players=outside, missed=number - 1) if outside else None,
        "asked": [
            (names[ref], ref, in_round)
            for in_round, ref in sorted(course.asked)
            if in_round >= number
        ],
        "late": [
            (names[late.player], late.player, late.round, late.halves) for late in course.late
        ],
        "bonds": [(names[bond.one], names[bond.other], bond) for bond in course.bonds],
    }

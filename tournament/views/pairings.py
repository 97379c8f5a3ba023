"""The matches: the officials' page of pairings, and what anybody may see of them, with bracket and cross-table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError
from tournament.access import OFFICIAL, at_event
from tournament.forms.matches import BondForm, ByeForm, LateForm, SwapForm
from tournament.ledger.matches import kept_course, paired
from tournament.match_drawing import bracket_drawing, cross_drawing
from tournament.match_page import names_of, places_shown, public_course, rounds_shown, standing_shown, winner_of
from tournament.match_phase import coming
from tournament.models import Event
from tournament.views.cut import may_act
from tournament.views.match_acts import drafted, players
from tournament.views.signing import new_key


@at_event(OFFICIAL)
def pairings(request: HttpRequest, event: Event) -> HttpResponse:
    """The draft with its reasons, the matches of each round, the standing, and the wishes of the desk."""
    context: dict[str, Any] = {"next": coming(event), "desk": may_act(request), "key": new_key()}
    try:
        course = kept_course.of(event)
    except PairingError as fault:
        return render(request, "tournament/pairings.html", context | {"fault": str(fault)})
    names = names_of(event)
    shown = rounds_shown(course, names, drafts=True)
    context |= {
        "rounds": shown,
        "draft": next((held for held in shown if not held.published), None),
        "last": course.last,
        "first": not course.begun and course.now == 0,
        "reopens": course.plan[course.now - 1].words if course.now and not course.of_stage(course.now) else "",
    }
    context |= stages_shown(event, course, names)
    if context["desk"]:
        movable = drafted(course, names)
        context |= _wishes(event, course, names) | {"swap_form": SwapForm(players=movable) if movable else None}
    return render(request, "tournament/pairings.html", context)


def public_matches(event: Event) -> dict[str, Any]:
    """What anybody may see: who meets whom, the standing, the bracket; what was released while the board is held."""
    context: dict[str, Any] = {"event": event, "paired": paired(event)}
    try:
        course = public_course(event)
    except PairingError as fault:
        return context | {"fault": str(fault)}
    names = names_of(event, public=True)
    shown = rounds_shown(course, names)
    context |= {"rounds": shown, "current": shown[0] if shown else None, "earlier": shown[1:]}
    return context | stages_shown(event, course, names)


def stages_shown(event: Event, course: Course, names: dict[str, str]) -> dict[str, Any]:
    """The drawing and the lines of each stage that has begun, the last one first; and who won it all."""
    found = []
    for number in reversed(range(len(course.entrants))):
        stage = course.plan[number]
        if not any(held.published for held in course.of_stage(number)):
            continue
        shown: dict[str, Any] = {"words": stage.words, "kind": stage.kind}
        if stage.kind == "knock_out":
            shown["drawing"] = bracket_drawing(course, number, names)
            shown["places"] = places_shown(course, number, names)
        else:
            shown["lines"] = standing_shown(event, course, number, names)
            shown["drawing"] = cross_drawing(course, number, shown["lines"])
        found.append(shown)
    ref = winner_of(course)
    return {"stages": found, "winner": names.get(ref, "") if ref else ""}


def _wishes(event: Event, course: Course, names: dict[str, str]) -> dict[str, Any]:
    """What the desk wished, and the forms for more; only a Swiss that still has rounds to pair takes any."""
    swiss = course.now < len(course.plan) and course.stage.kind == "swiss"
    if not swiss or course.next_number > course.stage.rounds:
        return {}
    everybody, number = players(event), course.next_number
    inside = set(course.entrants[0]) if course.begun else set()
    outside = [one for one in everybody if one[0] not in inside] if course.begun else []
    return {
        "wishes": True,
        "bye_form": ByeForm(players=everybody, number=number),
        "bond_form": BondForm(players=everybody, number=number),
        "late_form": LateForm(players=outside, missed=number - 1) if outside else None,
        "asked": [(names[ref], ref, held) for held, ref in sorted(course.asked) if held >= number],
        "late": [(names[late.player], late.player, late.round, late.halves) for late in course.late],
        "bonds": [(names[bond.one], names[bond.other], bond) for bond in course.bonds],
    }

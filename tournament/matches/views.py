"""The matches: the officials' page of pairings, and what anybody may see of them, with bracket
and cross-table.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError
from tournament.counting.matches import kept_course
from tournament.ledger.signing import new_key
from tournament.matches.drawing import no_halves
from tournament.matches.forms import BondForm, ByeForm, LateForm
from tournament.matches.now import stages_shown, tapped
from tournament.matches.reading import names_of, players, rounds_shown
from tournament.models import Event
from tournament.site.access import OFFICIAL, RECORD, at_desk, at_event, may
from tournament.site.keeping import kept


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
    """The standing, the bracket and the cross-table of every stage, and who won; the matches that
    are played are tapped in the bracket.
    """
    context: dict[str, Any] = {"key": new_key()}
    try:
        course, names = kept_course.of(event), names_of(event)
    except PairingError as fault:
        return render(request, "matches/results.html", context | {"fault": str(fault)})
    enters = may(request, OFFICIAL.roles)
    desk = at_desk(request)
    halves = tapped(course, names, desk=desk, whole=event) if enters else no_halves
    context |= stages_shown(event, course, names, halves)
    context["taps"] = halves is not no_halves and course.stage
    return render(request, "matches/results.html", context)


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
        "late_form": LateForm(players=outside, number=number) if outside else None,
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

"""The matches on the home of the evening: the round that is drafted or played, each half of a match
a button, what can be pressed once it is played, and how far the stage is.
"""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.pairing.course import Course
from scoring.pairing.values import FIRST, SECOND, Match, Round
from scoring.words import first_few, noun
from tournament.counting.matches import course_of, present, testimonies
from tournament.matches.drawing import (
    BESIDE,
    TAPPED,
    WHOLE,
    Bracket,
    Halves,
    cross_table,
    no_halves,
)
from tournament.matches.reading import (
    Names,
    coming_round,
    final_places,
    names_of,
    places_shown,
    round_shown,
    shown,
    standing_shown,
    winner_of,
)
from tournament.models import Event

MOST_NAMED = 4
"""Tables that are waited for by their numbers."""


def matches_now(event: Event, *, desk: bool) -> dict[str, Any]:
    """The matches for the home; nothing before the first is paired.

    Of the round that is played or drafted: whether time may end a match (`draws`) and a result can
    be tapped away (`takes_back`); the act that follows it and why that waits; who may change places
    in a draft (`movable`); the first table without a result (`focus`, 0 for none).
    """
    course = course_of(event)
    if course is None or not course.rounds:
        return {}
    names = names_of(event)
    last = course.rounds[-1]
    waiting = next((row for row in course.rounds if row.published and row.waiting), last)
    round_ = waiting if last.published else last
    stage = course.plan[round_.stage]
    open_tables = [str(match.table) for match in round_.waiting]
    tables, verb = noun(len(open_tables), "table"), noun(len(open_tables), "is", "are")
    visible = round_shown(course, round_, names, _states(event, round_))
    now = {
        "round": visible,
        "best_of": stage.best_of,
        "scored": stage.best_of > 1,
        "draws": stage.kind != "knock_out",
        "takes_back": desk and round_.stage == course.now,
        "following": _following(course, len(present(event))) if last.published else "",
        "waits": f"Possible once {tables} {first_few(open_tables, MOST_NAMED)} {verb} in.",
        "movable": drafted(course, names) if desk else [],
        "focus": next((row.table for row in visible.matches if not row.done), 0),
    }
    return {"matches": now, "so_far": _so_far(event, course, names, desk=desk)}


def _states(event: Event, round_: Round) -> dict[int, str]:
    """What the other players of the round say, by table; of results that are in alone."""
    told = testimonies(event, round_.number)
    return {
        match.table: told[round_.number, match.table].state
        for match in round_.matches
        if match.result
    }


SO_FAR = 11
"""Lines of the standing beside what is played."""


def tapped(course: Course, names: Names, *, desk: bool, whole: Event | None = None) -> Halves:
    """The halves of the matches that are played now, as in the pairing: their winner is tapped in
    the bracket as well. `desk`: whether it is taken back there; `whole`: the event whose whole
    bracket has room for the score and a link to more.
    """
    last = course.last
    if (
        last is None
        or not last.published
        or last.stage < course.now
        or course.plan[last.stage].kind != "knock_out"
    ):
        return no_halves

    def halves(match: Match) -> Sequence[SafeString]:
        if match not in last.matches or match.other is None:
            return ()
        row = shown(match, names)
        about = {"row": row, "round": last, "at_desk": desk}
        about["scored"] = whole is not None and course.plan[last.stage].best_of > 1
        sides = (("one", row.one, FIRST), ("other", row.other, SECOND))
        parts = [
            render_to_string(HALF, about | {"side": side, "name": name, "letter": letter})
            for side, name, letter in sides
        ]
        if whole is not None:
            parts.append(render_to_string(MORE, {"event": whole, "row": row, "round": last}))
        return parts

    return halves


HALF, MORE = "matches/_half.html", "matches/_more.html"


def _so_far(event: Event, course: Course, names: Names, *, desk: bool) -> dict[str, Any]:
    """How the last stage stands, in short: the end of the bracket, or the first of the standing."""
    number = len(course.entrants) - 1
    if not any(round_.published for round_ in course.of_stage(number)):
        return {}
    if course.plan[number].kind == "knock_out":
        ends = [name.rpartition(" ")[2] for name in names.values()]
        short = {
            ref: end if end.isalpha() and ends.count(end) == 1 else name
            for (ref, name), end in zip(names.items(), ends, strict=True)
        }
        halves = tapped(course, short, desk=desk)
        return {"drawing": Bracket(course, number, short, BESIDE, halves).drawing()}
    lines = standing_shown(event, course, number, names)
    return {"lines": lines[:SO_FAR], "count": len(lines)}


def _following(course: Course, players: int) -> str:
    """What is pressed once the round is played; nothing where the next is paired in any case."""
    if course.now == len(course.plan) or not course.begun:
        return ""
    if len(course.of_stage(course.now)) < course.rounds_due(course.now):
        ahead = course.stage.kind == "all_play_all"
        return "" if ahead else f"Pair {coming_round(course, players)}"
    return f"Close the {course.stage.noun}"


ON_PODIUM = 3


def podium(event: Event) -> dict[str, Any]:
    """The first three of an evening that is over, and who won it."""
    course = course_of(event)
    places = final_places(course) if course else {}
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    counted = list(places.values())
    rows = [
        {
            "place": f"{'=' if counted.count(place) > 1 else ''}{place}",
            "name": guests[ref].name,
            "livery": guests[ref].livery_name,
        }
        for ref, place in places.items()
        if place <= ON_PODIUM
    ]
    winner = winner_of(course) if course else None
    return {"podium": rows, "winner": guests[winner].name if winner else ""}


def drafted(now: Course, names: Names) -> list[tuple[str, str]]:
    """Everybody in the draft who may change places, table by table; nobody where the last round is
    no draft.
    """
    last = now.last
    if last is None or last.published or now.plan[last.stage].kind != "swiss":
        return []
    places = [
        (match, ref) for match in last.matches if match.kind != "asked_bye" for ref in match.players
    ]
    return [
        (ref, f"Table {match.table}: {names[ref]}" if match.table else f"Bye: {names[ref]}")
        for match, ref in places
    ]


def stages_shown(
    event: Event, course: Course, names: Names, halves: Halves = no_halves
) -> dict[str, Any]:
    """The drawing and the lines of each stage that has begun, the last one first; and who won it
    all. `halves`: what is tapped in the bracket.
    """
    stages = []
    layout = WHOLE if halves is no_halves else TAPPED
    for number in reversed(range(len(course.entrants))):
        stage = course.plan[number]
        if not any(round_.published for round_ in course.of_stage(number)):
            continue
        context: dict[str, Any] = {"words": stage.words, "kind": stage.kind}
        if stage.kind == "knock_out":
            context["drawing"] = Bracket(course, number, names, layout, halves).drawing()
            context["places"] = places_shown(course, number, names)
        else:
            context["lines"] = standing_shown(event, course, number, names)
            context["heads"], context["rows"] = cross_table(course, number, context["lines"])
        stages.append(context)
    ref = winner_of(course)
    return {"stages": stages, "winner": names.get(ref, "") if ref else ""}

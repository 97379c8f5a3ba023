"""A wall: a browser without a log-in that shows two letters, and once it is picked what it is told.

It asks every two seconds with the tag of what it has. Nothing but drawn scenes leaves here, and
scenes are made from released values (tournament/screens/reading.py).
"""

import json
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import Event, Screen
from tournament.screens import acts
from tournament.screens.pictures import drawn
from tournament.site.access import PUBLIC, at_event, open_to
from tournament.site.drawings import Drawn, DrawnPages, tagged_json
from tournament.standings.public import is_frozen, public_board

ASKED = re.compile(r"([A-Z]{2})? ([0-9a-f]{32})", re.ASCII)


@open_to(PUBLIC)
def screen(request: HttpRequest) -> HttpResponse:
    """The empty wall; its script asks what to show."""
    return render(request, "screens/screen.html")


@open_to(PUBLIC)
def screen_now(request: HttpRequest) -> HttpResponse:
    """What this browser shows: its letters until it is picked, then its scene."""
    header = ASKED.fullmatch(request.headers.get("X-Wall", ""))
    if header is None:
        return _answer(request, {"letters": acts.new_letters(), "state": "waiting"})
    letters, secret = header[1] or acts.new_letters(), header[2]
    wall = Screen.objects.filter(letters=letters).select_related("event", "event__show").first()
    if wall is None:
        return _answer(request, {"letters": letters, "state": "waiting"})
    if not acts.bind(wall, secret):
        return _answer(request, {"letters": acts.new_letters(), "state": "waiting"})
    now = timezone.now()
    if acts.of_an_earlier_day(wall, now):
        return _answer(request, {"letters": letters, "state": "waiting"})
    acts.seen(wall)
    return _answer(request, shown_on(wall, now))


def shown_on(wall: Screen, moment: datetime) -> dict[str, Any]:
    """Everything that is sent to a wall."""
    showing_name = wall.named_until is not None and moment < wall.named_until
    payload: dict[str, Any] = {
        "letters": wall.letters,
        "state": "black" if wall.black else "frozen" if wall.frozen else "shown",
        "ground": wall.ground,
        "named": showing_name,
        "evening": f"Rehearsal: {wall.event.name}" if wall.event.is_rehearsal else wall.event.name,
        "zone": timezone.localtime(moment).utcoffset().total_seconds() / 60,  # type: ignore[union-attr]
    }
    return payload if wall.black or wall.frozen else payload | drawn(wall.event, wall.scene, moment)


@at_event(PUBLIC)
def overlay(request: HttpRequest, event: Event) -> HttpResponse:
    """A page of the released board on no ground, to lay over a stream."""
    return render(request, "screens/overlay.html", {"event": event})


@open_to(PUBLIC)
def overlay_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The released board for another program (docs/overlay.md)."""
    return _answer(request, json.loads(_boards.json_of(slug, released_board).body))


_boards = DrawnPages()
FIGURES = ("place", "name", "livery", "total", "to_play")
NAMED = ("order", "prize", "name", "livery", "total")


def released_board(event: Event) -> dict[str, Any]:
    """The board as anybody may see it, without any key of a guest."""
    context = public_board(event)
    current = context["reading"]
    reading = current and {
        "list": current["stage"],
        "count": current["count"],
        "called": [{name: item.get(name, "") for name in NAMED} for item in current["called"]],
    }
    return {
        "event": event.name,
        "rehearsal": event.is_rehearsal,
        "as_of": context["as_of"],
        "held": is_frozen(event),
        "stage": context["stage"],
        "round": context["round"],
        "game": context["game"],
        "lowest": context["lowest"],
        "rows": []
        if current
        else [{name: row[name] for name in FIGURES} for row in context["rows"]],
        "reading": reading,
    }


def _answer(request: HttpRequest, payload: dict[str, Any]) -> HttpResponse:
    """As JSON with its tag; the time of the server stands beside it, so that it is not in the
    tag.
    """
    answer = tagged_json(request, Drawn(0, json.dumps(payload).encode()))
    answer.headers["X-Now"] = str(int(timezone.now().timestamp() * 1000))
    return answer

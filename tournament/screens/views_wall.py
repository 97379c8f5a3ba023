"""A wall: a browser without a log-in that shows two letters, and once it is picked what it is told.

It asks every two seconds with the tag of what it has. Nothing but drawn scenes leaves here, and
scenes are made from released values (tournament/screens/reading.py).
"""

import hashlib
import json
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response

from tournament.models import Event, Screen, Show
from tournament.screens import acts
from tournament.screens.reading import Hall
from tournament.screens.scenes import SCENES, Values, scene
from tournament.site.access import PUBLIC, at_event, open_to
from tournament.site.drawn import Drawn, DrawnPages
from tournament.site.followed import newest
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


OLDEST = 1.0
"""Seconds: so old a picture of a version gone by a wall may be sent, however busy the server is."""
_pages, _previews = DrawnPages(oldest=OLDEST), DrawnPages()


def drawn(event: Event, target: str, moment: datetime) -> dict[str, Any]:
    """A scene as it is drawn now: once for all walls that show the same, anew with each change and
    each minute.
    """
    show = getattr(event, "show", None) or Show(event=event)
    page = (str(event.uid), show.revision, target, moment.strftime("%d%H%M"))

    def draw() -> Drawn:
        name, html = scene_html(Hall(event, show, moment), target)
        return Drawn(event.version, json.dumps({"scene": name, "html": html}).encode())

    payload: dict[str, Any] = json.loads(_pages.of(page, event.version, draw).body)
    return payload


def preview(event: Event, show: Show, name: str, moment: datetime) -> str:
    """A scene as it would be drawn; empty while it has nothing to show. What it costs is not taken
    from the walls, and while nothing changes it is not drawn again.
    """
    kind = SCENES[name]
    page = (str(event.uid), show.revision, name, moment.strftime("%d%H%M") if kind.moves else "")

    def draw() -> Drawn:
        values = kind.build(Hall(event, show, moment))
        html = "" if values is None else _html(event, name, values)
        return Drawn(event.version, html.encode())

    return _previews.of(page, event.version, draw).body.decode()


def scene_html(hall: Hall, target: str, *, on_board: bool = False) -> tuple[str, str]:
    """The name of the scene and what is drawn of it; `on_board` for the public board, which is the
    wall while names are read out.
    """
    name, values = scene(hall, target)
    return name, _html(hall.event, name, values | {"on_board": on_board})


def _html(event: Event, name: str, values: Values) -> str:
    context = {"event": event, "title": SCENES[name].title, "scene": values, "name": name}
    return render_to_string(f"screens/scenes/{name}.html", context)


@at_event(PUBLIC)
def overlay(request: HttpRequest, event: Event) -> HttpResponse:
    """A page of the released board on no ground, to lay over a stream."""
    return render(request, "screens/overlay.html", {"event": event})


@open_to(PUBLIC)
def overlay_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The released board for another program (docs/overlay.md)."""
    stamp = newest(slug)

    def draw() -> Drawn:
        event = get_object_or_404(Event, slug=slug)
        return Drawn(event.version, json.dumps(released_board(event)).encode())

    body = _boards.of(stamp.uid, stamp.version, draw).body
    return _answer(request, json.loads(body))


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
    body = json.dumps(payload).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(
        body, content_type="application/json"
    )
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["X-Now"] = str(int(timezone.now().timestamp() * 1000))
    return answer

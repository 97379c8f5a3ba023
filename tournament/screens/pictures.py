"""Scenes of the walls, drawn once for each version and hall."""

import json
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from tournament.models import Event, Show
from tournament.screens.reading import Hall
from tournament.screens.scenes import SCENES, Values, scene
from tournament.site.drawings import Drawn, DrawnPages

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
        hall = Hall(event, show, moment)
        name, html = scene_html(hall, target)
        body = json.dumps({"scene": name, "html": html}).encode()
        return Drawn(event.version, body, whole=hall.whole)

    payload: dict[str, Any] = json.loads(_pages.of(page, event.version, draw).body)
    return payload


def preview(event: Event, show: Show, name: str, moment: datetime) -> str:
    """A scene as it would be drawn; empty while it has nothing to show. What it costs is not taken
    from the walls, and while nothing changes it is not drawn again.
    """
    kind = SCENES[name]
    page = (str(event.uid), show.revision, name, moment.strftime("%d%H%M") if kind.moves else "")

    def draw() -> Drawn:
        hall = Hall(event, show, moment)
        values = kind.build(hall)
        html = "" if values is None else _html(event, name, values)
        return Drawn(event.version, html.encode(), whole=hall.whole)

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

"""The public board, without a log-in: what was released, as a page and as the part that follows by polling."""

from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response

from tournament.access import PUBLIC, at_event, open_to
from tournament.board import board as running
from tournament.board import clock
from tournament.models import Event, Stage
from tournament.released import released

SHORT = 20
COLUMN = 10
LONG_NAME = 26
LONG_TITLE = 30


@at_event(PUBLIC)
def board(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The whole page; it follows by itself."""
    return render(request, "tournament/board.html", _context(event, full=_full(request, event)))


@open_to(PUBLIC)
def board_now(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the page asks for again and again: two columns of the event's row are read while nothing changed."""
    version, whole_field = _version(slug)
    etag = _tag(version, full=whole_field and "all" in request.GET)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        event = get_object_or_404(Event, slug=slug)
        etag = _etag(event, full=_full(request, event))
        answer = render(request, "parts/_board.html", _context(event, full=_full(request, event)))
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _full(request: HttpRequest, event: Event) -> bool:
    return event.board_full and "all" in request.GET


def _version(slug: str) -> tuple[int, bool]:
    """The event's version and whether its board may list the field: asked by every viewer every few seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, board_full FROM tournament_event WHERE slug = %s", [slug])
        row = cursor.fetchone()
    if row is None:
        raise Http404("There is no such event.")
    return row[0], bool(row[1])


def _etag(event: Event, *, full: bool) -> str:
    return _tag(event.version, full=full)


def _tag(version: int, *, full: bool) -> str:
    """One tag a version: each accepted change, holding and releasing among them, moves the version on."""
    return f'"{version}-{"all" if full else "top"}"'


def _context(event: Event, *, full: bool) -> dict[str, Any]:
    shown = event.released if event.held and event.released is not None else released(event, running(event))
    rows = shown["rows"] if full else shown["rows"][: max(SHORT, shown["through"])]
    columns = _columns(rows, shown["through"], full=full)
    address = reverse("board", args=[event.slug])
    return {
        "event_name": event.name,
        "long_title": len(event.name) > LONG_TITLE,
        "board_url": reverse("board_now", args=[event.slug]) + ("?all" if full else ""),
        "etag": _etag(event, full=full),
        "full": full,
        "facts": _facts(shown, event),
        "as_of": clock(shown["as_of"]),
        "tables": [{"number": number, "is_in": is_in} for number, is_in in shown["tables"]],
        "tables_in": sum(is_in for _number, is_in in shown["tables"]),
        "tables_total": len(shown["tables"]),
        "columns": columns,
        "cut_between": len(columns) > 1 and columns[0][-1]["cut_after"],
        "cut_sentence": shown["cut_words"],
        "tie_sentence": shown["tie_words"],
        "status_sentence": _status(event, shown),
        "held_sentence": _held(event),
        "full_url": f"{address}?all" if event.board_full and not full and len(shown["rows"]) > len(rows) else "",
        "short_url": address if full else "",
        "finder_url": reverse("finder", args=[event.slug]),
        "charity": event.charity,
    }


def _facts(shown: dict[str, Any], event: Event) -> str:
    if not shown["rows"]:
        return event.venue
    where = "Play-off" if shown["stage"] == Stage.PLAYOFF else f"Round {shown['round']}"
    return f"{where}, game {shown['game']}. {'Lowest' if shown['lowest'] else 'Highest'} totals lead."


def _columns(rows: list[dict[str, Any]], through: int, *, full: bool) -> list[list[dict[str, Any]]]:
    """Two columns side by side, or one long list; the line is drawn under the last who is through."""
    made = [
        row | {"long_name": len(row["name"]) > LONG_NAME, "cut_after": number == through}
        for number, row in enumerate(rows, start=1)
    ]
    if full or len(made) <= COLUMN:
        return [made] if made else []
    half = max(COLUMN, -(-len(made) // 2))
    return [made[:half], made[half:]]


def _status(event: Event, shown: dict[str, Any]) -> str:
    if not shown["rows"]:
        return ""
    return "Sealed" if shown["sealed"] else "Provisional until sealed"


def _held(event: Event) -> str:
    if not event.held or event.held_since is None:
        return ""
    return f"Held since {clock(event.held_since.isoformat())}: it stands as last released."

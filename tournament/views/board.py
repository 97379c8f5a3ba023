"""The public board, without a log-in: what was released, as a page and as the part that follows by polling."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response

from tournament.access import PUBLIC, open_to
from tournament.board import clock
from tournament.drawn import Drawn, DrawnPages
from tournament.ledger.formats import event_format
from tournament.ledger.matches import paired
from tournament.ledger.reading import PODIUM
from tournament.models import Event, Stage
from tournament.newest import newest, version_in
from tournament.public_board import public_board
from tournament.standby import reading
from tournament.views.pairings import public_matches

SHORT = 20
COLUMN = 10
LONG_NAME = 26
LONG_TITLE = 30
READ_IN_ONE = 5
TEAMS = 5
CHANCES = "Beside a name: how often they go through in simulated play"


@open_to(PUBLIC)
def board(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole page; it follows by itself."""
    with reading(newest(slug).alias):
        event = get_object_or_404(Event, slug=slug)
        if paired(event):
            return redirect("matches", slug)
        return render(request, "tournament/board.html", _context(event, full=_full(request, event)))


@open_to(PUBLIC)
def matches(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The page of an event of matches in the place of its board; it follows by itself in the same way."""
    with reading(newest(slug).alias):
        event = get_object_or_404(Event, slug=slug)
        follows = {"board_url": reverse("board_now", args=[slug]), "etag": _etag(event, full=False)}
        return render(request, "tournament/matches.html", public_matches(event) | follows)


@open_to(PUBLIC)
def board_now(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the page asks for again and again: three columns of the event's row are read while nothing changed."""
    seen = version_in(request.headers.get("If-None-Match", ""))
    found = newest(slug, seen)
    full = found.whole_field and "all" in request.GET
    etag = _tag(seen if found.behind else found.version, full=full)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        with reading(found.alias):
            drawn = _pages.of((found.uid, full), found.version, lambda: _drawn(request, slug))
        etag = _tag(drawn.version, full=full)
        answer = get_conditional_response(request, etag=etag) or HttpResponse(drawn.body)
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


_pages = DrawnPages()


def _drawn(request: HttpRequest, slug: str) -> Drawn:
    event = get_object_or_404(Event, slug=slug)
    if paired(event):
        return Drawn(event.version, render_to_string("parts/_matches.html", public_matches(event)).encode())
    context = _context(event, full=_full(request, event))
    return Drawn(event.version, render_to_string("parts/_board.html", context).encode())


def _full(request: HttpRequest, event: Event) -> bool:
    return event.board_full and "all" in request.GET


def _etag(event: Event, *, full: bool) -> str:
    return _tag(event.version, full=full)


def _tag(version: int, *, full: bool) -> str:
    """One tag a version: each accepted change, holding and releasing among them, moves the version on."""
    return f'"{version}-{"all" if full else "top"}"'


def _context(event: Event, *, full: bool) -> dict[str, Any]:
    shown = public_board(event)
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
        "unit": event_format(event).unit,
        "as_of": clock(shown["as_of"]),
        "tables": [{"number": number, "is_in": is_in} for number, is_in in shown["tables"]],
        "tables_in": sum(is_in for _number, is_in in shown["tables"]),
        "tables_total": len(shown["tables"]),
        "columns": columns,
        "cut_between": len(columns) > 1 and columns[0][-1]["cut_after"],
        "cut_sentence": shown["cut_words"],
        "tie_sentence": shown["tie_words"],
        "chance_sentence": CHANCES if shown["with_chances"] else "",
        "par_sentence": f"Totals hold the par of tables ({par})." if (par := shown.get("table_par")) else "",
        "status_sentence": _status(event, shown),
        "held_sentence": _held(event),
        "full_url": f"{address}?all" if event.board_full and not full and len(shown["rows"]) > len(rows) else "",
        "short_url": address if full else "",
        "finder_url": reverse("finder", args=[event.slug]),
        "charity": event.charity,
        "teams": shown.get("teams", [])[: None if full else TEAMS],
        "reading": _reading(shown["reading"]),
    }


def _reading(said: dict[str, Any] | None) -> dict[str, Any] | None:
    """Every place that is read out, the first read uppermost; only who was read is in it, the others are covered."""
    if said is None:
        return None
    called = {one["order"]: one for one in said["called"]}
    last = said["called"][-1]["order"] if called else 0
    rows = [
        {"order": order, "one": called.get(order), "latest": order == last} for order in range(said["count"], 0, -1)
    ]
    half = len(rows) if len(rows) <= READ_IN_ONE else -(-len(rows) // 2)
    return {"podium": said["stage"] == PODIUM, "columns": [rows[:half], rows[half:]] if rows[half:] else [rows]}


def _facts(shown: dict[str, Any], event: Event) -> str:
    if not shown["rows"]:
        return event.venue
    if shown.get("half_time"):
        return f"Half-time, after round {shown['half_time']}. {_lead(shown)}"
    where = "Play-off" if shown["stage"] == Stage.PLAYOFF else f"Round {shown['round']}"
    return f"{where}, {event_format(event).unit} {shown['game']}. {_lead(shown)}"


def _lead(shown: dict[str, Any]) -> str:
    return f"{'Lowest' if shown['lowest'] else 'Highest'} totals lead."


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

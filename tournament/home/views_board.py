"""The public board, without a log-in: what was released, as a page and as the part that follows by
polling.

The standings or the matches as of any moment, and what changed since another one.
"""

from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers

from scoring.counting.cut import Cut
from scoring.pairing.values import PairingError
from tournament.counting.board import clock, line_is_drawn
from tournament.counting.chances import BEING_WORKED_OUT
from tournament.counting.finals import CUT
from tournament.counting.formats import event_format
from tournament.counting.matches import course
from tournament.counting.past import at_number, moment_of
from tournament.counting.tables import StandingsTable, standing_rows, standings_table
from tournament.home.history import (
    AsOf,
    Span,
    as_of,
    half_time_number,
    moved_since,
    span,
    steps_between,
)
from tournament.matches.now import stages_shown
from tournament.matches.pages_public import public_matches
from tournament.matches.reading import rounds_shown
from tournament.models import LARGEST_NUMBER, Event, Show, Stage
from tournament.screens.pictures import scene_html
from tournament.screens.reading import Hall
from tournament.site.access import PUBLIC, RECORD, at_desk, at_event, open_to
from tournament.site.drawings import Drawn, DrawnPages
from tournament.site.freshness import Found, event_at, newest, version_in
from tournament.site.keeping import MESSAGES
from tournament.site.replica import reading
from tournament.site.responses import answer as sent
from tournament.site.tables import arrange
from tournament.standings.pages import draw_line
from tournament.standings.public import freeze_of
from tournament.steps.offers import step_now

SHORT = 20
COLUMN = 10
LONG_NAME = 26
LONG_TITLE = 30
TEAMS = 5
CHANCES = "Beside a name: how often they go through in simulated play"


@open_to(PUBLIC)
def board(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole page; it follows by itself."""
    with reading(newest(slug).alias):
        event = event_at(slug)
        if event.paired:
            return redirect("matches", slug)
        return _whole(request, event, "home/board.html", full=_full(request, event))


@open_to(PUBLIC)
def matches(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The page of an event of matches in the place of its board; it follows by itself in the same
    way.
    """
    with reading(newest(slug).alias):
        return _whole(request, event_at(slug), "matches/public.html")


def _whole(
    request: HttpRequest, event: Event, template: str, *, full: bool = False
) -> HttpResponse:
    """The page by which a viewer comes in, drawn within what drawing may take, as a whole hall
    comes in at once; it bears the tag of the version it was drawn of and asks for the newest by
    itself. An official sees each moment, and whoever has a message waiting is told it: theirs is
    drawn anew.
    """
    draw = partial(_drawing, request, event, template, full=full)
    if {settings.SESSION_COOKIE_NAME, MESSAGES} & request.COOKIES.keys():
        return HttpResponse(draw().body)
    page = _pages.of((event.uid, template, full), event.version, draw)
    return sent(request, page.body, lambda: page.packed, HTML)


HTML = {"Content-Type": "text/html; charset=utf-8"}
FOR_A_SECOND = "public, max-age=0, s-maxage=1, must-revalidate"
"""What a content network may hand out: to all who have seen the same version, for a second, and
nothing after it, whatever becomes of us.
"""


@open_to(PUBLIC)
def board_now(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the page asks for again and again: three columns of the event's row are read while
    nothing changed.

    The page says in its address which version it has (`v`). So an answer that is kept on the way
    goes to those who have that version, and sends nobody back.
    """
    has = whole(request.GET.get("v", "")) or 0
    seen_version = max(has, version_in(request.headers.get("If-None-Match", "")))
    row = newest(slug, seen_version)
    full = row.whole_field and "all" in request.GET
    version = seen_version if row.behind else row.version
    tag = _tag(version, full=full)
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        with reading(row.alias):
            page = _pages.of((row.uid, full), row.version, lambda: _part(request, slug))
        late = page.version < has and (row.behind or has <= row.version)
        version = has if late else page.version
        tag = _tag(version, full=full, whole=page.whole)
        answer = get_conditional_response(request, etag=tag)
        if answer is None and late:
            # The viewer has seen more than can be shown here: the page keeps it, and asks again.
            answer = HttpResponse(status=503, headers={"Retry-After": "1"})
        answer = answer or sent(request, page.body, lambda: page.packed, HTML)
    weak = "W/" if answer.has_header("Content-Encoding") else ""
    answer.headers["ETag"] = weak + tag
    answer.headers["Cache-Control"] = _kept_by(request, has, row, version)
    patch_vary_headers(answer, ("Accept-Encoding",))
    return answer


def _kept_by(request: HttpRequest, has: int, row: Found, version: int) -> str:
    """Who may keep an answer: a content network what is at least as new as the version in its
    address, of which nobody can have asked too early; officials see each moment.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        return "private, no-cache"
    if not has:
        return "no-cache"
    return FOR_A_SECOND if has <= min(version, row.version) and not row.behind else "no-store"


_pages = DrawnPages()


def _part(request: HttpRequest, slug: str) -> Drawn:
    """What of the page changes, drawn for all who follow it."""
    event = event_at(slug)
    template = "parts/_matches.html" if event.paired else "parts/_board.html"
    return _drawing(request, event, template, full=_full(request, event))


def _drawing(request: HttpRequest, event: Event, template: str, *, full: bool) -> Drawn:
    hall = Hall(event, Show(event=event), timezone.now())
    of_matches = template in ("matches/public.html", "parts/_matches.html")
    context = _of_matches(event) if of_matches else _context(hall, full=full)
    return Drawn(event.version, render(request, template, context).content, whole=hall.whole)


def _of_matches(event: Event) -> dict[str, Any]:
    """The matches, how far they are where nothing is held back, and what the page asks by."""
    return public_matches(event) | {
        "status_sentence": step_now(event).board if event.paired and not event.held else "",
        "board_url": reverse("board_now", args=[event.slug]),
        "etag": _tag(event.version, full=False),
    }


def _full(request: HttpRequest, event: Event) -> bool:
    return event.board_full and "all" in request.GET


def _tag(version: int, *, full: bool, whole: bool = True) -> str:
    """One tag a version: each accepted change, holding and releasing among them, moves the version
    on. A board whose chances are still being reckoned has another: whoever has it is sent the next.
    """
    return f'"{version}-{"all" if full else "top"}{"" if whole else "-soon"}"'


def _context(hall: Hall, *, full: bool) -> dict[str, Any]:
    event, context = hall.event, hall.shown
    rows = context["rows"] if full else context["rows"][: max(SHORT, context["through"])]
    columns = _columns(rows, context["through"], full=full)
    address, coming = reverse("board", args=[event.slug]), step_now(event)
    return {
        "event_name": event.name,
        "is_rehearsal": event.is_rehearsal,
        "pictures": [name for name in (event.arms, event.sponsor) if name],
        "long_title": len(event.name) > LONG_TITLE,
        "board_url": reverse("board_now", args=[event.slug]) + ("?all" if full else ""),
        "etag": _tag(event.version, full=full, whole=hall.whole),
        "full": full,
        "facts": _facts(context, event),
        "unit": event_format(event).unit,
        "as_of": clock(context["as_of"]),
        "tables": [{"number": number, "is_in": is_in} for number, is_in in context["tables"]],
        "tables_in": sum(is_in for _number, is_in in context["tables"]),
        "tables_total": len(context["tables"]),
        "columns": columns,
        "cut_between": len(columns) > 1 and columns[0][-1]["cut_after"],
        "cut_sentence": context["cut_words"],
        "tie_sentence": context["tie_words"],
        "chance_sentence": (
            BEING_WORKED_OUT if context["waits"] else CHANCES if context["with_chances"] else ""
        ),
        "par_sentence": (
            f"Totals hold the par of tables ({par})." if (par := context.get("table_par")) else ""
        ),
        "status_sentence": coming.board if context["rows"] else "",
        "held_sentence": _held_words(event),
        "full_url": (
            f"{address}?all"
            if event.board_full and not full and len(context["rows"]) > len(rows)
            else ""
        ),
        "short_url": address if full else "",
        "finder_url": reverse("finder", args=[event.slug]),
        "charity": event.charity,
        "teams": context.get("teams", [])[: None if full else TEAMS],
        "reading": _reading(hall),
    }


def _reading(hall: Hall) -> str:
    """While names are read out the board is the wall's own scene, drawn for it; else nothing."""
    in_force = hall.shown["reading"]
    if in_force is None:
        return ""
    scene = "reading" if in_force["stage"] == CUT else "podium"
    return scene_html(hall, "wait" if hall.interrupted else scene, on_board=True)[1]


def _facts(context: dict[str, Any], event: Event) -> str:
    if not context["rows"]:
        return event.venue
    if context.get("half_time"):
        moment = f"Half-time, after round {context['half_time']}"
    else:
        place = "Play-off" if context["stage"] == Stage.PLAYOFF else f"Round {context['round']}"
        moment = f"{place}, {event_format(event).unit} {context['game']}"
    return f"{moment}. {'Lowest' if context['lowest'] else 'Highest'} totals lead."


def _columns(rows: list[dict[str, Any]], through: int, *, full: bool) -> list[list[dict[str, Any]]]:
    """Two columns side by side, or one long list; the line is drawn under the
    last who is through.
    """
    created = [
        row | {"long_name": len(row["name"]) > LONG_NAME, "cut_after": number == through}
        for number, row in enumerate(rows, start=1)
    ]
    if full or len(created) <= COLUMN:
        return [created] if created else []
    half = max(COLUMN, -(-len(created) // 2))
    return [created[:half], created[half:]]


def _held_words(event: Event) -> str:
    freeze = freeze_of(event)
    return f"Frozen at {clock(freeze.since.isoformat())}." if freeze else ""


@at_event(RECORD)
def as_of_page(request: HttpRequest, event: Event) -> HttpResponse:
    """One moment of the evening: by its number, by a time, or the last one; nothing is written."""
    span_ = span(event)
    number, faults = _number(request, event, span_)
    names = dict(event.guests.values_list("ref", "name"))
    visible = as_of(event, number, names)
    since, fault = _since(request, event, number, span_)
    faults += [fault] if fault else []
    context = {
        "span": span_,
        "faults": faults,
        "shown": visible,
        "previous": number - 1 if number else None,
        "next": number + 1 if number < span_.last else None,
        "at": _typed_time(visible, span_),
    }
    if event.paired:
        context |= _matches_then(event, number, since, names)
        return render(request, "home/as_of.html", context)
    context |= _standings_then(event, visible, since, names)
    if visible.board.standings:
        context["table"] = _table_then(request, event, visible)
        if isinstance(context["table"], HttpResponse):
            return context["table"]
    return render(request, "home/as_of.html", context)


def _matches_then(event: Event, number: int, since: int, names: dict[str, str]) -> dict[str, Any]:
    """Rounds, standings and brackets as they were, and the steps of the matches since an earlier
    number.
    """
    context: dict[str, Any] = {
        "paired": True,
        "since_number": since,
        "steps": steps_between(event, since, number, names) if since else [],
    }
    try:
        then = at_number(event, number, course)
    except PairingError as fault:
        return context | {"fault": str(fault)}
    return (
        context
        | {"rounds": rounds_shown(then, names, drafts=True)}
        | stages_shown(event, then, names)
    )


def _standings_then(
    event: Event, visible: AsOf, since: int, names: dict[str, str]
) -> dict[str, Any]:
    """The standings with their line, and who moved since an earlier number."""
    earlier = as_of(event, since, names) if since else None
    return {
        "no_cut": _no_cut(visible),
        "half_time": half_time_number(event),
        "since_number": since,
        "moved": moved_since(event, earlier, visible, names) if earlier else [],
    }


def _table_then(request: HttpRequest, event: Event, visible: AsOf) -> StandingsTable | HttpResponse:
    """The standings as they were, with the line where it was drawn; or the file of them."""
    line = line_is_drawn(event, visible.board)
    table = standings_table(standing_rows(visible.board, line=line), visible.board)
    table.caption = f"Standings, {visible.board.state}, as of number {visible.number}"
    table.searched, table.search_words = ("name", "livery"), "Name or {group}"
    name = f"{event.slug}-standings-{visible.number}"
    file = arrange(request, table, name, saves=at_desk(request), groups=event.groups)
    draw_line(table, visible.board, line=line)
    return file or table


def _number(request: HttpRequest, event: Event, span_: Span) -> tuple[int, list[str]]:
    """The number asked for, and what was wrong with the asking; without any the last one."""
    if moment := request.GET.get("at", "").strip():
        return _entry_number(moment, event, span_)
    text = request.GET.get("number", "").strip()
    if not text:
        return span_.last, []
    number = whole(text)
    if number is None:
        return span_.last, [
            f"“{text[:20]}” is no number of the record: choose one from 0 to {span_.last}."
        ]
    if number > span_.last:
        return span_.last, [f"The record ends at number {span_.last}, so that is shown."]
    return number, []


def _entry_number(text: str, event: Event, span_: Span) -> tuple[int, list[str]]:
    try:
        read = datetime.fromisoformat(text.replace("\0", ""))
    except ValueError:
        return span_.last, [
            f"“{text[:30]}” is no time: give day and time, such as 2027-02-11T20:15."
        ]
    number = moment_of(event, read if read.tzinfo else timezone.make_aware(read))
    if number or span_.begins is None:
        return number, []
    begins = timezone.localtime(span_.begins)
    return 0, [
        f"Nothing was on record then: the record begins on {begins.day} {begins:%B at %H:%M}."
    ]


def _since(request: HttpRequest, event: Event, number: int, span_: Span) -> tuple[int, str]:
    """The earlier number to compare with; 0 for none."""
    text = request.GET.get("since", "").strip()
    if not text:
        return 0, ""
    since = whole(text)
    if since is None or not 0 < since < number:
        return (
            0,
            (
                "Changes are shown since an earlier number: choose one from 1 to"
                f" {max(number - 1, 1)}."
            ),
        )
    return since, ""


def whole(text: str) -> int | None:
    """A whole number from 0 as typed, or None."""
    return min(int(text[:12]), LARGEST_NUMBER) if text.isascii() and text.isdigit() else None


def _no_cut(visible: AsOf) -> str:
    """Why there is no line, where there are standings."""
    cut = visible.board.cut
    return "" if cut is None or isinstance(cut, Cut) else cut.words


def _typed_time(visible: AsOf, span_: Span) -> str:
    """The moment as a field for day and time holds it."""
    moment = visible.entry.at if visible.entry else span_.begins
    return f"{timezone.localtime(moment):%Y-%m-%dT%H:%M}" if moment else ""

"""The standings as officials see them: every figure sorted, filtered and paged, liveries as
teams beside them, and why a guest's total is what it is, to be read aloud in a minute.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.counting.board import Board
from tournament.counting.board import board, clock, line_is_drawn
from tournament.counting.chances import BEING_WORKED_OUT, Chances, event_chances
from tournament.counting.tables import (
    PARTS,
    StandingsTable,
    chosen,
    set_apart,
    standing_rows,
    standings_table,
)
from tournament.event.pages_change import change_settings
from tournament.guests.namesakes import known_apart
from tournament.models import LARGEST_NUMBER, Event, Guest
from tournament.site.access import (
    DESK,
    OFFICIAL_READS,
    ORGANISER,
    RECORD,
    at_desk,
    at_event,
    may,
)
from tournament.site.keeping import kept, soon_again
from tournament.site.tables import FILE, Choice, arrange
from tournament.standings.explanation import why
from tournament.standings.forms import TeamsForm
from tournament.standings.pages import badge_of, draw_line, exports, facts, liveries
from tournament.standings.public import waited_for
from tournament.standings.teams import rule_words, team_rows

FILTERS = ("q", "livery", "show", "sort", "chances", "figures")


@at_event(RECORD)
@kept()
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The running totals of everybody, with the line of the cut once it is drawn."""
    now = known_apart(board(event), event)
    filters = {name: request.GET.get(name, "") for name in FILTERS}
    line = line_is_drawn(event, now)
    chances: Chances | str = ""
    if filters["chances"] and not line:
        chances = event_chances(event, waits=FILE in request.GET)
    table = _table(event, now, filters, chances, line=line) if now.standings else None
    file = table and arrange(
        request, table, f"{event.slug}-standings", saves=at_desk(request), groups=event.groups
    )
    if file:
        return file
    if table:
        draw_line(table, now, line=line)
    context = {
        "asked": filters,
        "choices": _choices(event, now, filters, line=line),
        "drawn": line,
        "facts": facts(event, now, count_unchecked=not any(filters.values())),
        "state": now.state,
        "filtered": any(filters[name] for name in ("q", "livery", "show")),
        "table": table,
    }
    context |= exports(request, event, "standings" if now.standings else "")
    waits = chances == BEING_WORKED_OUT
    page = render(request, "standings/page.html", context | {"waits": chances if waits else ""})
    return soon_again(page) if waits else page


def _choices(event: Event, now: Board, filters: dict[str, str], *, line: bool) -> list[Choice]:
    """The filters over the standings; parts by the line only once it is drawn."""
    choices = [liveries(event, now, filters["livery"])]
    if line:
        parts = tuple(PARTS.items())
        choices.append(
            Choice("show", "Part of the field", "The whole field", parts, filters["show"])
        )
    return choices


def _table(
    event: Event, now: Board, filters: dict[str, str], chances: Chances | str, *, line: bool
) -> StandingsTable:
    everybody = standing_rows(now, line=line)
    if not line:
        form = now.format
        everybody = set_apart(everybody, waited_for(event, now), form.unit, form.units)
    rows = chosen(everybody, filters, badge_of(event, filters["q"]))
    table = standings_table(
        rows,
        now,
        figures=bool(filters["figures"]),
        chances=chances.of_player if isinstance(chances, Chances) and not chances.over else None,
    )
    table.caption = f"Standings, {now.state}, as of {clock(now.as_of)}"
    table.why = "why/"
    table.hint = f"Choose a guest to see every {now.format.unit}."
    return table


LONGEST_REF = 80


@at_event(RECORD)
def why_total(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Every game, hand, checker, adjustment and tie-break behind the totals of one guest."""
    guest = get_object_or_404(
        Guest.objects.select_related("livery"), event=event, badge=min(badge, LARGEST_NUMBER)
    )
    guest.event = event
    return render(request, "standings/explanation.html", {"guest": guest, "parts": why(guest)})


@at_event(RECORD)
def why_of(request: HttpRequest, event: Event) -> HttpResponse:
    """From a line of the standings, which knows its player by another name than the badge."""
    guest = get_object_or_404(
        Guest, event=event, ref=request.GET.get("ref", "").replace("\0", "")[:LONGEST_REF]
    )
    return redirect("why_total", event.slug, guest.badge)


@at_event(OFFICIAL_READS)
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """The teams as they stand; only the organiser changes how they are counted."""
    data = request.POST if request.method == "POST" else None
    form = TeamsForm(event, data)
    if (
        data is not None
        and form.is_valid()
        and (answer := change_settings(request, event, form.cleaned_data, "teams"))
    ):
        return answer
    now = known_apart(board(event), event)
    context = {
        "form": form,
        "facts": facts(event, now),
        "rows": team_rows(event, now),
        "may_make": may(request, DESK.roles),
        "rule": rule_words(event),
        "on": bool(event.team_figure),
        "may_change": may(request, ORGANISER.roles),
        "desk": at_desk(request),
        "wrong": data is not None,
    }
    return render(request, "standings/teams.html", context)

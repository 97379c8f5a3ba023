"""The standings as officials see them: every figure, sorted, filtered and paged.

Why a guest's total is what it is, for officials: to be read aloud in a minute.

Liveries as teams beside the guests: their standing, and how they are counted.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring.counting.board import Board
from scoring.counting.cut import Cut, in_words
from scoring.words import capital
from tournament.counting import scores
from tournament.counting.board import board, clock, line_is_drawn
from tournament.counting.chances import Chances, event_chances
from tournament.counting.tables import (
    PARTS,
    StandingsTable,
    chosen,
    set_apart,
    standing_rows,
    standings_table,
)
from tournament.event.views import change_settings
from tournament.guests.namesakes import known_apart
from tournament.models import LARGEST_NUMBER, Event, Guest
from tournament.site.access import (
    OFFICIAL_READS,
    ORGANISER,
    RECORD,
    at_desk,
    at_event,
    may,
)
from tournament.site.frame import address
from tournament.site.pages import kept
from tournament.site.tables import Choice, arrange
from tournament.standings.explanation import why
from tournament.standings.forms import TeamsForm
from tournament.standings.public import cut_words, waited_for, where_the_round_stands
from tournament.standings.teams import rule_words, team_rows

FILTERS = ("q", "livery", "show", "sort", "chances", "figures")
LONGEST_BADGE = 6


@at_event(RECORD)
@kept()
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The running totals of everybody, with the line of the cut once it is drawn."""
    now = known_apart(board(event), event)
    filters = {name: request.GET.get(name, "") for name in FILTERS}
    line = line_is_drawn(event, now)
    table = _table(event, now, filters, line=line) if now.standings else None
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
    return render(request, "standings/page.html", context)


def exports(request: HttpRequest, event: Event, paper_kind: str) -> dict[str, str]:
    """What the head of the results offers to take away, by role; without a kind no paper, nor
    where guests are paired: theirs are laid out on the page of the papers.
    """
    files = may(request, ORGANISER.roles)
    paper = paper_kind and not event.paired and at_desk(request)
    return {
        "workbook_url": address("workbook", event.slug) if files else "",
        "export_url": reverse("paper_pdf", args=[event.slug, paper_kind]) if paper else "",
    }


def _choices(event: Event, now: Board, filters: dict[str, str], *, line: bool) -> list[Choice]:
    """The filters over the standings; parts by the line only once it is drawn."""
    choices = [liveries(event, now, filters["livery"])]
    if line:
        parts = tuple(PARTS.items())
        choices.append(
            Choice("show", "Part of the field", "The whole field", parts, filters["show"])
        )
    return choices


def liveries(event: Event, now: Board, current: str) -> Choice:
    """The filter by livery, or what the evening calls it."""
    names = sorted({player.livery for player in now.players.values() if player.livery})
    groups = event.groups
    options = tuple((name, name) for name in names)
    return Choice("livery", capital(groups.word), f"All {groups.several}", options, current)


def facts(event: Event, now: Board, *, count_unchecked: bool = True) -> str:
    """How far the evening is: the clock, the tables in, and (where asked) the sheets nobody has
    looked over.
    """
    number, game, tables = where_the_round_stands(now.progress)
    if not tables:
        return "Nothing is in yet"
    is_in, unit = sum(count_done for _table, count_done in tables), now.format.unit
    if now.progress.rounds[number][0] == now.progress.rounds[number][1]:
        words = f"{clock(now.as_of)}, every sheet of round {number} is in"
    else:
        words = (
            f"Round {number}, {unit} {game} in at {is_in} of {len(tables)} tables,"
            f" {clock(now.as_of)}"
        )
    unchecked = (
        len(scores.unchecked(event)) if count_unchecked and now.state == "provisional" else 0
    )
    return f"{words}, {unchecked} not checked" if unchecked else words


def _table(event: Event, now: Board, filters: dict[str, str], *, line: bool) -> StandingsTable:
    everybody = standing_rows(now, line=line)
    if not line:
        form = now.format
        everybody = set_apart(everybody, waited_for(event, now), form.unit, form.units)
    rows = chosen(everybody, filters, badge_of(event, filters["q"]))
    chances = event_chances(event) if filters["chances"] and not line else None
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


def draw_line(table: StandingsTable, now: Board, *, line: bool) -> None:
    """Draw the line of the cut, where the rows stand in order and the last sheet is in."""
    if line and isinstance(now.cut, Cut) and table.in_order:
        table.cut_after, table.cut_sentence = len(now.cut.qualifiers), line_words(now.cut)


def line_words(cut: Cut) -> str:
    """The sentence in the line of the cut."""
    return f"{cut_words(cut)}. {in_words(cut) if cut.tie else ''}".strip()


def badge_of(event: Event, text: str) -> str | None:
    """Whose badge number was asked for, if it was one."""
    badge: Any = text.strip()
    if not (badge.isascii() and badge.isdigit() and len(badge) <= LONGEST_BADGE):
        return None
    return Guest.objects.filter(event=event, badge=int(badge)).values_list("ref", flat=True).first()


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
        "rule": rule_words(event),
        "on": bool(event.team_figure),
        "may_change": may(request, ORGANISER.roles),
        "desk": at_desk(request),
        "wrong": data is not None,
    }
    return render(request, "standings/teams.html", context)

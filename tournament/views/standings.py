"""The standings as officials see them: every figure, sorted, filtered and paged."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.board import Board
from scoring.cut import Cut, in_words
from tournament.access import ORGANISER, RECORD, EventRequest, at_event
from tournament.board import board, clock
from tournament.frame import address
from tournament.ledger import lift
from tournament.models import Event, Guest
from tournament.released import cut_words, where_the_round_stands
from tournament.tables.paging import arrange
from tournament.tables.standings import PARTS, StandingsTable, chosen, standing_rows, standings_table

FILTERS = ("q", "livery", "show", "sort")
LONGEST_BADGE = 6


@at_event(RECORD)
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The running totals of everybody, with the line of the cut."""
    now = board(event)
    asked = {name: request.GET.get(name, "") for name in FILTERS}
    context = {
        "asked": asked,
        "parts": PARTS,
        "facts": facts(event, now, count_unchecked=not any(asked.values())),
        "state": now.state,
        "field_size": len(now.standings),
        "filtered": any(asked[name] for name in ("q", "livery", "show")),
        "liveries": sorted({player.livery for player in now.players.values() if player.livery}),
        "table": _table(request, event, now, asked) if now.standings else None,
        "workbook_url": address("workbook", event.slug) if _may_take_files(request) else "",
    }
    return render(request, "tournament/standings.html", context)


def _may_take_files(request: HttpRequest) -> bool:
    return cast(EventRequest, request).official.role in ORGANISER.roles


def facts(event: Event, now: Board, *, count_unchecked: bool = True) -> str:
    """How far the evening is: the clock, the tables in, and (where asked) the sheets nobody has looked over."""
    number, game, tables = where_the_round_stands(now.progress)
    if not tables:
        return "Nothing is in yet"
    is_in = sum(done for _table, done in tables)
    said = f"As of {clock(now.as_of)}, round {number}, {now.format.unit} {game}: {is_in} of {len(tables)} tables in"
    unchecked = len(lift.unchecked(event)) if count_unchecked and now.state == "provisional" else 0
    return f"{said}, {unchecked} {'sheet' if unchecked == 1 else 'sheets'} unchecked" if unchecked else said


def _table(request: HttpRequest, event: Event, now: Board, asked: dict[str, str]) -> StandingsTable:
    rows = chosen(standing_rows(now), asked, _badge(event, asked["q"]))
    numbers = sorted({number for one in now.standings for number in one.rounds})
    table = standings_table(rows, numbers, now)
    table.caption = f"Standings, {now.state}, as of {clock(now.as_of)}"
    arrange(request, table, StandingsTable.Meta.per_page)
    if isinstance(now.cut, Cut) and tuple(table.order_by or ()) in ((), ("order",)):
        table.cut_after, table.cut_sentence = len(now.cut.qualifiers), line_words(now.cut)
    return table


def line_words(drawn: Cut) -> str:
    """The sentence in the line of the cut."""
    return f"{cut_words(drawn)}. {in_words(drawn) if drawn.tie else ''}".strip()


def _badge(event: Event, asked: str) -> str | None:
    """Whose badge number was asked for, if it was one."""
    said: Any = asked.strip()
    if not (said.isascii() and said.isdigit() and len(said) <= LONGEST_BADGE):
        return None
    return Guest.objects.filter(event=event, badge=int(said)).values_list("ref", flat=True).first()

"""The scores: every table of a round as a tile or as a row, and one box that takes a table, a badge
or a name.

The last save of an official taken back; whether paper is typed twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST

from tournament.counting.formats import event_format
from tournament.counting.grid import STATES, WORDS, Cell, Grid, cells, grids
from tournament.counting.words import seat_words
from tournament.entry.acts_desk import set_second_keying
from tournament.entry.acts_unplayed import timed_out
from tournament.entry.pages_sheet import types_points
from tournament.entry.saves import Row, sheet_rows
from tournament.entry.tiles import FILTERS, Offer, Tile, chips, legend, offers, people, tiles
from tournament.ledger.signing import new_key, signature
from tournament.models import Event, Round
from tournament.models.seating import RoundState
from tournament.site.access import DESK, OFFICIAL, at_desk, at_event
from tournament.site.tables import (
    Choice,
    GuestColumn,
    HouseColumn,
    HouseTable,
    PlaceColumn,
    TableColumn,
    arrange,
)


class SheetTable(HouseTable):
    """By table and game to begin with."""

    table = PlaceColumn(order_by="order")
    game = TableColumn()
    words = GuestColumn(verbose_name="State", order_by="state")
    at = HouseColumn(verbose_name="Saved")
    by = HouseColumn(verbose_name="Typed by")
    checker = HouseColumn(verbose_name="Checked by")

    class Meta(HouseTable.Meta):
        """By table."""

        order_by = "table"
        empty_text = "No sheet is in this state."

    def render_words(self, record: Row) -> Any:
        """The state, and the way to the sheet."""
        round_, table, game = record["where"]
        address = f"../sheets/{round_}/{table}/{game}/"
        return format_html('<a href="{}">{}</a>', address, record["words"])

    def value_words(self, record: Row) -> Any:
        """The state alone, in a file."""
        return record["words"]


def sheet_table(rows: Iterable[Row], query: Mapping[str, str]) -> tuple[SheetTable, list[Choice]]:
    """The sheets in the state that is asked for, and the filter."""
    states = tuple((state, WORDS[state]) for state in STATES)
    fitting = [row for row in rows if query.get("state", "") in ("", row["state"])]
    table = SheetTable(fitting)  # type: ignore[no-untyped-call]
    return table, [Choice("state", "State", "In any state", states, query.get("state", ""))]


LONGEST_ASKED = 60


@at_event(OFFICIAL)
def scores(request: HttpRequest, event: Event) -> HttpResponse:
    """The tables of the round that is open, or of the one asked for; what is asked for in the box
    leads on. A POST says whether this person types cards or points.
    """
    points = types_points(request, event)
    if request.method == "POST":
        return redirect("desk", event.slug)
    laid_out = Round.objects.filter(event=event).exclude(state=RoundState.DRAFT)
    rounds = list(laid_out.order_by("number"))
    grids_of = grids(cells(event))
    round_ = _round(request, rounds, grids_of)
    if round_ is None:
        return render(request, "entry/scores.html", {"rounds": (), "points": points})
    grid = grids_of.get(round_.number)
    every, seated = tiles(grid.cells if grid else ()), people(event, round_)
    by_card = request.GET.get("by") == "card"
    query = _query(request)
    offered = offers(query, every, seated, card_first=by_card) if query else []
    if len(offered) == 1 or (offered and offered[0].exact):
        return _lead(request, event, round_, offered[0])
    if query and not offered:
        messages.error(request, _nobody(query, round_))
        return redirect(f"{request.path}?round={round_.number}{'&by=card' if by_card else ''}")
    if request.GET.get("view") == "list":
        return _list(request, event, round_, (rounds, grid.cells if grid else ()))
    selection = _filtered(every, request.GET.get("show", ""), grid)
    context = selection | {
        "points": points,
        "types_cards": seat_words(event_format(event)).cards,
        "by_card": by_card,
        "asked": query,
        "offers": offered,
        "held": round_,
        "rounds": rounds,
        "people": [[person.badge, person.name, person.label] for person in seated],
        "tables": [[tile.number, tile.label] for tile in every],
        "key": new_key(),
        "now": localtime(),
    }
    return render(
        request, "entry/scores.html", context | _of_the_desk(request, event, round_, every)
    )


def _of_the_desk(
    request: HttpRequest, event: Event, round_: Round, every: Sequence[Tile]
) -> dict[str, Any]:
    """What the desk alone may do: sign tables as checked, and play on where time ran out."""
    desk = at_desk(request)
    return {
        "desk": desk,
        "to_sign": [tile for tile in every if desk and tile.to_sign],
        "timed_out": desk and round_.number in timed_out(event),
    }


def _filtered(every: Sequence[Tile], target: str, grid: Grid | None) -> dict[str, Any]:
    return {
        "grid": grid,
        "tiles": [tile for tile in every if target not in FILTERS or target in tile.wants],
        "chips": chips(every, target),
        "legend": legend(grid) if grid else (),
    }


def _query(request: HttpRequest) -> str:
    """What is asked for: by the box, or by the button of an offer."""
    query = request.GET.get("q", "")
    for name, sign in (("table", "t"), ("badge", "b")):
        if text := request.GET.get(name, "").strip():
            query = f"{sign}{text}"
    return " ".join(query.replace("\0", "").split())[:LONGEST_ASKED]


def _round(request: HttpRequest, rounds: list[Round], grids_of: Mapping[int, Grid]) -> Round | None:
    """The round that is asked for, else the one that is played: of the open ones the last of which
    a sheet is in and one to come, else the first; else the last round.
    """
    matching = [round_ for round_ in rounds if str(round_.number) == request.GET.get("round")]
    playing = [round_ for round_ in rounds if round_.open]
    begun = [
        round_
        for round_ in playing
        if (grid := grids_of.get(round_.number)) and grid.entered and not grid.whole
    ]
    return next(iter(matching or begun[-1:] or playing or rounds[-1:]), None)


def _lead(request: HttpRequest, event: Event, round_: Round, offer: Offer) -> HttpResponse:
    """To the grid of a table, or to somebody's card; an umpire goes to the games of the table."""
    if not at_desk(request):
        return redirect("table", event.slug, round_.number, offer.table)
    if offer.badge:
        return redirect("desk_card", event.slug, round_.number, offer.badge)
    return redirect("desk_table", event.slug, round_.number, offer.table)


def _nobody(query: str, round_: Round) -> str:
    """That nothing fits what was asked for, and what does."""
    words = f"badge {query[1:]}" if query[:1] == "b" and query[1:].isdigit() else f"“{query[:30]}”"
    return (
        f"No table, badge or name of {str(round_).lower()} fits {words}:"
        " type the number of a table or a badge, or part of a name."
    )


def _list(
    request: HttpRequest, event: Event, round_: Round, source: tuple[list[Round], Iterable[Cell]]
) -> HttpResponse:
    """Every sheet of the round as a list."""
    query = {name: request.GET.get(name, "") for name in ("state", "sort")}
    rounds, every = source
    table, choices = sheet_table(sheet_rows(event, round_, every), query)
    name = f"{event.slug}-sheets-{round_.number}"
    if file := arrange(request, table, name, saves=at_desk(request)):
        return file
    context = {"held": round_, "rounds": rounds, "table": table, "asked": query, "choices": choices}
    context |= {"filtered": bool(query["state"]), "desk": at_desk(request)}
    return render(request, "entry/sheet_list.html", context)


@require_POST
def _second_keying(request: HttpRequest, event: Event) -> HttpResponse:
    enabled = request.POST.get("wanted") == "on"
    set_second_keying(event, signature(request), enabled=enabled)
    message = (
        "Two people type every card, the second without seeing the first."
        if enabled
        else "One person types each card."
    )
    messages.success(request, message)
    return redirect("desk", event.slug)


second_keying = at_event(DESK)(_second_keying)

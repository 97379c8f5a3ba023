"""The desk: every table of a round with what is keyed of it, and the ways to type from paper."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.access import DESK, at_event
from tournament.acts.desk import set_second_keying
from tournament.forms.entry import new_key
from tournament.grid import cells, grids
from tournament.models import Event, Round, Seat, Table
from tournament.models.seating import RoundState
from tournament.views.sheet_pages import signature

_TABLE = re.compile(r"\d{1,4}", re.ASCII)
_BADGE = re.compile(r"b(?:adge)?\s*(\d{1,6})", re.ASCII | re.IGNORECASE)


@at_event(DESK)
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """The tables of the round that is open, or of the one asked for; `q` leads to a table, or with b to a card."""
    rounds = list(Round.objects.filter(event=event).exclude(state=RoundState.DRAFT).order_by("number"))
    held = _round(request, rounds)
    asked = " ".join((request.GET.get("q", "") or f"b{request.GET.get('badge', '')}").split())
    if held is not None and asked not in ("", "b"):
        return _found(request, event, held, asked)
    grid = grids(cells(event, round=held.number)).get(held.number) if held else None
    tables: dict[int, list[object]] = {}
    for cell in grid.cells if grid else ():
        tables.setdefault(cell.table, []).append(cell)
    by_card = request.GET.get("by") == "card"
    context = {"by_card": by_card, "held": held, "rounds": rounds, "grid": grid, "tables": tables, "key": new_key()}
    return render(request, "tournament/desk.html", context)


def _round(request: HttpRequest, rounds: list[Round]) -> Round | None:
    asked = [held for held in rounds if str(held.number) == request.GET.get("round")]
    playing = [held for held in rounds if held.open]
    return next(iter(asked or playing or rounds[-1:]), None)


def _found(request: HttpRequest, event: Event, held: Round, said: str) -> HttpResponse:
    if _TABLE.fullmatch(said) and Table.objects.filter(event=event, round=held, number=int(said)).exists():
        return redirect("desk_table", event.slug, held.number, int(said))
    badge = _BADGE.fullmatch(said)
    if badge and Seat.objects.filter(event=event, round=held, guest__badge=int(badge[1])).exists():
        return redirect("desk_card", event.slug, held.number, int(badge[1]))
    what = f"badge {badge[1]}" if badge else f"table {said[:20]}"
    messages.error(request, f"There is no {what} in {str(held).lower()}; for a card type b and the badge: b22.")
    return redirect("desk", event.slug)


@require_POST
def _second_keying(request: HttpRequest, event: Event) -> HttpResponse:
    wanted = request.POST.get("wanted") == "on"
    set_second_keying(event, signature(request, request.POST.get("key", "")[:80]), wanted=wanted)
    said = "Paper is keyed a second time, blind, by somebody else." if wanted else "Paper is keyed once."
    messages.success(request, said)
    return redirect("desk", event.slug)


second_keying = at_event(DESK)(_second_keying)

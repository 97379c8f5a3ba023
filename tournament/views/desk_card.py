"""One personal card, found by its badge: all games of the guest in a row, kept until their tables are whole."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.access import DESK, at_event
from tournament.acts.desk import DeskRefusedError, keep_typed
from tournament.acts.entry import SheetConflictError, SheetRefusedError, record_sheet
from tournament.card_faces import for_script
from tournament.desk_grid import DeskGrid, with_cards, with_texts
from tournament.desk_line import Column, Line, first_to_type
from tournament.format_words import seat_words
from tournament.forms.desk import GridForm
from tournament.forms.entry import new_key
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format, play_of
from tournament.models import Event, Seat
from tournament.submission import Place, Submission
from tournament.views.desk_grid import found_grid
from tournament.views.desk_saving import keep_texts, save_cards
from tournament.views.sheet_pages import at_desk, signature


@at_event(DESK)
def desk_card(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    """The row of one guest; POST keeps it, and saves every game that is whole by it."""
    grid, line = _found(event, round, badge)
    if request.method != "POST":
        return _page(request, grid, line, [])
    form = GridForm(request.POST, event_format(event))
    own = replace(grid, lines=(line,))
    told = [text for text in (save_cards(request, own, form), *form.card_faults) if text]
    told += [finding.text for sent in form.columns for finding in sent.faults]
    keep_texts(request, own, form, ())
    if told:
        grid, line = _found(event, round, badge)
        typed = with_texts(replace(grid, lines=(line,)), form.texts).lines[0]
        return _page(request, grid, typed, told, status=422)
    return _onwards(request, event, grid, badge, form.key)


def _found(event: Event, number: int, badge: int) -> tuple[DeskGrid, Line]:
    """The grid of the guest's table, and their line in it."""
    seats = Seat.objects.filter(event=event, round__number=number, guest__badge=badge).select_related("table")
    seat = seats.first() if badge < 2**31 and number < 2**15 else None
    if seat is None:
        raise Http404(f"Badge {badge} has no seat in round {number}.")
    grid = found_grid(event, number, seat.table.number)
    line = next(line for line in grid.lines if line.guest.badge == badge)
    return grid, line


def _page(request: HttpRequest, grid: DeskGrid, line: Line, told: list[str], *, status: int = 200) -> HttpResponse:
    boxes = line.boxes or [None] * len(grid.columns)
    context = {
        "grid": grid,
        "line": line,
        "cells": list(zip(grid.columns, boxes, strict=True)),
        "waiting": [(column.game, _wanting(grid, at)) for at, column in enumerate(grid.columns) if column.open],
        "focus": first_to_type(boxes),
        "told": told,
        "key": new_key(),
        "faces": for_script(play_of(grid.event)),
        "whole_table": event_format(grid.event).scorer != "own_hand",
        "said": seat_words(event_format(grid.event)),
        "difference": line if line.difference and line.whole else None,
    }
    return render(request, "tournament/desk_card.html", context, status=status)


def _wanting(grid: DeskGrid, at: int) -> list[str]:
    """Whose hands of a game are still wanting, as seats."""
    return [box.seat for line in grid.lines if line.boxes and (box := line.boxes[at]) and not box.text.strip()]


def _onwards(request: HttpRequest, event: Event, before: DeskGrid, badge: int, key: str) -> HttpResponse:
    """Save what is whole now, say what waits for whom, and ask for the next card."""
    grid, _line = _found(event, before.round, badge)
    for at, column in enumerate(grid.columns):
        if column.open and not _wanting(grid, at):
            _save(request, grid, column, f"{key}-{column.game}")
    grid, line = _found(event, before.round, badge)
    grid = with_cards(grid, {})
    waiting = {seat for at, column in enumerate(grid.columns) if column.open for seat in _wanting(grid, at)}
    messages.success(request, f"The card of {line.guest.name} is kept.")
    if waiting:
        messages.info(
            request, f"Table {table_label(event, grid.table)} waits for the cards of seat {', '.join(sorted(waiting))}."
        )
    if line.difference and line.whole:
        return redirect("desk_card", event.slug, grid.round, badge)
    return redirect(f"{reverse('desk', args=[event.slug])}?round={grid.round}&by=card")


def _save(request: HttpRequest, grid: DeskGrid, column: Column, key: str) -> None:
    """One game whose cards are all typed, through the one writer."""
    place, where = Place(grid.round, grid.table, column.game), table_label(grid.event, grid.table)
    unit = event_format(grid.event).unit.capitalize()
    boxes = [box for line in grid.lines for box in line.boxes if box and box.game == column.game]
    entries = tuple(box.entry for box in boxes if box.entry)
    try:
        if len(entries) < len(boxes):
            raise DeskRefusedError(next(box.fault for box in boxes if box.fault))
        outcome = record_sheet(
            grid.event, Submission(place, entries), signature(request, key), at_desk=at_desk(request)
        )
    except (DeskRefusedError, SheetRefusedError, SheetConflictError) as refused:
        messages.error(request, f"{unit} {place.game} of table {where} is typed whole, but not saved: {refused}")
        return
    typed = {(box.game, line.guest.ref): "" for line in grid.lines for box in line.boxes if box and box in boxes}
    keep_typed(grid.event, grid.round, grid.table, typed, signature(request))
    messages.success(request, f"{unit} {place.game} of table {where} is whole: saved, no. {outcome.number}.")
    if outcome.flags:
        messages.warning(request, f"{unit} {place.game} is to be looked at: {outcome.flags[0].text}")

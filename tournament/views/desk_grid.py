"""A table of one round typed from paper as one grid: guests by games, the cards' totals compared beside it."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.formats import in_points
from tournament.access import DESK, at_event
from tournament.card_faces import for_script
from tournament.desk_grid import DeskGrid, desk_grid, with_cards, with_texts
from tournament.desk_line import Box, Column, first_to_type
from tournament.format_words import seat_words
from tournament.forms.desk import GridForm
from tournament.forms.entry import new_key
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format, play_of
from tournament.models import Event
from tournament.views.desk_saving import Done, receipts, save_cards, save_columns


@at_event(DESK)
def desk_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The grid with what is saved and kept; POST saves every whole column, and the next table comes up."""
    grid = found_grid(event, round, table)
    if request.method != "POST":
        return grid_page(request, grid, {})
    form = GridForm(request.POST, event_format(event))
    fault = save_cards(request, grid, form)
    done = save_columns(request, grid, form)
    if any(one.wrong for one in done) or fault or form.card_faults:
        told = [fault, *form.card_faults]
        return _again(request, event, grid, form, done, [text for text in told if text])
    return _onwards(request, event, grid, done)


@require_POST
def _look(request: HttpRequest, event: Event, round: int, table: int) -> JsonResponse:
    """What would explain the differences, while they are typed: nothing is saved."""
    form = GridForm(request.POST, event_format(event))
    grid = with_cards(with_texts(found_grid(event, round, table), form.texts), form.cards)
    told = [
        {
            "seat": line.seat,
            "name": line.guest.name,
            "card": in_points(line.card),
            "sum": in_points(line.sum),
            "words": line.cause,
            "game": line.why[0].game if line.why else None,
        }
        for line in grid.differing
    ]
    return JsonResponse({"told": told})


desk_look = at_event(DESK)(_look)


def found_grid(event: Event, number: int, table: int, *, again: bool = False) -> DeskGrid:
    """The grid of a table; to everyone it is not there when there is no such table."""
    largest = 32_767
    grid = desk_grid(event, number, table, again=again) if max(number, table) <= largest else None
    if grid is None:
        raise Http404(f"There is no table {table} in round {number}.")
    return grid


def grid_page(request: HttpRequest, grid: DeskGrid, more: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The page of a grid, column by column."""
    columns = by_column(grid)
    context = {
        "grid": grid,
        "columns": columns,
        "focus": first_to_type(box for _column, boxes in columns for _seat, _name, box in boxes),
        "faces": for_script(play_of(grid.event)),
        "whole_table": event_format(grid.event).scorer != "own_hand",
        "said": seat_words(event_format(grid.event)),
        "key": new_key(),
        "rows": len(grid.lines),
    }
    return render(request, "tournament/desk_table.html", context | more, status=status)


def by_column(grid: DeskGrid) -> list[tuple[Column, list[tuple[str, str, Box | None]]]]:
    """Each game with its boxes in the order of the seats: seat, name, box."""
    return [
        (column, [(line.seat, line.guest.name, line.boxes[at] if line.boxes else None) for line in grid.lines])
        for at, column in enumerate(grid.columns)
    ]


def marked(grid: DeskGrid, done: list[Done]) -> DeskGrid:
    """The grid with the faults at their boxes."""
    faults = {(one.game, seat): finding.text for one in done for finding in one.faults for seat in finding.seats}
    lines = tuple(
        replace(
            line,
            boxes=tuple(
                replace(box, fault=faults[box.game, box.seat]) if box and (box.game, box.seat) in faults else box
                for box in line.boxes
            ),
        )
        for line in grid.lines
    )
    return replace(grid, lines=lines)


def _again(
    request: HttpRequest, event: Event, before: DeskGrid, form: GridForm, done: list[Done], told: list[str]
) -> HttpResponse:
    """The grid as it is now: what was saved is saved, and all else stands as it was typed."""
    grid = with_texts(found_grid(event, before.round, before.table), form.texts)
    grid = marked(with_cards(grid, form.cards), done)
    unit = event_format(event).unit.capitalize()
    told += [f"{unit} {one.game}: {finding.text}" for one in done for finding in one.faults]
    conflicts = [one.game for one in done if one.conflict]
    saved = receipts(done, event, before.table)
    more = {"told": told, "conflicts": conflicts, "saved": saved, "sent": form, "blocked": _blocked(form)}
    return grid_page(request, grid, more, status=422)


def _blocked(form: GridForm) -> list[int]:
    return [sent.game for sent in form.columns if sent.blocked]


def _onwards(request: HttpRequest, event: Event, before: DeskGrid, done: list[Done]) -> HttpResponse:
    """Say what was saved and kept; stay while a card differs, else on to the next table that wants a game."""
    grid = found_grid(event, before.round, before.table)
    saved, where = receipts(done, event, grid.table), table_label(event, grid.table)
    unit = event_format(event).unit
    if saved:
        messages.success(request, saved)
    for one in done:
        if one.wanting:
            seats = ", ".join(one.wanting)
            messages.info(request, f"Table {where}, {unit} {one.game} is kept: seat {seats} is still wanting.")
        if one.outcome and one.outcome.flags:
            flag = one.outcome.flags[0].text
            messages.warning(request, f"{unit.capitalize()} {one.game} is saved; to be looked at: {flag}")
    if grid.differing:
        return redirect("desk_table", event.slug, grid.round, grid.table)
    if grid.next_table is None:
        messages.success(request, f"Every {unit} of round {grid.round} is in.")
        return redirect("desk", event.slug)
    return redirect("desk_table", event.slug, grid.round, grid.next_table)

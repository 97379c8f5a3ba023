"""The page of a grid of the desk, in each of the shapes that tournament/entry/shapes.py names."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.counting.faces import for_script, pad_faces
from tournament.counting.formats import event_format, play_of
from tournament.counting.words import seat_words, taps
from tournament.entry.desk import (
    Box,
    Column,
    DeskGrid,
    Line,
    desk_grid,
    first_to_type,
)
from tournament.entry.notation import to_points
from tournament.entry.pages_sheet import (
    types_points,
)
from tournament.entry.shapes import CARD, TOTALS, Shape
from tournament.ledger.signing import new_key
from tournament.models import LARGEST, Event
from tournament.site.access import at_desk


def found_grid(event: Event, number: int, table: int, *, again: bool = False) -> DeskGrid:
    """The grid of a table; to everyone it is not there when there is no such table."""
    grid = desk_grid(event, number, table, again=again) if max(number, table) <= LARGEST else None
    if grid is None:
        raise Http404(f"There is no table {table} in round {number}.")
    return grid


def grid_page(
    request: HttpRequest,
    shape: Shape,
    extras: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page of a shape, column by column."""
    grid, event = shape.grid, shape.grid.event
    form, points = event_format(event), types_points(request, event)
    lines = [in_points_typed(line) for line in shape.lines] if points else list(shape.lines)
    columns = [] if shape.name == TOTALS else by_column(grid, lines)
    context = {
        "shape": shape,
        "points": points,
        "grid": grid,
        "lines": [(line, card_text(line)) for line in lines],
        "columns": columns,
        "focus": first_to_type(box for _column, boxes in columns for _seat, _name, box in boxes),
        "faces": for_script(play_of(event)),
        "taps": taps(form, len(lines)),
        "pad": pad_faces(play_of(event).rules),
        "whole_table": form.scorer != "own_hand",
        "said": seat_words(form),
        "key": new_key(),
        "height": len(lines),
        "differing": list(shape.part.differing),
        "at_desk": at_desk(request),
        "saved_games": [column.game for column in grid.columns if column.cell.version],
    }
    if shape.name == CARD:
        context["waiting"] = [
            (column.game, waits_for(grid, column)) for column in grid.columns if column.open
        ]
    if shape.name == TOTALS:
        context |= _of_totals(grid, dict(extras or {}).get("of_total", {}))
    return render(request, "entry/grid.html", context | dict(extras or {}), status=status)


def card_text(line: Line) -> str:
    """The total on a guest's card as it stands in its box; empty where none was typed."""
    return "" if line.card is None else str(line.card)


def _of_totals(grid: DeskGrid, sent: Mapping[str, str]) -> dict[str, Any]:
    """Whose games are known by a total alone, whose may be, each with what was `sent` of them, and
    the table that comes next: for entry/_totals_alone.html, which tells the shapes.
    """
    saved = [column.game for column in grid.columns if column.cell.version]
    no_hands, in_all = [], []
    for line in grid.lines:
        sent_back = sent if sent.get("badge") == str(line.guest.badge) else {}
        if line.in_all is not None:
            fields = [(game, f"hand_{game}_{line.seat}") for game in saved]
            games = [(game, name, sent_back.get(name, "")) for game, name in fields]
            in_all.append((line, sent_back, games))
        elif not any(box and box.entry for box in line.boxes):
            no_hands.append((line, sent_back))
    return {"no_hands": no_hands, "in_all": in_all, "following": table_after(grid)}


def by_column(
    grid: DeskGrid, lines: Iterable[Line]
) -> list[tuple[Column, list[tuple[str, str, Box | None]]]]:
    """Each game with its boxes in the order of the seats: seat, name, box."""
    listed_lines = list(lines)
    return [
        (
            column,
            [
                (line.seat, line.name, line.boxes[index] if line.boxes else None)
                for line in listed_lines
            ],
        )
        for index, column in enumerate(grid.columns)
    ]


def in_points_typed(line: Line) -> Line:
    """A line whose open boxes are spelt as where points are typed."""
    return replace(
        line,
        boxes=tuple(
            replace(box, text=to_points(box.text)) if box and box.open else box
            for box in line.boxes
        ),
    )


def waits_for(grid: DeskGrid, column: Column) -> list[str]:
    """Whose hands of a game are still wanting, as seats."""
    boxes = [box for line in grid.lines for box in line.boxes if box and box.game == column.game]
    return [box.seat for box in boxes if not box.text.strip()]


def table_after(grid: DeskGrid) -> int | None:
    """The next table of the round by number; None after the last."""
    tables = sorted({cell.table for cell in grid.around})
    return next((table for table in tables if table > grid.table), None)

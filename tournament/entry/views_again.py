"""The second keying: the same grid, blind; equal is checked, what differs stands side by side."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.counting.formats import event_format
from tournament.counting.seats import table_label
from tournament.counting.submission import submission_from
from tournament.entry.acts_desk import DeskRefusedError, key_again
from tournament.entry.desk import DeskGrid, with_texts
from tournament.entry.forms import typed
from tournament.entry.forms_desk import GridForm, Sent
from tournament.entry.views_desk import found_grid, grid_page, submission_of
from tournament.entry.views_sheet import types_points
from tournament.ledger.signing import signature
from tournament.models import Event, SecondKeying
from tournament.site.access import DESK, at_event


@dataclass(frozen=True, slots=True)
class Differing:
    """One seat on which two keyings differ, each as it was typed."""

    game: int
    seat: str
    name: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Twice:
    """One game keyed twice with differences, and the second keying as a
    correction would take it.
    """

    game: int
    version: int
    seats: tuple[Differing, ...]
    texts: dict[str, str]
    blocked: bool


@at_event(DESK)
def desk_again(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """A blank grid of what is saved and not checked; POST compares every whole column."""
    grid = found_grid(event, round, table, again=True)
    if request.method != "POST":
        return grid_page(request, grid, {"again": True})
    form = GridForm(request.POST, event_format(event))
    types_points(request, event)
    compared = [_compared(request, grid, sent, form.key) for sent in form.columns if not sent.empty]
    told = [found for found in compared if isinstance(found, str)]
    differing = [found for found in compared if isinstance(found, Twice)]
    agreed = [str(found) for found in compared if isinstance(found, int)]
    if agreed:
        form_of = event_format(event)
        called = form_of.unit if len(agreed) == 1 else form_of.units
        where = f"Table {table_label(event, table)}, {called} {', '.join(agreed)}"
        messages.success(request, f"{where}: typed twice, and both agree. Checked.")
    if not told and not differing:
        return redirect("desk_table", event.slug, round, table)
    grid = with_texts(found_grid(event, round, table, again=True), form.texts)
    return grid_page(
        request, grid, {"again": True, "told": told, "differences": differing}, status=422
    )


def _compared(request: HttpRequest, grid: DeskGrid, sent: Sent, key: str) -> "str | Twice | int":
    """What became of one column: a fault in words, the differences, or its
    number where both agree.
    """
    fault = _fault(sent, event_format(grid.event).unit.capitalize())
    if fault:
        return fault
    try:
        keyed = key_again(
            grid.event, submission_of(grid, sent), signature(request, f"{key}-{sent.game}")
        )
    except DeskRefusedError as refused:
        return str(refused)
    return sent.game if keyed.agrees else _twice(grid, sent, keyed)


def _fault(sent: Sent, unit: str) -> str:
    if sent.faults:
        return f"{unit} {sent.game}: {sent.faults[0].text}"
    if sent.wanting:
        return (
            f"{unit} {sent.game}: seat {', '.join(sent.wanting)} is missing. Type it, then compare."
        )
    return ""


def _twice(grid: DeskGrid, sent: Sent, keyed: SecondKeying) -> Twice:
    """Both keyings of the seats on which they differ."""
    first = {one.seat: typed(one) for one in submission_from(keyed.sheet.entry.body).entries}
    second = {one.seat: typed(one) for one in submission_from(keyed.entry.body).entries}
    names = {
        box.seat: line.guest.name
        for line in grid.lines
        for box in line.boxes
        if box and box.game == sent.game
    }
    seats = tuple(
        Differing(sent.game, seat, names.get(seat, ""), first.get(seat, ""), text)
        for seat, text in second.items()
        if first.get(seat) != text
    )
    return Twice(sent.game, keyed.sheet.version, seats, second, sent.blocked)

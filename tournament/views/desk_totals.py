"""The paper card as a second count: its total alone is typed; equal is verified, else the likely cause is named."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.formats import Format
from scoring.sheet import SeatEntry
from tournament.access import DESK, OFFICIAL, at_event
from tournament.acts.desk import DeskRefusedError
from tournament.acts.round_totals import record_round_total, take_back_round_total
from tournament.desk_grid import DeskGrid, with_cards
from tournament.forms.desk import GridForm
from tournament.forms.entry import new_key
from tournament.forms.typed import TypedError, read_typed
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format
from tournament.models import Event, Guest
from tournament.views.desk_grid import found_grid
from tournament.views.desk_saving import save_cards
from tournament.views.sheet_pages import at_desk, signature
from tournament.views.their_rows import guest_of, round_of


@at_event(OFFICIAL)
def desk_totals(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """A line a guest with the sum of the games, and what their card says; POST records and compares."""
    grid = found_grid(event, round, table)
    if request.method != "POST":
        return _page(request, grid)
    form, units = GridForm(request.POST, event_format(event)), event_format(event).units
    told = [text for text in (save_cards(request, grid, form), *form.card_faults) if text]
    grid = with_cards(found_grid(event, round, table), form.cards)
    if told:
        return _page(request, grid, form, told)
    where = table_label(event, table)
    if grid.differing:
        messages.warning(request, f"Table {where}: {_count(len(grid.differing))} not say what the {units} make.")
        return redirect("desk_totals", event.slug, round, table)
    if form.cards:
        messages.success(request, f"Table {where}: what was typed agrees with the {units}. Verified.")
    following = _next_table(grid)
    return redirect("desk_totals", event.slug, round, following) if following else redirect("sheets", event.slug)


def _count(number: int) -> str:
    return "one card does" if number == 1 else f"{number} cards do"


def _next_table(grid: DeskGrid) -> int | None:
    tables = sorted({cell.table for cell in grid.around})
    return next((table for table in tables if table > grid.table), None)


def _page(
    request: HttpRequest, grid: DeskGrid, form: GridForm | None = None, told: list[str] | None = None
) -> HttpResponse:
    texts = form.card_texts if form else {}
    without = [line for line in grid.lines if line.in_all is None and not any(box and box.entry for box in line.boxes)]
    context = {
        "grid": grid,
        "lines": [(line, texts.get(line.seat, "" if line.card is None else str(line.card))) for line in grid.lines],
        "told": told or [],
        "without": without,
        "in_all": [(line, _saved_without(grid)) for line in grid.lines if line.in_all is not None],
        "at_desk": at_desk(request),
        "following": _next_table(grid),
        "key": new_key(),
    }
    return render(request, "tournament/desk_totals.html", context, status=422 if told else 200)


def _saved_without(grid: DeskGrid) -> list[int]:
    """The games of the table whose sheets are in: a total taken back needs a hand in each."""
    return [column.game for column in grid.columns if column.cell.version]


@require_POST
def _round_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    points, key = request.POST.get("points", "").strip(), request.POST.get("key", "")[:60]
    guest = _guest(event, badge)
    try:
        if not (points.isascii() and points.isdigit() and len(points) < 5):
            raise DeskRefusedError("Type the total on the card as a whole number, such as 61.")
        by, reason = signature(request, key), request.POST.get("reason", "")[:300]
        record_round_total(event, (round, guest.ref), int(points), by, reason=reason)
        messages.success(
            request,
            f"{guest.name}: the card says {points} for round {round}, and nothing of its {event_format(event).units}.",
        )
    except DeskRefusedError as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


@require_POST
def _take_back_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    guest, key = _guest(event, badge), request.POST.get("key", "")[:60]
    try:
        by, reason = signature(request, key), request.POST.get("reason", "")[:300]
        take_back_round_total(event, (round, guest.ref), _hands(request, event_format(event)), by, reason=reason)
        messages.success(
            request, f"{guest.name}: the total is taken back. Their {event_format(event).units} are counted one by one."
        )
    except (DeskRefusedError, TypedError) as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


round_total, take_back_total = at_event(DESK)(_round_total), at_event(DESK)(_take_back_total)


def _guest(event: Event, badge: int) -> Guest:
    guest_of(event, badge)
    return Guest.objects.get(event=event, badge=badge)


def _hands(request: HttpRequest, form: Format) -> dict[int, SeatEntry]:
    """The hands typed for the games saved without them; the seat is known to the act."""
    typed = {game: request.POST.get(f"hand_{game}", "").strip()[:241] for game in range(1, 100)}
    return {game: read_typed("A", text, form) for game, text in typed.items() if text}


def _back(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    table = request.POST.get("table", "")
    if table.isascii() and table.isdigit() and len(table) < 5:
        return redirect("desk_totals", event.slug, round, int(table))
    return redirect("desk", event.slug)

"""What the views of one game share: finding its page, drawing the page of entry with what was
typed, and the receipt.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.counting.sheet import Finding
from scoring.words import listed, noun
from tournament.counting.faces import for_script, pad_faces
from tournament.counting.formats import event_format, play_of
from tournament.counting.grid import cells
from tournament.counting.plan import table_label
from tournament.counting.submission import Place, Submission, body_of
from tournament.counting.words import seat_words, taps
from tournament.entry.acts import Outcome
from tournament.entry.forms_grid import GridForm
from tournament.entry.forms_questions import Question
from tournament.entry.in_hand import typed_hands
from tournament.entry.notation import AS_CARDS, POINTS, TypedError, read_typed, to_points
from tournament.entry.pages_saving import Done
from tournament.entry.reading import (
    TAPPED,
    TablePage,
    Typed,
    of_the_sheet,
    rows,
    table_page,
    typed_of_sheet,
)
from tournament.entry.shapes import CORRECTION, GAME, OneGame
from tournament.ledger.signing import new_key
from tournament.models import LARGEST, Event, Seat, Sheet, Table
from tournament.models.seating import RoundState
from tournament.site.access import at_desk

REMEMBERED = "points_typed_at"


def types_points(request: HttpRequest, event: Event) -> bool:
    """Whether numbers typed in this browser are points; what was sent last is remembered for the
    evening.
    """
    remembered: list[int] = request.session.get(REMEMBERED, [])
    text = request.POST.get("switch") or request.POST.get("typing")
    if text not in (AS_CARDS, POINTS):
        return event.pk in remembered
    if (text == POINTS) != (event.pk in remembered):
        earlier = [pk for pk in remembered if pk != event.pk]
        request.session[REMEMBERED] = [*earlier, event.pk] if text == POINTS else earlier
    return text == POINTS


def found_page(event: Event, place: Place) -> TablePage:
    """The page of a game; to everyone it is not there when there is no such game."""
    page = table_page(event, place)
    if page is None:
        raise Http404(f"There is no {place}.")
    return page


def empty_table_page(
    request: HttpRequest, event: Event, place: Place, *, status: int = 200
) -> HttpResponse:
    """The page of a game without hands: all have left, or their cards bear totals.

    404 where there is no such game.
    """
    table = None
    if max(place.round, place.table) <= LARGEST:
        tables = Table.objects.filter(event=event, round__number=place.round, number=place.table)
        table = tables.exclude(round__state=RoundState.DRAFT).select_related("round").first()
    if table is None or not 1 <= place.game <= table.round.games:
        raise Http404(f"There is no {place}.")
    round_cells = cells(event, round=place.round)
    context = {
        "round": table.round,
        "label": table_label(event, place.table),
        "left": (
            Seat.objects.filter(table=table).select_related("guest").order_by("letter", "from_game")
        ),
        "told": any((cell.table, cell.game) == (place.table, place.game) for cell in round_cells),
        "missing": next((cell for cell in round_cells if cell.state == "missing"), None),
        "at_desk": at_desk(request),
    }
    return render(request, "entry/empty_table.html", context, status=status)


def typed_of(form: GridForm, findings: tuple[Finding, ...]) -> Typed:
    """What was typed, kept whole, with everything found about it."""
    unique, column = dict.fromkeys((*form.faults, *findings)), form.column
    return Typed(
        column.texts, column.entries, tuple(unique), form.stand(form.game), blocked=column.blocked
    )


def typing_page(
    request: HttpRequest,
    page: TablePage,
    form: GridForm | None = None,
    findings: tuple[Finding, ...] = (),
    questions: tuple[Question, ...] = (),
    *,
    corrected: Sheet | None = None,
) -> HttpResponse:
    """The grid of one game: as it is kept, or as the sheet says that is to be `corrected`; or with
    everything that was typed and what is wrong with it.
    """
    if form:
        form, changed = seats_changed(page, form)
        findings, questions = (changed, ()) if changed else (findings, questions)
        entries = typed_of(form, findings)
    else:
        entries = typed_of_sheet(corrected) if corrected else kept_hands(page)
    context = page_context(page, entries, points=types_points(request, page.event))
    seat = request.GET.get("seat", "")
    context |= {
        "shape": OneGame(CORRECTION if corrected else GAME, page.event, page.place),
        "at_desk": at_desk(request),
        "told": context["refusals"],
        "sheet": corrected,
        "sent": form.data if form else {},
        "seen": form.data.get("seen") if form else page.cell.version,
        "begun": form is None and bool(entries.texts),
        "blocked": entries.blocked,
        "sure": [("", answer) for answer in form.sure] if form else (),
        "questions": questions,
        "focus": seat if seat in entries.texts and not form else context["focus"],
    }
    back = form and form.data.get("step") == "edit"
    return render(request, "entry/grid.html", context, status=422 if form and not back else 200)


SEATS_CHANGED = Finding(
    "people",
    (),
    "Seats have changed since this page was opened. What you typed went with the players: look at"
    " it, then save.",
    refused=True,
)


def seats_changed(page: TablePage, form: GridForm) -> tuple[GridForm, tuple[Finding, ...]]:
    """What was typed, at the seats the guests have now, and what is said where they changed seats
    since the page was opened.
    """
    now = {seat.letter: seat.guest.ref for seat in page.seats}
    people = form.column.people
    if people.keys() < form.column.raw.keys() or people.items() <= now.items():
        return form, ()
    form, strays = form.followed([(page.place.game, seat, ref) for seat, ref in now.items()], {})
    texts = ", ".join(text for _game, _guest, text in strays)
    words = f"Typed for somebody who does not sit here any more: {texts}."
    fault = (Finding("people", (), words, refused=True),) if strays else ()
    return form, (*fault, SEATS_CHANGED)


def kept_hands(page: TablePage) -> Typed:
    """What the desk keeps of this game until it is whole."""
    place, form = page.place, event_format(page.event)
    hands = typed_hands(page.event, place.round, place.table)
    texts = {
        seat.letter: text
        for seat in page.seats
        if (text := hands.get((place.game, seat.guest.ref)))
    }
    entries = {}
    for seat, text in texts.items():
        with suppress(TypedError):
            entries[seat] = read_typed(seat, text, form)
    return Typed(texts, entries)


def page_context(page: TablePage, entries: Typed, *, points: bool = False) -> dict[str, Any]:
    """What every page with a row a seat needs; with `points` the texts are spelt as where points
    are typed.
    """
    play = play_of(page.event)
    seat_rows = rows(page.event, page.seats, entries)
    if points:
        seat_rows = tuple(replace(row, text=to_points(row.text)) for row in seat_rows)
    refusals, flags = of_the_sheet(entries, (row.seat for row in seat_rows))
    first = next((row.seat for row in seat_rows if row.refusals), "")
    if not (first or refusals):
        first = next((row.seat for row in seat_rows if not row.text.strip()), seat_rows[0].seat)
    return {
        "points": points,
        "page": page,
        "place": page.place,
        "round": page.seats[0].round,
        "rows": seat_rows,
        "refusals": refusals,
        "sheet_flags": flags,
        "focus": first,
        "key": new_key(),
        "said": seat_words(play.format),
        "taps": taps(play.format, len(seat_rows)),
        "faces": for_script(play),
        "dismissals": TAPPED,
        "pad": pad_faces(play.rules),
    }


def look_again(unit: str, game: int, flag: str) -> str:
    """What is said beside the receipt of a sheet that is saved with a flag."""
    return f"{unit.capitalize()} {game} is saved; check this: {flag}"


def receipt(event: Event, table: int, saved: Mapping[int, Outcome]) -> str:
    """What was saved at a table, by game, and under which numbers: one wording wherever sheets are
    saved.
    """
    form, numbers = (
        event_format(event),
        ", ".join(str(outcome.number) for outcome in saved.values()),
    )
    unit, word = noun(len(saved), form.unit), noun(len(saved), "Receipt")
    before = all(outcome.repeated for outcome in saved.values())
    moment = "Saved before" if before else f"Saved at {timezone.localtime():%H:%M:%S}"
    games = ", ".join(map(str, saved))
    return f"{moment}: table {table_label(event, table)}, {unit} {games}. {word} {numbers}."


def missing_seats(event: Event, table: int, half: Done) -> str:
    """Which seats of a half typed column are missing."""
    seats = listed(half.missing)
    label = f"Table {table_label(event, table)}, {event_format(event).unit} {half.game}"
    if len(half.missing) == 1:
        return f"{label}: seat {seats} is missing. What you typed is kept."
    return f"{label}: seats {seats} are missing. What you typed is kept."


def sheet_payload(page: TablePage, submission: Submission) -> dict[str, Any]:
    """A sheet as it is asked for: what the ledger would keep of it, the version it is to replace,
    and up to which differing sheet a choice was made.
    """
    guests = {seat.letter: seat.guest.ref for seat in page.seats}
    payload = {"sheet": body_of(submission, guests), "seen": submission.seen}
    return payload if submission.waiting is None else payload | {"waiting": submission.waiting}

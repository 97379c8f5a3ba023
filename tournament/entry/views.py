"""Entering a game: the page of a table, and the one act behind its button.

Declaring from the page of a game that it will not be played, and taking that back.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.formats import WANTING, check
from tournament.counting.formats import event_format, play_of
from tournament.counting.grid import cells
from tournament.counting.submission import Place, Submission, flag_key, sheet_of
from tournament.entry.acts import Outcome
from tournament.entry.acts_desk import keep_typed
from tournament.entry.acts_unplayed import declare_unplayed, take_back_unplayed
from tournament.entry.forms import ReopenForm
from tournament.entry.forms_grid import GridForm
from tournament.entry.forms_questions import questions_of
from tournament.entry.forms_twins import twins_typed
from tournament.entry.in_hand import typed_hands
from tournament.entry.pages_conflict import conflict_page
from tournament.entry.pages_saved import saved_page
from tournament.entry.pages_saving import Done, save_column
from tournament.entry.pages_sheet import (
    empty_table_page,
    found_page,
    look_again,
    missing_seats,
    receipt,
    types_points,
    typing_page,
)
from tournament.entry.reading import TablePage, table_page
from tournament.ledger.signing import signature
from tournament.models import LARGEST, Event, Table
from tournament.refusal import Refused
from tournament.site.access import DESK, OFFICIAL, at_event, game_of


@at_event(OFFICIAL)
def sheet(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """A game: its page of entry while it is missing, then the sheet as saved; POST saves it."""
    place = Place(round, table, game)
    if request.method == "POST":
        return _save(request, event, place)
    page = table_page(event, place)
    if page is None:
        return empty_table_page(request, event, place)
    return (
        saved_page(request, page)
        if page.cell.version or page.cell.not_played
        else typing_page(request, page)
    )


@at_event(OFFICIAL)
def table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The next missing game of a table; its last one when all are in."""
    table_cells = cells(event, round=round, table=table) if max(round, table) <= LARGEST else ()
    if not table_cells:
        return empty_table_page(request, event, Place(round, table, 1))
    missing = [cell.game for cell in table_cells if cell.state == "missing"]
    if not missing:
        messages.success(
            request, f"All {event_format(event).units} of table {table_cells[0].label} are in."
        )
    return redirect(
        "sheet", event.slug, round, table, missing[0] if missing else table_cells[-1].game
    )


@require_POST
def _look(request: HttpRequest, event: Event, round: int, table: int, game: int) -> JsonResponse:
    game_of(event, round, table, game)
    play = play_of(event)
    form, place = GridForm(request.POST, play.format, game=game), Place(round, table, game)
    types_points(request, event)
    packs = Table.objects.filter(event=event, round__number=round, number=table).values_list(
        "packs", flat=True
    )
    column = form.column
    value = sheet_of(column.submission(place), packs.first() or 1)
    findings = [
        finding
        for finding in check(value, *play)
        if not column.missing or finding.kind not in WANTING
    ]
    findings += [finding for finding, _about in twins_typed(event, (round, table), form)]
    visible = [
        {
            "key": flag_key(finding),
            "seats": finding.seats,
            "text": finding.text,
            "refused": finding.refused,
        }
        for finding in (*column.faults, *findings)
    ]
    questions = questions_of(event, form)
    return JsonResponse(
        {"findings": visible, "questions": [question.json for question in questions]}
    )


look = at_event(OFFICIAL)(_look)


def _save(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    form = GridForm(request.POST, event_format(event), game=place.game)
    types_points(request, event)
    questions = questions_of(event, form)
    if questions or form.word_faults:
        result = Done(place.game)
    else:
        result = save_column(request, event, place, form, form.column)
    if result.outcome:
        if "kept" in request.POST:
            _forget_kept(request, event, place)
        return _receipt(request, event, form.submission(place, form.column), result.outcome)
    page = table_page(event, place)
    if page is None:  # they left while the sheet was typed
        return empty_table_page(request, event, place, status=409)
    if result.conflict:
        return conflict_page(request, page, result.conflict, status=409)
    if result.missing and page.cell.state == "missing":
        return _half(request, page, form, result)
    return typing_page(request, page, form, result.faults, questions)


def _half(request: HttpRequest, page: TablePage, form: GridForm, result: Done) -> HttpResponse:
    """What is typed of a game is kept until it is whole, as on every page of typing."""
    place, column = page.place, form.column
    refs = {seat.letter: seat.guest.ref for seat in page.seats} | dict(column.people)
    hands = {(place.game, refs[seat]): text for seat, text in column.texts.items() if seat in refs}
    keep_typed(page.event, place.round, place.table, hands, signature(request))
    messages.warning(request, missing_seats(page.event, place.table, result))
    return redirect("sheet", page.event.slug, place.round, place.table, place.game)


def _forget_kept(request: HttpRequest, event: Event, place: Place) -> None:
    """The hands kept of a game are its sheet now."""
    hands = typed_hands(event, place.round, place.table)
    empty = {hand: "" for hand in hands if hand[0] == place.game}
    keep_typed(event, place.round, place.table, empty, signature(request))


def _receipt(
    request: HttpRequest, event: Event, saved: Submission, outcome: Outcome
) -> HttpResponse:
    """Only after the commit: the time and the number, then the next missing game, or the flag left
    open.
    """
    place, unit = saved.place, event_format(event).unit
    findings = [flag for flag in outcome.flags if flag_key(flag) not in saved.dismissed]
    messages.success(request, receipt(event, place.table, {place.game: outcome}))
    if not findings:
        return redirect("table", event.slug, place.round, place.table)
    messages.warning(request, look_again(unit, place.game, findings[0].text))
    return redirect("sheet", event.slug, place.round, place.table, place.game)


@require_POST
def _unplayed(
    request: HttpRequest, event: Event, round: int, table: int, game: int
) -> HttpResponse:
    place, form = Place(round, table, game), ReopenForm(request.POST)
    found_page(event, place)
    back = "take_back" in request.POST
    try:
        if not form.is_valid():
            raise Refused("Say why, in at most 300 characters.")
        act = take_back_unplayed if back else declare_unplayed
        act(event, place, signature(request), reason=form.cleaned_data["reason"])
        unit = event_format(event).unit
        outcome = (
            f"Table {table} takes a sheet of {unit} {game} again."
            if back
            else f"Table {table}, {unit} {game} will not be played."
        )
        messages.success(request, outcome)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


unplayed = at_event(DESK)(_unplayed)

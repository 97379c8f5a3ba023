"""Correcting a sheet in two steps: typed as on the page of entry, then seen in its consequences,
then saved.

Everything that was ever entered for one game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.counting.sheet import Finding
from scoring.formats import check
from tournament.approvals.acts import Asked
from tournament.approvals.pages_by_two import by_two, fault_of_witness, seconds
from tournament.counting.before_after import moves_and_chances, place_words
from tournament.counting.consequences import rehearse
from tournament.counting.formats import event_format, play_of
from tournament.counting.scores import seal_in_force
from tournament.counting.submission import (
    Place,
    SheetConflictError,
    Submission,
    body_of,
    same_result,
    sheet_of,
    submission_from,
)
from tournament.entry.acts import SheetRefusedError, correct_sheet
from tournament.entry.forms_grid import GridForm
from tournament.entry.forms_questions import questions_of
from tournament.entry.notation import typed
from tournament.entry.reading import Row, TablePage, Typed, rows
from tournament.entry.views_conflict import conflict_page
from tournament.entry.views_saved import accepted, typed_of_sheet
from tournament.entry.views_sheet import (
    found_page,
    page_context,
    receipt,
    sheet_payload,
    typed_of,
    types_points,
)
from tournament.guests.namesakes import names_alone
from tournament.ledger.signing import signature
from tournament.models import Event, LedgerEntry, Sheet, Stage
from tournament.site.access import OFFICIAL, RECORD, at_desk, at_event
from tournament.site.cache import asked_once
from tournament.site.password import asked_again

REHEARSED = "a look at what it would change"
REASONS = ("8 counted as 8", "Wrong player", "Misread", "Counted again")


@at_event(OFFICIAL)
def correction(
    request: HttpRequest, event: Event, round: int, table: int, game: int
) -> HttpResponse:
    """The sheet with its hands to be typed anew; sent, the preview; sent again from there, the
    correction.
    """
    page = found_page(event, Place(round, table, game))
    sheet = accepted(page)
    if sheet is None:
        return redirect("sheet", event.slug, round, table, game)
    if not (page.seats[0].round.open or at_desk(request)):
        messages.error(
            request, "The round is closed: the head umpire or the organiser corrects now."
        )
        return redirect("sheet", event.slug, round, table, game)
    if request.method != "POST":
        return _edit(request, page, sheet, typed_of_sheet(sheet))
    form = GridForm(request.POST, event_format(event), game=game)
    return _corrected(request, page, sheet, form)


def _corrected(request: HttpRequest, page: TablePage, sheet: Sheet, form: GridForm) -> HttpResponse:
    step, stands = request.POST.get("step"), typed_of_sheet(sheet).texts
    questions = questions_of(page.event, form, stands=stands) if step == "preview" else ()
    if questions or form.faults:
        context = {"questions": questions, "sure": form.sure}
        return _edit(request, page, sheet, typed_of(form, ()), context, status=422)
    submission = form.submission(page.place)
    findings = _faults(page, sheet, submission)
    if step == "edit" or any(finding.refused for finding in findings):
        return _edit(
            request, page, sheet, typed_of(form, findings), status=200 if step == "edit" else 422
        )
    if step == "save":
        return _save(request, page, sheet, form)
    return _preview(request, page, sheet, form)


def _edit(
    request: HttpRequest,
    page: TablePage,
    sheet: Sheet,
    entries: Typed,
    extras: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The sheet to be typed anew; `extras` hold what has to be answered first, and what was."""
    context = page_context(page, entries, points=types_points(request, page.event))
    context |= {"sheet": sheet, "sent": request.POST, "questions": (), "sure": ()} | dict(
        extras or {}
    )
    seat = request.GET.get("seat")
    if seat in {row.seat for row in context["rows"]}:
        context["focus"] = seat
    context["blocked"] = "blocked" in request.POST if request.method == "POST" else sheet.blocked
    return render(request, "entry/correction_edit.html", context, status=status)


def _faults(page: TablePage, sheet: Sheet, submission: Submission) -> tuple[Finding, ...]:
    """What keeps it from being a correction: the impossible, no change at all, or a sheet changed
    meanwhile.
    """
    if submission.seen != sheet.version:
        text = (
            f"{sheet.entered_by} changed this sheet meanwhile (version {sheet.version}). Open the"
            " correction again."
        )
        return (Finding("stale", (), text, refused=True),)
    seated = {seat.letter: seat.guest.ref for seat in page.seats}
    moved = any(seated.get(seat) != ref for seat, ref in submission.people.items())
    if moved or {entry.seat for entry in submission.entries} != set(seated):
        return (
            Finding(
                "seats",
                (),
                "The seats have changed since. Open the correction again.",
                refused=True,
            ),
        )
    if same_result(body_of(submission, seated), sheet.entry.body):
        return (
            Finding(
                "unchanged",
                (),
                "Nothing is changed yet: type the hand as it should be.",
                refused=True,
            ),
        )
    return check(sheet_of(submission, page.table.packs), *play_of(page.event))


def _preview(
    request: HttpRequest,
    page: TablePage,
    sheet: Sheet,
    form: GridForm,
    refused: str = "",
    *,
    status: int = 200,
) -> HttpResponse:
    submission = form.submission(page.place)
    pairs = _pairs(page, sheet, form)
    context: dict[str, Any] = {
        "page": page,
        "place": page.place,
        "sheet": sheet,
        "form": form,
        "typed": form.column.texts,
        "reasons": REASONS,
        "refused": refused,
        "pairs": pairs,
        "flags": [flag.text for flag in _faults(page, sheet, submission)],
        **_consequences(request, page, submission, [was for was, _now in pairs]),
    }
    return render(request, "entry/correction.html", context, status=status)


def _pairs(page: TablePage, sheet: Sheet, form: GridForm) -> list[tuple[Row, Row]]:
    """The rows that change, as they were and as they would be."""
    column = form.column
    old = rows(page.event, page.seats, typed_of_sheet(sheet))
    new = rows(page.event, page.seats, Typed(column.texts, column.entries, blocked=column.blocked))
    return [(was, now) for was, now in zip(old, new, strict=True) if was.entry != now.entry]


def _consequences(
    request: HttpRequest, page: TablePage, submission: Submission, changed: list[Row]
) -> dict[str, Any]:
    """What becomes of the cut: only of a qualifying round, and a second official where the seal is
    on it.
    """
    if page.seats[0].round.stage != Stage.QUALIFYING:
        return {"moves": None, "two_must_agree": False, "becomes": []}
    refs = {seat.letter: seat.guest.ref for seat in page.seats}
    change = replace(submission, reason=REHEARSED, witness=REHEARSED)
    act = partial(correct_sheet, page.event, change, at_desk=True)
    effect = rehearse(page.event, act, timezone.now())
    corrected = [refs[row.seat] for row in changed]
    old, new = (
        {standing.player: standing for standing in side.standings}
        for side in (effect.before, effect.after)
    )
    crossing = effect.moves.crosses_the_line and seal_in_force(page.event) is not None
    return {
        "moves": moves_and_chances(page.event, effect, corrected),
        "becomes": [place_words(old.get(ref), new.get(ref)) for ref in corrected],
        "two_must_agree": crossing,
        "seconds": seconds(request, page.event) if crossing else [],
    }


def _save(request: HttpRequest, page: TablePage, sheet: Sheet, form: GridForm) -> HttpResponse:
    place, signer = page.place, signature(request, form.key)
    # Where there are two officials nobody is named: the second one approves on an own device.
    submission = form.submission(place)
    submission = submission if page.event.one_official else replace(submission, witness="")
    fault = fault_of_witness(request, page.event, submission.witness)
    if fault:
        return _preview(request, page, sheet, form, fault, status=422)
    if submission.witness and (question := asked_again(request)):
        return question
    try:
        outcome = correct_sheet(page.event, submission, signer, at_desk=at_desk(request))
    except SheetRefusedError as refused:
        if not page.event.one_official and [finding.kind for finding in refused.findings] == [
            "witness"
        ]:
            return _preview_page(request, page, submission)
        return _preview(request, page, sheet, form, str(refused), status=422)
    except SheetConflictError as conflict:
        return conflict_page(request, page, conflict.entry, status=409)
    messages.success(
        request, f"Corrected. {receipt(page.event, place.table, {place.game: outcome})}"
    )
    return redirect("sheet", page.event.slug, place.round, place.table, place.game)


def _preview_page(request: HttpRequest, page: TablePage, submission: Submission) -> HttpResponse:
    """Across the sealed line the correction waits for the second official."""
    proposal = Asked("correct", submission.reason, sheet_payload(page, submission))
    return by_two(request, page.event, proposal, "Corrected.", "desk")


WORDS = {
    "sheet": "Entered",
    "correct": "Corrected",
    "resolve": "Settled between two sheets",
    "conflict": "Sent in conflict, not counted",
    "check": "Checked",
    "uncheck": "Check taken back",
    "dismiss": "Flag dismissed",
    "not_played": "Declared not played",
    "play_after_all": "Declaration taken back",
    "raise_again": "Flag raised again",
    "second_key": "Typed a second time",
    "take_back_save": "Sheet taken back",
    "undo_correction": "Correction taken back",
    "swap_hands": "Two hands swapped",
    "move": "Sheet moved",
    "ruling": "Ruling given",
    "adjust": "Adjusted by a ruling",
}


ADJUSTED = {
    "void": "Made void",
    "replay": "Set aside to be played again",
    "tally": "Tally corrected",
    "points": "Points",
}


@dataclass(frozen=True, slots=True)
class Past:
    """One entry of the ledger about this game; rows are there when it brought a sheet."""

    entry: LedgerEntry
    words: str
    version: int | None
    counts: bool
    checker: str
    rows: tuple[Row, ...]


@at_event(RECORD)
def history(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """All versions of a game's sheet, latest first: who, when, why, who checked."""
    page = found_page(event, Place(round, table, game))
    here = Q(body__round=round, body__table=table, body__game=game)
    for end in ("from", "to"):
        here |= Q(
            **{
                f"body__{end}__{name}": number
                for name, number in (("round", round), ("table", table), ("game", game))
            }
        )
    entries = LedgerEntry.objects.filter(here, event=event, kind__in=WORDS).order_by("-number")
    sheets = {
        sheet.entry_id: sheet for sheet in Sheet.objects.filter(event=event, entry__in=entries)
    }
    with asked_once():
        names = dict(event.guests.values_list("ref", "name")) | names_alone(event)
        past = [_past(page, entry, sheets.get(entry.pk), names) for entry in entries]
    return render(request, "entry/history.html", {"page": page, "place": page.place, "past": past})


def _past(
    page: TablePage, entry: LedgerEntry, sheet: Sheet | None, names: Mapping[str, str]
) -> Past:
    return Past(
        entry=entry,
        words=_words(entry),
        version=sheet.version if sheet else None,
        counts=bool(sheet and sheet.accepted),
        checker=str(entry.body.get("checker", "")),
        rows=_rows(page, entry, names) if "tallies" in entry.body else (),
    )


def _words(entry: LedgerEntry) -> str:
    """What the entry is called; a second keying says whether it agreed, a move
    where from and to.
    """
    words, body = WORDS[entry.kind], entry.body
    if entry.kind == "ruling":
        return f"Ruling {body['number']} given"
    if entry.kind == "adjust":
        return f"{ADJUSTED[body['kind']]}, adjustment {body['number']}"
    if entry.kind == "second_key":
        return f"{words}, {'equal' if body['agrees'] else 'differing'}"
    if entry.kind != "move":
        return words
    away, to = (
        Place(body[end]["round"], body[end]["table"], body[end]["game"]) for end in ("from", "to")
    )
    return (
        f"Sheets swapped between {away} and {to}"
        if body["swapped"]
        else f"{words} from {away} to {to}"
    )


def _rows(page: TablePage, entry: LedgerEntry, names: Mapping[str, str]) -> tuple[Row, ...]:
    """The hands under the names of those who were entered with them, whoever sits there now."""
    on_it = {tally["seat"]: names.get(tally["guest"], "") for tally in entry.body["tallies"]}
    entries = {seat_entry.seat: seat_entry for seat_entry in submission_from(entry.body).entries}
    texts = {seat: typed(seat_entry) for seat, seat_entry in entries.items()}
    visible = rows(page.event, page.seats, Typed(texts, entries, blocked=entry.body["blocked"]))
    return tuple(replace(row, name=on_it[row.seat]) for row in visible if row.seat in on_it)

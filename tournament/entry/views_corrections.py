"""Correcting a sheet in two steps: typed as on the page of entry, then seen in its consequences,
then saved.

Everything that was ever entered for one game, and who deals it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.counting.sheet import Finding, doubt_limits
from tournament.approvals.acts import Asked
from tournament.approvals.pages_by_two import by_two, fault_of_witness, seconds
from tournament.counting.before_after import moves_and_chances, place_words
from tournament.counting.consequences import Consequence, rehearse
from tournament.counting.formats import event_format
from tournament.counting.scores import rules, seal_in_force
from tournament.counting.submission import (
    Place,
    SheetConflictError,
    Submission,
    submission_from,
)
from tournament.counting.words import WORDS
from tournament.entry.acts import Outcome, SheetRefusedError, correct_sheet
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.forms_grid import GridForm
from tournament.entry.forms_questions import questions_of
from tournament.entry.notation import typed
from tournament.entry.pages_conflict import conflict_page
from tournament.entry.pages_sheet import found_page, receipt, sheet_payload, typing_page
from tournament.entry.place import accepted
from tournament.entry.reading import Row, TablePage, Typed, rows, typed_again, typed_of_sheet
from tournament.guests.namesakes import names_alone
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, one_line, perform, signature
from tournament.models import Event, LedgerEntry, Sheet, Stage
from tournament.site.access import DESK, OFFICIAL, RECORD, at_desk, at_event
from tournament.site.cache import asked_once
from tournament.site.password import asked_again

REHEARSED = "a look at what it would change"
UNCHANGED = Finding(
    "unchanged", (), "Nothing is changed yet: type the hand as it should be.", refused=True
)
REASONS = ("Wrong player", "Misread", "Counted again")


@at_event(OFFICIAL)
def correction(
    request: HttpRequest, event: Event, round: int, table: int, game: int
) -> HttpResponse:
    """The sheet with its hands to be typed anew; sent, the preview; sent again from there, the
    correction.
    """
    page = found_page(event, Place(round, table, game))
    sheet = accepted(page.event, page.place)
    if sheet is None:
        return redirect("sheet", event.slug, round, table, game)
    if not (page.seats[0].round.open or at_desk(request)):
        messages.error(
            request, "The round is closed: the head umpire or the organiser corrects now."
        )
        return redirect("sheet", event.slug, round, table, game)
    if request.method != "POST":
        return typing_page(request, page, corrected=sheet)
    form = GridForm(request.POST, event_format(event), game=game)
    return _corrected(request, page, sheet, form)


def _reasons(event: Event) -> tuple[str, ...]:
    """The reasons by button: an 8 taken for what stands on it only where it is worth something
    else.
    """
    return ("8 counted as 8", *REASONS) if doubt_limits(rules(event))["eight"] else REASONS


@dataclass(frozen=True, slots=True)
class Correction:
    """What was typed over a sheet: the form, the sheet as it should be and why, and the rows that
    change, as they were and as they would be.
    """

    form: GridForm
    submission: Submission
    pairs: tuple[tuple[Row, Row], ...]


def _correction(page: TablePage, sheet: Sheet, form: GridForm) -> Correction:
    """What was typed. Where there are two officials nobody is named: the second one approves on an
    own device.
    """
    words, column = form.words, form.column
    submission = replace(
        form.submission(page.place, column),
        reason=words["reason"],
        witness=words["witness"] if page.event.one_official else "",
    )
    old = rows(page.event, page.seats, typed_of_sheet(sheet))
    typed_now = Typed(column.texts, column.entries, blocked=column.blocked)
    new = rows(page.event, page.seats, typed_now)
    pairs = [pair for pair in zip(old, new, strict=True) if _cards(pair[0]) != _cards(pair[1])]
    return Correction(form, submission, tuple(pairs))


def _cards(row: Row) -> list[str]:
    """What a row says, in whatever order its cards are typed."""
    return sorted(typed(row.entry).split()) if row.entry else []


def _faults(sheet: Sheet, change: Correction) -> tuple[Finding, ...]:
    """What keeps it from being looked at: what cannot be read, each at its seat, and a sheet that
    was changed meanwhile, which is not corrected unseen.
    """
    form, column = change.form, change.form.column
    faults, mend = [*form.faults], WORDS[form.format.entry].empty
    for seat in column.missing:
        faults.append(Finding("typed", (seat,), f"Seat {seat} is empty: {mend}", refused=True))
    if column.seen != sheet.version:
        text = (
            f"{sheet.entered_by} changed this sheet meanwhile (version {sheet.version}). Open the"
            " correction again."
        )
        faults.append(Finding("stale", (), text, refused=True))
    elif not (faults or change.pairs or column.blocked != sheet.blocked):
        faults.append(UNCHANGED)
    return tuple(faults)


def _corrected(request: HttpRequest, page: TablePage, sheet: Sheet, form: GridForm) -> HttpResponse:
    """What was typed: come back to, seen in its consequences, or saved, as its step says."""
    step, stands = request.POST.get("step"), typed_of_sheet(sheet).texts
    change = _correction(page, sheet, form)
    questions = questions_of(page.event, form, stands=stands) if step == "preview" else ()
    faults = () if step == "edit" else _faults(sheet, change)
    if step == "edit" or questions or faults:
        return typing_page(request, page, form, faults, questions, corrected=sheet)
    try:
        save = step == "save"
        return (
            _save(request, page, sheet, change) if save else _preview(request, page, sheet, change)
        )
    except SheetRefusedError as refused:
        return typing_page(request, page, form, refused.findings, corrected=sheet)
    except SheetConflictError as conflict:
        return conflict_page(request, page, conflict.entry, status=409)


def _preview(
    request: HttpRequest, page: TablePage, sheet: Sheet, change: Correction, refused: str = ""
) -> HttpResponse:
    """What it changes: the correction itself, rehearsed. What that refuses is refused here too."""
    outcomes = list[Outcome]()
    rehearsed = replace(change.submission, reason=REHEARSED, witness=REHEARSED)

    def act(signer: Signature) -> None:
        outcomes.append(correct_sheet(page.event, rehearsed, signer, at_desk=True))

    effect = rehearse(page.event, act, timezone.now())
    context: dict[str, Any] = {
        "page": page,
        "place": page.place,
        "sheet": sheet,
        "form": change.form,
        "reasons": _reasons(page.event),
        "refused": refused,
        "pairs": change.pairs,
        "flags": [flag.text for outcome in outcomes for flag in outcome.flags],
        **_consequences(request, page, effect, [was.ref for was, _now in change.pairs]),
    }
    return render(request, "entry/correction.html", context, status=422 if refused else 200)


def _consequences(
    request: HttpRequest, page: TablePage, effect: Consequence, corrected: list[str]
) -> dict[str, Any]:
    """What becomes of the cut: only of a qualifying round, and a second official where the seal is
    on it.
    """
    if page.seats[0].round.stage != Stage.QUALIFYING:
        return {"moves": None, "two_must_agree": False, "becomes": []}
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


def _save(request: HttpRequest, page: TablePage, sheet: Sheet, change: Correction) -> HttpResponse:
    submission = change.submission
    if fault := fault_of_witness(request, page.event, submission.witness):
        return _preview(request, page, sheet, change, fault)
    if submission.witness and (question := asked_again(request)):
        return question
    signer = signature(request, change.form.key)
    try:
        outcome = correct_sheet(page.event, submission, signer, at_desk=at_desk(request))
    except SheetRefusedError as refused:
        alone = [finding.kind for finding in refused.findings] == ["witness"]
        if alone and not page.event.one_official:
            # Across the sealed line the correction waits for the second official.
            proposal = Asked("correct", submission.reason, sheet_payload(page, submission))
            return by_two(request, page.event, proposal, "Corrected.", "desk")
        return _preview(request, page, sheet, change, str(refused))
    place = page.place
    messages.success(
        request, f"Corrected. {receipt(page.event, place.table, {place.game: outcome})}"
    )
    return redirect("sheet", page.event.slug, place.round, place.table, place.game)


PAST = {
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
    "dealer": "Said who deals",
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
    entries = LedgerEntry.objects.filter(here, event=event, kind__in=PAST).order_by("-number")
    sheets = {
        sheet.entry_id: sheet for sheet in Sheet.objects.filter(event=event, entry__in=entries)
    }
    with asked_once():
        names = dict(event.guests.values_list("ref", "name")) | names_alone(event)
        past = [_past(page, entry, sheets.get(entry.pk), names) for entry in entries]
        context = {"page": page, "place": page.place, "past": past, "key": new_key()}
        context["at_desk"] = at_desk(request)
        return render(request, "entry/history.html", context)


@at_event(DESK)
@require_POST
def dealer(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """Say who deals a game, or that nobody knows."""
    place = found_page(event, Place(round, table, game)).place
    seat = one_line(request, "seat")[:1]
    unit = event_format(event).unit
    words = (
        f"Seat {seat} deals {unit} {game}." if seat else f"Nobody has said who deals {unit} {game}."
    )
    perform(request, event, lambda signer: name_dealer(event, place, seat, signer), words)
    return redirect("history", event.slug, round, table, game)


def _past(
    page: TablePage, entry: LedgerEntry, sheet: Sheet | None, names: Mapping[str, str]
) -> dict[str, Any]:
    """An entry about this game, the sheet that it brought, if any, and the rows of that."""
    rows_then = _rows(page, entry, names) if "tallies" in entry.body else ()
    return {"entry": entry, "words": _words(entry), "sheet": sheet, "rows": rows_then}


def _words(entry: LedgerEntry) -> str:
    """What the entry is called; a second keying says whether it agreed, a move
    where from and to.
    """
    words, body = PAST[entry.kind], entry.body
    if entry.kind == "ruling":
        return f"Ruling {body['number']} given"
    if entry.kind == "adjust":
        return f"{ADJUSTED[body['kind']]}, adjustment {body['number']}"
    if entry.kind == "dealer":
        return f"Seat {body['seat']} deals" if body["seat"] else "Nobody knows who deals"
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
    visible = rows(page.event, page.seats, typed_again(submission_from(entry.body)))
    return tuple(replace(row, name=on_it[row.seat]) for row in visible if row.seat in on_it)

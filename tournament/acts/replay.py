"""Replaying a log of entries through the real acts, as the phones of the evening sent it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scoring.sheet import SeatEntry
from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.archive import open_event
from tournament.acts.archive_games import take_game
from tournament.acts.archive_seating import close_complete_rounds, seat_event
from tournament.acts.attendance import arrive_late, withdraw
from tournament.acts.entry import SheetConflictError, record_sheet, resolve_conflict
from tournament.acts.place import seated
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.log_file import LogRow, LogSheet, refuse, sheets
from tournament.models import Event, Guest, Sheet
from tournament.models.guest import GuestStatus
from tournament.submission import Place, Submission, submission_from


@dataclass(slots=True)
class Replayed:
    """What became of a log: how many sheets were saved, sent again, kept as a conflict, corrected."""

    event: Event
    saved: int = 0
    repeated: int = 0
    conflicts: int = 0
    corrected: int = 0
    sent: dict[str, tuple[Submission, Signature]] = field(default_factory=dict)


def replay(document: dict[str, Any], rows: list[LogRow], now: datetime) -> Replayed:
    """A new event whose qualifying sheets come from a log, and whose play-off comes from the archive."""
    form.check_document(document)
    with all_or_nothing():
        event = open_event(document)
        Guest.objects.filter(event=event).update(status=GuestStatus.REGISTERED, status_note="")
        seat_event(event, document, now)
        done = Replayed(event)
        for step in sheets(rows):
            _enter(done, step) if isinstance(step, LogSheet) else _act(done, step)
        for index, row in enumerate(document["games"]):
            if row.get("stage") == "playoff":
                take_game(event, row, f"games[{index}]", now)
        close_complete_rounds(event, now)
    return done


def _signature(row: LogRow) -> Signature:
    return Signature(Actor(row.official), row.at, row.client_id)


def _enter(done: Replayed, sheet: LogSheet) -> None:
    first = sheet.rows[0]
    known = done.sent.get(first.client_id)
    submission, by = known or (_submission(done.event, sheet), _signature(first))
    for row in sheet.rows:
        done.sent.setdefault(row.client_id, (submission, by))
    try:
        outcome = record_sheet(done.event, submission, by)
    except SheetConflictError:
        done.conflicts += 1
    else:
        done.repeated += outcome.repeated
        done.saved += not outcome.repeated


def _submission(event: Event, sheet: LogSheet) -> Submission:
    """A sheet of rows; a single cell that is filled already is the saved sheet with that cell made otherwise."""
    place = _place(sheet.rows[0])
    seats = _seats(event, place, sheet.rows[0])
    entries = {seats[row.guest]: row.entry(seats[row.guest]) for row in sheet.rows if row.guest in seats}
    current = _current(event, place)
    if current:
        saved = submission_from(current.entry.body)
        return _with(saved, entries)
    absent = {seat: SeatEntry(seat, absent=True) for seat in seats.values()}
    whole = tuple((absent | entries).values())
    return Submission(place, whole, blocked=not any(entry.went_out for entry in whole))


def _with(saved: Submission, changed: Mapping[str, SeatEntry]) -> Submission:
    entries = tuple(changed.get(entry.seat, entry) for entry in saved.entries)
    return replace(saved, entries=entries, blocked=not any(entry.went_out for entry in entries), seen=0)


def _act(done: Replayed, row: LogRow) -> None:
    if row.action == "arrive":
        arrive_late(done.event, row.guest, _signature(row), reason=row.reason)
        return
    if row.action == "withdraw":
        withdraw(done.event, row.guest, _signature(row), reason=row.reason)
        return
    place = _place(row)
    current = _current(done.event, place)
    seat = _seats(done.event, place, row).get(row.guest)
    if current is None or seat is None:
        refuse(row.number, f"there is no sheet of {place} with {row.guest} on it to correct.")
    submission = _with(submission_from(current.entry.body), {seat: row.entry(seat)})
    submission = replace(submission, seen=current.version, reason=row.reason or row.action)
    save = resolve_conflict if row.action == "resolve" else record_sheet
    save(done.event, submission, _signature(row))
    done.corrected += 1


def _place(row: LogRow) -> Place:
    if row.place is None:
        refuse(row.number, "round, table and game are missing.")
    return row.place


def _seats(event: Event, place: Place, row: LogRow) -> dict[str, str]:
    seats = dict(seated(event, place).values_list("guest__ref", "letter"))
    if row.guest not in seats:
        refuse(row.number, f"{row.guest} does not sit at {place}.")
    return seats


def _current(event: Event, place: Place) -> Sheet | None:
    return (
        Sheet.objects.select_related("entry")
        .filter(
            event=event,
            game__table__round__number=place.round,
            game__table__number=place.table,
            game__number=place.game,
            accepted=True,
        )
        .first()
    )

"""A log of entries as a CSV file: rows of one game are one sheet, and what arrived twice is
recognised.

Replaying a log of entries through the real acts, as the phones of the evening sent it.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from django.utils.timezone import make_aware

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from tournament.archive.acts import open_event
from tournament.archive.games import take_game
from tournament.archive.schema import check_document
from tournament.archive.seating import close_complete_rounds, seat_event
from tournament.archive.shape import rows_of
from tournament.counting.submission import Place, SheetConflictError, Submission, submission_from
from tournament.entry.acts import correct_sheet, record_sheet, resolve_conflict
from tournament.entry.place import accepted, seated
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.models import Event, Guest
from tournament.models.guest import GuestStatus
from tournament.seating.acts_places import arrive_late, withdraw
from tournament.site.access import Actor

COLUMNS = frozenset(
    {
        "seq",
        "at",
        "action",
        "official",
        "client_id",
        "round",
        "table",
        "game",
        "player_id",
        "points",
        "hand",
    }
)
ACTIONS = frozenset({"enter", "correct", "resolve", "arrive", "withdraw"})


class LogError(ValueError):
    """The log cannot be read: the sentence names the row and the mend."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row: what somebody sent about one guest."""

    number: int
    at: datetime
    action: str
    official: str
    client_id: str
    guest: str
    place: Place | None
    points: int | None
    hand: str
    reason: str

    def entry(self, seat: str) -> SeatEntry:
        """The row as the entry of a seat."""
        if self.points == 0 and not self.hand:
            return SeatEntry(seat, went_out=True)
        if not self.hand:
            return SeatEntry(seat, points=self.points)
        try:
            return SeatEntry(seat, hand=parse_hand(self.hand), points=self.points)
        except CardError as error:
            refuse(self.number, str(error))


@dataclass(slots=True)
class LogSheet:
    """Consecutive `enter` rows of one game."""

    rows: list[LogRow] = field(default_factory=list)

    def takes(self, row: LogRow, existing: set[str]) -> bool:
        """Whether a row belongs to this sheet."""
        same = bool(self.rows) and row.action == "enter" and row.place == self.rows[0].place
        return (
            same
            and row.client_id not in existing
            and all(row.guest != earlier.guest for earlier in self.rows)
        )


def refuse(number: int, fault: str) -> NoReturn:
    """Say which row is at fault."""
    raise LogError(f"log.csv, row {number}: {fault}")


def read_log(path: Path) -> list[LogRow]:
    """Every row of a log, in order. Raises LogError."""
    if not path.is_file():
        raise LogError(f"{path}: there is no such file.")
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        missing = COLUMNS - set(reader.fieldnames or ())
        if missing:
            raise LogError(f"log.csv lacks the columns {', '.join(sorted(missing))}.")
        return [_row(row, number) for number, row in enumerate(reader, start=2)]


def _row(row: dict[str, str], number: int) -> LogRow:
    if row["action"] not in ACTIONS:
        refuse(number, f"“{row['action']}” is no action; {', '.join(sorted(ACTIONS))} are.")
    try:
        moment = datetime.fromisoformat(row["at"])
        place = (
            Place(int(row["round"]), int(row["table"]), int(row["game"])) if row["round"] else None
        )
        points = int(row["points"]) if row["points"] else None
    except ValueError as error:
        refuse(number, f"a number or time cannot be read ({error}).")
    return LogRow(
        number=number,
        at=moment if moment.tzinfo else make_aware(moment),
        action=row["action"],
        official=row["official"],
        client_id=row["client_id"],
        guest=row["player_id"],
        place=place,
        points=points,
        hand=row["hand"],
        reason=row.get("reason") or "",
    )


def sheets(rows: Iterable[LogRow]) -> Iterator[LogSheet | LogRow]:
    """The log as sheets of `enter` rows, with every other row by itself in between."""
    existing: set[str] = set()
    open_sheet = LogSheet()
    for row in rows:
        if open_sheet.takes(row, existing):
            open_sheet.rows.append(row)
        else:
            if open_sheet.rows:
                yield open_sheet
            open_sheet = LogSheet([row]) if row.action == "enter" else LogSheet()
            if row.action != "enter":
                yield row
        existing.add(row.client_id)
    if open_sheet.rows:
        yield open_sheet


@dataclass(slots=True)
class Replayed:
    """What became of a log: how many sheets were saved, sent again, kept as a
    conflict, corrected.
    """

    event: Event
    saved: int = 0
    repeated: int = 0
    conflicts: int = 0
    corrected: int = 0
    sent: dict[str, tuple[Submission, Signature]] = field(default_factory=dict)


def replay(document: dict[str, Any], rows: list[LogRow], now: datetime) -> Replayed:
    """A new event whose qualifying sheets come from a log, and whose play-off comes from the
    archive.
    """
    document = check_document(document)
    with all_or_nothing():
        event = open_event(document)
        Guest.objects.filter(event=event).update(
            status=GuestStatus.REGISTERED, status_note="", arrived_at=None
        )
        seat_event(event, document, now)
        replayed = Replayed(event)
        for step in sheets(rows):
            _enter(replayed, step) if isinstance(step, LogSheet) else _act(replayed, step)
        for place, row in rows_of(document, "games"):
            if row.get("stage") == "playoff":
                take_game(event, row, place, now)
        close_complete_rounds(event, now)
    return replayed


def _signature(row: LogRow) -> Signature:
    return Signature(Actor(row.official), row.at, row.client_id)


def _enter(replayed: Replayed, sheet: LogSheet) -> None:
    first = sheet.rows[0]
    existing = replayed.sent.get(first.client_id)
    submission, signature = existing or (_submission(replayed.event, sheet), _signature(first))
    for row in sheet.rows:
        replayed.sent.setdefault(row.client_id, (submission, signature))
    try:
        outcome = record_sheet(replayed.event, submission, signature)
    except SheetConflictError:
        replayed.conflicts += 1
    else:
        replayed.repeated += outcome.repeated
        replayed.saved += not outcome.repeated


def _submission(event: Event, sheet: LogSheet) -> Submission:
    """A sheet of rows; a single cell that is filled already is the saved sheet with that cell made
    otherwise.
    """
    place = _place(sheet.rows[0])
    seats = _seats(event, place, sheet.rows[0])
    entries = {
        seats[row.guest]: row.entry(seats[row.guest]) for row in sheet.rows if row.guest in seats
    }
    current = accepted(event, place)
    if current:
        saved = submission_from(current.entry.body)
        return _with(saved, entries)
    absent = {seat: SeatEntry(seat, absent=True) for seat in seats.values()}
    everything = tuple((absent | entries).values())
    return Submission(place, everything, blocked=not any(entry.went_out for entry in everything))


def _with(saved: Submission, changed: Mapping[str, SeatEntry]) -> Submission:
    entries = tuple(changed.get(entry.seat, entry) for entry in saved.entries)
    return replace(
        saved, entries=entries, blocked=not any(entry.went_out for entry in entries), seen=0
    )


def _act(replayed: Replayed, row: LogRow) -> None:
    if row.action == "arrive":
        arrive_late(replayed.event, row.guest, _signature(row), reason=row.reason)
        return
    if row.action == "withdraw":
        withdraw(replayed.event, row.guest, _signature(row), reason=row.reason)
        return
    place = _place(row)
    current = accepted(replayed.event, place)
    seat = _seats(replayed.event, place, row).get(row.guest)
    if current is None or seat is None:
        refuse(row.number, f"there is no sheet of {place} with {row.guest} on it to correct.")
    submission = _with(submission_from(current.entry.body), {seat: row.entry(seat)})
    submission = replace(submission, seen=current.version, reason=row.reason or row.action)
    save = resolve_conflict if row.action == "resolve" else correct_sheet
    save(replayed.event, submission, _signature(row))
    replayed.corrected += 1


def _place(row: LogRow) -> Place:
    if row.place is None:
        refuse(row.number, "round, table and game are missing.")
    return row.place


def _seats(event: Event, place: Place, row: LogRow) -> dict[str, str]:
    seats = dict(seated(event, place).values_list("guest__ref", "letter"))
    if row.guest not in seats:
        refuse(row.number, f"{row.guest} does not sit at {place}.")
    return seats

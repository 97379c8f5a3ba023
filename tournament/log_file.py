"""A log of entries as a CSV file: rows of one game are one sheet, and what arrived twice is recognised."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from django.utils.timezone import make_aware

from scoring.cards import CardError
from scoring.hand import parse_hand
from scoring.sheet import SeatEntry
from tournament.submission import Place

COLUMNS = frozenset(
    {"seq", "at", "action", "official", "client_id", "round", "table", "game", "player_id", "points", "hand"}
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

    def takes(self, row: LogRow, known: set[str]) -> bool:
        """Whether a row belongs to this sheet."""
        same = bool(self.rows) and row.action == "enter" and row.place == self.rows[0].place
        return same and row.client_id not in known and all(row.guest != held.guest for held in self.rows)


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
        place = Place(int(row["round"]), int(row["table"]), int(row["game"])) if row["round"] else None
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
    known: set[str] = set()
    open_sheet = LogSheet()
    for row in rows:
        if open_sheet.takes(row, known):
            open_sheet.rows.append(row)
        else:
            if open_sheet.rows:
                yield open_sheet
            open_sheet = LogSheet([row]) if row.action == "enter" else LogSheet()
            if row.action != "enter":
                yield row
        known.add(row.client_id)
    if open_sheet.rows:
        yield open_sheet

"""Who did it, when and why: what rows repeat of their entries, compared with what the entries say."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model

from tournament.models import (
    Adjustment,
    Cancellation,
    Decision,
    Event,
    LedgerEntry,
    Pending,
    Ruling,
    Seal,
    SecondKeying,
    Sheet,
)
from tournament.models.pending import PendingState

Columns = Mapping[str, str]
DONE: Columns = {"by": "actor", "at": "at", "reason": "reason"}
SIGNED: Mapping[type[Model], tuple[str, Columns]] = {
    Sheet: ("entry", {"entered_by": "actor", "entered_at": "at", "reason": "reason"}),
    Ruling: ("entry", {"given_by": "actor", "given_at": "at", "departs_reason": "reason"}),
    Decision: ("entry", DONE),
    Adjustment: ("entry", DONE),
    Cancellation: ("entry", DONE),
    Seal: ("entry", {"sealed_by": "actor", "sealed_at": "at"}),
    SecondKeying: ("entry", {"keyed_by": "actor"}),
    Pending: ("asked", {"asked_user_id": "user_id", "asked_at": "at", "reason": "reason"}),
}
"""Each table, the column of its entry, and by column of the row the column of the entry that it repeats."""
MARKED = {
    "print_cut": "printed_at",
    "unprint_cut": "printed_at",
    "reveal": "revealed_at",
    "withdraw_reveal": "revealed_at",
}
SET = ("print_cut", "reveal")


def faults_of_signatures(event: Event) -> Iterator[str]:
    """Every row that names another official, time or reason than its entry, and every mark that no act set."""
    for table, (entry, columns) in SIGNED.items():
        yield from _signed(event, table, entry, columns)
    yield from _checked(event)
    yield from _marks(event)
    yield from _settled(event)


def _signed(event: Event, table: type[Model], entry: str, columns: Columns) -> Iterator[str]:
    said = [f"{entry}__{column}" for column in columns.values()]
    rows = table._base_manager.filter(event=event).order_by(f"{entry}__number")
    for number, *values in rows.values_list(f"{entry}__number", *columns, *said):
        kept, meant = values[: len(columns)], values[len(columns) :]
        for column, one, other in zip(columns, kept, meant, strict=True):
            if one != other:
                word = column.removesuffix("_id").replace("_", " ")
                yield f"The {table._meta.verbose_name} of ledger entry {number} has another “{word}” than its entry."


def _checked(event: Event) -> Iterator[str]:
    """A sheet is checked as it came in, or as the last act said that ticked it or took the tick back."""
    said: dict[tuple[int, int, int, int], tuple[int, bool, str | None]] = {}
    for number, body in _entries(event, "check", "uncheck", "second_key"):
        where = body["round"], body["table"], body["game"], body["version"]
        if "agrees" not in body:
            said[where] = (number, bool(body["checker"]), body["checker"])
        elif body["agrees"]:
            # Two who keyed the same are its checkers, in words that name both.
            said[where] = (number, True, None)
    place_of = ("game__table__round__number", "game__table__number", "game__number", "version")
    columns = ("entry__number", "entry__body", "checked", "checker", *place_of)
    for number, body, checked, checker, *place in Sheet.objects.filter(event=event).values_list(*columns):
        first = (number, body.get("checked", checked), body.get("checker", checker))
        last, ticked, name = said.get((place[0], place[1], place[2], place[3]), first)
        if checked != ticked or name not in (None, checker):
            yield f"Who checked the sheet of ledger entry {number} is not what ledger entry {last} says."


def _settled(event: Event) -> Iterator[str]:
    """Who settled what waited, and when, as its entry says; while it waits, nobody."""
    for row in Pending.objects.filter(event=event).select_related("asked", "entry"):
        kept = row.settled_by, row.settled_user_id, row.settled_at
        if row.entry is None:
            meant: tuple[object, ...] = ("", None, None)
        elif row.state == PendingState.APPROVED:
            meant = (row.entry.body.get("witness"), row.settled_user_id, row.entry.at)
        else:
            meant = (row.entry.actor, row.entry.user_id, row.entry.at)
        if kept != meant:
            yield f"Who settled what was asked in ledger entry {row.asked.number} is not who its entry says."


def _marks(event: Event) -> Iterator[str]:
    """When the list in force was printed and announced, as the last act about it left it."""
    said: dict[tuple[int, str], tuple[int, datetime | None]] = {}
    entries = LedgerEntry.objects.filter(event=event, kind__in=MARKED).order_by("number")
    for number, kind, body, at in entries.values_list("number", "kind", "body", "at"):
        said[body["edition"], MARKED[kind]] = (number, at if kind in SET else None)
    for seal in Seal.objects.filter(event=event, broken_at=None).select_related("entry"):
        for mark in ("printed_at", "revealed_at"):
            last, meant = said.get((seal.edition, mark), (seal.entry.number, None))
            if getattr(seal, mark) != meant:
                word = mark.removesuffix("_at")
                yield f"Edition {seal.edition} of the cut was {word} otherwise than ledger entry {last} says."


def _entries(event: Event, *kinds: str) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = LedgerEntry.objects.filter(event=event, kind__in=kinds).order_by("number")
    yield from rows.values_list("number", "body")

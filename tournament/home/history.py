"""The evening as of a number of its ledger or a time, and who moved since another one, by which
entries.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Min

from scoring.counting.board import Board, movers
from scoring.counting.cut import Move
from tournament.counting.board import compute
from tournament.counting.matches import step_entries
from tournament.counting.past import begins
from tournament.home.words import entry_words
from tournament.models import Event, LedgerEntry

SHEETS = ("sheet", "correct", "resolve")
HOLDS, FOLLOWS = ("hold", "seal", "withdraw_reveal"), ("release", "reveal")
"""Kinds of entry from which on the public board is held, or follows."""
NAMED = 6
"""So many entries are named for each who moved; the others are counted."""


@dataclass(frozen=True, slots=True)
class Span:
    """How far a ledger goes: its last number (0 where it is empty) and when it begins and ends."""

    last: int
    begins: datetime | None
    ends: datetime | None


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in words."""

    number: int
    words: str
    actor: str = ""
    at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AsOf:
    """The board at one number, what the entry of that number says (None before the first), and the
    first number whose board is known, where that is a later one.

    `held`: the public board did not follow then, and showed what it had shown when it was held.
    """

    number: int
    board: Board
    entry: Told | None
    known_from: int
    held: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody who moved, the numbers of the sheets that came in for them, and the other entries
    that concern them.
    """

    mover: Move
    sheets: tuple[int, ...]
    entries: tuple[Told, ...]
    more: int


def span(event: Event) -> Span:
    """How far the ledger goes. One query."""
    bounds = LedgerEntry.objects.filter(event=event).aggregate(
        last=Max("number"), begins=Min("at"), ends=Max("at")
    )
    return Span(bounds["last"] or 0, bounds["begins"], bounds["ends"])


def as_of(event: Event, number: int, names: Mapping[str, str]) -> AsOf:
    """The evening after the entry of a number."""
    row = LedgerEntry.objects.filter(event=event, number=number).first()
    entry, first = told(row, names, event) if row else None, begins(event)
    board, known_from = compute(event, until=number), first if number < first else 0
    return AsOf(number, board, entry, known_from, _is_held(event, number))


def _is_held(event: Event, number: int) -> bool:
    """Whether the public board was held then. One query."""
    last = LedgerEntry.standing.filter(
        event=event, number__lte=number, kind__in=(*HOLDS, *FOLLOWS)
    ).order_by("-number")
    return last.values_list("kind", flat=True).first() in HOLDS


def told(row: LedgerEntry, names: Mapping[str, str], event: Event) -> Told:
    """An entry in words, with who signed it and why."""
    return Told(row.number, entry_words(row, names, event), row.actor, row.at, row.reason)


def half_time_number(event: Event) -> int:
    """The entry that closed the last round which another one follows: its board is the half-time
    list; 0 for none.
    """
    closed = LedgerEntry.standing.filter(event=event, kind__in=("close", "time_out"))
    before = closed.filter(body__round__lt=event.qualifying_rounds).order_by("-number")
    return before.values_list("number", flat=True).first() or 0


def moved_since(event: Event, since: AsOf, now: AsOf, names: Mapping[str, str]) -> list[Moved]:
    """Everybody who moved between two moments (the earlier one first), with the entries that did
    it. Two queries.
    """
    moves = movers(since.board, now.board)
    rows = LedgerEntry.objects.filter(event=event, number__gt=since.number, number__lte=now.number)
    by_guest: defaultdict[str, list[LedgerEntry]] = defaultdict(list)
    adjustments = LedgerEntry.standing.filter(event=event, kind="adjust")
    adjusted = {body["number"]: body for body in adjustments.values_list("body", flat=True)}
    for row in rows.order_by("number"):
        for ref in concerned(row, adjusted):
            by_guest[ref].append(row)
    return [_moved(move, by_guest[move.player], names, event) for move in moves]


def steps_between(event: Event, since: int, number: int, names: Mapping[str, str]) -> list[Told]:
    """What happened to the matches between two numbers of the ledger, in order. One query."""
    rows = step_entries(event).filter(number__gt=since, number__lte=number)
    return [told(row, names, event) for row in rows]


def concerned(row: LedgerEntry, adjusted: Mapping[int, Mapping[str, Any]]) -> set[str]:
    """The refs of those whose result an entry may change; `adjusted` are the bodies of the
    adjustments by number.
    """
    body = row.body
    if row.kind in SHEETS:
        return {tally["guest"] for tally in body["tallies"]}
    if row.kind == "cancel_adjustment":
        body = adjusted.get(body["adjustment"], {})
    if row.kind == "cut_of_cards":
        return set(body["cards"])
    if row.kind in ("door", "reopen_door", "next_round", "walk_in", "read", "unread"):
        return set()
    return {str(body[name]) for name in ("guest", "comes") if isinstance(body.get(name), str)}


def _moved(
    mover: Move, rows: Iterable[LedgerEntry], names: Mapping[str, str], event: Event
) -> Moved:
    listed = list(rows)
    sheets = tuple(row.number for row in listed if row.kind == "sheet")
    ledger_entries = [row for row in listed if row.kind != "sheet"]
    return Moved(
        mover,
        sheets,
        tuple(told(row, names, event) for row in ledger_entries[:NAMED]),
        len(ledger_entries[NAMED:]),
    )

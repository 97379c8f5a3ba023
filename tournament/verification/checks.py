"""Recompute everything from the ledger and compare: the first fault is named.

Who sits where, played forward from the ledger once more, against the seats that are kept; who was
seen at the door; and who did what, when and why, as rows repeat it of their entries.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Model, Q

from scoring.counting.board import digest
from tournament.counting.formats import event_format
from tournament.counting.matches import faults_of_matches
from tournament.counting.scores import rules
from tournament.counting.submission import columns_of, sheet_of, submission_from
from tournament.ledger.chain import UNDO, digest_of
from tournament.ledger.wiped import wiped
from tournament.models import (
    Adjustment,
    Cancellation,
    Decision,
    Event,
    Guest,
    LedgerEntry,
    Pending,
    Ruling,
    Seal,
    Seat,
    SecondKeying,
    Sheet,
    Tally,
    Withdrawal,
)
from tournament.models.guest import GuestStatus
from tournament.models.ledger import PendingState
from tournament.models.seating import RoundState
from tournament.verification.desk import faults_of_desk, moved_away
from tournament.verification.results import faults_of_decisions, faults_of_finals
from tournament.verification.rulings import faults_of_rulings, set_aside
from tournament.verification.seats import ACTS, Sat, Seats, entries

SEAT_COLUMNS = (
    "round__number",
    "table__number",
    "letter",
    "guest__ref",
    "from_game",
    "left_after_game",
)


def faults_of_seats(event: Event) -> Iterator[str]:
    """Every seat of a published round that is not what its acts made of it: the entry that gave it
    last is named.

    A round published before entries told its number of games is passed over: its ledger does not
    tell every change.
    """
    seats, origin, laid = _played_forward(event)
    rows = Seat.objects.filter(event=event).exclude(round__state=RoundState.DRAFT).order_by()
    stored = {Sat(*row) for row in rows.values_list(*SEAT_COLUMNS)}
    finished_rounds = {number for number, games in seats.games.items() if games is not None}
    expected = {row for row in seats.rows if row.round in finished_rounds}
    for row in sorted(expected - stored, key=_place):
        yield f"{_seat_words(row)} is not what record entry {origin[row]} says."
    strange = {row for row in stored - expected if row.round in finished_rounds}
    for row in sorted(strange, key=_place):
        if _place(row) not in {_place(sat) for sat in expected - stored}:
            yield (
                f"{_seat_words(row)} was given by no act since record entry {laid[row.round]},"
                " which"
                " laid the round."
            )


def _played_forward(event: Event) -> tuple[Seats, dict[Sat, int], dict[int, int]]:
    """The seats, the entry that made each of them what it is, and the entry
    that laid each round.
    """
    seats, origin, laid = Seats(), dict[Sat, int](), dict[int, int]()
    for entry in entries(event):
        seats.by_number[entry.number] = entry
        ACTS[entry.kind](seats, entry.body)
        if entry.kind in ("publish", "open_table"):
            laid[entry.body["round"]] = entry.number
        there = set(seats.rows)
        origin = {row: number for row, number in origin.items() if row in there}
        origin |= {row: entry.number for row in there if row not in origin}
    return seats, origin, laid


def _place(row: Sat) -> tuple[int, int, str, int]:
    return row.round, row.table, row.letter, row.since


def _seat_words(row: Sat) -> str:
    return f"Seat {row.letter} of table {row.table} in round {row.round}"


ARRIVAL = "arrival"
"""The kind of an entry that lets one guest in, or out again; others name whom they let in under
`arrived`.
"""


def arrivals(event: Event) -> frozenset[str]:
    """The refs of all whom an act let in and none sent out again."""
    here: set[str] = set()
    entries = LedgerEntry.standing.filter(event=event).order_by("number")
    acts = entries.filter(kind=ARRIVAL) | entries.filter(body__has_key="arrived")
    for kind, body in acts.values_list("kind", "body"):
        if kind != ARRIVAL:
            here.update(body["arrived"])
        elif body["here"]:
            here.add(body["guest"])
        else:
            here.discard(body["guest"])
    return frozenset(here)


def faults_at_the_door(event: Event) -> Iterator[str]:
    """Marks that no act set, marks that are gone, and seats of guests who never came."""
    guests = Guest.objects.filter(event=event).order_by("badge")
    marked, recorded = (
        set(guests.filter(arrived_at__isnull=False).values_list("ref", flat=True)),
        arrivals(event),
    )
    for ref, name in guests.values_list("ref", "name"):
        if (ref in marked) != (ref in recorded):
            yield (
                f"{name} is marked as here, and the record says otherwise."
                if ref in marked
                else f"{name} is not marked as here, and the record says otherwise."
            )
    seats = Seat.objects.filter(
        event=event, guest__status=GuestStatus.NO_SHOW, left_after_game=None
    )
    for name, number in seats.values_list("guest__name", "round__number"):
        yield f"{name} never came and has a seat in round {number}."


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
"""Each table, the column of its entry, and by column of the row the column of the entry that it
repeats.
"""
MARKED = {
    "print_cut": "printed_at",
    "unprint_cut": "printed_at",
    "reveal": "revealed_at",
    "withdraw_reveal": "revealed_at",
}
SET = ("print_cut", "reveal")


def faults_of_signatures(event: Event) -> Iterator[str]:
    """Every row that names another official, time or reason than its entry, and every mark that no
    act set.
    """
    for table, (entry, columns) in SIGNED.items():
        yield from _signed(event, table, entry, columns)
    yield from _checked(event)
    yield from _marks(event)
    yield from _settled(event)


def _signed(event: Event, table: type[Model], entry: str, columns: Columns) -> Iterator[str]:
    paths = [f"{entry}__{column}" for column in columns.values()]
    rows = table._base_manager.filter(event=event).order_by(f"{entry}__number")
    for number, *values in rows.values_list(f"{entry}__number", *columns, *paths).iterator():
        stored, expected = values[: len(columns)], values[len(columns) :]
        for column, first, second in zip(columns, stored, expected, strict=True):
            if first != second:
                word = column.removesuffix("_id").replace("_", " ")
                yield (
                    f"The {table._meta.verbose_name} of record entry {number} has another"
                    f" “{word}” than its entry."
                )


def _checked(event: Event) -> Iterator[str]:
    """A sheet is checked as it came in, or as the last act said that ticked it or took the tick
    back.
    """
    ticks: dict[tuple[int, int, int, int], tuple[int, bool, str | None]] = {}
    for number, body in _entries(event, "check", "uncheck", "second_key"):
        spot = body["round"], body["table"], body["game"], body["version"]
        if "agrees" not in body:
            ticks[spot] = (number, bool(body["checker"]), body["checker"])
        elif body["agrees"]:
            # Two who keyed the same are its checkers, in words that name both.
            ticks[spot] = (number, True, None)
    place_of = ("game__table__round__number", "game__table__number", "game__number", "version")
    columns = ("entry__number", "entry__body", "checked", "checker", *place_of)
    rows = Sheet.objects.filter(event=event).values_list(*columns)
    for number, body, checked, checker, *place in rows.iterator():
        first = (number, body.get("checked", checked), body.get("checker", checker))
        last, ticked, name = ticks.get((place[0], place[1], place[2], place[3]), first)
        if checked != ticked or name not in (None, checker):
            yield (
                f"Who checked the sheet of record entry {number} is not what record entry {last}"
                " says."
            )


def _settled(event: Event) -> Iterator[str]:
    """Who settled what waited, and when, as its entry says; while it waits, nobody."""
    for row in Pending.objects.filter(event=event).select_related("asked", "entry"):
        stored = row.settled_by, row.settled_user_id, row.settled_at
        if row.entry is None:
            expected: tuple[object, ...] = ("", None, None)
        elif row.state == PendingState.APPROVED:
            expected = (row.entry.body.get("witness"), row.settled_user_id, row.entry.at)
        else:
            expected = (row.entry.actor, row.entry.user_id, row.entry.at)
        if stored != expected:
            yield (
                f"Who settled what was asked in record entry {row.asked.number} is not who its"
                " entry says."
            )


def _marks(event: Event) -> Iterator[str]:
    """When the list in force was printed and announced, as the last act about it left it."""
    marks: dict[tuple[int, str], tuple[int, datetime | None]] = {}
    entries = LedgerEntry.standing.filter(event=event, kind__in=MARKED).order_by("number")
    for number, kind, body, moment in entries.values_list("number", "kind", "body", "at"):
        marks[body["edition"], MARKED[kind]] = (number, moment if kind in SET else None)
    for seal in Seal.objects.filter(event=event, broken_at=None).select_related("entry"):
        for mark in ("printed_at", "revealed_at"):
            last, expected = marks.get((seal.edition, mark), (seal.entry.number, None))
            if getattr(seal, mark) != expected:
                word = mark.removesuffix("_at")
                yield (
                    f"Edition {seal.edition} of the cut was {word} otherwise than record entry"
                    f" {last} says."
                )


def _entries(
    event: Event, *kinds: str, every: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    entries = LedgerEntry.objects if every else LedgerEntry.standing
    rows = entries.filter(event=event, kind__in=kinds).order_by("number")
    yield from rows.values_list("number", "body")


LONGEST_RECEIPT = 7
LOT = 200
"""So many sheets are held at once, with their tallies: a field of thousands has tens of thousands.
"""
SHEET_KINDS = frozenset({"sheet", "correct", "resolve"})
COLUMNS = ("state", "points", "went_out", "hand", "cards", "eights", "held", "place", "laps")


def faults(event: Event, head: str = "") -> Iterator[str]:
    """Every fault in the order of the ledger.

    `head` is what the last paper bears and what must be in the chain: a digest (or its first
    characters), the digest of a seal, or the number of a receipt. A tail that was cut off leaves a
    chain without a fault: only paper knows it.
    """
    yield from _chain(event, head)
    yield from _withdrawn(event)
    yield from _sheets(event)
    yield from _accepted(event)
    yield from _seals(event)
    yield from faults_of_seats(event)
    yield from faults_at_the_door(event)
    yield from faults_of_decisions(event)
    yield from faults_of_finals(event)
    yield from faults_of_desk(event)
    yield from faults_of_rulings(event)
    yield from faults_of_signatures(event)
    yield from faults_of_matches(event)


def _chain(event: Event, head: str) -> Iterator[str]:
    previous, expected, head_seen, printed = "", 1, not head, "".join(head.split()).lower()
    wiped_entries = wiped(event).entries
    for entry in LedgerEntry.objects.filter(event=event).order_by("number").iterator():
        if entry.number != expected:
            yield f"Record entry {expected} is missing."
            expected = entry.number
        if entry.previous != previous:
            yield f"Record entry {entry.number} does not follow the one before it."
        if wiped_entries.get(entry.number, entry.digest) != digest_of(entry, str(event.uid)):
            yield f"Record entry {entry.number} was changed after it was written."
        head_seen = head_seen or is_printed(entry, printed)
        previous, expected = entry.digest, entry.number + 1
    if not head_seen:
        yield f"The record no longer holds the entry {head} that was printed: its end was cut off."


def _withdrawn(event: Event) -> Iterator[str]:
    """Which entries stand no longer, as the acts say that took their presses back: from the newest,
    for such an act counts unless a newer one that counts took it back.
    """
    gone: set[int] = set()
    for number, body in reversed(list(_entries(event, UNDO, every=True))):
        if number not in gone:
            gone.update(body["entries"])
    stored = set(Withdrawal.objects.filter(event=event).values_list("number", flat=True))
    for entry in sorted(gone ^ stored):
        word = "taken back" if entry in stored else "standing"
        yield f"Record entry {entry} is marked as {word}, and the record says otherwise."


def is_printed(entry: LedgerEntry, printed: str) -> bool:
    """Whether a paper that bears this was printed of this entry; short numbers are those of
    receipts.
    """
    if printed.isdigit() and len(printed) <= LONGEST_RECEIPT:
        return entry.number == int(printed)
    sealed = str(entry.body.get("digest", "")) if entry.kind == "seal" else ""
    return entry.digest.startswith(printed) or sealed.startswith(printed)


def _sheets(event: Event) -> Iterator[str]:
    """Each sheet against the entry it came from, points counted again from the hands."""
    refs = dict(Guest.objects.filter(event=event).values_list("pk", "ref"))
    entries = LedgerEntry.objects.filter(event=event, kind__in=SHEET_KINDS).order_by("number")
    walk = entries.iterator()
    while lot := list(islice(walk, LOT)):
        yield from _sheets_of(event, lot, refs)
    of_a_sheet = Q(entry__event=event, entry__kind__in=SHEET_KINDS)
    for sheet in Sheet.objects.filter(event=event).exclude(of_a_sheet):
        yield (
            f"A sheet (version {sheet.version} of game {sheet.game_id}) came from nowhere in the"
            " record."
        )


def _sheets_of(
    event: Event, entries: Sequence[LedgerEntry], refs: Mapping[int, str]
) -> Iterator[str]:
    """The sheets of some entries; `refs` are those of the guests by their keys."""
    form, in_force = event_format(event), rules(event)
    sheets = Sheet.objects.filter(event=event, entry__in=entries)
    by_entry = {sheet.entry_id: sheet for sheet in sheets}
    tallies: dict[int, dict[str, Tally]] = {}
    for tally in Tally.objects.filter(event=event, sheet__entry__in=entries):
        tallies.setdefault(tally.sheet_id, {})[tally.seat] = tally
    for entry in entries:
        sheet = by_entry.get(entry.pk)
        if sheet is None:
            yield f"Record entry {entry.number} has lost its sheet."
            continue
        stored_tallies = tallies.get(sheet.pk, {})
        entered = {row["seat"]: row for row in entry.body["tallies"]}
        if entered.keys() != stored_tallies.keys() or sheet.blocked != entry.body["blocked"]:
            yield f"The sheet of record entry {entry.number} is not what was entered."
            continue
        counted = columns_of(sheet_of(submission_from(entry.body)), form, in_force)
        for seat, row in entered.items():
            expected = _blank() | counted[seat]
            stored = {column: getattr(stored_tallies[seat], column) for column in COLUMNS}
            if stored != expected or refs[stored_tallies[seat].guest_id] != row["guest"]:
                yield (
                    f"Seat {seat} on the sheet of record entry {entry.number} is not what was"
                    " entered."
                )


def _blank() -> dict[str, object]:
    return dict.fromkeys(COLUMNS) | {"state": "played", "went_out": False}


def _accepted(event: Event) -> Iterator[str]:
    """The version that counts is the last one that was not taken back, unless an act moved or set
    it aside, and the versions have no gap.
    """
    games: dict[int, list[tuple[int, int, bool]]] = {}
    last: dict[int, int] = {}
    departed, rows = moved_away(event) | set_aside(event), Sheet.objects.filter(event=event)
    standing = frozenset(Sheet.standing.filter(event=event).values_list("pk", flat=True))
    columns = ("pk", "game_id", "version", "accepted")
    for pk, game, version, accepted in rows.order_by("version").values_list(*columns):
        games.setdefault(game, []).append((pk, version, accepted))
        if pk in standing:
            last[game] = pk
    for game, versions in games.items():
        counts = last.get(game) if last.get(game) not in departed else None
        if any(
            version != number or accepted != (pk == counts)
            for number, (pk, version, accepted) in enumerate(versions, start=1)
        ):
            yield (
                f"The versions of game {game} are not one after another with the last one counting."
            )


def _seals(event: Event) -> Iterator[str]:
    wiped_seals = wiped(event).seals
    for seal in Seal.objects.filter(event=event).select_related("entry"):
        if (
            digest(seal.snapshot) != wiped_seals.get(seal.edition, seal.digest)
            or seal.entry.body.get("digest") != seal.digest
        ):
            yield f"The sealed cut, edition {seal.edition}, is not what was sealed."

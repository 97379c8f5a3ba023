"""Who sits where, played forward from the ledger once more and compared with the seats that are
kept.

Who was seen at the door, as the ledger tells it: compared with the marks the guests bear.
"""

from collections.abc import Iterator

from tournament.counting.history_seats import ACTS, Sat, Seats, entries
from tournament.models import Event, Guest, LedgerEntry, Seat
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState

COLUMNS = ("round__number", "table__number", "letter", "guest__ref", "from_game", "left_after_game")


def faults_of_seats(event: Event) -> Iterator[str]:
    """Every seat of a published round that is not what its acts made of it: the entry that gave it
    last is named.

    A round published before entries told its number of games is passed over: its ledger does not
    tell every change.
    """
    told, origin, laid = _played_forward(event)
    rows = Seat.objects.filter(event=event).exclude(round__state=RoundState.DRAFT).order_by()
    kept = {Sat(*row) for row in rows.values_list(*COLUMNS)}
    whole = {number for number, games in told.games.items() if games is not None}
    meant = {row for row in told.rows if row.round in whole}
    for row in sorted(meant - kept, key=_place):
        yield f"{_where(row)} is not what record entry {origin[row]} says."
    strange = {row for row in kept - meant if row.round in whole}
    for row in sorted(strange, key=_place):
        if _place(row) not in {_place(one) for one in meant - kept}:
            yield (
                f"{_where(row)} was given by no act since record entry {laid[row.round]}, which"
                " laid the round."
            )


def _played_forward(event: Event) -> tuple[Seats, dict[Sat, int], dict[int, int]]:
    """The seats, the entry that made each of them what it is, and the entry
    that laid each round.
    """
    found, origin, laid = Seats(), dict[Sat, int](), dict[int, int]()
    for entry in entries(event):
        found.by_number[entry.number] = entry
        if entry.kind not in ACTS:
            continue
        ACTS[entry.kind](found, entry.body)
        if entry.kind in ("publish", "open_table"):
            laid[entry.body["round"]] = entry.number
        there = set(found.rows)
        origin = {row: number for row, number in origin.items() if row in there}
        origin |= {row: entry.number for row in there if row not in origin}
    return found, origin, laid


def _place(row: Sat) -> tuple[int, int, str, int]:
    return row.round, row.table, row.letter, row.since


def _where(row: Sat) -> str:
    return f"Seat {row.letter} of table {row.table} in round {row.round}"


ARRIVAL = "arrival"
"""The kind of an entry that lets one guest in, or out again; others name whom they let in under
`arrived`.
"""


def arrivals(event: Event) -> frozenset[str]:
    """The refs of all whom an act let in and none sent out again."""
    here: set[str] = set()
    entries = LedgerEntry.objects.filter(event=event).order_by("number")
    told = entries.filter(kind=ARRIVAL) | entries.filter(body__has_key="arrived")
    for kind, body in told.values_list("kind", "body"):
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
    marked, told = (
        set(guests.filter(arrived_at__isnull=False).values_list("ref", flat=True)),
        arrivals(event),
    )
    for ref, name in guests.values_list("ref", "name"):
        if (ref in marked) != (ref in told):
            state = "is marked as here" if ref in marked else "is not marked as here"
            yield f"{name} {state}, and the record says otherwise."
    seats = Seat.objects.filter(
        event=event, guest__status=GuestStatus.NO_SHOW, left_after_game=None
    )
    for name, number in seats.values_list("guest__name", "round__number"):
        yield f"{name} never came and has a seat in round {number}."

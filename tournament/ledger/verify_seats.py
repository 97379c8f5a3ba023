"""Who sits where, played forward from the ledger once more and compared with the seats that are kept."""

from collections.abc import Iterator

from tournament.ledger.past.entries import entries
from tournament.ledger.past.sat import Sat, Seats
from tournament.ledger.past.seats import ACTS
from tournament.models import Event, Seat
from tournament.models.seating import RoundState

COLUMNS = ("round__number", "table__number", "letter", "guest__ref", "from_game", "left_after_game")


def faults_of_seats(event: Event) -> Iterator[str]:
    """Every seat of a published round that is not what its acts made of it: the entry that gave it last is named.

    A round published before entries told its number of games is passed over: its ledger does not tell every change.
    """
    told, origin, laid = _played_forward(event)
    rows = Seat.objects.filter(event=event).exclude(round__state=RoundState.DRAFT).order_by()
    kept = {Sat(*row) for row in rows.values_list(*COLUMNS)}
    whole = {number for number, games in told.games.items() if games is not None}
    meant = {row for row in told.rows if row.round in whole}
    for row in sorted(meant - kept, key=_place):
        yield f"{_where(row)} is not what ledger entry {origin[row]} says."
    strange = {row for row in kept - meant if row.round in whole}
    for row in sorted(strange, key=_place):
        if _place(row) not in {_place(one) for one in meant - kept}:
            yield f"{_where(row)} was given by no act since ledger entry {laid[row.round]}, which laid the round."


def _played_forward(event: Event) -> tuple[Seats, dict[Sat, int], dict[int, int]]:
    """The seats, the entry that made each of them what it is, and the entry that laid each round."""
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

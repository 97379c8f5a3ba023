"""Two guests change seats in one round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.acts.seating import SeatingRefusedError, known
from tournament.hall_plan import table_label
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.seats import locked_tables
from tournament.models import Event, Round, Seat
from tournament.models.seating import RoundState
from tournament.snapshot import after_snapshot


@dataclass(frozen=True, slots=True)
class Swap:
    """Two badges who are to change seats in a round; `seen` are their seats ("6B") as the official saw them."""

    round: int
    one: int
    other: int
    seen: tuple[str, str] | None = None


@after_snapshot
def swap_guests(event: Event, swap: Swap, by: Signature, *, reason: str = "") -> None:
    """Let two guests change seats in one round; the other rounds stay. Reverse act: the same swap again.

    A published seating asks for a reason. Raises SeatingRefusedError when one of them has no seat or has moved
    meanwhile, or when a game of their tables is on record.
    """
    with writing(event) as row:
        if known(row, by):
            return
        found = the_round(row, swap.round)
        one, other = _seats(found, swap)
        spots = spot(one), spot(other)
        if swap.seen not in (None, spots):
            raise SeatingRefusedError("One of them was moved meanwhile: look at the swap again.")
        in_play(row, found, [one.table.number, other.table.number])
        if found.state != RoundState.DRAFT and not reason:
            raise SeatingRefusedError("The seating is published: give the reason for the swap.")
        one.guest, other.guest = other.guest, one.guest
        Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
        for seat in (one, other):
            seat.pk = None
        Seat.objects.bulk_create((one, other))
        append(row, "swap", {"round": swap.round, "moves": _moves(one, other)}, by, reason=reason)


def the_round(row: Event, number: int) -> Round:
    """A drawn qualifying round, or a refusal that says there is none."""
    found = Round.objects.filter(event=row, number=number, number__lte=row.qualifying_rounds).first()
    if found is None:
        raise SeatingRefusedError(f"Round {number} is not drawn: draw the seating first.")
    return found


def in_play(row: Event, found: Round, tables: Sequence[int]) -> None:
    """Refuse to move anybody at a table of this round that has a sheet, or in a closed round."""
    if found.state == RoundState.CLOSED:
        raise SeatingRefusedError(f"{found} is closed: its seats stay as they were played.")
    played = sorted(locked_tables(row, found.number).intersection(tables))
    if played:
        where = " and ".join(f"table {table_label(row, number)}" for number in played)
        raise SeatingRefusedError(f"Games of {where} in round {found.number} are on record: put it right at the desk.")


def spot(seat: Seat) -> str:
    """Table and letter in short: 6B."""
    return f"{seat.table.number}{seat.letter}"


def _seats(found: Round, swap: Swap) -> tuple[Seat, Seat]:
    if swap.one == swap.other:
        raise SeatingRefusedError("Choose two different guests to swap.")
    badges = (swap.one, swap.other)
    taken = Seat.objects.filter(round=found, left_after_game=None, guest__badge__in=badges)
    seats = {seat.guest.badge: seat for seat in taken.select_related("table", "guest")}
    for badge in badges:
        if badge not in seats:
            raise SeatingRefusedError(f"Badge {badge} has no seat in round {found.number}: choose somebody who sits.")
    return seats[swap.one], seats[swap.other]


def _moves(one: Seat, other: Seat) -> list[dict[str, Any]]:
    """Each guest with the seat they left and the one they took: afterwards each sits where the other sat."""
    pairs = ((other, one), (one, other))
    return [{"guest": to.guest.ref, "before": spot(away), "after": spot(to)} for to, away in pairs]

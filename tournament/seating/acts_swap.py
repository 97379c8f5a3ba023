"""Two guests change seats in one round."""

from dataclasses import dataclass
from typing import Any

from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Round, Seat
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import in_play, spot, the_round
from tournament.seating.words import no_seat
from tournament.server.snapshot import after_snapshot

SWAP_TWO = "Choose two different guests to swap."


@dataclass(frozen=True, slots=True)
class Swap:
    """Two badges who are to change seats in a round; `seen` are their seats ("6B") as the official
    saw them.
    """

    round: int
    one: int
    other: int
    seen: tuple[str, str] | None = None


@after_snapshot
def swap_guests(event: Event, swap: Swap, signature: Signature, *, reason: str = "") -> None:
    """Let two guests change seats in one round; the other rounds stay. Reverse act: the same swap
    again.

    A published seating asks for a reason. Raises Refused when one of them has no seat
    or has moved meanwhile, or when a game of their tables is on record.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        round_ = the_round(row, swap.round)
        first, second = _seats(round_, swap)
        spots = spot(first), spot(second)
        if swap.seen not in (None, spots):
            raise Refused("One of them has been moved since: look at the swap again.")
        in_play(row, round_, [first.table.number, second.table.number])
        if round_.state != RoundState.DRAFT and not reason:
            raise Refused("The seating is published: give the reason for the swap.")
        first.guest, second.guest = second.guest, first.guest
        Seat.objects.filter(pk__in=(first.pk, second.pk)).delete()
        for seat in (first, second):
            seat.pk = None
        Seat.objects.bulk_create((first, second))
        append(
            row,
            "swap",
            {"round": swap.round, "moves": _moves(first, second)},
            signature,
            reason=reason,
        )


def _seats(round_: Round, swap: Swap) -> tuple[Seat, Seat]:
    if swap.one == swap.other:
        raise Refused(SWAP_TWO)
    badges = (swap.one, swap.other)
    occupied = Seat.objects.filter(round=round_, left_after_game=None, guest__badge__in=badges)
    seats = {seat.guest.badge: seat for seat in occupied.select_related("table", "guest")}
    for badge in badges:
        if badge not in seats:
            raise Refused(no_seat(badge, round_.number))
    return seats[swap.one], seats[swap.other]


def _moves(first: Seat, second: Seat) -> list[dict[str, Any]]:
    """Each guest with the seat they left and the one they took: afterwards each sits where the
    other sat.
    """
    pairs = ((second, first), (first, second))
    return [{"guest": to.guest.ref, "before": spot(away), "after": spot(to)} for to, away in pairs]

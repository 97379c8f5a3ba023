"""The door as the rows have it: who is awaited, and what closing it would change."""

import hashlib
from dataclasses import dataclass, replace

from django.db.models import Q

from scoring.seating import Closing, Key, Seating, close_door
from tournament.ledger.chain import canonical
from tournament.ledger.seat_history import Stale, cards, changed_cards
from tournament.ledger.seats import Hall, hall
from tournament.models import Event, Guest, Seat, Sheet, Stage, Tally, TallyState
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState


@dataclass(frozen=True, slots=True)
class DoorPlan:
    """What closing the door now would do: who never came, who moves in which round, whose cards are then wrong."""

    hall: Hall
    absent: tuple[Guest, ...]
    closing: Closing
    stale: Stale
    locked: frozenset[tuple[int, int]]

    @property
    def seen(self) -> str:
        """A digest of the plan: what is done later is what was looked at."""
        said = [
            [guest.ref for guest in self.absent],
            [[move.key, move.round, move.after.table, move.after.seat] for move in self.closing.moves],
            [list(spot) for spot in self.closing.given_up],
        ]
        return hashlib.sha256(canonical(said).encode()).hexdigest()[:16]


def door_plan(event: Event) -> DoorPlan:
    """The plan as things stand, in nine queries. Raises SeatingImpossibleError where no tables hold those who came."""
    found = hall(event)
    absent = awaited(found)
    keys: set[Key] = {guest.badge for guest in absent}
    locked = _locked(found)
    here = tuple(one for one in found.wishes.sitters if one.key not in keys)
    closing = close_door(found.seating, replace(found.wishes, sitters=here), keys, locked=locked)
    return DoorPlan(found, absent, closing, _stale(found, closing.seating, keys), locked)


def awaited(found: Hall) -> tuple[Guest, ...]:
    """Who is on the list and neither seen at the door nor on a sheet as having played."""
    played = Tally.objects.filter(event=found.event, state=TallyState.PLAYED, sheet__accepted=True)
    at_table = set(played.values_list("guest_id", flat=True).distinct())
    due = (guest for guest in found.guests.values() if guest.status == GuestStatus.REGISTERED)
    return tuple(guest for guest in due if guest.arrived_at is None and guest.pk not in at_table)


def _locked(found: Hall) -> frozenset[tuple[int, int]]:
    """Round and table of all that stay as they are: on record, in a closed round, or with a seat held for a part."""
    where = ("round__number", "table__number")
    seats = Seat.objects.filter(event=found.event, round__stage=Stage.QUALIFYING)
    part = seats.filter(Q(left_after_game__isnull=False) | Q(from_game__gt=1)).values_list(*where)
    sheets = Sheet.objects.filter(event=found.event, accepted=True, game__table__round__stage=Stage.QUALIFYING)
    on_record = sheets.order_by().values_list("game__table__round__number", "game__table__number").distinct()
    closed = {
        (row.number, table)
        for row, tables in zip(found.rounds, found.seating.rounds, strict=True)
        if row.state == RoundState.CLOSED
        for table in range(1, len(tables) + 1)
    }
    return frozenset(closed.union(part, on_record))


def _stale(found: Hall, then: Seating, absent: set[Key]) -> Stale:
    """Whose card is wrong after it; the card of somebody who never came is no card."""
    seat: set[int] = set()
    changed: set[int] = set()
    for row, before, after in zip(found.rounds, found.seating.rounds, then.rounds, strict=True):
        if row.state != RoundState.DRAFT:
            some, moved = changed_cards(cards(before), cards(after))
            changed, seat = changed | some, seat | moved
    return Stale(tuple(sorted(seat - absent)), tuple(sorted(changed - seat - absent)))

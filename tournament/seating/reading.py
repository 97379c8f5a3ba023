"""The door as the rows have it: who is awaited, and what closing it would change.

The table an umpire stands at, as an address tells it: who sits where there, or a sentence if there
is none.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from scoring.seating import Closing, Key, Seating, SeatingImpossibleError, close_door
from tournament.counting.plan import bounds_of, plan_for, table_called, table_label
from tournament.counting.seats import Hall, hall
from tournament.ledger.chain import canonical
from tournament.models import Event, Guest, Seat, Sheet, Stage, Table, Tally, TallyState
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.seating.words import Stale, cards, changed_cards
from tournament.site.text import whole_number


@dataclass(frozen=True, slots=True)
class DoorPlan:
    """What closing the door now would do: who never came, who moves or sits down in which round,
    whose cards change.
    """

    hall: Hall
    absent: tuple[Guest, ...]
    closing: Closing
    stale: Stale
    locked: frozenset[tuple[int, int]]

    @property
    def seen(self) -> str:
        """A digest of the plan: what is done later is what was looked at."""
        parts = [
            [guest.ref for guest in self.absent],
            [
                [move.key, move.round, move.after.table, move.after.seat]
                for move in self.closing.moves
            ],
            [[key, number, place.table, place.seat] for key, number, place in self.closing.seated],
            [list(spot) for spot in self.closing.given_up],
        ]
        return hashlib.sha256(canonical(parts).encode()).hexdigest()[:16]

    @property
    def movers(self) -> tuple[Guest, ...]:
        """Who has another seat in some round, once each."""
        return tuple(
            self.hall.guests[int(key)]
            for key in dict.fromkeys(move.key for move in self.closing.moves)
        )

    @property
    def seated(self) -> tuple[Guest, ...]:
        """Who had no seat and gets one, once each."""
        return tuple(
            self.hall.guests[int(key)]
            for key in dict.fromkeys(key for key, *_place in self.closing.seated)
        )

    @property
    def without(self) -> tuple[Guest, ...]:
        """Who is here and has no seat in an open round even then."""
        departed = {guest.badge for guest in self.absent}
        rows = zip(self.hall.rounds, self.closing.seating.rounds, strict=True)
        seats = [
            {key for table in row for key in table}
            for round_, row in rows
            if round_.state != RoundState.CLOSED
        ]
        here = (self.hall.guests[int(key)] for key in sorted(self.hall.present, key=int))
        return tuple(
            guest
            for guest in here
            if guest.badge not in departed
            and guest.arrived_at
            and any(guest.badge not in sat for sat in seats)
        )

    @property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        """The sizes of the tables somebody sits at, by round, the largest first."""
        counted = (
            [sum(key is not None for key in table) for table in row]
            for row in self.closing.seating.rounds
        )
        return tuple(tuple(sorted((size for size in row if size), reverse=True)) for row in counted)


def door_plan(event: Event) -> DoorPlan:
    """The plan with the fewest moves.

    Raises SeatingImpossibleError where no tables hold those who came.
    """
    return door_plans(event)[0]


def door_plans(event: Event) -> tuple[DoorPlan, ...]:
    """The plan with the fewest moves and, where it gives better tables and nothing is played, the
    best seating.

    In nine queries. Raises SeatingImpossibleError where no tables hold those who came.
    """
    hall_ = hall(event)
    absent = awaited(hall_)
    keys: set[Key] = {guest.badge for guest in absent}
    locked = _locked(hall_)
    plan = _plan(hall_, absent, locked, ())
    if locked or not hall_.rounds:
        return (plan,)
    try:
        sizes = plan_for(event, len(hall_.present) - len(keys & hall_.present)).sizes
        best = _plan(hall_, absent, locked, sizes)
    except SeatingImpossibleError:
        return (plan,)
    return (plan, best) if best.sizes != plan.sizes else (plan,)


def _plan(
    hall_: Hall, absent: tuple[Guest, ...], locked: frozenset[tuple[int, int]], sizes: Sequence[int]
) -> DoorPlan:
    keys: set[Key] = {guest.badge for guest in absent}
    here = tuple(sitter for sitter in hall_.wishes.sitters if sitter.key not in keys)
    closing = close_door(
        hall_.seating,
        replace(hall_.wishes, sitters=here),
        keys,
        newcomers=() if locked else _newcomers(hall_),
        locked=locked,
        bounds=bounds_of(hall_.event),
        sizes=sizes,
    )
    return DoorPlan(hall_, absent, closing, _stale(hall_, closing.seating, keys), locked)


def _newcomers(hall_: Hall) -> list[tuple[Key, int]]:
    """Who is here without a seat, and in which round; who came first stands first."""
    here = [
        guest
        for guest in hall_.guests.values()
        if guest.arrived_at and guest.badge in hall_.present
    ]
    here.sort(key=lambda guest: (guest.arrived_at, guest.badge))
    return [
        (guest.badge, number)
        for guest in here
        for number, row in enumerate(hall_.seating.rounds, start=1)
        if not any(guest.badge in table for table in row)
    ]


def awaited(hall_: Hall) -> tuple[Guest, ...]:
    """Who is on the list and neither seen at the door nor on a sheet as having played."""
    played = Tally.objects.filter(event=hall_.event, state=TallyState.PLAYED, sheet__accepted=True)
    at_table = set(played.values_list("guest_id", flat=True).distinct())
    due = (guest for guest in hall_.guests.values() if guest.status == GuestStatus.REGISTERED)
    return tuple(guest for guest in due if guest.arrived_at is None and guest.pk not in at_table)


def _locked(hall_: Hall) -> frozenset[tuple[int, int]]:
    """Round and table of all that stay as they are: on record, in a closed round, or with a seat
    held for a part.
    """
    columns = ("round__number", "table__number")
    seats = Seat.objects.filter(event=hall_.event, round__stage=Stage.QUALIFYING)
    part = seats.filter(Q(left_after_game__isnull=False) | Q(from_game__gt=1)).values_list(*columns)
    sheets = Sheet.objects.filter(
        event=hall_.event, accepted=True, game__table__round__stage=Stage.QUALIFYING
    )
    on_record = (
        sheets.order_by()
        .values_list("game__table__round__number", "game__table__number")
        .distinct()
    )
    closed = {
        (row.number, table)
        for row, tables in zip(hall_.rounds, hall_.seating.rounds, strict=True)
        if row.state == RoundState.CLOSED
        for table in range(1, len(tables) + 1)
    }
    return frozenset(closed.union(part, on_record))


def _stale(hall_: Hall, then: Seating, absent: set[Key]) -> Stale:
    """Whose card is wrong after it; the card of somebody who never came is no card."""
    seat: set[int] = set()
    changed: set[int] = set()
    for row, before, after in zip(hall_.rounds, hall_.seating.rounds, then.rounds, strict=True):
        if row.state != RoundState.DRAFT:
            some, moved = changed_cards(cards(before), cards(after))
            changed, seat = changed | some, seat | moved
    return Stale(tuple(sorted(seat - absent)), tuple(sorted(changed - seat - absent)))


MOST_FIGURES = 4


@dataclass(frozen=True, slots=True)
class TableTold:
    """Table by number and label, round (0 if unknown), the guests by seat letter, what is wrong
    with what was said.
    """

    table: int = 0
    label: str = ""
    round: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


def table_told(event: Event, table: str, round_told: str = "") -> TableTold:
    """The table of the round that was told, else of the one that is played, else of the last that
    is public.

    At most two queries.
    """
    if not table:
        return TableTold()
    number, target = table_called(event, table), whole_number(round_told, MOST_FIGURES)
    seats = Seat.objects.filter(event=event, table__number=number or 0, left_after_game=None)
    seats = seats.exclude(round__state=RoundState.DRAFT).order_by("-round__number", "letter")
    rows = list(seats.values_list("round__number", "letter", "guest__name", "round__state"))
    if target is None:
        # Rounds are often published together; they are played one after the other.
        still_open = [row[0] for row in rows if row[-1] == RoundState.PUBLISHED]
        target = min(still_open, default=rows[0][0] if rows else None)
    seated = [row for row in rows if row[0] == target]
    if number is None or not seated:
        return TableTold(fault=_no_table(event, table, round_told))
    return TableTold(
        number,
        table_label(event, number),
        seated[0][0],
        {letter: name for _round, letter, name, _state in seated},
    )


def _no_table(event: Event, table: str, round_told: str) -> str:
    numbers = sorted(set(Table.objects.filter(event=event).values_list("number", flat=True)))
    if not numbers:
        return (
            "Table: nobody is seated this evening yet. Leave the table empty, or draw the seating"
            " first."
        )
    there = f"its tables are {table_label(event, numbers[0])} to {table_label(event, numbers[-1])}"
    missing = f"this evening has no table {table[:10]}"
    if round_told:
        missing = f"round {round_told[:10]} of this evening has no table {table[:10]}"
    return f"Table: {missing}; {there}. Correct the number or leave it empty."

"""Where the guests of a list sit, and who of them can no longer be taken off it: read for the page
of differences and for the act alike.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.counting.seats import table_label
from tournament.models import Event, Guest, Seat, Sheet, Stage
from tournament.models.seating import RoundState


def bound(event: Event, guests: Iterable[Guest]) -> dict[int, str]:
    """Why a guest stays on the list whatever the list says, by the guest’s key. Two queries."""
    wanted = {guest.pk: guest for guest in guests}
    found = {pk: "is here already" for pk, guest in wanted.items() if guest.arrived_at}
    if event.paired and event.match_rounds.exists():
        found |= dict.fromkeys(wanted, "is paired: mark them as gone home there")
    sheets = Sheet.objects.filter(accepted=True, game__table__event=event)
    played = set(sheets.order_by().values_list("game__table_id", flat=True).distinct())
    seats = Seat.objects.filter(event=event, guest__in=list(wanted)).select_related("round")
    for seat in seats:
        if seat.table_id in played:
            found[seat.guest_id] = "has played"
        elif seat.round.stage != Stage.QUALIFYING:
            found[seat.guest_id] = "sits in the play-off"
    return found


@dataclass(frozen=True, slots=True)
class Sits:
    """A seat of a guest: its round, table and letter, who else is at the table."""

    round: int
    label: str
    letter: str
    draft: bool
    others: tuple[Guest, ...]

    @property
    def words(self) -> str:
        """`7 B in round 1`."""
        return f"{self.label} {self.letter} in round {self.round}"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and how far the seating is: nothing, drafted or published."""

    sits: dict[int, list[Sits]]
    drawn: bool
    published: bool


def seating_of(event: Event) -> Seating:
    """The qualifying seats of everybody. Two queries."""
    states = list(event.rounds.filter(stage=Stage.QUALIFYING).values_list("state", flat=True))
    rows = Seat.objects.filter(event=event, left_after_game=None, round__stage=Stage.QUALIFYING)
    seats = list(rows.select_related("round", "table", "guest__livery"))
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table_id].append(seat)
    found: defaultdict[int, list[Sits]] = defaultdict(list)
    for seat in sorted(seats, key=lambda seat: seat.round.number):
        others = tuple(one.guest for one in tables[seat.table_id] if one.pk != seat.pk)
        label, draft = table_label(event, seat.table.number), seat.round.state == RoundState.DRAFT
        found[seat.guest_id].append(Sits(seat.round.number, label, seat.letter, draft, others))
    published = any(state != RoundState.DRAFT for state in states)
    return Seating(dict(found), bool(states), published)

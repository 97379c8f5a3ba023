"""Who sits where, lifted from its rows into the values of scoring.seating; guests go by their badges."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.seating import Key, Seating, Sitter, TablePlan, Wishes, at_home, table_plan
from tournament.hall_plan import stand
from tournament.ledger.formats import event_format
from tournament.models import Event, Guest, KeepApart, Round, Seat, Sheet, Stage, Table
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState

MOST = 6  # guests at a table, in every format


def plan_for(event: Event, guests: int) -> TablePlan:
    """The tables for so many guests, of the sizes that suit the event's format.

    Raises SeatingImpossibleError where no number of such tables holds them.
    """
    seats = event_format(event).seats
    return table_plan(guests, least=seats.least, target=seats.best, most=seats.most)


def fewest(event: Event) -> int:
    """The fewest guests at a table."""
    return event_format(event).seats.least


@dataclass(frozen=True, slots=True)
class Hall:
    """The guests of an event by badge, what they wish, and the qualifying rounds as far as they are seated."""

    event: Event
    guests: Mapping[int, Guest]
    wishes: Wishes
    rounds: tuple[Round, ...]
    seating: Seating

    @property
    def present(self) -> frozenset[Key]:
        """The badges of all who take seats."""
        return frozenset(sitter.key for sitter in self.wishes.sitters)

    @property
    def published(self) -> bool:
        """Whether any round is on paper."""
        return any(found.state != RoundState.DRAFT for found in self.rounds)

    def guest(self, key: Key | None) -> Guest | None:
        """The guest with this badge."""
        return self.guests.get(key) if isinstance(key, int) else None

    def name(self, key: Key) -> str:
        """The printed name with the badge, as two guests may have one name."""
        guest = self.guest(key)
        return f"{guest.name} ({key})" if guest else f"Badge {key}"


def hall(event: Event) -> Hall:
    """Guests, wishes and seats as the rows have them now, in five queries however many there are."""
    guests = {guest.badge: guest for guest in Guest.objects.filter(event=event).select_related("livery")}
    apart = KeepApart.objects.filter(event=event).values_list("one__badge", "other__badge")
    rounds = tuple(Round.objects.filter(event=event, stage=Stage.QUALIFYING).order_by("number"))
    sitters, pairs, seating = tuple(_sitters(guests.values())), tuple(apart.order_by("pk")), _seating(event, rounds)
    return Hall(event, guests, _in_the_rooms(event, Wishes(sitters, pairs), seating), rounds, seating)


def _in_the_rooms(event: Event, wishes: Wishes, seating: Seating) -> Wishes:
    """The wishes with the rooms of the hall, for as many tables as are planned or laid."""
    most = max([len(event.hall_plan), *(len(row) for row in seating.rounds)])
    stands = [stand(event, number) for number in range(1, most + 1)] if event.hall_plan else []
    planned = replace(
        wishes,
        rooms=tuple(one.room for one in stands),
        labels=tuple(one.label for one in stands),
        step_free=frozenset(one.number for one in stands if one.step_free),
    )
    return at_home(planned, seating)


def locked_tables(event: Event, number: int) -> frozenset[int]:
    """The tables of a round at which a game is on record: their seats stay as they are."""
    tables = Sheet.objects.filter(event=event, accepted=True, game__table__round__number=number)
    return frozenset(tables.order_by().values_list("game__table__number", flat=True).distinct())


def _sitters(guests: Iterable[Guest]) -> Iterable[Sitter]:
    """Those who have not gone home and did not stay away; a host and their guests are one party."""
    here = [guest for guest in guests if guest.status not in AWAY]
    hosts = {_spelt(guest.guest_of) for guest in here} - {""}
    for guest in here:
        party = _spelt(guest.guest_of) or (_spelt(guest.name) if _spelt(guest.name) in hosts else None)
        yield Sitter(
            guest.badge,
            livery=guest.livery_id,
            fixed_table=guest.fixed_table,
            group=party,
            step_free=guest.step_free,
            keeps_room=guest.keeps_room,
        )


def _spelt(name: str) -> str:
    return " ".join(name.casefold().split())


def _seating(event: Event, rounds: Iterable[Round]) -> Seating:
    """The seats as taken now: whoever left during a round has left a gap."""
    numbers = Table.objects.filter(event=event, round__stage=Stage.QUALIFYING).order_by("number")
    tables: defaultdict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    for found, number in numbers.values_list("round_id", "number"):
        tables[found][number] = {}
    taken = Seat.objects.filter(event=event, left_after_game=None, round__stage=Stage.QUALIFYING).order_by()
    for found, number, letter, badge in taken.values_list("round_id", "table__number", "letter", "guest__badge"):
        tables[found][number][letter] = badge
    laid = tuple(tuple(_in_seat_order(seats) for seats in tables[found.pk].values()) for found in rounds)
    cyclic = any(found.movement for found in rounds)
    most = max((len(table) for row in laid for table in row), default=0)
    return Seating(laid, tuple(range(most)) if cyclic else ())


def _in_seat_order(seats: Mapping[str, int]) -> tuple[int | None, ...]:
    last = max(seats, default="@")
    return tuple(seats.get(chr(code)) for code in range(ord("A"), ord(last) + 1))

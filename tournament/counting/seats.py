"""Who sits where, lifted from rows into the values of scoring.seating, and who is here without a
seat in the round that is played; guests go by their badges.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.names import folded
from scoring.seating import Key, Seating, Sitter, Wishes, at_home
from tournament.counting.plan import stand
from tournament.models import (
    Event,
    Game,
    Guest,
    KeepApart,
    LedgerEntry,
    Round,
    Seat,
    Sheet,
    Stage,
    Table,
)
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery

ABOUT_A_GUEST = ("seat", "attendance", "substitute", "take_back", "unsubstitute")


def round_in_play(event: Event) -> Round | None:
    """The qualifying round that takes new tables: the one that is open."""
    return next(iter(IN_PLAY.of(event.pk)), None)


IN_PLAY = KeptQuery(
    lambda event: Round.objects.filter(
        event=event, stage=Stage.QUALIFYING, state=RoundState.PUBLISHED
    ).order_by("number")[:1]
)


def all_played(event: Event) -> bool:
    """Whether every qualifying round is closed: whoever has no seat in the
    play-off waits for none.
    """
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING).values_list(
        "state", flat=True
    )
    states = list(rounds)
    return len(states) >= event.qualifying_rounds and set(states) == {RoundState.CLOSED}


def waiting(event: Event, round_: Round | None) -> list[Guest]:
    """Those who are here without a seat in this round, or in any where none is open; who came first
    stands first.
    """
    return SEATLESS.of(event.pk, round_.pk) if round_ else SEATED_NOWHERE.of(event.pk)


def _seatless(event: int, seated: QuerySet[Seat]) -> QuerySet[Guest]:
    here = Guest.objects.filter(event=event, arrived_at__isnull=False).exclude(status__in=AWAY)
    sitting = seated.filter(event=event, left_after_game=None).values("guest")
    return here.exclude(pk__in=sitting).select_related("livery").order_by("arrived_at", "badge")


SEATLESS = KeptQuery(lambda event, round_: _seatless(event, Seat.objects.filter(round=round_)))
SEATED_NOWHERE = KeptQuery(
    lambda event: _seatless(event, Seat.objects.exclude(round__state=RoundState.CLOSED))
)


def present(event: Event) -> list[Guest]:
    """Who may take a seat in a further round: everybody who is here or sat before, and has not gone
    home.
    """
    guests = (
        Guest.objects.filter(event=event)
        .exclude(status__in=AWAY)
        .select_related("livery")
        .order_by("badge")
    )
    sat = set(Seat.objects.filter(event=event).values_list("guest_id", flat=True))
    return [guest for guest in guests if guest.arrived_at or guest.pk in sat]


def last_change(event: Event, ref: str) -> int:
    """The number of the last act on a guest's attendance or seats, where it can be taken back; else
    0.
    """
    acts = LedgerEntry.standing.filter(event=event, kind__in=ABOUT_A_GUEST, body__guest=ref)
    return max(reversible(acts.order_by("number")), default=0)


def reversible(acts: Iterable[LedgerEntry]) -> set[int]:
    """Of entries in their order those that changed seats and can be taken back: the last about each
    guest, and every move that was not taken back yet.
    """
    last: dict[str, LedgerEntry] = {}
    moves: set[int] = set()
    for entry in acts:
        if entry.kind in ABOUT_A_GUEST:
            last[entry.body["guest"]] = entry
        elif entry.kind == "move_seats":
            moves.add(entry.number)
        elif entry.kind == "move_seats_back":
            moves.discard(entry.body["of"])
    about = [
        entry.number
        for entry in last.values()
        if "of" not in entry.body and entry.body.keys() & {"seats", "freed"}
    ]
    return moves.union(about)


@dataclass(frozen=True, slots=True)
class Hall:
    """The guests of an event by badge, what they wish, and the qualifying rounds as far as they are
    seated.
    """

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
        return any(round_.state != RoundState.DRAFT for round_ in self.rounds)

    def guest(self, key: Key | None) -> Guest | None:
        """The guest with this badge."""
        return self.guests.get(key) if isinstance(key, int) else None

    def name(self, key: Key) -> str:
        """The printed name with the badge, as two guests may have one name."""
        guest = self.guest(key)
        return f"{guest.name} ({key})" if guest else f"Badge {key}"


def hall(event: Event) -> Hall:
    """Guests, wishes and seats as the rows have them now, in five queries
    however many there are.
    """
    guests = {
        guest.badge: guest for guest in Guest.objects.filter(event=event).select_related("livery")
    }
    apart = KeepApart.objects.filter(event=event).values_list("one__badge", "other__badge")
    rounds = tuple(Round.objects.filter(event=event, stage=Stage.QUALIFYING).order_by("number"))
    sitters, pairs, seating = (
        tuple(_sitters(guests.values())),
        (*apart.order_by("pk"), *_of_one_name(guests)),
        _seating(event, rounds),
    )
    wishes = Wishes(sitters, pairs, group=event.groups.word)
    return Hall(event, guests, _in_the_rooms(event, wishes, seating), rounds, seating)


MOST_OF_ONE_NAME = 4
"""A name that more guests have stands for none yet, as “Guest of the Master” does."""


def _of_one_name(guests: Mapping[int, Guest]) -> Iterator[tuple[int, int]]:
    """Pairs of badges whom neither name nor livery tells apart: at one table nobody would know
    whose sheet is whose.
    """
    groups: defaultdict[tuple[str, int | None], list[int]] = defaultdict(list)
    for badge, guest in sorted(guests.items()):
        if not guest.placeholder:
            groups[folded(guest.name), guest.livery_id].append(badge)
    for badges in groups.values():
        if len(badges) <= MOST_OF_ONE_NAME:
            yield from combinations(badges, 2)


def _in_the_rooms(event: Event, wishes: Wishes, seating: Seating) -> Wishes:
    """The wishes with the rooms of the hall, for as many tables as are planned or laid."""
    most = max([len(event.hall_plan), *(len(row) for row in seating.rounds)])
    stands = [stand(event, number) for number in range(1, most + 1)] if event.hall_plan else []
    planned = replace(
        wishes,
        rooms=tuple(table.room for table in stands),
        labels=tuple(table.label for table in stands),
        step_free=frozenset(table.number for table in stands if table.step_free),
    )
    return at_home(planned, seating)


def locked_tables(event: Event, number: int) -> frozenset[int]:
    """The tables of a round at which a game is on record: their seats stay as they are."""
    tables = Sheet.objects.filter(event=event, accepted=True, game__table__round__number=number)
    return frozenset(tables.order_by().values_list("game__table__number", flat=True).distinct())


def attended(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of `games` at which somebody has a seat.

    Where all have left, no game is due and none is shown.
    """
    here = Seat.objects.filter(
        Q(left_after_game=None) | Q(left_after_game__gte=OuterRef("number")),
        table=OuterRef("table"),
        from_game__lte=OuterRef("number"),
    )
    return games.filter(Exists(here))


def _sitters(guests: Iterable[Guest]) -> Iterable[Sitter]:
    """Those who have not gone home and did not stay away; a host and their guests are one party."""
    here = [guest for guest in guests if guest.status not in AWAY]
    hosts = {_spelt(guest.guest_of) for guest in here} - {""}
    for guest in here:
        party = _spelt(guest.guest_of) or (
            _spelt(guest.name) if _spelt(guest.name) in hosts else None
        )
        yield Sitter(
            guest.badge,
            livery=guest.livery_id,
            fixed_table=guest.fixed_table,
            group=party,
            step_free=guest.step_free,
            keeps_room=guest.keeps_room,
            team=_spelt(guest.team) or None,
        )


def _spelt(name: str) -> str:
    return " ".join(name.casefold().split())


def as_they_sat(hall_: Hall, guest: Guest, before: int) -> Hall:
    """The hall with a guest who went home and is back at the tables that they left in the rounds
    `before` one: whom they met there they meet a second time elsewhere. One query for such a guest,
    none for others.
    """
    if guest.status == GuestStatus.REGISTERED or before < 2:
        return hall_
    seats = Seat.objects.filter(
        event=hall_.event, guest=guest, round__stage=Stage.QUALIFYING, round__number__lt=before
    ).exclude(left_after_game=None)
    laid = [list(row) for row in hall_.seating.rounds]
    for number, table in seats.values_list("round__number", "table__number"):
        if hall_.seating.place(guest.badge, number) is None:
            laid[number - 1][table - 1] = (*laid[number - 1][table - 1], guest.badge)
    seating = replace(hall_.seating, rounds=tuple(map(tuple, laid)))
    return replace(hall_, seating=seating)


def _seating(event: Event, rounds: Iterable[Round]) -> Seating:
    """The seats as taken now: whoever left during a round has left a gap."""
    numbers = Table.objects.filter(event=event, round__stage=Stage.QUALIFYING).order_by("number")
    tables: defaultdict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    for round_id, number in numbers.values_list("round_id", "number"):
        tables[round_id][number] = {}
    occupied = Seat.objects.filter(
        event=event, left_after_game=None, round__stage=Stage.QUALIFYING
    ).order_by()
    for round_id, number, letter, badge in occupied.values_list(
        "round_id", "table__number", "letter", "guest__badge"
    ):
        tables[round_id][number][letter] = badge
    laid = tuple(
        tuple(_in_seat_order(seats) for seats in tables[round_.pk].values()) for round_ in rounds
    )
    cyclic = any(round_.movement for round_ in rounds)
    most = max((len(table) for row in laid for table in row), default=0)
    return Seating(laid, tuple(range(most)) if cyclic else ())


def _in_seat_order(seats: Mapping[str, int]) -> tuple[int | None, ...]:
    last = max(seats, default="@")
    return tuple(seats.get(chr(code)) for code in range(ord("A"), ord(last) + 1))

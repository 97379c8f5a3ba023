"""Who is here and has no seat in the round that is being played.

What tables are called, in which room they stand and which of them no step leads to: the plan of the
hall.

Who sits where, lifted from its rows into the values of scoring.seating; guests go by their badges.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.names import folded
from scoring.seating import (
    Bounds,
    Key,
    PricedPlan,
    Seating,
    Sitter,
    TablePlan,
    Wishes,
    at_home,
    priced_plans,
    table_plan,
)
from tournament.counting.formats import event_format
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
from tournament.models.guest import AWAY, GuestStatus, fault_in_words, tidy
from tournament.models.seating import RoundState

ABOUT_A_GUEST = ("seat", "attendance", "take_back")
SUBSTITUTE = "substitute"
UNDONE_BY_SEAT = ("seat", "attendance")
"""Kinds that `take_back` undoes, where they are the last that was done to a guest."""


def round_in_play(event: Event) -> Round | None:
    """The qualifying round that takes new tables: the one that is open."""
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING, state=RoundState.PUBLISHED)
    return rounds.order_by("number").first()


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
    seated = Seat.objects.filter(event=event, left_after_game=None)
    seated = (
        seated.filter(round=round_) if round_ else seated.exclude(round__state=RoundState.CLOSED)
    )
    guests = Guest.objects.filter(event=event, arrived_at__isnull=False).exclude(status__in=AWAY)
    return list(
        guests.exclude(pk__in=seated.values("guest"))
        .select_related("livery")
        .order_by("arrived_at", "badge")
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


def last_change(event: Event, ref: str) -> str:
    """The kind of the last act on a guest's attendance or seats that can be undone; nothing where
    none can.
    """
    kinds = (*ABOUT_A_GUEST, SUBSTITUTE, "unsubstitute")
    acts = LedgerEntry.standing.filter(event=event, kind__in=kinds, body__guest=ref).order_by(
        "-number"
    )
    last = acts.values_list("kind", "body").first()
    if last is None or (last[0] in ABOUT_A_GUEST and "seats" not in last[1]):
        return ""
    return str(last[0])


LONGEST_LABEL, LONGEST_ROOM = 4, 40
UNLUCKY = 13
"""The number that halls leave out."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A table as the hall knows it; `number` is the one that results go by, from 1 on and without a
    gap.
    """

    number: int
    label: str
    room: str = ""
    step_free: bool = False

    @property
    def words(self) -> str:
        """Label and room, as they are said to a guest."""
        return f"{self.label}, {self.room}" if self.room else self.label


def stand(event: Event, number: int) -> Stand:
    """How a table of the event is called; one that the plan does not name goes by its number."""
    plan = event.hall_plan
    row = plan[number - 1] if 0 < number <= len(plan) else {}
    return Stand(
        number, row.get("label") or str(number), row.get("room", ""), bool(row.get("step_free"))
    )


def table_label(event: Event, number: int | None) -> str:
    """What everybody calls a table: the one way from a number to what is shown; nothing for no
    table.
    """
    return "" if number is None else stand(event, number).label


def table_cell(event: Event, number: int) -> int | str:
    """A table in a column: its label, and a number where that is all it is, so that the column
    sorts.
    """
    return own_label(event, number) or number


def own_label(event: Event, number: int) -> str:
    """The label of a table where it is another than its number."""
    label = table_label(event, number)
    return "" if label == str(number) else label


def table_called(event: Event, label: str) -> int | None:
    """The number of the table that goes by this label, or None; upper and lower case are one."""
    plan = range(1, len(event.hall_plan) + 1)
    target = label.casefold()
    table = next(
        (number for number in plan if table_label(event, number).casefold() == target), None
    )
    if (
        table is None
        and label.isascii()
        and label.isdigit()
        and len(label) < 6
        and int(label) > len(plan)
    ):
        return int(label)
    return table


def spot_words(event: Event, spot: str) -> str:
    """Table and seat in short, such as 6B, with the table as it is called."""
    return f"{table_label(event, int(spot[:-1]))}{spot[-1]}"


def usual_labels(*, without_13: bool) -> Iterator[str]:
    """1, 2, 3… as tables are numbered, on request without 13."""
    return (str(number) for number in count(1) if not (without_13 and number == UNLUCKY))


class PlanError(ValueError):
    """The plan of the hall cannot be so: the sentence names the table and the mend."""


def checked_plan(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A plan as it is kept, from table 1 on, without what goes without saying. Raises PlanError."""
    plan = [_checked(number, row) for number, row in enumerate(rows, start=1)]
    labels = [row.get("label", str(number)) for number, row in enumerate(plan, start=1)]
    for number, label in enumerate(labels, start=1):
        if (twin := labels.index(label) + 1) != number:
            raise PlanError(
                f"Tables {twin} and {number} are both called {label}: give each a label of its own."
            )
    while plan and not plan[-1]:
        plan.pop()
    return plan


def _checked(number: int, row: Mapping[str, Any]) -> dict[str, Any]:
    label, room = (row.get(name, "") for name in ("label", "room"))
    for text, longest, word in ((label, LONGEST_LABEL, "label"), (room, LONGEST_ROOM, "room")):
        if (
            not isinstance(text, str)
            or len(text) > longest
            or fault_in_words(text)
            or text != tidy(text)
        ):
            raise PlanError(f"Table {number}: the {word} is at most {longest} plain characters.")
    step_free = row.get("step_free", False)
    if not isinstance(step_free, bool):
        raise PlanError(f"Table {number}: step-free is true or false.")
    fields = {"label": label if label != str(number) else "", "room": room, "step_free": step_free}
    return {name: value for name, value in fields.items() if value}


MOST = 6  # guests at a table, in every format


def plan_for(event: Event, guests: int) -> TablePlan:
    """The tables for so many guests that harm them least, of the sizes that suit the event's
    format.

    Raises SeatingImpossibleError where no number of such tables holds them.
    """
    return plans_for(event, guests)[0].plan


def usual_plan(event: Event, guests: int) -> TablePlan:
    """The tables for so many guests with as many as can be of the format's best size: who waits
    opens one of those.

    Raises as `plan_for`.
    """
    seats = event_format(event).seats
    return table_plan(guests, least=seats.least, target=seats.best, most=seats.most)


def plans_for(event: Event, guests: int) -> tuple[PricedPlan, ...]:
    """Every division of so many guests with its price over the rounds drawn, least harm first;
    raises as `plan_for`.
    """
    seats = event_format(event).seats
    return priced_plans(
        guests, event.qualifying_rounds, least=seats.least, target=seats.best, most=seats.most
    )


def fewest(event: Event) -> int:
    """The fewest guests at a table."""
    return event_format(event).seats.least


def bounds_of(event: Event) -> Bounds:
    """The fewest and the most guests at a table."""
    return Bounds(fewest(event), MOST)


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

"""Tables with too few guests to play on: which they are, and who would go where if one were broken
up or filled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Value

from scoring.seating import Comer, Key, Room, break_up, fill_up
from tournament.counting.formats import event_format
from tournament.counting.plan import fewest, table_label
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.seats import hall
from tournament.models import Event, Game, Seat, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.changes import Change, Floor, MovePlan
from tournament.site.cache import KeptQuery


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A table of a round with fewer guests than its game wants, and the next
    game it would play so.
    """

    round: int
    table: int
    label: str
    guests: int
    game: int


def small_tables(event: Event, round_number: int = 0) -> list[SmallTable]:
    """Every such table of the qualifying rounds that are not closed, or of one of them.

    One query, and more where there is one.
    """
    if event_format(event).paired:
        return []
    small = sorted(TOO_FEW.of(event.pk, fewest(event)))
    without_sheet = games_without_sheet(event) if small else frozenset()
    by_table: dict[tuple[int, int], SmallTable] = {}
    for number, table, game, guests in small:
        if (number, table, game) not in without_sheet and round_number in (0, number):
            by_table.setdefault(
                (number, table), SmallTable(number, table, table_label(event, table), guests, game)
            )
    return list(by_table.values())


def _too_few(event: int, least: int) -> QuerySet[Game, Any]:
    """Round, table, game and guests of the games at which so few sit, or are laid to sit."""
    here = Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number"))
    due = Game.objects.filter(
        event=event, not_played=False, void=False, table__round__stage=Stage.QUALIFYING
    )
    due = due.filter(table__round__state=RoundState.PUBLISHED).exclude(sheets__accepted=True)
    sat = Count("table__seats", filter=here & Q(table__seats__from_game__lte=F("number")))
    games = due.annotate(sat=sat).filter(sat__gt=0, sat__lt=least).order_by()
    drafts = Table.objects.filter(
        event=event, round__stage=Stage.QUALIFYING, round__state=RoundState.DRAFT
    )
    laid = drafts.annotate(sat=Count("seats")).filter(sat__gt=0, sat__lt=least).order_by()
    return games.values_list("table__round__number", "table__number", "number", "sat").union(
        laid.values_list("round__number", "number", Value(1), "sat"), all=True
    )


TOO_FEW = KeptQuery(_too_few)


def break_up_plan(event: Event, number: int, table: int) -> MovePlan:
    """Where the guests of a table would go. Raises Refused where nobody sits there.

    Raises SeatingImpossibleError where the other tables have too few free seats. Nine queries.
    """
    floor, hall_ = Floor.of(event, number), hall(event)
    guests, takers = floor.at(table), {}
    if not guests:
        raise Refused(f"Nobody sits at table {table_label(event, table)} of round {number}.")
    out = max(floor.leaves(seat) for seat in guests)
    for second in floor.tables:
        since = floor.joins(out, second)
        free = floor.free(second, since)
        if second != table and free:
            takers[second] = Room(len(free), since - out)
    played = floor.last.get(table, 0) > 0
    ends = break_up(hall_.seating, hall_.wishes, (number, table), takers, played=played)
    return MovePlan(hall_, floor, tuple(_seated(floor, guests, ends)), table)


def fill_plan(event: Event, number: int, table: int) -> MovePlan:
    """Which guests of larger tables would come to a table until it has enough, and to which seats.

    Raises Refused where the table has nobody or enough, SeatingImpossibleError where too
    few could come. Nine queries.
    """
    floor, hall_, least = Floor.of(event, number), hall(event), fewest(event)
    if not 0 < len(floor.at(table)) < least:
        raise Refused(f"Table {table_label(event, table)} is not one with too few guests.")
    comers, due = {}, floor.joins(1, table)
    for second in floor.tables:
        for seat in floor.at(second) if second != table else ():
            going, badge = floor.going(seat, table, ""), seat.guest.badge
            if floor.free(table, going.game):
                without = going.missed + going.game - due
                comers[badge] = (seat, Comer(badge, without, floor.met(seat)))
    person = [comer for _seat, comer in comers.values()]
    chosen = fill_up(hall_.seating, hall_.wishes, (number, table), person, least=least)
    seats = [comers[badge][0] for badge in chosen if isinstance(badge, int)]
    ends: dict[Key, int] = dict.fromkeys(chosen, table)
    return MovePlan(hall_, floor, tuple(_seated(floor, seats, ends)), filled=table)


def _seated(floor: Floor, guests: Iterable[Seat], ends: Mapping[Key, int]) -> Iterable[Change]:
    """Each guest at the first letter of their table that is free."""
    occupied: set[tuple[int, str]] = set()
    for seat in guests:
        table = ends[seat.guest.badge]
        since = floor.joins(floor.leaves(seat), table)
        letter = next(
            letter for letter in floor.free(table, since) if (table, letter) not in occupied
        )
        occupied.add((table, letter))
        yield floor.going(seat, table, letter)

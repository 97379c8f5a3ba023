"""Tables with too few guests to play on, and what moving guests to free seats would change."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Value

from scoring.seating import Comer, Key, Room, Seating, break_up, fill_up
from scoring.seating import Round as Laid
from tournament.counting.formats import event_format
from tournament.counting.plan import fewest, letters_of, table_label
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.seats import Hall, hall
from tournament.ledger.chain import canonical
from tournament.models import Event, Game, Guest, Round, Seat, Sheet, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.words import cards, changed_cards, no_seat, not_drawn
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


def small_tables(event: Event) -> list[SmallTable]:
    """Every such table of a qualifying round that is not closed.

    One query, and more where there is one.
    """
    if event_format(event).paired:
        return []
    small = sorted(TOO_FEW.of(event.pk, fewest(event)))
    without_sheet = games_without_sheet(event) if small else frozenset()
    by_table: dict[tuple[int, int], SmallTable] = {}
    for number, table, game, guests in small:
        if (number, table, game) not in without_sheet:
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


@dataclass(frozen=True, slots=True)
class Going:
    """One guest who goes from a seat to another: their last game there (None: the seat goes), and
    where they go.
    """

    guest: Guest
    seat: Seat
    until: int | None
    table: int
    letter: str
    game: int

    @property
    def missed(self) -> int:
        """How many games their new table has played that they played nowhere."""
        return self.game - (self.seat.from_game if self.until is None else self.until + 1)

    @property
    def kept(self) -> dict[str, Any]:
        """The move as the ledger keeps it."""
        number, seat = self.seat.round.number, self.seat
        begun = {
            "round": number,
            "table": seat.table.number,
            "letter": seat.letter,
            "game": seat.from_game,
        }
        goes = {"round": number, "table": self.table, "letter": self.letter, "game": self.game}
        return {"guest": self.guest.ref, "from": begun, "until": self.until, "to": goes}


@dataclass(frozen=True)
class Floor:
    """A round while it is played: every seat of it, its tables, and the last game on record at
    each.
    """

    round: Round
    seats: tuple[Seat, ...]
    tables: Mapping[int, Table]
    last: Mapping[int, int]
    letters: tuple[str, ...]

    @classmethod
    def of(cls, event: Event, number: int) -> "Floor":
        """Four queries. Raises Refused where no such round is drawn."""
        round_ = Round.objects.filter(event=event, number=number, stage=Stage.QUALIFYING).first()
        if round_ is None:
            raise Refused(not_drawn(number))
        round_.event = event
        seats = (
            Seat.objects.filter(round=round_)
            .select_related("round", "table", "guest")
            .order_by("pk")
        )
        tables = {
            table.number: table for table in Table.objects.filter(round=round_).order_by("number")
        }
        sheets = Sheet.objects.filter(accepted=True, game__table__round=round_).order_by()
        last = sheets.values_list("game__table__number").annotate(last=Max("game__number"))
        return cls(round_, tuple(seats), tables, dict(last), letters_of(event))

    @cached_property
    def by_table(self) -> Mapping[int, list[Seat]]:
        """The seats of each table, looked through once for a hall of any size."""
        tables: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in self.seats:
            tables[seat.table.number].append(seat)
        return tables

    def open_seat(self, badge: int) -> Seat | None:
        """The seat a guest has to the end of the round."""
        return next(
            (
                seat
                for seat in self.seats
                if seat.guest.badge == badge and seat.left_after_game is None
            ),
            None,
        )

    def at(self, table: int) -> list[Seat]:
        """The seats of a table that are somebody's to the end of the round, by letter."""
        here = [seat for seat in self.by_table[table] if seat.left_after_game is None]
        return sorted(here, key=lambda seat: seat.letter)

    def leaves(self, seat: Seat) -> int:
        """The first game that whoever leaves this seat now does not play there."""
        return max(self.last.get(seat.table.number, 0) + 1, seat.from_game)

    def met(self, seat: Seat) -> bool:
        """Whether whoever has this seat has played there."""
        return self.last.get(seat.table.number, 0) >= seat.from_game

    def joins(self, out: int, table: int) -> int:
        """The first game that somebody who left before game `out` can play at a table."""
        return max(out, self.last.get(table, 0) + 1)

    def free(self, table: int, since: int) -> list[str]:
        """The letters of a table that are nobody's from a game on; none where nobody sits or no
        game is left.
        """
        occupied = {
            seat.letter
            for seat in self.by_table[table]
            if seat.left_after_game is None or seat.left_after_game >= since
        }
        return (
            [letter for letter in self.letters if letter not in occupied]
            if occupied and since <= self.round.games
            else []
        )

    def going(self, seat: Seat, table: int, letter: str) -> Going:
        """The move of whoever has this seat to another."""
        out = self.leaves(seat)
        until = out - 1 if out > seat.from_game else None
        return Going(seat.guest, seat, until, table, letter, self.joins(out, table))


@dataclass(frozen=True)
class MovePlan:
    """Who goes where in one round, and the seating after it; `broken` is the table that it breaks
    up, `filled` the one that it fills up, if any.
    """

    hall: Hall
    floor: Floor
    moves: tuple[Going, ...]
    broken: int | None = None
    filled: int | None = None

    @property
    def seen(self) -> str:
        """A digest of the plan: what is done later is what was looked at."""
        return hashlib.sha256(canonical([move.kept for move in self.moves]).encode()).hexdigest()[
            :16
        ]

    @cached_property
    def then(self) -> Seating:
        """Everybody's seats afterwards."""
        number, rounds = self.floor.round.number, list(self.hall.seating.rounds)
        rounds[number - 1] = _moved(rounds[number - 1], self.moves, self.floor.letters)
        return Seating(tuple(rounds), self.hall.seating.steps)

    @property
    def stale(self) -> list[int]:
        """The badges of the cards that will be wrong, as they name another seat or neighbour."""
        number = self.floor.round.number
        if self.floor.round.state == RoundState.DRAFT:
            return []
        before, after = self.hall.seating.rounds[number - 1], self.then.rounds[number - 1]
        return sorted(changed_cards(cards(before), cards(after))[0])


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


def one_move_plan(event: Event, number: int, badge: int, spot: tuple[int, str]) -> MovePlan:
    """One guest going to a free seat (table and letter).

    Raises Refused where they cannot.
    """
    floor, hall_ = Floor.of(event, number), hall(event)
    seat, (table, letter) = floor.open_seat(badge), spot
    if seat is None:
        raise Refused(no_seat(badge, number))
    if seat.table.number == table:
        raise Refused(f"{seat.guest.name} sits at table {table_label(event, table)} already.")
    if floor.leaves(seat) > floor.round.games:
        raise Refused(
            f"{seat.guest.name} has played every game of {str(floor.round).lower()}: nothing is"
            " left."
        )
    going, called = floor.going(seat, table, letter), table_label(event, table)
    if letter not in floor.free(table, going.game):
        raise Refused(f"Seat {letter} at table {called} is not free: choose one from the list.")
    return MovePlan(hall_, floor, (going,))


def _seated(floor: Floor, guests: Iterable[Seat], ends: Mapping[Key, int]) -> Iterable[Going]:
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


def _moved(row: Laid, moves: Iterable[Going], letters: Sequence[str]) -> Laid:
    tables = [list(seats) for seats in row]
    for move in moves:
        tables[move.seat.table.number - 1][letters.index(move.seat.letter)] = None
    for move in moves:
        seats, place = tables[move.table - 1], letters.index(move.letter)
        seats += [None] * (place + 1 - len(seats))
        seats[place] = move.guest.badge
    for seats in tables:
        while seats and seats[-1] is None:
            seats.pop()
    return tuple(map(tuple, tables))

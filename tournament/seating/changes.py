"""Who sits elsewhere from a game on: a round while it is played, the changes of its seats, all that
stands in the way of doing them together, and the seating after them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max

from scoring.seating import Round as Laid
from scoring.seating import Seating
from tournament.counting.plan import letters_of, table_label
from tournament.counting.seats import Hall, hall
from tournament.ledger.chain import canonical
from tournament.models import Event, Guest, Round, Seat, Sheet, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.words import cards, changed_cards, no_seat, not_drawn

SWAP_TWO = "Choose two different guests to swap."


@dataclass(frozen=True, slots=True)
class Change:
    """A guest who sits elsewhere from a game on. `seat` is what they have now, and `out` the first
    game in which they do not have it any more; without a letter they go home.

    They have the new seat from `game` to the game `ends`, None for the end of the round. `earlier`
    is a seat of theirs that was cut short and goes on.
    """

    guest: Guest
    seat: Seat | None = None
    out: int = 1
    table: int = 0
    letter: str = ""
    game: int = 1
    earlier: Seat | None = None
    ends: int | None = None

    @property
    def until(self) -> int | None:
        """Their last game at the seat that they leave; None where it goes altogether."""
        return self.out - 1 if self.seat and self.out > self.seat.from_game else None

    @property
    def missed(self) -> int:
        """How many games their new table has played that they played nowhere."""
        begun = self.seat.from_game if self.seat and self.until is None else self.out
        return self.game - begun if self.seat else 0

    def lost(self, number: int) -> dict[str, Any]:
        """The seat that they leave, as the ledger keeps it."""
        assert self.seat is not None  # noqa: S101 -- asked of those who leave one
        place = (self.seat.table.number, self.seat.letter, self.seat.from_game)
        return dict(zip(PLACE, (number, *place), strict=True))

    def gained(self, number: int) -> dict[str, Any]:
        """The seat that they take, as the ledger keeps it."""
        return dict(zip(PLACE, (number, self.table, self.letter, self.game), strict=True))

    def kept(self, number: int) -> dict[str, Any]:
        """A move from seat to seat, as the ledger keeps it."""
        ends = {"from": self.lost(number), "until": self.until, "to": self.gained(number)}
        return {"guest": self.guest.ref} | ends


PLACE = ("round", "table", "letter", "game")


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
        """A qualifying round by its number. Four queries. Raises Refused where none is drawn."""
        round_ = Round.objects.filter(event=event, number=number, stage=Stage.QUALIFYING).first()
        if round_ is None:
            raise Refused(not_drawn(number))
        return next(cls.all_of(event, [round_]))

    @classmethod
    def all_of(cls, event: Event, rounds: Iterable[Round]) -> "Iterator[Floor]":
        """These rounds in their order, of whatever stage. Three queries for all of them."""
        rounds = list(rounds)
        seats: defaultdict[int, list[Seat]] = defaultdict(list)
        tables: defaultdict[int, dict[int, Table]] = defaultdict(dict)
        last: defaultdict[int, dict[int, int]] = defaultdict(dict)
        rows = Seat.objects.filter(round__in=rounds).select_related("round", "table", "guest")
        for seat in rows.order_by("pk"):
            seats[seat.round_id].append(seat)
        for table in Table.objects.filter(round__in=rounds).order_by("number"):
            tables[table.round_id][table.number] = table
        sheets = Sheet.objects.filter(accepted=True, game__table__round__in=rounds).order_by()
        on_record = sheets.values_list("game__table__round", "game__table__number")
        for round_id, table_number, game in on_record.annotate(last=Max("game__number")):
            last[round_id][table_number] = game
        for round_ in rounds:
            round_.event, key = event, round_.pk
            yield cls(round_, tuple(seats[key]), tables[key], last[key], letters_of(event))

    @cached_property
    def by_table(self) -> Mapping[int, list[Seat]]:
        """The seats of each table, looked through once for a hall of any size."""
        tables: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in self.seats:
            tables[seat.table.number].append(seat)
        return tables

    def called(self, table: int) -> str:
        """What a table of it is called."""
        return table_label(self.round.event, table)

    @cached_property
    def open_seats(self) -> Mapping[int, Seat]:
        """The seat that each guest, by badge, has to the end of the round."""
        return {seat.guest.badge: seat for seat in self.seats if seat.left_after_game is None}

    def open_seat(self, badge: int) -> Seat | None:
        """The seat a guest has to the end of the round."""
        return self.open_seats.get(badge)

    @cached_property
    def _by_beginning(self) -> Mapping[tuple[str, int, str, int], Seat]:
        return {
            (seat.guest.ref, seat.table.number, seat.letter, seat.from_game): seat
            for seat in self.seats
        }

    def begun(self, ref: str, place: Mapping[str, Any]) -> Seat | None:
        """A guest's seat by where and when it began, as the ledger keeps it."""
        return self._by_beginning.get((ref, place["table"], place["letter"], place["game"]))

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
        occupied = {seat.letter for seat in self.by_table[table] if reaches(seat, since)}
        return (
            [letter for letter in self.letters if letter not in occupied]
            if occupied and since <= self.round.games
            else []
        )

    def going(self, seat: Seat, table: int, letter: str) -> Change:
        """The move of whoever has this seat to another, from the next game on."""
        out = self.leaves(seat)
        return Change(seat.guest, seat, out, table, letter, self.joins(out, table))


def _is_taken(floor: Floor, change: Change, holders: Sequence[Seat]) -> str:
    seat = f"Seat {change.letter} at table {floor.called(change.table)}"
    if holders:
        return f"{seat} is taken by {holders[0].guest.name}: choose a free one."
    return f"{seat} is taken: choose a free one."


def hindrances(
    floor: Floor, changes: Sequence[Change], *, company: bool = True, after_play: bool = False
) -> Iterator[str]:
    """All that stands in the way of these changes together, each in a sentence.

    With `company`, nobody sits down at a table that all have left. With `after_play`, sheets that
    are in and a closed round do not stand in the way: the act sees to them itself.
    """
    round_ = floor.round
    due = any(change.letter and change.game <= round_.games for change in changes)
    if due and not after_play and round_.state == RoundState.CLOSED:
        yield f"{round_} is closed: open it again first."
    until = {change.seat.pk: change.until or 0 for change in changes if change.seat}
    # The seats of each guest, and those at each spot (table, letter), looked through once.
    near: defaultdict[int | tuple[int, str], list[Seat]] = defaultdict(list)
    for seat in floor.seats:
        near[seat.guest_id].append(seat)
        near[seat.table.number, seat.letter].append(seat)
    occupied: set[tuple[int, str]] = set()
    people: set[int] = set()
    for change in changes:
        if change.letter:
            spot = (change.table, change.letter)
            if not _is_there(floor, change):
                yield f"{round_} has no such place: choose table, seat and game from the list."
            own = any(_meets(seat, change, until) for seat in near[change.guest.pk])
            if own or change.guest.pk in people:
                low = str(round_).lower()
                yield f"{change.guest.name} sits in {low} already: swap seats instead."
            holders = [seat for seat in near[spot] if _meets(seat, change, until)]
            if holders or spot in occupied:
                yield _is_taken(floor, change, holders)
            people.add(change.guest.pk)
            occupied.add(spot)
            here = any(reaches(seat, change.game) for seat in floor.by_table[change.table])
            if company and not here and round_.state != RoundState.DRAFT:
                called = floor.called(change.table)
                yield f"Nobody plays at table {called} any more: choose another, or open a table."
    if not after_play:
        yield from _by_sheets(floor, changes)


def _by_sheets(floor: Floor, changes: Sequence[Change]) -> Iterator[str]:
    """Games that are over, as their sheets are in."""
    round_, low = floor.round, str(floor.round).lower()
    for change in changes:
        if change.seat is not None:
            table = change.seat.table.number
            if (last := floor.last.get(table, 0)) >= change.out:
                yield (
                    f"The sheet of game {last} at table {floor.called(table)} of {low} has"
                    f" {change.guest.name} on it: {_later(last, round_)}"
                )
        if change.letter and (last := floor.last.get(change.table, 0)) >= change.game:
            yield (
                f"The sheet of game {last} at table {floor.called(change.table)} of {low} is in"
                f" already: {_later(last, round_)}"
            )


def _is_there(floor: Floor, change: Change) -> bool:
    """Whether a round has this table, seat and game; a seat that goes on needs no game more."""
    there = change.table in floor.tables and change.letter in floor.letters
    return there and 1 <= change.game <= floor.round.games + (change.earlier is not None)


def _meets(seat: Seat, change: Change, until: Mapping[int, int]) -> bool:
    """Whether a seat is somebody's in a game of a change's new one, once those who leave left."""
    in_time = change.ends is None or seat.from_game <= change.ends
    return in_time and reaches(seat, change.game, until)


def reaches(seat: Seat, game: int, until: Mapping[int, int] | None = None) -> bool:
    """Whether a seat is somebody's in a game or later, once those who leave have left."""
    last = (until or {}).get(seat.pk, seat.left_after_game)
    return last is None or last >= game


def _later(last: int, round_: Round) -> str:
    if last < round_.games:
        return f"choose game {last + 1} or a later one, or correct the sheet."
    return "choose the next round, or correct the sheet."


def exchange(floor: Floor, one: int, other: int) -> tuple[Change, Change]:
    """Two guests by badge who change seats: whole seats where their tables have no sheet, else from
    the next game on. Raises Refused where one of them has no seat or no game left.
    """
    if one == other:
        raise Refused(SWAP_TWO)
    first, second = (_seat_of(floor, badge) for badge in (one, other))
    played = any(floor.last.get(seat.table.number) for seat in (first, second))

    def change(away: Seat, to: Seat) -> Change:
        table, letter = to.table.number, to.letter
        if played:
            return floor.going(away, table, letter)
        return Change(away.guest, away, away.from_game, table, letter, to.from_game)

    return change(first, second), change(second, first)


def _seat_of(floor: Floor, badge: int) -> Seat:
    """The seat of somebody who has games left to play in it."""
    seat = floor.open_seat(badge)
    if seat is None:
        raise Refused(no_seat(badge, floor.round.number))
    if floor.leaves(seat) > floor.round.games:
        low = str(floor.round).lower()
        raise Refused(f"{seat.guest.name} has played every game of {low}: nothing is left.")
    return seat


@dataclass(frozen=True)
class MovePlan:
    """Who goes where in one round, and the seating after it; `broken` is the table that it breaks
    up, `filled` the one that it fills up, if any.
    """

    hall: Hall
    floor: Floor
    moves: tuple[Change, ...]
    broken: int | None = None
    filled: int | None = None

    @property
    def seen(self) -> str:
        """A digest of the plan: what is done later is what was looked at."""
        moves = [move.kept(self.floor.round.number) for move in self.moves]
        return hashlib.sha256(canonical(moves).encode()).hexdigest()[:16]

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


def one_move_plan(event: Event, number: int, badge: int, spot: tuple[int, str]) -> MovePlan:
    """One guest going to a free seat (table and letter). Raises Refused where they cannot."""
    floor, (table, letter) = Floor.of(event, number), spot
    seat = _seat_of(floor, badge)
    if seat.table.number == table:
        raise Refused(f"{seat.guest.name} sits at table {floor.called(table)} already.")
    change = floor.going(seat, table, letter)
    for sentence in hindrances(floor, [change]):
        raise Refused(sentence)
    return MovePlan(hall(event), floor, (change,))


def _moved(row: Laid, moves: Iterable[Change], letters: Sequence[str]) -> Laid:
    tables = [list(seats) for seats in row]
    for move in moves:
        if move.seat is not None:
            tables[move.seat.table.number - 1][letters.index(move.seat.letter)] = None
    for move in moves:
        if not move.letter:
            continue
        seats, place = tables[move.table - 1], letters.index(move.letter)
        seats += [None] * (place + 1 - len(seats))
        seats[place] = move.guest.badge
    for seats in tables:
        while seats and seats[-1] is None:
            seats.pop()
    return tuple(map(tuple, tables))

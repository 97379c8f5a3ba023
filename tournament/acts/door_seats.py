"""Seats and games as the door changes them: rows of many guests at once, each way and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, ProtectedError

from tournament.hall_plan import table_label
from tournament.ledger.door import DoorPlan
from tournament.models import Event, Game, Guest, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState

Moves = Sequence[tuple[str, int, str]]
"""Ref, round and spot (6B) of everybody who takes another seat."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The tables of the qualifying rounds and the guests, by what the ledger calls them."""

    event: Event
    tables: dict[tuple[int, int], Table]
    guests: dict[str, Guest]

    @classmethod
    def of(cls, event: Event) -> "Hold":
        """Two queries."""
        tables = Table.objects.filter(event=event, round__stage=Stage.QUALIFYING).select_related("round")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=event)}
        return cls(event, {(table.round.number, table.number): table for table in tables}, guests)


def seat_anew(hold: Hold, moves: Moves) -> None:
    """Give each of these guests the new seat in the place of the one they have in that round."""
    moving = {(number, hold.guests[ref].pk) for ref, number, _spot in moves}
    if not moving:
        return
    held = Seat.objects.filter(event=hold.event, left_after_game=None, guest__in={pk for _number, pk in moving})
    now = held.values_list("pk", "round__number", "guest_id")
    Seat.objects.filter(pk__in=[pk for pk, number, guest in now if (number, guest) in moving]).delete()
    seats = [(hold.tables[number, int(spot[:-1])], spot[-1], hold.guests[ref]) for ref, number, spot in moves]
    Seat.objects.bulk_create(
        Seat(event=hold.event, round=table.round, table=table, letter=letter, guest=guest)
        for table, letter, guest in seats
    )


def take_off(plan: DoorPlan) -> list[dict[str, Any]]:
    """Take the seats of those who never came and say so of them; at a table on record theirs ends with its last sheet.

    Returns what the ledger keeps of each.
    """
    event, absent = plan.hall.event, {guest.pk: guest for guest in plan.absent}
    held = Seat.objects.filter(event=event, guest__in=absent, left_after_game=None, round__stage=Stage.QUALIFYING)
    seats = list(held.select_related("round", "table").order_by("round__number"))
    said: dict[str, list[dict[str, Any]]] = {guest.ref: [] for guest in plan.absent}
    for seat in seats:
        spot = {"round": seat.round.number, "table": seat.table.number, "letter": seat.letter, "game": seat.from_game}
        said[absent[seat.guest_id].ref].append(spot)
    _end([seat for seat in seats if (seat.round.number, seat.table.number) in plan.locked])
    for seat in seats:
        of_round = [one for one in said[absent[seat.guest_id].ref] if one["round"] == seat.round.number]
        of_round[0]["until"] = seat.left_after_game
    gone = [seat.pk for seat in seats if seat.left_after_game is None]
    Seat.objects.filter(pk__in=gone).delete()
    kept = [{"guest": guest.ref, "before": guest.status, "seats": said[guest.ref]} for guest in plan.absent]
    for guest in plan.absent:
        guest.status, guest.status_note = GuestStatus.NO_SHOW, "Never came"
    Guest.objects.bulk_update(plan.absent, ["status", "status_note"])
    return kept


def _end(seats: Iterable[Seat]) -> None:
    """Let these seats end with the last sheet of their tables; one with no sheet is left to be deleted."""
    held = list(seats)
    sheets = Sheet.objects.filter(accepted=True, game__table__in={seat.table_id for seat in held})
    last = dict(sheets.order_by().values_list("game__table_id").annotate(last=Max("game__number"))) if held else {}
    for seat in held:
        until = last.get(seat.table_id, 0)
        seat.left_after_game = until if until >= seat.from_game else None
    Seat.objects.bulk_update(held, ["left_after_game"])


def seats_back(hold: Hold, absent: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Those who never came are expected again, and their seats are theirs; returns how they were listed until now."""
    gone = [(hold.guests[row["guest"]], row) for row in absent if row["guest"] in hold.guests]
    pks = [guest.pk for guest, _row in gone]
    ended = Seat.objects.filter(event=hold.event, guest__in=pks, round__stage=Stage.QUALIFYING)
    there = set(ended.values_list("guest_id", "round__number"))
    ended.update(left_after_game=None)
    seats = [(guest, seat) for guest, row in gone for seat in row["seats"] if (guest.pk, seat["round"]) not in there]
    Seat.objects.bulk_create(_seat(hold, guest, seat) for guest, seat in seats)
    changed = [(guest, row) for guest, row in gone if guest.status == GuestStatus.NO_SHOW]
    listed = {guest.ref: str(guest.status) for guest, _row in changed}
    for guest, row in changed:
        guest.status, guest.status_note = row["before"], ""
    Guest.objects.bulk_update([guest for guest, _row in changed], ["status", "status_note"])
    return listed


def _seat(hold: Hold, guest: Guest, kept: dict[str, Any]) -> Seat:
    table = hold.tables[kept["round"], kept["table"]]
    return Seat(
        event=hold.event,
        round=table.round,
        table=table,
        letter=kept["letter"],
        guest=guest,
        from_game=kept["game"],
    )


def games_off(row: Event, given_up: Iterable[tuple[int, int]]) -> str:
    """A table that nobody sits at plays no game. Returns the table where a game cannot go, or nothing."""
    for number, table in given_up:
        try:
            Game.objects.filter(event=row, table__round__number=number, table__number=table).delete()
        except ProtectedError:
            return f"table {table_label(row, table)} of round {number}"
    return ""


def games_back(hold: Hold, given_up: Iterable[Sequence[int]]) -> None:
    """Lay the games out again at tables that were given up, where the round is published."""
    tables = [hold.tables[number, table] for number, table in given_up]
    Game.objects.bulk_create(
        Game(event=hold.event, table=table, number=game)
        for table in tables
        if table.round.state != RoundState.DRAFT
        for game in range(1, table.round.games + 1)
    )

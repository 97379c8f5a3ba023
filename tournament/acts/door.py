"""Closing the door behind those who came, and opening it again."""

from typing import Any

from scoring.seating import SeatingImpossibleError
from tournament.acts.check_in import DoorRefusedError
from tournament.acts.door_seats import Hold, games_back, games_off, seat_anew, seats_back, take_off
from tournament.acts.seating import known
from tournament.hall_plan import table_label
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.door import DoorPlan, door_plan
from tournament.models import Event, LedgerEntry, Seat, Sheet, Stage
from tournament.models.guest import GuestStatus
from tournament.snapshot import after_snapshot

DOOR_CLOSED, DOOR_OPENED = "door", "reopen_door"


@after_snapshot
def close_door(event: Event, seen: str, by: Signature) -> DoorPlan:
    """Whoever is not here never came: their seats go, and tables left too small are mended. Reverse act: `reopen_door`.

    `seen` is the digest of the plan that was looked at. Raises DoorRefusedError where somebody came in meanwhile,
    nobody is awaited or here, or those who came cannot be seated.
    """
    with writing(event) as row:
        try:
            plan = door_plan(row)
        except SeatingImpossibleError as error:
            raise DoorRefusedError(str(error)) from None
        if known(row, by):
            return plan
        _ready(plan, seen)
        absent, moves = take_off(plan), _moves(plan)
        seat_anew(Hold.of(row), [(move["guest"], move["round"], move["after"]) for move in moves])
        if stays := games_off(row, plan.closing.given_up):
            raise DoorRefusedError(f"A ruling was given at {stays}: somebody has to stay there.")
        body = {"absent": absent, "moves": moves, "given_up": [list(spot) for spot in plan.closing.given_up]}
        append(row, DOOR_CLOSED, body | {"stale": sorted({*plan.stale.seat, *plan.stale.neighbour})}, by)
    return plan


@after_snapshot
def reopen_door(event: Event, by: Signature, *, reason: str) -> None:
    """Everybody is expected again and sits where they sat before the door was closed. Reverse act: `close_door`.

    Raises DoorRefusedError where a sheet came in at a table that was changed, or somebody changed seats since.
    """
    with writing(event) as row:
        if known(row, by):
            return
        if not reason.strip():
            raise DoorRefusedError("Say why the door is opened again.")
        kinds = (DOOR_CLOSED, DOOR_OPENED)
        last = LedgerEntry.objects.filter(event=row, kind__in=kinds).order_by("-number").first()
        if last is None or last.kind != DOOR_CLOSED:
            raise DoorRefusedError("The door is not closed.")
        _untouched(row, last.body)
        _still_there(row, last.body)
        hold = Hold.of(row)
        seat_anew(hold, [(move["guest"], move["round"], move["before"]) for move in last.body["moves"]])
        listed = seats_back(hold, last.body["absent"])
        games_back(hold, last.body["given_up"])
        append(row, DOOR_OPENED, {"of": last.number, "listed": listed}, by, reason=reason)


def _ready(plan: DoorPlan, seen: str) -> None:
    if not any(guest.arrived_at for guest in plan.hall.guests.values()):
        raise DoorRefusedError("Nobody is checked in yet: check the guests in, or everybody would lose their seat.")
    if not plan.absent:
        raise DoorRefusedError("Everybody on the list is here: there is nothing to close.")
    if plan.seen != seen:
        raise DoorRefusedError("Something changed while you looked: here is the proposal as it stands now.")


def _moves(plan: DoorPlan) -> list[dict[str, Any]]:
    return [
        {
            "guest": plan.hall.guests[int(move.key)].ref,
            "round": move.round,
            "before": f"{move.before.table}{move.before.seat}",
            "after": f"{move.after.table}{move.after.seat}",
        }
        for move in plan.closing.moves
    ]


def _untouched(row: Event, body: dict[str, Any]) -> None:
    """Refuse where a sheet came in since at a table that the closing changed."""
    until = dict.fromkeys(
        ((move["round"], int(move[side][:-1])) for move in body["moves"] for side in ("before", "after")), 0
    )
    until |= {(seat["round"], seat["table"]): 0 for gone in body["absent"] for seat in gone["seats"]}
    ended = Seat.objects.filter(event=row, left_after_game__isnull=False, guest__status=GuestStatus.NO_SHOW)
    for number, table, last in ended.values_list("round__number", "table__number", "left_after_game"):
        until[number, table] = max(until.get((number, table), 0), last or 0)
    sheets = Sheet.objects.filter(event=row, accepted=True, game__table__round__stage=Stage.QUALIFYING).order_by("pk")
    for number, table, game in sheets.values_list("game__table__round__number", "game__table__number", "game__number"):
        if game > until.get((number, table), game):
            called = table_label(row, table)
            raise DoorRefusedError(f"A sheet of table {called} in round {number} is in: the door stays closed.")


def _still_there(row: Event, body: dict[str, Any]) -> None:
    seats = Seat.objects.filter(event=row, left_after_game=None, round__stage=Stage.QUALIFYING)
    columns = ("guest__ref", "guest__name", "round__number", "table__number", "letter")
    now = {
        (ref, number): (name, f"{table}{letter}") for ref, name, number, table, letter in seats.values_list(*columns)
    }
    for move in body["moves"]:
        name, spot = now.get((move["guest"], move["round"]), ("Somebody", ""))
        if spot != move["after"]:
            raise DoorRefusedError(f"{name} changed seats in round {move['round']} since: take that back first.")
    absent = {gone["guest"] for gone in body["absent"]}
    for (ref, number), (name, _spot) in now.items():
        if ref in absent:
            raise DoorRefusedError(f"{name} came after all and sits in round {number}: take that back first.")

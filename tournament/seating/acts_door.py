"""Who is seen at the door and who is not after all; the door closed behind those who came, with
the seats and games of everybody else taken off, and opened again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Max, Q

from scoring.seating import SeatingImpossibleError
from tournament.counting.plan import table_label
from tournament.guests.acts import strike
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Game, Guest, LedgerEntry, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts_places import guest_of
from tournament.seating.reading import DoorPlan, door_plans
from tournament.seating.words import CHANGED_MEANWHILE
from tournament.server.snapshot import after_snapshot
from tournament.verification.checks import ARRIVAL


def check_in(event: Event, ref: str, signature: Signature) -> Guest:
    """A guest is seen at the door. Reverse act: `undo_check_in`.

    Who comes after the door was closed is listed as late and needs a place (`seat_late`).
    """
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.arrived_at:
            raise Refused(f"{guest.name}, badge {guest.badge}, is here already.")
        if guest.status == GuestStatus.WITHDRAWN:
            raise Refused(f"{guest.name} has gone home: take that back first.")
        before, guest.arrived_at = guest.status, signature.at
        guest.status = GuestStatus.LATE if before == GuestStatus.NO_SHOW else before
        guest.save(update_fields=["arrived_at", "status"])
        append(
            row,
            ARRIVAL,
            {"guest": ref, "here": True, "before": before, "after": guest.status},
            signature,
        )
    return guest


def undo_check_in(event: Event, ref: str, signature: Signature) -> Guest:
    """The guest was not at the door after all. Reverse act: `check_in`."""
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.arrived_at is None:
            raise Refused(f"{guest.name} is not marked as here.")
        last = (
            LedgerEntry.standing.filter(event=row, kind=ARRIVAL, body__guest=ref)
            .order_by("-number")
            .first()
        )
        before = guest.status
        if last and last.body["before"] == GuestStatus.NO_SHOW:
            if guest.seats.exists():
                raise Refused(f"{guest.name} has taken a place since: take that back first.")
            guest.status = GuestStatus.NO_SHOW
        guest.arrived_at = None
        guest.save(update_fields=["arrived_at", "status"])
        append(
            row,
            ARRIVAL,
            {"guest": ref, "here": False, "before": before, "after": guest.status},
            signature,
        )
    return guest


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
        tables = Table.objects.filter(event=event, round__stage=Stage.QUALIFYING).select_related(
            "round"
        )
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=event)}
        return cls(event, {(table.round.number, table.number): table for table in tables}, guests)


def seat_anew(hold: Hold, moves: Moves) -> None:
    """Give each of these guests the new seat in the place of the one they have in that round."""
    moving = {(number, hold.guests[ref].pk) for ref, number, _spot in moves}
    if not moving:
        return
    current = Seat.objects.filter(
        event=hold.event, left_after_game=None, guest__in={pk for _number, pk in moving}
    )
    now = current.values_list("pk", "round__number", "guest_id")
    Seat.objects.filter(
        pk__in=[pk for pk, number, guest in now if (number, guest) in moving]
    ).delete()
    seats = [
        (hold.tables[number, int(spot[:-1])], spot[-1], hold.guests[ref])
        for ref, number, spot in moves
    ]
    Seat.objects.bulk_create(
        Seat(event=hold.event, round=table.round, table=table, letter=letter, guest=guest)
        for table, letter, guest in seats
    )


def seats_off(hold: Hold, seated: Iterable[dict[str, Any]]) -> None:
    """Take the seats away again that newcomers got."""
    seat_keys = {(seat["round"], hold.guests[seat["guest"]].pk) for seat in seated}
    current = Seat.objects.filter(
        event=hold.event, guest__in={pk for _number, pk in seat_keys}, left_after_game=None
    )
    rows = current.values_list("pk", "round__number", "guest_id") if seat_keys else ()
    Seat.objects.filter(
        pk__in=[pk for pk, number, guest in rows if (number, guest) in seat_keys]
    ).delete()


def take_off(plan: DoorPlan) -> list[dict[str, Any]]:
    """Take the seats of those who never came and say so of them; at a table on record theirs ends
    with its last sheet.

    Returns what the ledger keeps of each.
    """
    event, absent = plan.hall.event, {guest.pk: guest for guest in plan.absent}
    current = Seat.objects.filter(
        event=event, guest__in=absent, left_after_game=None, round__stage=Stage.QUALIFYING
    )
    seats = list(current.select_related("round", "table").order_by("round__number"))
    spots: dict[str, list[dict[str, Any]]] = {guest.ref: [] for guest in plan.absent}
    for seat in seats:
        spot = {
            "round": seat.round.number,
            "table": seat.table.number,
            "letter": seat.letter,
            "game": seat.from_game,
        }
        spots[absent[seat.guest_id].ref].append(spot)
    _end([seat for seat in seats if (seat.round.number, seat.table.number) in plan.locked])
    for seat in seats:
        of_round = [
            spot for spot in spots[absent[seat.guest_id].ref] if spot["round"] == seat.round.number
        ]
        of_round[0]["until"] = seat.left_after_game
    departed = [seat.pk for seat in seats if seat.left_after_game is None]
    Seat.objects.filter(pk__in=departed).delete()
    entries = [
        {"guest": guest.ref, "before": guest.status, "seats": spots[guest.ref]}
        for guest in plan.absent
    ]
    for guest in plan.absent:
        guest.status, guest.status_note = GuestStatus.NO_SHOW, "Never came"
    Guest.objects.bulk_update(plan.absent, ["status", "status_note"])
    return entries


def _end(seats: Iterable[Seat]) -> None:
    """Let these seats end with the last sheet of their tables; one with no sheet is left to be
    deleted.
    """
    ending = list(seats)
    sheets = Sheet.objects.filter(accepted=True, game__table__in={seat.table_id for seat in ending})
    last = (
        dict(sheets.order_by().values_list("game__table_id").annotate(last=Max("game__number")))
        if ending
        else {}
    )
    for seat in ending:
        until = last.get(seat.table_id, 0)
        seat.left_after_game = until if until >= seat.from_game else None
    Seat.objects.bulk_update(ending, ["left_after_game"])


def seats_back(hold: Hold, absent: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Those who never came are expected again, and their seats are theirs; returns how they were
    listed until now.
    """
    departed = [(hold.guests[row["guest"]], row) for row in absent if row["guest"] in hold.guests]
    pks = [guest.pk for guest, _row in departed]
    ended = Seat.objects.filter(event=hold.event, guest__in=pks, round__stage=Stage.QUALIFYING)
    there = set(ended.values_list("guest_id", "round__number"))
    ended.update(left_after_game=None)
    seats = [
        (guest, seat)
        for guest, row in departed
        for seat in row["seats"]
        if (guest.pk, seat["round"]) not in there
    ]
    Seat.objects.bulk_create(_seat(hold, guest, seat) for guest, seat in seats)
    changed = [(guest, row) for guest, row in departed if guest.status == GuestStatus.NO_SHOW]
    listed = {guest.ref: str(guest.status) for guest, _row in changed}
    for guest, row in changed:
        guest.status, guest.status_note = row["before"], ""
    Guest.objects.bulk_update([guest for guest, _row in changed], ["status", "status_note"])
    return listed


def _seat(hold: Hold, guest: Guest, place: dict[str, Any]) -> Seat:
    table = hold.tables[place["round"], place["table"]]
    return Seat(
        event=hold.event,
        round=table.round,
        table=table,
        letter=place["letter"],
        guest=guest,
        from_game=place["game"],
    )


def games_off(row: Event, given_up: Sequence[tuple[int, int]]) -> str:
    """A table that nobody sits at plays no game.

    Returns the table where a game cannot go, or nothing.
    """
    spots = [Q(table__round__number=number, table__number=table) for number, table in given_up]
    if not spots or strike(Game.objects.filter(reduce(or_, spots), event=row)):
        return ""
    stays = next(
        spot
        for spot, new_spot in zip(given_up, spots, strict=True)
        if not strike(Game.objects.filter(new_spot, event=row))
    )
    return f"table {table_label(row, stays[1])} of round {stays[0]}"


def games_back(hold: Hold, given_up: Iterable[Sequence[int]]) -> None:
    """Lay the games out again at tables that were given up, where the round is published."""
    tables = [hold.tables[number, table] for number, table in given_up]
    Game.objects.bulk_create(
        Game(event=hold.event, table=table, number=game)
        for table in tables
        if table.round.state != RoundState.DRAFT
        for game in range(1, table.round.games + 1)
    )


DOOR_CLOSED, DOOR_OPENED = "door", "reopen_door"


@after_snapshot
def close_door(event: Event, seen_state: str, signature: Signature) -> DoorPlan:
    """Whoever is not here never came: who has no seat gets theirs, small tables are filled. Reverse
    act: `reopen_door`.

    `seen` is the digest of the plan that was chosen, that with the fewest moves or the best
    seating. Raises Refused where somebody came in meanwhile, nobody is awaited or here, or
    those who came cannot be seated.
    """
    with writing(event) as row:
        try:
            plans = door_plans(row)
        except SeatingImpossibleError as error:
            raise Refused(str(error)) from None
        plan = next((plan for plan in plans if plan.seen == seen_state), plans[0])
        if known(row, signature):
            return plan
        _ready(plan, seen_state)
        absent, moves, seated = take_off(plan), _moves(plan), _seated(plan)
        seat_anew(
            Hold.of(row),
            [(move["guest"], move["round"], move["after"]) for move in (*moves, *seated)],
        )
        if stays := games_off(row, plan.closing.given_up):
            raise Refused(f"A ruling was given at {stays}: somebody has to stay there.")
        body: dict[str, Any] = {"absent": absent, "moves": moves}
        body |= {"given_up": [list(spot) for spot in plan.closing.given_up]} | (
            {"seated": seated} if seated else {}
        )
        append(
            row,
            DOOR_CLOSED,
            body | {"stale": sorted({*plan.stale.seat, *plan.stale.neighbour})},
            signature,
        )
    return plan


@after_snapshot
def reopen_door(event: Event, signature: Signature, *, reason: str) -> None:
    """Everybody is expected again and sits where they sat before the door was closed. Reverse act:
    `close_door`.

    Raises Refused where a sheet came in at a table that was changed, or somebody changed
    seats since.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        if not reason.strip():
            raise Refused("Say why the door is opened again.")
        kinds = (DOOR_CLOSED, DOOR_OPENED)
        last = LedgerEntry.standing.filter(event=row, kind__in=kinds).order_by("-number").first()
        if last is None or last.kind != DOOR_CLOSED:
            raise Refused("The door is not closed.")
        _untouched(row, last.body)
        _still_there(row, last.body)
        hold = Hold.of(row)
        seats_off(hold, last.body.get("seated", []))
        seat_anew(
            hold, [(move["guest"], move["round"], move["before"]) for move in last.body["moves"]]
        )
        listed = seats_back(hold, last.body["absent"])
        games_back(hold, last.body["given_up"])
        append(row, DOOR_OPENED, {"of": last.number, "listed": listed}, signature, reason=reason)


def _ready(plan: DoorPlan, seen_state: str) -> None:
    if not any(guest.arrived_at for guest in plan.hall.guests.values()):
        raise Refused(
            "Nobody is checked in yet: check the guests in, or everybody would lose their seat."
        )
    if not plan.absent and not plan.closing.moves and not plan.closing.seated:
        raise Refused("Everybody on the list is here and has a seat: there is nothing to close.")
    if plan.seen != seen_state:
        raise Refused(CHANGED_MEANWHILE)


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


def _seated(plan: DoorPlan) -> list[dict[str, Any]]:
    return [
        {
            "guest": plan.hall.guests[int(key)].ref,
            "round": number,
            "after": f"{place.table}{place.seat}",
        }
        for key, number, place in plan.closing.seated
    ]


def _untouched(row: Event, body: dict[str, Any]) -> None:
    """Refuse where a sheet came in since at a table that the closing changed."""
    until = dict.fromkeys(
        (
            (move["round"], int(move[side][:-1]))
            for move in body["moves"]
            for side in ("before", "after")
        ),
        0,
    )
    until |= {(seat["round"], int(seat["after"][:-1])): 0 for seat in body.get("seated", [])}
    until |= {
        (seat["round"], seat["table"]): 0
        for departed in body["absent"]
        for seat in departed["seats"]
    }
    ended = Seat.objects.filter(
        event=row, left_after_game__isnull=False, guest__status=GuestStatus.NO_SHOW
    )
    for number, table, last in ended.values_list(
        "round__number", "table__number", "left_after_game"
    ):
        until[number, table] = max(until.get((number, table), 0), last or 0)
    sheets = Sheet.objects.filter(
        event=row, accepted=True, game__table__round__stage=Stage.QUALIFYING
    ).order_by("pk")
    for number, table, game in sheets.values_list(
        "game__table__round__number", "game__table__number", "game__number"
    ):
        if game > until.get((number, table), game):
            called = table_label(row, table)
            raise Refused(
                f"A sheet of table {called} in round {number} is in: the door stays closed."
            )


def _still_there(row: Event, body: dict[str, Any]) -> None:
    seats = Seat.objects.filter(event=row, left_after_game=None, round__stage=Stage.QUALIFYING)
    columns = ("guest__ref", "guest__name", "round__number", "table__number", "letter")
    now = {
        (ref, number): (name, f"{table}{letter}")
        for ref, name, number, table, letter in seats.values_list(*columns)
    }
    for move in (*body["moves"], *body.get("seated", [])):
        name, spot = now.get((move["guest"], move["round"]), ("Somebody", ""))
        if spot != move["after"]:
            raise Refused(
                f"{name} changed seats in round {move['round']} since: take that back first."
            )
    absent = {departed["guest"] for departed in body["absent"]}
    for (ref, number), (name, _spot) in now.items():
        if ref in absent:
            raise Refused(
                f"{name} came after all and sits in round {number}: take that back first."
            )

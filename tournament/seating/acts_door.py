"""Who is seen at the door and who is not after all; the door closed behind those who came, with
the seats and games of everybody else taken off, and opened again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from scoring.seating import SeatingImpossibleError
from tournament.counting.plan import table_label
from tournament.guests.acts import strike
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Game, Guest, LedgerEntry, Round, Stage
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.seating.acts_places import guest_of, list_all
from tournament.seating.acts_seats import seat, taken_again
from tournament.seating.changes import Change, Floor
from tournament.seating.reading import DoorPlan, door_plans
from tournament.seating.words import CHANGED_MEANWHILE
from tournament.server.snapshot import after_snapshot
from tournament.verification.checks import ARRIVAL

DOOR_CLOSED, DOOR_OPENED = "door", "reopen_door"
"""The kinds of entry of the two acts on the door itself."""


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


def games_off(row: Event, given_up: Sequence[tuple[int, int]]) -> str:
    """Take the games of tables (round, number) away at which nobody sits any more. Returns in words
    the first of them at which a game has to stay, as a ruling was given there; else nothing.
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


def games_back(floor: Floor, given_up: Iterable[int]) -> None:
    """Lay the games out again at tables of a round that were given up, where it is published."""
    if floor.round.state == RoundState.DRAFT:
        return
    Game.objects.bulk_create(
        Game(event=floor.round.event, table=floor.tables[table], number=game)
        for table in given_up
        for game in range(1, floor.round.games + 1)
    )


@after_snapshot
def close_door(event: Event, seen_state: str, signature: Signature) -> DoorPlan:
    """Whoever is not here never came: who has no seat gets theirs, small tables are filled. Reverse
    act: `reopen_door`.

    `seen_state` is the digest of the plan that was chosen: that with the fewest moves, or the best
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
        absent, moves, seated = _absent(plan), _moves(plan), _seated(plan)
        guests = {guest.ref: guest for guest in plan.hall.guests.values()}
        for floor in Floor.all_of(row, plan.hall.rounds):
            changes = list(_leaving(floor, plan.absent, absent))
            for new in (*moves, *seated):
                if new["round"] == floor.round.number:
                    changes.append(_to_another(floor, guests[new["guest"]], new["after"]))
            seat(floor, changes, company=False)
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
        needs(reason, "Say why the door is opened again.")
        kinds = (DOOR_CLOSED, DOOR_OPENED)
        last = LedgerEntry.standing.filter(event=row, kind__in=kinds).order_by("-number").first()
        if last is None or last.kind != DOOR_CLOSED:
            raise Refused("The door is not closed.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row)}
        rounds = Round.objects.filter(event=row, stage=Stage.QUALIFYING).order_by("number")
        for floor in Floor.all_of(row, rounds):
            changes = list(_back(floor, last.body, guests))
            _refuse_where_played(floor, changes)
            seat(floor, changes, company=False, after_play=True)
            number, spots = floor.round.number, last.body["given_up"]
            games_back(floor, [table for in_round, table in spots if in_round == number])
        listed = list_all(
            {
                guest: departed["before"]
                for departed in last.body["absent"]
                if (guest := guests.get(departed["guest"])) and guest.status == GuestStatus.NO_SHOW
            },
            "",
        )
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


def _absent(plan: DoorPlan) -> list[dict[str, Any]]:
    """List those who never came as such; what the ledger keeps of each, their seats to be added."""
    before = list_all(dict.fromkeys(plan.absent, GuestStatus.NO_SHOW.value), "Never came")
    return [{"guest": ref, "before": listed, "seats": []} for ref, listed in before.items()]


def _leaving(
    floor: Floor, absent: Iterable[Guest], entries: Sequence[dict[str, Any]]
) -> Iterator[Change]:
    """The seats in a round of those who never came, left; at a table on record theirs ends with its
    last sheet. Each is added to what the ledger keeps of its guest.
    """
    for guest, entry in zip(absent, entries, strict=True):
        if current := floor.open_seat(guest.badge):
            change = Change(guest, current, floor.leaves(current))
            entry["seats"].append(change.lost(floor.round.number) | {"until": change.until})
            yield change


def _to_another(floor: Floor, guest: Guest, spot: str) -> Change:
    """A guest in the seat at a spot (6B) for the whole round, and no more in the one they had; who
    moves at the door has played nothing.
    """
    return Change(guest, floor.open_seat(guest.badge), table=int(spot[:-1]), letter=spot[-1])


def _back(floor: Floor, body: dict[str, Any], guests: Mapping[str, Guest]) -> Iterator[Change]:
    """What the closing changed in a round, the other way round. Raises Refused where somebody
    changed seats since.
    """
    number = floor.round.number
    for move in (*body["moves"], *body.get("seated", [])):
        if move["round"] != number:
            continue
        guest = guests.get(move["guest"])
        current = floor.open_seat(guest.badge) if guest else None
        if not (guest and current and f"{current.table.number}{current.letter}" == move["after"]):
            name = guest.name if guest else "Somebody"
            raise Refused(f"{name} changed seats in round {number} since: take that back first.")
        before = move.get("before")
        yield _to_another(floor, guest, before) if before else Change(guest, current)
    for departed in body["absent"]:
        guest = guests.get(departed["guest"])
        if guest is None:
            continue
        if floor.open_seat(guest.badge):
            raise Refused(
                f"{guest.name} came after all and sits in round {number}: take that back first."
            )
        for place in departed["seats"]:
            if place["round"] == number:
                yield taken_again(floor, guest, place)


def _refuse_where_played(floor: Floor, changes: Iterable[Change]) -> None:
    """Refuse where a sheet came in since at a table that the closing changed."""
    for change in changes:
        ends = [(change.table, change.game)] if change.letter else []
        ends += [(change.seat.table.number, change.out)] if change.seat else []
        for table, since in ends:
            if floor.last.get(table, 0) >= since:
                raise Refused(
                    f"A sheet of table {floor.called(table)} in round {floor.round.number} is in:"
                    " the door stays closed."
                )

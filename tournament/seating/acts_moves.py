"""Opening a table for those who wait, while a round is played, and taking it back.

Guests who go to free seats of their round: one alone, or all of a table that has become too small.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.seating import SeatingImpossibleError
from tournament.counting.plan import bounds_of, letters_of, table_label
from tournament.counting.seats import round_in_play, waiting
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Game, Guest, LedgerEntry, Round, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.small_tables import (
    Floor,
    Going,
    MovePlan,
    break_up_plan,
    fill_plan,
    one_move_plan,
)
from tournament.seating.words import CHANGED_MEANWHILE
from tournament.server.snapshot import after_snapshot


def open_table(event: Event, refs: Sequence[str], signature: Signature) -> Table:
    """Four to six of those who wait sit down at a table of their own and play at once. Reverse act:
    `take_table_back`.

    The first table opens round 1. Raises Refused where somebody does not wait, or no
    round takes tables.
    """
    with writing(event) as row:
        round_ = round_in_play(row)
        if known(row, signature):
            return Table.objects.filter(event=row, round=round_).latest("number")
        bounds = bounds_of(row)
        if not bounds.least <= len(set(refs)) <= bounds.most or len(set(refs)) != len(refs):
            raise Refused(
                f"A table takes {bounds.least} to {bounds.most} guests: {len(refs)} are chosen."
            )
        guests = {guest.ref: guest for guest in waiting(row, round_)}
        if departed := [ref for ref in refs if ref not in guests]:
            raise Refused(
                f"{_name_of(row, departed[0])} does not wait for a seat any more: choose again."
            )
        round_ = round_ or _first_round(row, signature)
        table = _free_table(row, round_)
        seated = [guests[ref] for ref in refs]
        listed = _seat_at(table, round_, seated)
        body = {
            "round": round_.number,
            "table": table.number,
            "seats": dict(zip(letters_of(row), refs, strict=False)),
        }
        append(row, "open_table", body | {"games": round_.games, "listed": listed}, signature)
    return table


@after_snapshot
def take_table_back(
    event: Event, spot: tuple[int, int], signature: Signature, *, reason: str
) -> None:
    """Those at a table (round, number) that was opened wait again, while it has no sheet.

    Reverse act: `open_table`.
    """
    number, place = spot
    with writing(event) as row:
        if known(row, signature):
            return
        table = (
            Table.objects.select_related("round")
            .filter(event=row, round__number=number, number=place)
            .first()
        )
        if table is None or not table.round.open or table.round.stage != Stage.QUALIFYING:
            raise Refused("There is no such table in play.")
        called = table_label(row, place)
        if Sheet.objects.filter(game__table=table).exists():
            raise Refused(f"Table {called} has a sheet: move its guests one by one instead.")
        seats = dict(table.seats.values_list("letter", "guest__ref"))
        if not seats:
            raise Refused(f"Nobody sits at table {called}.")
        append(
            row,
            "close_table",
            {"round": number, "table": place, "seats": seats},
            signature,
            reason=reason,
        )
        _clear(table)


def _first_round(row: Event, signature: Signature) -> Round:
    """Round 1 opens with its first table; a further round is drawn."""
    latest = Round.objects.filter(event=row).order_by("-number").first()
    if latest is None:
        return Round.objects.create(
            event=row,
            number=1,
            games=row.games_per_round,
            state=RoundState.PUBLISHED,
            published_at=signature.at,
        )
    if latest.state == RoundState.DRAFT:
        raise Refused(f"{latest} is drawn and not published: publish it, or seat the guests there.")
    raise Refused(f"{latest} is closed: draw the next round, or open this one again.")


def _free_table(row: Event, round_: Round) -> Table:
    """A table that nobody sits at, or one more."""
    numbers = set(round_.tables.filter(seats__isnull=False).values_list("number", flat=True))
    free = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
    return Table.objects.get_or_create(event=row, round=round_, number=free)[0]


def _seat_at(table: Table, round_: Round, guests: Sequence[Guest]) -> dict[str, str]:
    """Seats, games, and how those are listed who missed a round before; returns how these were
    listed until now.
    """
    event = round_.event
    Seat.objects.bulk_create(
        Seat(event=event, round=round_, table=table, letter=letter, guest=guest)
        for letter, guest in zip(letters_of(event), guests, strict=False)
    )
    Game.objects.bulk_create(
        Game(event=event, table=table, number=game) for game in range(1, round_.games + 1)
    )
    listed: dict[str, str] = {}
    if round_.number > 1:
        sat = Seat.objects.filter(
            event=event, round__number__lt=round_.number, guest__in=guests
        ).values("guest")
        late = Guest.objects.filter(
            pk__in=[guest.pk for guest in guests], status=GuestStatus.REGISTERED
        )
        listed = dict(late.exclude(pk__in=sat).values_list("ref", "status"))
        late.filter(ref__in=listed).update(status=GuestStatus.LATE)
    return listed


def _clear(table: Table) -> None:
    round_ = table.round
    Game.objects.filter(table=table).delete()
    Seat.objects.filter(table=table).delete()
    if not round_.tables.filter(number__gt=table.number).exists():
        table.delete()
    if not round_.tables.exists():
        round_.delete()


def _name_of(row: Event, ref: str) -> str:
    return (
        Guest.objects.filter(event=row, ref=ref).values_list("name", flat=True).first()
        or "Somebody"
    )


KIND, TAKEN_BACK = "move_seats", "move_seats_back"
Kept = Mapping[str, Any]


@after_snapshot
def break_up_table(
    event: Event, spot: tuple[int, int], seen_state: str, signature: Signature, *, reason: str
) -> None:
    """The guests of a table (round, number) go to free seats of others, as shown. Reverse act:
    `move_back`.

    `seen` is the digest of the plan that was looked at. What they played stays; they play on from
    the next game. Raises Refused where there are too few free seats, or something changed
    meanwhile.
    """
    with writing(event) as row:
        if not known(row, signature):
            _do(row, _as_shown(row, break_up_plan, spot, seen_state), signature, reason)


@after_snapshot
def fill_table(
    event: Event, spot: tuple[int, int], seen_state: str, signature: Signature, *, reason: str
) -> None:
    """Guests of larger tables come to a table (round, number) until it has enough, as shown.

    Reverse act: `move_back`. `seen` is the digest of the plan that was looked at. What they played
    stays; they play on from the next game. Raises Refused where too few can come, or
    something changed meanwhile.
    """
    with writing(event) as row:
        if not known(row, signature):
            _do(row, _as_shown(row, fill_plan, spot, seen_state), signature, reason)


def _as_shown(
    row: Event,
    plan_of: Callable[[Event, int, int], MovePlan],
    spot: tuple[int, int],
    seen_state: str,
) -> MovePlan:
    try:
        plan = plan_of(row, *spot)
    except SeatingImpossibleError as error:
        raise Refused(str(error)) from None
    if plan.seen != seen_state:
        raise Refused(CHANGED_MEANWHILE)
    return plan


@after_snapshot
def move_guest(
    event: Event,
    badge: int,
    to: tuple[int, int, str],
    signature: Signature,
    *,
    reason: str,
    seen_state: str | None = None,
) -> None:
    """One guest goes to a free seat (round, table, letter) and plays on there. Reverse act:
    `move_back`.

    `seen` is the digest of the plan that was looked at; without it nothing is compared. Raises
    Refused where the seat is taken, no game is left to play there, or something changed
    meanwhile.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        number, table, letter = to
        plan = one_move_plan(row, number, badge, (table, letter))
        if seen_state is not None and plan.seen != seen_state:
            raise Refused("Something changed while you looked: here is the move as it stands now.")
        _do(row, plan, signature, reason)


@after_snapshot
def move_back(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Those whom a ledger entry moved have their seats again. Reverse act: `move_guest`,
    `break_up_table` or `fill_table`.

    Raises Refused where they have played at their new seats, or an old seat is taken.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        _needs(reason)
        entry = LedgerEntry.standing.filter(event=row, number=number, kind=KIND).first()
        if (
            entry is None
            or LedgerEntry.standing.filter(event=row, kind=TAKEN_BACK, body__of=number).exists()
        ):
            raise Refused("There is no such move to take back.")
        floor = Floor.of(row, entry.body["round"])
        _open(floor)
        moves = entry.body["moves"]
        _seats_back(row, floor, [(_still_there(floor, move), move) for move in moves])
        body = {
            "of": number,
            "round": entry.body["round"],
            "guests": [move["guest"] for move in moves],
        }
        append(row, TAKEN_BACK, body, signature, reason=reason)


def _do(row: Event, plan: MovePlan, signature: Signature, reason: str) -> None:
    _needs(reason)
    _open(plan.floor)
    _sit(row, plan.floor, plan.moves)
    body: dict[str, Any] = {
        "round": plan.floor.round.number,
        "moves": [move.kept for move in plan.moves],
    }
    about = {"table": plan.broken} if plan.broken else {"filled": plan.filled}
    append(row, KIND, body | (about if any(about.values()) else {}), signature, reason=reason)


def _sit(row: Event, floor: Floor, moves: Iterable[Going]) -> None:
    """Old seats end with the last game on record, or go; the new ones begin."""
    Seat.objects.filter(pk__in=[move.seat.pk for move in moves if move.until is None]).delete()
    ended = [move.seat for move in moves if move.until is not None]
    for move in moves:
        move.seat.left_after_game = move.until
    Seat.objects.bulk_update(ended, ["left_after_game"])
    Seat.objects.bulk_create(
        _seat(
            row, floor, move.guest, {"table": move.table, "letter": move.letter, "game": move.game}
        )
        for move in moves
    )


def _seats_back(row: Event, floor: Floor, occupied: Iterable[tuple[Seat, Kept]]) -> None:
    given_up = {seat.pk for seat, _move in occupied}
    ended, departed = [], []
    for seat, move in occupied:
        begun, until = move["from"], move["until"]
        out = begun["game"] if until is None else until + 1
        _free_again(floor, begun, out, given_up)
        mine = [
            one
            for one in floor.seats
            if one.guest_id == seat.guest_id and _begun(one) == _spot(begun)
        ]
        for item in mine:
            item.left_after_game = None
        ended += mine
        departed += [] if mine else [_seat(row, floor, seat.guest, begun)]
    Seat.objects.filter(pk__in=given_up).delete()
    Seat.objects.bulk_update(ended, ["left_after_game"])
    Seat.objects.bulk_create(departed)


def _still_there(floor: Floor, move: Kept) -> Seat:
    """The seat that somebody was moved to, as long as they have played nothing there."""
    there, label = move["to"], table_label(floor.round.event, move["to"]["table"])
    for seat in floor.seats:
        if (
            seat.guest.ref == move["guest"]
            and seat.left_after_game is None
            and _begun(seat) == _spot(there)
        ):
            if floor.last.get(there["table"], 0) >= there["game"]:
                last = floor.last[there["table"]]
                raise Refused(
                    f"The sheet of game {last} at table {label} has {seat.guest.name} on it: they"
                    " stay there."
                )
            return seat
    raise Refused(f"{_name(floor, move)} has changed seats since: take that back first.")


def _free_again(floor: Floor, begun: Kept, out: int, given_up: Iterable[int]) -> None:
    label = table_label(floor.round.event, begun["table"])
    for seat in floor.seats:
        here = (seat.table.number, seat.letter) == (begun["table"], begun["letter"])
        if (
            here
            and seat.pk not in given_up
            and (seat.left_after_game is None or seat.left_after_game >= out)
        ):
            raise Refused(
                f"{seat.guest.name} has seat {seat.letter} at table {label} now: move them first."
            )
    if floor.last.get(begun["table"], 0) >= out:
        raise Refused(f"Table {label} has played on since: they stay where they are.")


def _begun(seat: Seat) -> tuple[int, str, int]:
    return seat.table.number, seat.letter, seat.from_game


def _spot(place: Kept) -> tuple[int, str, int]:
    return place["table"], place["letter"], place["game"]


def _seat(row: Event, floor: Floor, guest: Guest, spot: Kept) -> Seat:
    table = floor.tables[spot["table"]]
    return Seat(
        event=row,
        round=floor.round,
        table=table,
        letter=spot["letter"],
        guest=guest,
        from_game=spot["game"],
    )


def _name(floor: Floor, move: Kept) -> str:
    return Guest.objects.get(event=floor.round.event, ref=move["guest"]).name


def _open(floor: Floor) -> None:
    if floor.round.state == RoundState.CLOSED:
        raise Refused(f"{floor.round} is closed: open it again first.")


def _needs(reason: str) -> None:
    if not reason.strip():
        raise Refused("Say why they change seats: it is kept with the change.")

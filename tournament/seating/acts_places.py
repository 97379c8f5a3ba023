"""Who came late and who went home: how they are listed, seats given up and free places taken."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from tournament.counting.plan import letters_of, table_label
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, Sheet, Stage, Table
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import games_missing, the_round
from tournament.server.snapshot import after_snapshot


def arrive_late(event: Event, ref: str, signature: Signature, *, reason: str = "") -> Guest:
    """A guest who was missing sits down: the games until now stay absent.

    Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.LATE, signature, reason)


@after_snapshot
def withdraw(event: Event, ref: str, signature: Signature, *, reason: str) -> Guest:
    """A guest goes home: games from now on are absent, and the event's policy says how they are
    listed.

    Their seat stays theirs; `leave` frees it as well. Reverse act: `as_registered`.
    """
    return _mark(event, ref, GuestStatus.WITHDRAWN, signature, reason)


@after_snapshot
def as_registered(event: Event, ref: str, signature: Signature, *, reason: str) -> Guest:
    """Take back a late arrival or a withdrawal. Reverse act: `arrive_late` or `withdraw`."""
    return _mark(event, ref, GuestStatus.REGISTERED, signature, reason)


def guest_of(row: Event, ref: str) -> Guest:
    """The guest with this ref, or a refusal."""
    guest = Guest.objects.filter(event=row, ref=ref).first()
    if guest is None:
        raise Refused(f"There is no guest {ref} this evening.")
    guest.event = row
    return guest


def list_as(guest: Guest, status: str, reason: str) -> str:
    """Change how a guest is listed, inside an act; returns how they were."""
    before, guest.status, guest.status_note = guest.status, status, reason[:200]
    guest.save(update_fields=["status", "status_note"])
    return before


def list_all(listed: Mapping[Guest, str], reason: str) -> dict[str, str]:
    """The same for several guests at once; returns how they were, by ref."""
    before = {guest.ref: guest.status for guest in listed}
    for guest, status in listed.items():
        guest.status, guest.status_note = status, reason[:200]
    Guest.objects.bulk_update(tuple(listed), ["status", "status_note"])
    return before


def _mark(event: Event, ref: str, status: GuestStatus, signature: Signature, reason: str) -> Guest:
    with writing(event) as row:
        guest = guest_of(row, ref)
        if guest.status == status:
            raise Refused(f"{guest.name} is marked “{guest.get_status_display()}” already.")
        before = list_as(guest, status, reason)
        append(
            row,
            "attendance",
            {"guest": ref, "before": before, "after": status.value},
            signature,
            reason=reason,
        )
    return guest


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat of a round, taken from a game on."""

    round: int
    table: int
    letter: str
    game: int = 1


@after_snapshot
def leave(
    event: Event, ref: str, since: tuple[int, int], signature: Signature, *, reason: str
) -> None:
    """A guest goes home from (round, game) on: that seat and those of later rounds are free.
    Reverse act: `take_back`.

    Raises Refused without a reason, or where a sheet from then on has them on it.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why they go home.")
        guest, (number, game) = guest_of(row, ref), since
        the_round(row, number)
        current = Seat.objects.filter(
            event=row, guest=guest, left_after_game=None, round__number__gte=number
        )
        seats = list(current.select_related("round", "table").order_by("round__number"))
        if not seats and guest.status == GuestStatus.WITHDRAWN:
            raise Refused(
                f"{guest.name} is marked “Withdrawn” already and has no seat from then on."
            )
        for seat in seats:
            _not_in_the_playoff(seat, guest)
        freed = [
            free_seat(seat, guest, game if seat.round.number == number else 1) for seat in seats
        ]
        before = list_as(guest, GuestStatus.WITHDRAWN, reason)
        body = {
            "guest": ref,
            "before": before,
            "after": guest.status,
            "round": number,
            "game": game,
        }
        append(row, "attendance", body | {"seats": freed}, signature, reason=reason)


@after_snapshot
def seat_late(
    event: Event, ref: str, spots: Iterable[Spot], signature: Signature, *, reason: str
) -> None:
    """A guest without a seat takes free places, at most one a round, each from a game on. Reverse
    act: `take_back`.

    Who comes after the first game is listed as late. Raises Refused where a place is
    taken, or where a sheet from then on is already in without them.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why they take a place now.")
        guest, targets = guest_of(row, ref), sorted(spots, key=lambda spot: spot.round)
        if not targets:
            raise Refused(f"Choose a place for {guest.name} in at least one round.")
        for spot in targets:
            _with_company(row, spot)
        occupied = [take_place(row, guest, spot) for spot in targets]
        late = (targets[0].round, targets[0].game) != (1, 1)
        before = list_as(guest, GuestStatus.LATE if late else GuestStatus.REGISTERED, reason)
        body = {"guest": ref, "before": before, "after": guest.status, "seats": occupied}
        append(
            row, "seat", body | {"arrived": let_in([guest], signature)}, signature, reason=reason
        )


@after_snapshot
def take_back(event: Event, ref: str, signature: Signature, *, reason: str) -> None:
    """Undo the guest's last `leave` or `seat_late`: seats and listing are as before. Reverse act:
    doing it again.

    Raises Refused where a sheet came in or the seat was taken since.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why it is taken back.")
        guest, last = guest_of(row, ref), _last(row, ref)
        if last is None or last.kind == "take_back":
            raise Refused(f"There is nothing to take back for {guest.name}.")
        for place in last.body["seats"]:
            restore(row, guest, place) if last.kind == "attendance" else give_up(row, guest, place)
        before = list_as(guest, last.body["before"], "")
        body = {
            "guest": ref,
            "before": before,
            "after": guest.status,
            "of": last.number,
            "seats": last.body["seats"],
        }
        append(row, "take_back", body, signature, reason=reason)


def _last(row: Event, ref: str) -> LedgerEntry | None:
    """The guest's last entry that says anything of their attendance."""
    kinds = ("attendance", "seat", "take_back")
    last = (
        LedgerEntry.standing.filter(event=row, kind__in=kinds, body__guest=ref)
        .order_by("-number")
        .first()
    )
    return last if last and "seats" in last.body else None


def let_in(guests: Iterable[Guest], signature: Signature) -> list[str]:
    """Mark those as here who were not seen at the door; returns their refs, for the ledger."""
    unseen = [guest for guest in guests if guest.arrived_at is None]
    Guest.objects.filter(pk__in=[guest.pk for guest in unseen]).update(arrived_at=signature.at)
    return [guest.ref for guest in unseen]


def needs(reason: str, sentence: str) -> None:
    """Refuse an act without a reason."""
    if not reason.strip():
        raise Refused(sentence)


def free_seat(seat: Seat, guest: Guest, out: int) -> dict[str, Any]:
    """Free a seat from game `out` on; one they never played in goes altogether.

    Returns what the ledger keeps.
    """
    _not_in_the_playoff(seat, guest)
    if not 1 <= out <= seat.round.games:
        raise Refused(f"{seat.round} has the games 1 to {seat.round.games}: choose one of them.")
    last, called = _last_sheet(seat.table), table_label(guest.event, seat.table.number)
    if last >= out:
        raise Refused(
            f"The sheet of game {last} at table {called} of {_low(seat.round)} has {guest.name} on"
            f" it: {_later(last, seat.round)}"
        )
    place = {
        "round": seat.round.number,
        "table": seat.table.number,
        "letter": seat.letter,
        "game": seat.from_game,
    }
    if out <= seat.from_game:
        seat.delete()
    else:
        seat.left_after_game = out - 1
        seat.save(update_fields=["left_after_game"])
    return place


def _not_in_the_playoff(seat: Seat, guest: Guest) -> None:
    if seat.round.stage == Stage.PLAYOFF:
        raise Refused(f"{guest.name} sits in the play-off: enter them as absent there.")


def _later(last: int, round_: Round) -> str:
    if last < round_.games:
        return f"choose game {last + 1} or a later one, or correct the sheet."
    return "choose the next round, or correct the sheet."


def take_place(row: Event, guest: Guest, spot: Spot) -> dict[str, Any]:
    """Seat a guest in a free place, or refuse; returns what the ledger keeps."""
    round_ = the_round(row, spot.round)
    table = (
        Table.objects.select_related("event", "round")
        .filter(round=round_, number=spot.table)
        .first()
    )
    there = table is not None and spot.letter in letters_of(row)
    if table is None or not there or not 1 <= spot.game <= round_.games:
        raise Refused(f"{round_} has no such place: choose table, seat and game from the list.")
    return _sit(table, guest, spot)


def _sit(table: Table, guest: Guest, spot: Spot) -> dict[str, Any]:
    """Seat a guest at this table of an open round, where the seat is free and they sit nowhere
    else.
    """
    round_ = table.round
    if round_.state == RoundState.CLOSED:
        raise Refused(f"{round_} is closed: nobody can sit down in it.")
    if Seat.objects.filter(reaching(spot.game), round=round_, guest=guest).exists():
        raise Refused(f"{guest.name} sits in round {spot.round} already: swap seats instead.")
    _free_from(table, spot.letter, spot.game)
    Seat.objects.create(
        event_id=table.event_id,
        round=round_,
        table=table,
        letter=spot.letter,
        guest=guest,
        from_game=spot.game,
        left_after_game=None,
    )
    return {"round": spot.round, "table": spot.table, "letter": spot.letter, "game": spot.game}


def _with_company(row: Event, spot: Spot) -> None:
    """Refuse a place at a table of a published round that everybody has left."""
    table = Table.objects.filter(event=row, round__number=spot.round, number=spot.table)
    table = table.exclude(round__state=RoundState.DRAFT)
    if table.exists() and not Seat.objects.filter(reaching(spot.game), table__in=table).exists():
        called = table_label(row, spot.table)
        raise Refused(f"Nobody plays at table {called} any more: choose another, or open a table.")


def _free_from(table: Table, letter: str, game: int) -> None:
    """Refuse a seat that somebody has in that game or later, or games that are on record without
    its new guest.
    """
    called = table_label(table.event, table.number)
    if Seat.objects.filter(reaching(game), table=table, letter=letter).exists():
        raise Refused(f"Seat {letter} at table {called} is taken: choose a free one.")
    last = _last_sheet(table)
    if last >= game:
        raise Refused(
            f"The sheet of game {last} at table {called} of {_low(table.round)} is in already:"
            f" {_later(last, table.round)}"
        )


def reaching(game: int) -> Q:
    """Seats that somebody still has in a game or later."""
    return Q(left_after_game=None) | Q(left_after_game__gte=game)


def restore(row: Event, guest: Guest, place: dict[str, Any]) -> None:
    """Give the seat back that a guest left, as long as nothing was played without them."""
    table = Table.objects.select_related("event", "round").get(
        event=row, round__number=place["round"], number=place["table"]
    )
    cut_short = Seat.objects.filter(
        table=table, letter=place["letter"], guest=guest, from_game=place["game"]
    ).first()
    if cut_short is None:
        _sit(table, guest, Spot(**place))
        return
    out = cut_short.left_after_game + 1 if cut_short.left_after_game else place["game"]
    _free_from(table, place["letter"], out)
    cut_short.left_after_game = None
    cut_short.save(update_fields=["left_after_game"])
    if table.round.state == RoundState.CLOSED and games_missing(table.round):
        raise Refused(
            f"{table.round} is closed, and {guest.name} has games to play: open it first."
        )


def give_up(row: Event, guest: Guest, place: dict[str, Any]) -> None:
    """Take a place away again that a late guest got, as long as they played nothing there."""
    seats = Seat.objects.filter(
        event=row, round__number=place["round"], guest=guest, left_after_game=None
    )
    for seat in seats.select_related("round", "table"):
        free_seat(seat, guest, seat.from_game)


def _last_sheet(table: Table) -> int:
    last: int | None = Sheet.objects.filter(accepted=True, game__table=table).aggregate(
        last=Max("game__number")
    )["last"]
    return last or 0


def _low(round_: Round) -> str:
    return str(round_).lower()

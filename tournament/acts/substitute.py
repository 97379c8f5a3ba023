"""Somebody takes over the very seats of a guest who goes home."""

from dataclasses import dataclass

from tournament.acts.attendance import AttendanceRefusedError, guest_of, list_as
from tournament.acts.places import Spot, free_seat, give_up, let_in, needs, restore, take_place
from tournament.acts.seating import known
from tournament.acts.swap import the_round
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, LedgerEntry, Seat
from tournament.models.guest import GuestStatus
from tournament.snapshot import after_snapshot

KIND, TAKEN_BACK = "substitute", "unsubstitute"


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who goes, who comes in their place, and from which round and game on."""

    goes: str
    comes: str
    round: int
    game: int


@after_snapshot
def substitute(event: Event, wanted: Substitution, by: Signature, *, reason: str) -> None:
    """One guest goes home and another has their seats from then on. Reverse act: `take_back_substitute`.

    What the first played stays theirs; the games before count as missed for the second. Raises AttendanceRefusedError
    without a reason, where the first has no seat, the second has one, or a sheet from then on is in.
    """
    with writing(event) as row:
        if known(row, by):
            return
        needs(reason, "Say why somebody else takes the seats.")
        goes, comes = guest_of(row, wanted.goes), guest_of(row, wanted.comes)
        the_round(row, wanted.round)
        held = Seat.objects.filter(event=row, guest=goes, left_after_game=None, round__number__gte=wanted.round)
        seats = list(held.select_related("round", "table").order_by("round__number"))
        if not seats:
            raise AttendanceRefusedError(f"{goes.name} has no seat from then on: nobody can take it over.")
        out = {seat.round.number: wanted.game if seat.round.number == wanted.round else 1 for seat in seats}
        freed = [free_seat(seat, goes, out[seat.round.number]) for seat in seats]
        spots = [Spot(kept["round"], kept["table"], kept["letter"], out[kept["round"]]) for kept in freed]
        taken = [take_place(row, comes, spot) for spot in spots]
        listed = GuestStatus.LATE if (wanted.round, wanted.game) != (1, 1) else GuestStatus.REGISTERED
        body = {"guest": goes.ref, "comes": comes.ref, "round": wanted.round, "game": wanted.game}
        body |= {"before": list_as(goes, GuestStatus.WITHDRAWN, reason)}
        body |= {"comes_before": list_as(comes, listed, reason)}
        body |= {"freed": freed, "taken": taken, "arrived": let_in([comes], by)}
        append(row, KIND, body, by, reason=reason)


@after_snapshot
def take_back_substitute(event: Event, goes: str, by: Signature, *, reason: str) -> None:
    """The guest has their seats again, the substitute none. Reverse act: `substitute`.

    Raises AttendanceRefusedError where the substitute has played since.
    """
    with writing(event) as row:
        if known(row, by):
            return
        needs(reason, "Say why it is taken back.")
        entries = LedgerEntry.objects.filter(event=row, kind__in=(KIND, TAKEN_BACK), body__guest=goes)
        last = entries.order_by("-number").first()
        guest = guest_of(row, goes)
        if last is None or last.kind != KIND:
            raise AttendanceRefusedError(f"Nobody sits in for {guest.name}: there is nothing to take back.")
        comes = guest_of(row, last.body["comes"])
        for kept in last.body["taken"]:
            give_up(row, comes, kept)
        for kept in last.body["freed"]:
            restore(row, guest, kept)
        listed = {goes: list_as(guest, last.body["before"], "")}
        listed |= {comes.ref: list_as(comes, last.body["comes_before"], "")}
        body = {"guest": goes, "comes": comes.ref, "of": last.number, "listed": listed}
        append(row, TAKEN_BACK, body, by, reason=reason)

"""Somebody takes over the very seats of a guest who goes home."""

from dataclasses import dataclass

from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, LedgerEntry, Seat
from tournament.models.guest import GuestStatus
from tournament.refusal import Refused
from tournament.seating.acts import the_round
from tournament.seating.acts_places import (
    Spot,
    free_seat,
    give_up,
    guest_of,
    let_in,
    list_as,
    needs,
    restore,
    take_place,
)
from tournament.server.snapshot import after_snapshot

KIND, TAKEN_BACK = "substitute", "unsubstitute"


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who goes, who comes in their place, and from which round and game on."""

    goes: str
    comes: str
    round: int
    game: int


@after_snapshot
def substitute(
    event: Event, substitution: Substitution, signature: Signature, *, reason: str
) -> None:
    """One guest goes home and another has their seats from then on. Reverse act:
    `take_back_substitute`.

    What the first played stays theirs; the games before count as missed for the second. Raises
    Refused without a reason, where the first has no seat, the second has one, or a
    sheet from then on is in.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why somebody else takes the seats.")
        goes, comes = guest_of(row, substitution.goes), guest_of(row, substitution.comes)
        the_round(row, substitution.round)
        current = Seat.objects.filter(
            event=row, guest=goes, left_after_game=None, round__number__gte=substitution.round
        )
        seats = list(current.select_related("round", "table").order_by("round__number"))
        if not seats:
            raise Refused(f"{goes.name} has no seat from then on, so nobody can take it over.")
        out = {
            seat.round.number: substitution.game if seat.round.number == substitution.round else 1
            for seat in seats
        }
        freed = [free_seat(seat, goes, out[seat.round.number]) for seat in seats]
        spots = [
            Spot(place["round"], place["table"], place["letter"], out[place["round"]])
            for place in freed
        ]
        occupied = [take_place(row, comes, spot) for spot in spots]
        listed = (
            GuestStatus.LATE
            if (substitution.round, substitution.game) != (1, 1)
            else GuestStatus.REGISTERED
        )
        body = {
            "guest": goes.ref,
            "comes": comes.ref,
            "round": substitution.round,
            "game": substitution.game,
        }
        body |= {"before": list_as(goes, GuestStatus.WITHDRAWN, reason)}
        body |= {"comes_before": list_as(comes, listed, reason)}
        body |= {"freed": freed, "taken": occupied, "arrived": let_in([comes], signature)}
        append(row, KIND, body, signature, reason=reason)


@after_snapshot
def take_back_substitute(event: Event, goes: str, signature: Signature, *, reason: str) -> None:
    """The guest has their seats again, the substitute none. Reverse act: `substitute`.

    Raises Refused where the substitute has played since.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why it is taken back.")
        entries = LedgerEntry.standing.filter(
            event=row, kind__in=(KIND, TAKEN_BACK), body__guest=goes
        )
        last = entries.order_by("-number").first()
        guest = guest_of(row, goes)
        if last is None or last.kind != KIND:
            raise Refused(f"Nobody sits in for {guest.name}: there is nothing to take back.")
        comes = guest_of(row, last.body["comes"])
        for place in last.body["taken"]:
            give_up(row, comes, place)
        for place in last.body["freed"]:
            restore(row, guest, place)
        listed = {goes: list_as(guest, last.body["before"], "")}
        listed |= {comes.ref: list_as(comes, last.body["comes_before"], "")}
        body = {"guest": goes, "comes": comes.ref, "of": last.number, "listed": listed}
        append(row, TAKEN_BACK, body, signature, reason=reason)

"""Drawing one further round from those who are present after the break, and taking it back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from scoring.seating import Key, Round, SeatingImpossibleError, next_round
from tournament.acts.attendance import list_all
from tournament.acts.open_table import TableRefusedError
from tournament.acts.seating import cleared, known, laid, published
from tournament.ledger.chain import Signature, all_or_nothing, append, writing
from tournament.ledger.seats import Hall, plan_for
from tournament.ledger.waiting import present
from tournament.models import Event, Guest, LedgerEntry, Seat
from tournament.models import Round as RoundRow
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.snapshot import after_snapshot

GONE = "Not back after the break"


@dataclass(frozen=True, slots=True)
class Further:
    """A further round as drawn, not laid yet: its number, tables of badges, the seed, and who has gone home."""

    number: int
    tables: Round
    seed: int
    gone: tuple[str, ...] = ()


def number_to_draw(event: Event) -> int | None:
    """The number of the qualifying round that could be drawn now; None while one is not closed, or all are there."""
    rounds = list(RoundRow.objects.filter(event=event).order_by("number"))
    if not rounds or len(rounds) >= event.qualifying_rounds or any(row.state != RoundState.CLOSED for row in rounds):
        return None
    return len(rounds) + 1


def drawn_further(found: Hall, number: int, seed: int, gone: Sequence[str] = ()) -> Further:
    """Draw a further round for those present but the `gone`. Writes nothing. Raises TableRefusedError."""
    keys: set[Key] = {guest.badge for guest in present(found.event) if guest.ref not in gone}
    sitters = tuple(one for one in found.wishes.sitters if one.key in keys)
    try:
        plan = plan_for(found.event, len(sitters))
        before = found.seating.rounds[: number - 1]
        tables = next_round(replace(found.wishes, sitters=sitters), plan, before, Random(seed))  # noqa: S311 -- repeatable
    except SeatingImpossibleError as error:
        raise TableRefusedError(str(error)) from None
    return Further(number, tables, seed, tuple(gone))


@after_snapshot
def open_further(event: Event, drawn: Further, by: Signature) -> None:
    """Lay and publish a further round; who is gone is listed as withdrawn. Reverse act: `take_further_back`.

    Raises TableRefusedError where the round before is not closed, or the guests changed since the draw.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        if number_to_draw(row) != drawn.number:
            raise TableRefusedError(f"Round {drawn.number} cannot be drawn now: the round before it is closed first.")
        here = {guest.ref: guest for guest in present(row)}
        seated = [guest for ref, guest in here.items() if ref not in drawn.gone]
        if {guest.badge for guest in seated} != {key for table in drawn.tables for key in table}:
            raise TableRefusedError("The list of guests changed while the draw was made: draw again.")
        gone = [here[ref] for ref in drawn.gone if ref in here]
        before = list_all(dict.fromkeys(gone, GuestStatus.WITHDRAWN.value), GONE)
        refs = {guest.badge: guest.ref for guest in seated}
        found = laid(row, drawn.number, [[refs[int(str(key))] for key in table] for table in drawn.tables])
        published(row, found, replace(by, key=f"{by.key[:70]} published"))
        body = {"round": drawn.number, "seed": drawn.seed, "guests": len(seated), "gone": before}
        append(row, "next_round", body | {"late": _now_late(row, seated, drawn.number)}, by)


@after_snapshot
def take_further_back(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """The round was drawn too early: it goes, and everybody is listed as before. Reverse act: `open_further`."""
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        drawn = LedgerEntry.objects.filter(event=row, kind="next_round", body__round=number).order_by("-number").first()
        found = RoundRow.objects.filter(event=row, number=number).first()
        if drawn is None or found is None or not found.open:
            raise TableRefusedError(f"Round {number} was not drawn after a break, or is not open.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row)}
        listed = {ref: guests[ref].status for ref in (*drawn.body["gone"], *drawn.body["late"])}
        cleared(row, found, by, reason=reason, listed=listed)
        back = drawn.body["gone"] | dict.fromkeys(drawn.body["late"], GuestStatus.REGISTERED.value)
        list_all({guests[ref]: status for ref, status in back.items()}, "")


def _now_late(row: Event, seated: Sequence[Guest], number: int) -> list[str]:
    """Who sits down for the first time now has missed the rounds before."""
    sat = Seat.objects.filter(event=row, round__number__lt=number).values_list("guest_id", flat=True)
    new = [guest for guest in seated if guest.pk not in set(sat) and guest.status == GuestStatus.REGISTERED]
    Guest.objects.filter(pk__in=[guest.pk for guest in new]).update(status=GuestStatus.LATE)
    return [guest.ref for guest in new]

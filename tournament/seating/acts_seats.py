"""Who sits where from a game on, as one act: guests go home, come late, sit in for somebody, change
seats or go to free ones; all of them are changes of seats that one writer checks and does.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.seating import SeatingImpossibleError
from tournament.counting.seats import reversible
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Guest, LedgerEntry, Seat, Stage
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.seating.acts_places import guest_of, let_in, list_as
from tournament.seating.changes import Change, Floor, MovePlan, exchange, hindrances, one_move_plan
from tournament.seating.small_tables import break_up_plan, fill_plan
from tournament.seating.words import CHANGED_MEANWHILE, entries
from tournament.server.snapshot import after_snapshot

MOVED = "move_seats"
BACK = {
    "attendance": "take_back",
    "seat": "take_back",
    "substitute": "unsubstitute",
    MOVED: "move_seats_back",
}
"""The kind of entry that takes one of each kind back."""
Kept = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat of a round, taken from a game on."""

    round: int
    table: int
    letter: str
    game: int = 1


def seat(
    floor: Floor, changes: Sequence[Change], *, company: bool = True, after_play: bool = False
) -> None:
    """Do these changes in a round inside an act: seats end with the game before, or go, and others
    begin or go on. Nothing else writes seats. Raises Refused where any of them cannot be
    (`hindrances` says what `company` and `after_play` allow).
    """
    for sentence in hindrances(floor, changes, company=company, after_play=after_play):
        raise Refused(sentence)
    leaving = [(change.seat, change.until) for change in changes if change.seat]
    Seat.objects.filter(pk__in=[current.pk for current, until in leaving if until is None]).delete()
    altered = [current for current, until in leaving if until is not None]
    for current, until in leaving:
        current.left_after_game = until
    going_on = [(change.earlier, change.ends) for change in changes if change.earlier]
    for earlier, until in going_on:
        earlier.left_after_game = until
    altered += [earlier for earlier, _until in going_on]
    Seat.objects.bulk_update(altered, ["left_after_game"])
    Seat.objects.bulk_create(
        Seat(
            event_id=floor.round.event_id,
            round=floor.round,
            table=floor.tables[change.table],
            letter=change.letter,
            guest=change.guest,
            from_game=change.game,
            left_after_game=change.ends,
        )
        for change in changes
        if change.letter and change.earlier is None
    )


@after_snapshot
def leave(
    event: Event, ref: str, since: tuple[int, int], signature: Signature, *, reason: str
) -> None:
    """A guest goes home from (round, game) on: that seat and those of later rounds are free.
    Reverse act: `take_seats_back`.

    Raises Refused without a reason, or where a sheet from then on has them on it.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why they go home.")
        guest, (number, game) = guest_of(row, ref), since
        leaving = list(_leaving(row, guest, since))
        if not leaving and guest.status == GuestStatus.WITHDRAWN:
            raise Refused(
                f"{guest.name} is marked “Withdrawn” already and has no seat from then on."
            )
        freed = [change.lost(floor.round.number) for floor, change in leaving]
        for floor, change in leaving:
            seat(floor, [change])
        before = list_as(guest, GuestStatus.WITHDRAWN, reason)
        body: Kept = {"guest": ref, "before": before, "after": guest.status}
        body |= {"round": number, "game": game, "seats": freed}
        append(row, "attendance", body, signature, reason=reason)


def _leaving(row: Event, guest: Guest, since: tuple[int, int]) -> Iterator[tuple[Floor, Change]]:
    """A guest's seats from (round, game) on, as they are left."""
    number, game = since
    first = Floor.of(row, number)
    if not 1 <= game <= first.round.games:
        raise Refused(f"{first.round} has the games 1 to {first.round.games}: choose one of them.")
    seats = Seat.objects.filter(event=row, guest=guest, left_after_game=None)
    later = seats.filter(round__number__gt=number)
    if later.filter(round__stage=Stage.PLAYOFF).exists():
        raise Refused(f"{guest.name} sits in the play-off: enter them as absent there.")
    numbers = later.order_by("round__number").values_list("round__number", flat=True)
    for floor in (first, *(Floor.of(row, further) for further in numbers)):
        if current := floor.open_seat(guest.badge):
            yield floor, Change(guest, current, game if floor is first else 1)


@after_snapshot
def seat_late(
    event: Event, ref: str, spots: Iterable[Spot], signature: Signature, *, reason: str
) -> None:
    """A guest without a seat takes free places, at most one a round, each from a game on. Reverse
    act: `take_seats_back`.

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
        occupied = []
        for spot in targets:
            change = Change(guest, table=spot.table, letter=spot.letter, game=spot.game)
            seat(Floor.of(row, spot.round), [change])
            occupied.append(change.gained(spot.round))
        late = (targets[0].round, targets[0].game) != (1, 1)
        before = list_as(guest, GuestStatus.LATE if late else GuestStatus.REGISTERED, reason)
        body = {"guest": ref, "before": before, "after": guest.status, "seats": occupied}
        body["arrived"] = let_in([guest], signature)
        append(row, "seat", body, signature, reason=reason)


@after_snapshot
def substitute(
    event: Event,
    refs: tuple[str, str],
    since: tuple[int, int],
    signature: Signature,
    *,
    reason: str,
) -> None:
    """One guest goes home and another has their seats from (round, game) on; `refs` are of who goes
    and of who comes. Reverse act: `take_seats_back`.

    What the first played stays theirs; the games before count as missed for the second. Raises
    Refused without a reason, where the first has no seat, the second has one, or a
    sheet from then on is in.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why somebody else takes the seats.")
        goes, comes = (guest_of(row, ref) for ref in refs)
        freed, occupied = [], []
        for floor, leaving in _leaving(row, goes, since):
            freed.append(leaving.lost(floor.round.number))
            table, letter = freed[-1]["table"], freed[-1]["letter"]
            coming = Change(comes, table=table, letter=letter, game=leaving.out)
            seat(floor, [leaving, coming])
            occupied.append(coming.gained(floor.round.number))
        if not freed:
            raise Refused(f"{goes.name} has no seat from then on, so nobody can take it over.")
        listed = GuestStatus.LATE if since != (1, 1) else GuestStatus.REGISTERED
        body = {"guest": goes.ref, "comes": comes.ref, "round": since[0], "game": since[1]}
        body |= {"before": list_as(goes, GuestStatus.WITHDRAWN, reason)}
        body |= {"comes_before": list_as(comes, listed, reason)}
        body |= {"freed": freed, "taken": occupied, "arrived": let_in([comes], signature)}
        append(row, "substitute", body, signature, reason=reason)


@after_snapshot
def swap_guests(
    event: Event,
    number: int,
    pair: tuple[int, int],
    signature: Signature,
    *,
    reason: str = "",
    seen_spots: tuple[str, ...] = (),
) -> None:
    """Let two guests (by badge) change seats in the round of this number, from the next game that
    neither has played; the other rounds stay. Reverse act: the same swap again.

    `seen_spots` are their seats ("6B") as the official saw them; without them nothing is compared.
    A published seating asks for a reason. Raises Refused when one of them has no seat or has moved
    meanwhile, or no game is left.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        floor = Floor.of(row, number)
        changes = exchange(floor, *pair)
        spots = tuple("{table}{letter}".format(**change.lost(number)) for change in changes)
        if seen_spots and seen_spots != spots:
            raise Refused("One of them has been moved since: look at the swap again.")
        if floor.round.state != RoundState.DRAFT and not reason:
            raise Refused("The seating is published: give the reason for the swap.")
        seat(floor, changes)
        if any(floor.last.get(change.table) for change in changes):
            moves = [change.kept(number) for change in changes]
            append(row, MOVED, {"round": number, "moves": moves}, signature, reason=reason)
            return
        moves = [
            {"guest": change.guest.ref, "before": spot, "after": f"{change.table}{change.letter}"}
            for change, spot in zip(changes, spots, strict=True)
        ]
        append(row, "swap", {"round": number, "moves": moves}, signature, reason=reason)


@after_snapshot
def break_up_table(
    event: Event, spot: tuple[int, int], seen_state: str, signature: Signature, *, reason: str
) -> None:
    """The guests of a table (round, number) go to free seats of others, as shown. Reverse act:
    `take_seats_back`.

    `seen_state` is the digest of the plan that was looked at. What they played stays; they play on
    from the next game. Raises Refused where there are too few free seats, or something changed
    meanwhile.
    """
    with writing(event) as row:
        if not known(row, signature):
            _move(row, _as_shown(row, break_up_plan, spot, seen_state), signature, reason)


@after_snapshot
def fill_table(
    event: Event, spot: tuple[int, int], seen_state: str, signature: Signature, *, reason: str
) -> None:
    """Guests of larger tables come to a table (round, number) until it has enough, as shown.

    Reverse act: `take_seats_back`. `seen_state` is the digest of the plan that was looked at. What
    they played stays; they play on from the next game. Raises Refused where too few can come, or
    something changed meanwhile.
    """
    with writing(event) as row:
        if not known(row, signature):
            _move(row, _as_shown(row, fill_plan, spot, seen_state), signature, reason)


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
    `take_seats_back`.

    `seen_state` is the digest of the plan that was looked at; without it nothing is compared.
    Raises Refused where the seat is taken, no game is left to play there, or something changed
    meanwhile.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        number, table, letter = to
        plan = one_move_plan(row, number, badge, (table, letter))
        if seen_state is not None and plan.seen != seen_state:
            raise Refused("Something changed while you looked: here is the move as it stands now.")
        _move(row, plan, signature, reason)


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


def _move(row: Event, plan: MovePlan, signature: Signature, reason: str) -> None:
    needs(reason, "Say why they change seats: it is kept with the change.")
    number = plan.floor.round.number
    seat(plan.floor, plan.moves)
    body: Kept = {"round": number, "moves": [change.kept(number) for change in plan.moves]}
    about = {"table": plan.broken} if plan.broken else {"filled": plan.filled}
    append(row, MOVED, body | (about if any(about.values()) else {}), signature, reason=reason)


@after_snapshot
def take_seats_back(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Those whom a ledger entry seated elsewhere or sent home sit, and are listed, as before it.
    Reverse act: doing it again.

    Raises Refused where they have played at their new seats or changed them since, or an old seat
    is taken.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        needs(reason, "Say why it is taken back.")
        entry = LedgerEntry.standing.filter(event=row, number=number, kind__in=BACK).first()
        if entry is None or number not in reversible(entries(row)):
            raise Refused("There is no such change of seats to take back.")
        lost, gained = _kept_by(entry)
        guests = {ref: guest_of(row, ref) for ref, _place in (*lost, *gained)}
        for in_round in sorted({place["round"] for _ref, place in (*lost, *gained)}):
            floor = Floor.of(row, in_round)
            away = [(guests[ref], place) for ref, place in gained if place["round"] == in_round]
            back = [(guests[ref], place) for ref, place in lost if place["round"] == in_round]
            changes = [given_up(floor, guest, place) for guest, place in away]
            changes += [taken_again(floor, guest, place) for guest, place in back]
            seat(floor, changes, company=False)
        append(row, BACK[entry.kind], _back_body(row, entry), signature, reason=reason)


Places = list[tuple[str, Kept]]


def _kept_by(entry: LedgerEntry) -> tuple[Places, Places]:
    """Which guests lost which seats by an entry, and gained which."""
    body = entry.body
    if entry.kind == MOVED:
        moves = body["moves"]
        lost = [(move["guest"], move["from"]) for move in moves]
        return lost, [(move["guest"], move["to"]) for move in moves]
    if entry.kind == "substitute":
        lost = [(body["guest"], place) for place in body["freed"]]
        return lost, [(body["comes"], place) for place in body["taken"]]
    places = [(body["guest"], place) for place in body["seats"]]
    return (places, []) if entry.kind == "attendance" else ([], places)


def given_up(floor: Floor, guest: Guest, place: Kept) -> Change:
    """A seat that an entry gave a guest, given up as a whole; refused where they left it since."""
    current = floor.begun(guest.ref, place)
    if current is None or current.left_after_game is not None:
        raise Refused(f"{guest.name} has changed seats since: take that back first.")
    return Change(guest, current, current.from_game)


def taken_again(floor: Floor, guest: Guest, place: Kept) -> Change:
    """The seat that an entry took from a guest, which goes on where it was cut short."""
    earlier = floor.begun(guest.ref, place)
    since = (earlier.left_after_game or 0) + 1 if earlier else place["game"]
    spot = {"table": place["table"], "letter": place["letter"], "game": since}
    return Change(guest, earlier=earlier, **spot)


def _back_body(row: Event, entry: LedgerEntry) -> Kept:
    """What the ledger keeps of it; the guests are listed as before."""
    first = entry.body
    if entry.kind == MOVED:
        refs = [move["guest"] for move in first["moves"]]
        return {"of": entry.number, "round": first["round"], "guests": refs}
    guest = guest_of(row, first["guest"])
    before = list_as(guest, first["before"], "")
    if entry.kind == "substitute":
        comes = guest_of(row, first["comes"])
        listed = {guest.ref: before, comes.ref: list_as(comes, first["comes_before"], "")}
        return {"guest": guest.ref, "comes": comes.ref, "of": entry.number, "listed": listed}
    body = {"guest": guest.ref, "before": before, "after": guest.status, "of": entry.number}
    return body | {"seats": first["seats"]}

"""Who sits where: drawn, published, swapped, left and taken, each with its reverse."""

from functools import partial
from random import Random
from typing import Any

from tests.tournament.evening import sign
from tests.tournament.hall import undo_seats
from tests.tournament.trials import Undo, trial
from tournament.counting.seats import hall
from tournament.event.acts import change_event
from tournament.guests.acts import (
    add_guest,
    add_placeholders,
    change_guest,
    keep_apart,
    let_meet,
    put_in_team,
    remove_guest,
)
from tournament.models import Event, Game, Guest, Round, Seat
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import clear_round, lay_round
from tournament.seating.acts_door import check_in, undo_check_in
from tournament.seating.acts_draw import (
    draw_seating,
    drawn,
    publish_seating,
    show_digest,
    standing,
    take_digest_down,
    unpublish_seating,
)
from tournament.seating.acts_places import arrive_late, as_registered, withdraw
from tournament.seating.acts_seats import (
    Spot,
    break_up_table,
    fill_table,
    leave,
    move_guest,
    seat_late,
    swap_guests,
    take_seats_back,
)
from tournament.seating.small_tables import break_up_plan, fill_plan
from tournament.seating.words import entries

WHY = "For the trial"


def some_guest(event: Event, rng: Random) -> Guest:
    """One of the guests."""
    return rng.choice(list(event.guests.order_by("badge")))


def refs_of(found: Round) -> list[list[str]]:
    """Who sits at each table of a round."""
    rows = Seat.objects.filter(round=found).order_by("table__number", "letter")
    tables: dict[int, list[str]] = {}
    for number, ref in rows.values_list("table__number", "guest__ref"):
        tables.setdefault(number, []).append(ref)
    return list(tables.values())


@trial("publish_seating", "unpublish_seating")
def publishing(event: Event, rng: Random) -> Undo | None:
    """Only of a draft as a whole: published again, what is published stays so."""
    if event.rounds.exclude(state=RoundState.DRAFT).exists():
        return None
    publish_seating(event, sign())
    return lambda: unpublish_seating(event, sign(), reason=WHY)


@trial("draw_seating", "draw_seating")
def drawing(event: Event, rng: Random) -> Undo | None:
    """The seed of the earlier draft gives it again, as long as that is how the guests are still
    drafted.
    """
    earlier = event.ledger.filter(kind="draw").order_by("-number").first()
    if earlier is None or event.rounds.exclude(state=RoundState.DRAFT).exists():
        return None
    how, found = (earlier.body["seed"], earlier.body["tables"]), hall(event)
    try:
        before = drawn(found, *how)
    except Refused:
        return None
    if before.rounds != found.seating.rounds:
        return None
    draw_seating(event, drawn(found, rng.randrange(100)), sign())
    return lambda: draw_seating(event, drawn(hall(event), *how), sign())


@trial("show_digest", "take_digest_down")
def showing_a_digest(event: Event, rng: Random) -> Undo | None:
    """Before the draw is published; the digest stays on record, as its taking down does."""
    if event.rounds.exclude(state=RoundState.DRAFT).exists() or standing(entries(event)):
        return None
    show_digest(event, sign())
    return lambda: take_digest_down(event, sign())


@trial("clear_round", "lay_round")
def laying(event: Event, rng: Random) -> Undo | None:
    held = event.rounds.filter(state=RoundState.DRAFT).order_by("-number").first()
    if held is None:
        return None
    tables, movement = refs_of(held), held.movement
    clear_round(event, held.number)
    return lambda: lay_round(event, held.number, tables, movement=movement)


@trial("swap_guests", "swap_guests")
def swapping(event: Event, rng: Random) -> Undo:
    one, other = rng.sample(range(1, event.guests.count() + 1), 2)
    number = rng.choice((1, 2))
    swap_guests(event, number, (one, other), sign(), reason=WHY)
    return lambda: swap_guests(event, number, (one, other), sign(), reason=WHY)


@trial("leave", "take_seats_back")
def leaving(event: Event, rng: Random) -> Undo:
    guest = some_guest(event, rng)
    leave(event, guest.ref, (rng.choice((1, 2)), rng.choice((1, 2))), sign(), reason=WHY)
    return lambda: undo_seats(event, guest.ref, sign(), reason=WHY)


@trial("seat_late", "take_seats_back")
def seating_late(event: Event, rng: Random) -> Undo | None:
    """Somebody who was on no list takes a free place of one table."""
    held = event.rounds.filter(
        state=RoundState.PUBLISHED, number__lte=event.qualifying_rounds
    ).first()
    if held is None:
        return None
    table = rng.choice(list(held.tables.order_by("number")))
    taken = set(Seat.objects.filter(table=table).values_list("letter", flat=True))
    letter = next((one for one in "ABCDEF" if one not in taken), "A")
    late = add_guest(event, {"name": "Late Lou"}, sign())
    since = Game.objects.filter(table=table, sheets=None).order_by("number").first()
    spot = Spot(held.number, table.number, letter, since.number if since else 1)
    seat_late(event, late.ref, [spot], sign(), reason=WHY)

    def undo() -> None:
        undo_seats(event, late.ref, sign(), reason=WHY)
        remove_guest(event, late, sign())

    return undo


@trial("break_up_table", "take_seats_back")
def breaking_up(event: Event, rng: Random) -> Undo:
    """A table from which four of five go home; refused where the other has no room."""
    spot = (rng.choice((1, 2)), rng.choice((1, 2)))
    sitting = Guest.objects.filter(
        event=event, seats__round__number=spot[0], seats__table__number=spot[1]
    )
    gone = [guest.ref for guest in sitting.order_by("badge")[:4]]
    for ref in gone:
        leave(event, ref, (spot[0], 1), sign(), reason=WHY)
    break_up_table(event, spot, break_up_plan(event, *spot).seen, sign(), reason=WHY)

    def undo() -> None:
        take_seats_back(event, _moved_by(event), sign(), reason=WHY)
        for ref in reversed(gone):
            undo_seats(event, ref, sign(), reason=WHY)

    return undo


@trial("fill_table", "take_seats_back")
def filling_up(event: Event, rng: Random) -> Undo:
    """A table that two of five leave; refused where no other has one too many."""
    spot = (rng.choice((1, 2)), rng.choice((1, 2)))
    sitting = Guest.objects.filter(
        event=event, seats__round__number=spot[0], seats__table__number=spot[1]
    )
    gone = [guest.ref for guest in sitting.order_by("badge")[:2]]
    for ref in gone:
        leave(event, ref, (spot[0], 1), sign(), reason=WHY)
    fill_table(event, spot, fill_plan(event, *spot).seen, sign(), reason=WHY)

    def undo() -> None:
        take_seats_back(event, _moved_by(event), sign(), reason=WHY)
        for ref in reversed(gone):
            undo_seats(event, ref, sign(), reason=WHY)

    return undo


@trial("move_guest", "take_seats_back")
def moving(event: Event, rng: Random) -> Undo:
    badge, number = rng.randrange(1, event.guests.count() + 1), rng.choice((1, 2))
    own = Seat.objects.filter(event=event, guest__badge=badge, round__number=number).first()
    other = 1 if own and own.table.number == 2 else 2
    move_guest(event, badge, (number, other, rng.choice("EF")), sign(), reason=WHY)
    return lambda: take_seats_back(event, _moved_by(event), sign(), reason=WHY)


def _moved_by(event: Event) -> int:
    """The number of the last entry that moved guests."""
    return event.ledger.filter(kind="move_seats").latest("number").number


@trial("withdraw", "as_registered")
def withdrawing(event: Event, rng: Random) -> Undo | None:
    guest = some_guest(event, rng)
    if guest.status not in (GuestStatus.REGISTERED, GuestStatus.LATE):
        return None
    withdraw(event, guest.ref, sign(), reason=WHY)
    back = arrive_late if guest.status == GuestStatus.LATE else as_registered
    return lambda: back(event, guest.ref, sign(), reason=WHY)


@trial("arrive_late", "as_registered")
def arriving_late(event: Event, rng: Random) -> Undo | None:
    guest = some_guest(event, rng)
    if guest.status != GuestStatus.REGISTERED:
        return None
    arrive_late(event, guest.ref, sign(), reason=WHY)
    return lambda: as_registered(event, guest.ref, sign(), reason=WHY)


@trial("check_in", "undo_check_in")
def checking_in(event: Event, rng: Random) -> Undo:
    guest = some_guest(event, rng)
    check_in(event, guest.ref, sign())
    return lambda: undo_check_in(event, guest.ref, sign())


@trial("add_guest", "remove_guest")
def adding(event: Event, rng: Random) -> Undo:
    added = add_guest(event, {"name": f"Newcomer {rng.randrange(99)}"}, sign())
    return lambda: remove_guest(event, added, sign())


@trial("add_placeholders", "remove_guest")
def holding_places(event: Event, rng: Random) -> Undo:
    held = add_placeholders(event, 2, event.liveries.first(), sign())

    def undo() -> None:
        for guest in held:
            remove_guest(event, guest, sign())

    return undo


@trial("change_guest", "change_guest")
def changing_a_guest(event: Event, rng: Random) -> Undo:
    guest = some_guest(event, rng)
    before = {"name": guest.name, "office": guest.office}
    change_guest(event, guest, {"name": "Another Name", "office": "Clerk"}, sign())
    return lambda: change_guest(event, guest, before, sign())


@trial("put_in_team", "put_in_team")
def putting_in_a_team(event: Event, rng: Random) -> Undo:
    guest = some_guest(event, rng)
    put_in_team(event, {guest.badge}, "North", sign())
    return partial(put_in_team, event, {guest.badge}, guest.team, sign())


@trial("keep_apart", "let_meet")
def keeping_apart(event: Event, rng: Random) -> Undo | None:
    one, other = rng.sample(list(event.guests.order_by("badge")), 2)
    if event.kept_apart.filter(one__in=(one, other), other__in=(one, other)).exists():
        return None
    pair = keep_apart(event, one, other)
    return partial(let_meet, event, pair.pk)


@trial("change_event", "change_event")
def changing_settings(event: Event, rng: Random) -> Undo:
    fields: dict[str, Any] = rng.choice(
        [{"venue": "Another Hall"}, {"cut_size": 4}, {"games_of_round_2": 3}, {"playoff_games": 2}]
    )
    name = next(iter(fields))
    held = event.rounds.filter(number=2).first()
    before = {
        name: (held.games if held else 0) if name.startswith("games_of") else getattr(event, name)
    }
    change_event(event, fields, sign(), reason=WHY)
    return lambda: change_event(event, before, sign(), reason=WHY)

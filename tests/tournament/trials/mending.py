"""What is put right afterwards, at the desk, at the door and by rulings: each
act with its reverse.
"""

from dataclasses import replace
from random import Random

from tests.tournament.evening import sign
from tests.tournament.hall import undo_seats
from tests.tournament.trials import Undo, trial
from tests.tournament.trials.results import games, place_of
from tests.tournament.trials.seating import WHY, some_guest
from tournament.counting.consequences import Change
from tournament.entry.acts_cards import (
    Said,
    record_answer,
    record_round_total,
    take_back_answer,
    take_back_round_total,
)
from tournament.entry.acts_corrections import move_sheet, move_table, swap_hands
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.finals.acts import release_board
from tournament.finals.acts_playoff import hold_half_time, show_playoff
from tournament.guests.acts import add_guest, remove_guest
from tournament.models import AdjustmentKind, Event, Sheet, Tally
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.seating.acts import close_round, reopen_round
from tournament.seating.acts_door import check_in, close_door, reopen_door, undo_check_in
from tournament.seating.acts_seats import substitute
from tournament.seating.reading import door_plan


@trial("adjust", "cancel_adjustment")
def adjusting(event: Event, rng: Random) -> Undo:
    guest = some_guest(event, rng)
    change = Change(
        AdjustmentKind.POINTS,
        WHY,
        guest=guest.ref,
        points=rng.choice((-5, 20)),
        round=1,
        witness="Walter",
    )
    made = adjust(event, change, sign())
    return lambda: cancel_adjustment(event, made.number, sign(), reason=WHY, witness="Walter")


@trial("move_sheet", "move_sheet")
def moving_a_sheet(event: Event, rng: Random) -> Undo | None:
    """To the other game of its table, and back."""
    entered = next(
        (game for game in games(event, rng) if game.sheets.filter(accepted=True).exists()), None
    )
    if entered is None:
        return None
    away = place_of(entered)
    to = replace(away, game=3 - away.game)
    move_sheet(event, SheetMove(away, to), sign(), reason=WHY)
    return lambda: move_sheet(event, SheetMove(to, away), sign(), reason=WHY)


@trial("move_table", "move_table")
def moving_a_table(event: Event, rng: Random) -> Undo | None:
    """All its sheets to the other table, and back."""
    entered = [
        place_of(game)
        for game in games(event, rng)
        if game.sheets.filter(accepted=True).exists() and game.table.number == 1
    ]
    number = entered[0].round if entered else 0
    away = sorted({place for place in entered if place.round == number}, key=str)
    if not away:
        return None
    moves = [SheetMove(place, replace(place, table=2)) for place in away]
    move_table(event, moves, sign(), reason=WHY)
    back = [SheetMove(move.to, move.away) for move in moves]
    return lambda: move_table(event, back, sign(), reason=WHY)


@trial("swap_hands", "swap_hands")
def swapping_hands(event: Event, rng: Random) -> Undo | None:
    entered = next(
        (game for game in games(event, rng) if game.sheets.filter(accepted=True).exists()), None
    )
    if entered is None:
        return None
    place = place_of(entered)
    swap_hands(event, place, ("A", "B"), sign(), reason=WHY)
    return lambda: swap_hands(event, place, ("A", "B"), sign(), reason=WHY)


@trial("reseat", "reseat")
def reseating(event: Event, rng: Random) -> Undo:
    one, other = rng.sample(list(event.guests.order_by("badge")), 2)
    change = SeatChange(rng.choice((1, 2)), one.badge, other.badge, from_game=1)
    reseat(event, change, sign(), reason=WHY)
    return lambda: reseat(event, change, sign(), reason=WHY)


@trial("substitute", "take_seats_back")
def substituting(event: Event, rng: Random) -> Undo:
    goes, comes = some_guest(event, rng), add_guest(event, {"name": "Sub Stitute"}, sign())
    substitute(
        event,
        (goes.ref, comes.ref),
        (rng.choice((1, 2)), rng.choice((1, 2))),
        sign(),
        reason=WHY,
    )

    def undo() -> None:
        undo_seats(event, goes.ref, sign(), reason=WHY)
        remove_guest(event, comes, sign())

    return undo


@trial("close_door", "reopen_door")
def closing_the_door(event: Event, rng: Random) -> Undo | None:
    """One guest of each evening never comes."""
    guests = list(event.guests.order_by("badge"))
    if any(guest.arrived_at for guest in guests):
        return None
    for guest in guests[1:]:
        check_in(event, guest.ref, sign())
    close_door(event, door_plan(event).seen, sign())

    def undo() -> None:
        reopen_door(event, sign(), reason=WHY)
        for guest in guests[1:]:
            undo_check_in(event, guest.ref, sign())

    return undo


@trial("record_round_total", "take_back_round_total")
def counting_a_card(event: Event, rng: Random) -> Undo:
    card = (rng.choice((1, 2)), some_guest(event, rng).ref)
    record_round_total(event, card, rng.randrange(100), sign(), reason=WHY)
    return lambda: take_back_round_total(event, card, {}, sign(), reason=WHY)


@trial("record_answer", "take_back_answer")
def answering(event: Event, rng: Random) -> Undo | None:
    bare = Tally.objects.filter(event=event, hand=None, points__isnull=False, went_out=False)
    counted = bare.filter(
        sheet__in=Sheet.objects.filter(event=event, accepted=True)
    ).select_related("sheet__game__table__round", "guest")
    tally = counted.order_by("pk").first()
    if (
        tally is None
        or event.answers.filter(
            guest=tally.guest, game=tally.sheet.game, taken_back_by=None
        ).exists()
    ):
        return None
    made = record_answer(event, Said(place_of(tally.sheet.game), tally.guest.ref, eights=0), sign())
    return lambda: take_back_answer(event, made.entry.number, sign(), reason=WHY)


@trial("hold_half_time", "release_board")
def holding_half_time(event: Event, rng: Random) -> Undo:
    close_round(event, 1, sign())
    hold_half_time(event, sign())

    def undo() -> None:
        release_board(event, sign())
        reopen_round(event, 1, sign(), reason=WHY)

    return undo


@trial("show_playoff", "show_playoff")
def showing_the_playoff(event: Event, rng: Random) -> Undo:
    live = event.playoff_live
    show_playoff(event, sign(), live=not live)
    return lambda: show_playoff(event, sign(), live=live)

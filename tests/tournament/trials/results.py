"""Sheets, what is said of them, and how far a round is: each act with its reverse."""

from dataclasses import replace
from random import Random

from scoring.counting.sheet import DISMISSALS
from tests.tournament.evening import sheet, sign
from tests.tournament.trials import Undo, trial
from tests.tournament.trials.seating import WHY
from tournament.counting.submission import Place, submission_from
from tournament.entry.acts import correct_sheet, record_sheet
from tournament.entry.acts_checking import (
    dismiss_flag,
    mark_checked,
    mark_table_checked,
    mark_table_unchecked,
    mark_unchecked,
    raise_flag_again,
)
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.acts_unplayed import (
    close_unplayed,
    declare_unplayed,
    resume_round,
    take_back_unplayed,
)
from tournament.finals.acts_cards import record_cut_of_cards, take_back_cut_of_cards
from tournament.models import Event, Flag, Game, Round, Seat, Sheet
from tournament.seating.acts import close_round, reopen_round

HANDS = ("8H", "2", "3", "8S 8D KD", "A", "=17", "=23", "4 4", "K Q J T 9 9")


def said(rng: Random, seats: int) -> list[str]:
    """One goes out, the others hold something."""
    hands = rng.sample(HANDS, seats)
    hands[rng.randrange(seats)] = "out"
    return hands


def place_of(game: Game) -> Place:
    """Where a game is played."""
    return Place(game.table.round.number, game.table.number, game.number)


def games(event: Event, rng: Random) -> list[Game]:
    """Every game, in an order of chance."""
    found = list(Game.objects.filter(event=event).select_related("table__round").order_by("pk"))
    return rng.sample(found, len(found))


def enter(event: Event, rng: Random, game: Game) -> None:
    """A sheet for whoever sits there."""
    enter_hands(event, game, said(rng, len(letters_at(game))))


def enter_hands(event: Event, game: Game, hands: list[str]) -> None:
    """A sheet of these hands."""
    place, letters = place_of(game), letters_at(game)
    submission = sheet(hands, (place.round, place.table, place.game))
    entries = (
        replace(entry, seat=letter)
        for letter, entry in zip(letters, submission.entries, strict=True)
    )
    record_sheet(event, replace(submission, entries=tuple(entries)), sign())


def letters_at(game: Game) -> list[str]:
    """The seats of its table in which somebody sits in this game."""
    seats = Seat.objects.filter(table=game.table, from_game__lte=game.number)
    return [
        seat.letter
        for seat in seats.order_by("letter")
        if seat.left_after_game is None or seat.left_after_game >= game.number
    ]


@trial("correct_sheet", "correct_sheet")
def correcting(event: Event, rng: Random) -> Undo | None:
    """Other hands for the same seats, and the first hands again."""
    counted = list(
        Sheet.objects.filter(event=event, accepted=True).select_related("entry").order_by("pk")
    )
    if not counted:
        return None
    current = rng.choice(counted)
    first = submission_from(current.entry.body)
    place, hands = first.place, said(rng, len(first.entries))
    in_order = sheet(hands, (place.round, place.table, place.game)).entries
    other_hands = tuple(
        replace(entry, seat=was.seat) for was, entry in zip(first.entries, in_order, strict=True)
    )
    corrected = replace(
        first,
        entries=other_hands,
        seen=current.version,
        reason=WHY,
        dismissed={},
        blocked=False,
    )
    done = correct_sheet(event, corrected, sign(), at_desk=True)
    first_again = replace(first, seen=done.version, reason=WHY)
    return lambda: correct_sheet(event, first_again, sign(), at_desk=True)


@trial("declare_unplayed", "take_back_unplayed")
def declaring_unplayed(event: Event, rng: Random) -> Undo | None:
    open_game = next((game for game in games(event, rng) if not game.sheets.exists()), None)
    if open_game is None:
        return None
    place = place_of(open_game)
    declare_unplayed(event, place, sign(), reason=WHY)
    return lambda: take_back_unplayed(event, place, sign(), reason=WHY)


@trial("name_dealer", "name_dealer")
def naming_the_dealer(event: Event, rng: Random) -> Undo | None:
    """The last game of a table, as no game is behind it whose dealer would go."""
    found = [game for game in games(event, rng) if game.table.round.open and letters_at(game)]
    if not found:
        return None
    last = max((game for game in found if game.table == found[0].table), key=lambda g: g.number)
    place, seat = place_of(last), rng.choice(sorted(letters_at(last)))
    dealer_before = last.dealer
    name_dealer(event, place, seat, sign())
    return lambda: name_dealer(event, place, dealer_before, sign())


@trial("close_round", "reopen_round")
def closing(event: Event, rng: Random) -> Undo | None:
    held = some_round(event, rng)
    if held is None:
        return None
    close_round(event, held.number, sign())
    return lambda: reopen_round(event, held.number, sign(), reason=WHY)


@trial("close_unplayed", "resume_round")
def timing_out(event: Event, rng: Random) -> Undo | None:
    held = some_round(event, rng)
    if held is None:
        return None
    close_unplayed(event, held.number, sign(), reason=WHY)
    return lambda: resume_round(event, held.number, sign(), reason=WHY)


def some_round(event: Event, rng: Random) -> Round | None:
    """One of the rounds, of whatever state: where the act is refused for it, that is no trial, and
    who runs the trials passes over the Refused.
    """
    rounds = list(event.rounds.order_by("number"))
    return rng.choice(rounds) if rounds else None


@trial("mark_checked", "mark_unchecked")
def checking(event: Event, rng: Random) -> Undo | None:
    found = (
        Sheet.objects.filter(event=event, accepted=True, checked=False)
        .select_related("game__table__round")
        .first()
    )
    if found is None:
        return None
    place = place_of(found.game)
    mark_checked(event, place, found.version, "The left-hand neighbours", sign())
    return lambda: mark_unchecked(event, place, found.version, sign(), reason=WHY)


@trial("mark_table_checked", "mark_table_unchecked")
def signing(event: Event, rng: Random) -> Undo | None:
    found = list(
        Sheet.objects.filter(event=event, accepted=True, checked=False)
        .select_related("game")
        .order_by("pk")
    )
    if not found:
        return None
    place = place_of(rng.choice(found).game)
    table = (place.round, place.table)
    unchecked = [
        sheet
        for sheet in found
        if (place_of(sheet.game).round, place_of(sheet.game).table) == table
    ]
    seen = {sheet.game.number: sheet.version for sheet in unchecked}
    mark_table_checked(event, table, seen, sign())
    return lambda: mark_table_unchecked(event, table, seen, sign(), reason=WHY)


@trial("dismiss_flag", "raise_flag_again")
def dismissing(event: Event, rng: Random) -> Undo | None:
    flag = Flag.objects.filter(event=event, sheet__accepted=True, dismissed="").first()
    if flag is None:
        return None
    dismiss_flag(event, flag.pk, rng.choice(DISMISSALS), sign())
    return lambda: raise_flag_again(event, flag.pk, WHY, sign())


@trial("record_cut_of_cards", "take_back_cut_of_cards")
def cutting_cards(event: Event, rng: Random) -> Undo:
    one, other = rng.sample([guest.ref for guest in event.guests.order_by("badge")], 2)
    record_cut_of_cards(event, {one: "7H", other: rng.choice(("2C", "7C", "KD"))}, sign())
    return lambda: take_back_cut_of_cards(event, sign(), reason=WHY)

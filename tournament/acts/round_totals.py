"""A card that bears only the total of a round: a state of its own, never beside hands of the same guest and round."""

from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Q

from scoring.sheet import SeatEntry
from tournament.acts.desk import HIGHEST, DeskRefusedError
from tournament.acts.seating import known
from tournament.acts.versions import GameFound, Rewrite, Told, games_found, keep_the_seal, no_conflicts, rewrite
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.consequence import line
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Game, Guest, Round, RoundTotal, Seat, TypedHand
from tournament.models.seating import RoundState
from tournament.snapshot import after_snapshot


def record_round_total(event: Event, card: tuple[int, str], points: int, by: Signature, *, reason: str) -> RoundTotal:
    """Let the total on a guest's card (round, ref) stand for their games. Reverse act: `take_back_round_total`.

    Raises DeskRefusedError where a hand of theirs is on a sheet of the round, or where a sealed cut would change.
    """
    with writing(event) as row:
        if known(row, by):
            return RoundTotal.objects.get(event=row, entry__key=by.key)
        held, guest = _card(row, *card)
        _needs(reason)
        if not 0 <= points <= HIGHEST:
            raise DeskRefusedError(f"A card bears a whole number from 0 to {HIGHEST}.")
        if _standing(held, guest) is not None:
            raise DeskRefusedError(
                f"A total of {guest.name} for round {held.number} is recorded already: take it back."
            )
        games = _games_without_hand(row, held, guest)
        before = line(row) if seal_in_force(row) else None
        body = {"round": held.number, "guest": guest.ref, "points": points, "games": games}
        entry = append(row, "round_total", body, by, reason=reason)
        made = RoundTotal.objects.create(event=row, entry=entry, round=held, guest=guest, points=points, games=games)
        TypedHand.objects.filter(event=row, guest=guest, game__table__round=held).delete()
        if before is not None:
            keep_the_seal(row, before)
    return made


@after_snapshot
def take_back_round_total(
    event: Event, card: tuple[int, str], hands: Mapping[int, SeatEntry], by: Signature, *, reason: str
) -> None:
    """Take a round total back: the guest's games want their hands again. Reverse act: `record_round_total`.

    `hands` are those of the games whose sheets were saved without them; each gets a new version that has them.
    Raises DeskRefusedError where one of these is wanting, or where a sealed cut would change.
    """
    with writing(event) as row:
        if known(row, by):
            return
        held, guest = _card(row, *card)
        _needs(reason)
        total = _standing(held, guest)
        if total is None:
            raise DeskRefusedError(f"No total of {guest.name} for round {held.number} is recorded.")
        found = saved_without(row, held, guest)
        no_conflicts(row, [one for one, _letter in found])
        changes = [_with_hand(one, letter, guest, hands) for one, letter in found]
        told = Told("round_total_back", {"round": held.number, "guest": guest.ref, "of": total.entry.number}, reason)
        mine = RoundTotal.objects.filter(pk=total.pk)
        rewrite(row, told, changes, by, lambda entry: mine.update(taken_back_by=entry))


def saved_without(row: Event, held: Round, guest: Guest) -> list[tuple[GameFound, str]]:
    """The games of a guest whose sheets are in without them, each with the seat they had."""
    found = []
    for seat in Seat.objects.filter(event=row, round=held, guest=guest).order_by("from_game"):
        here = Q(table=seat.table_id, number__gte=seat.from_game, number__lte=seat.left_after_game or held.games)
        found += [
            (one, seat.letter) for one in games_found(row, here) if one.sheet and guest.ref not in one.refs.values()
        ]
    return found


def _needs(reason: str) -> None:
    if not reason.strip():
        raise DeskRefusedError("This needs its reason: say in a few words why.")


def _card(row: Event, number: int, ref: str) -> tuple[Round, Guest]:
    held = Round.objects.filter(event=row, number=number).exclude(state=RoundState.DRAFT).first()
    guest = Guest.objects.filter(event=row, ref=ref).first()
    if held is None or guest is None:
        raise DeskRefusedError("There is no such round or guest: choose a published round and a badge of it.")
    return held, guest


def _standing(held: Round, guest: Guest) -> RoundTotal | None:
    totals = RoundTotal.objects.filter(round=held, guest=guest, taken_back_by=None)
    return totals.select_related("entry").first()


def _games_without_hand(row: Event, held: Round, guest: Guest) -> int:
    """How many games the total is of; refused where a hand of one of them is on a sheet."""
    games, on_record = 0, []
    for seat in Seat.objects.filter(event=row, round=held, guest=guest).order_by("from_game"):
        here = Game.objects.filter(event=row, table=seat.table_id, number__gte=seat.from_game, not_played=False)
        here = here.filter(number__lte=seat.left_after_game or held.games, void=False)
        games += here.count()
        on = here.filter(sheets__accepted=True, sheets__tallies__guest=guest).order_by("number")
        on_record += list(on.values_list("number", flat=True))
    if on_record:
        listed = ", ".join(map(str, on_record))
        raise DeskRefusedError(
            f"Game {listed} of {guest.name} is on record: a total is for a card without games. Enter what is wanting."
        )
    if not games:
        raise DeskRefusedError(f"{guest.name} has no game in round {held.number}: there is no card of it.")
    return games


def _with_hand(one: GameFound, letter: str, guest: Guest, hands: Mapping[int, SeatEntry]) -> Rewrite:
    entry = hands.get(one.game.number)
    if entry is None:
        raise DeskRefusedError(
            f"The sheet of game {one.game.number} at table {one.game.table.number} was saved without {guest.name}:"
            " type their hand in it, then take the total back."
        )
    said = one.said
    entries = sorted((*said.entries, replace(entry, seat=letter)), key=lambda each: each.seat)
    return Rewrite(one, replace(said, entries=tuple(entries), dismissed={}), one.refs | {letter: guest.ref})

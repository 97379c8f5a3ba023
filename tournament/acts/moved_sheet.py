"""A sheet that was entered in the wrong place, and two hands that were entered for each other."""

from dataclasses import replace

from django.db.models import Q

from scoring.sheet import SeatEntry
from tournament.acts.desk import DeskRefusedError
from tournament.acts.place import LARGEST, seated
from tournament.acts.seating import known
from tournament.acts.versions import GameFound, Rewrite, Told, games_found, no_conflicts, rewrite
from tournament.ledger.chain import Signature, writing
from tournament.models import Event, LedgerEntry, Sheet, TypedHand
from tournament.models.seating import RoundState
from tournament.put_right import SheetMove
from tournament.snapshot import after_snapshot
from tournament.submission import Place, Submission


@after_snapshot
def move_sheet(event: Event, move: SheetMove, by: Signature, *, reason: str) -> None:
    """Move a sheet to another game or table, or swap it with the one there. Reverse act: the same move back.

    At one table the hands go with their guests; at another they stay with their seats. Raises DeskRefusedError where
    the seats do not fit, a sheet would be impossible, or a sealed cut would change.
    """
    with writing(event) as row:
        if known(row, by):
            return
        _needs(reason)
        if move.away == move.to:
            raise DeskRefusedError("Choose another game or table than the one the sheet is at.")
        away, to = (_game(row, place) for place in (move.away, move.to))
        no_conflicts(row, (away, to))
        changes = [_carried(row, away, to)]
        if to.sheet is not None:
            changes.append(_carried(row, to, away))
        body = {"from": _spelt(move.away), "to": _spelt(move.to), "swapped": to.sheet is not None}

        def leave_empty(entry: LedgerEntry) -> None:
            if to.sheet is None and away.sheet is not None:
                Sheet.objects.filter(pk=away.sheet.pk).update(accepted=False, moved_by=entry)

        rewrite(row, Told("move", body, reason), changes, by, leave_empty)
        TypedHand.objects.filter(event=row, game__in=(away.game, to.game)).delete()


@after_snapshot
def swap_hands(event: Event, place: Place, seats: tuple[str, str], by: Signature, *, reason: str) -> None:
    """Let two hands of one sheet change seats: they were entered for each other. Reverse act: the same swap again."""
    with writing(event) as row:
        if known(row, by):
            return
        _needs(reason)
        found = _game(row, place)
        said = found.said
        no_conflicts(row, (found,))
        one, other = seats
        if one == other or not {one, other} <= set(found.refs):
            raise DeskRefusedError("Choose two different seats of this sheet.")
        to = {one: other, other: one}
        entries = tuple(
            sorted(
                (replace(entry, seat=to.get(entry.seat, entry.seat)) for entry in said.entries),
                key=lambda entry: entry.seat,
            )
        )
        change = Rewrite(found, replace(said, entries=entries, dismissed={}), found.refs)
        body = _spelt(place) | {"seats": sorted(seats)}
        rewrite(row, Told("swap_hands", body, reason), [change], by)


def _needs(reason: str) -> None:
    if not reason.strip():
        raise DeskRefusedError("This needs its reason: say in a few words how it came about.")


def _spelt(place: Place) -> dict[str, int]:
    return {"round": place.round, "table": place.table, "game": place.game}


def _game(row: Event, place: Place) -> GameFound:
    here = Q(table__round__number=place.round, table__number=place.table, number=place.game)
    found = games_found(row, here) if max(place.round, place.table, place.game) <= LARGEST else []
    if not found or found[0].game.table.round.state == RoundState.DRAFT:
        raise DeskRefusedError(f"There is no {place}: check the numbers.")
    if found[0].game.not_played or found[0].game.void:
        raise DeskRefusedError(f"The game at {place} is not played or void: take that back first.")
    return found[0]


def _carried(row: Event, source: GameFound, target: GameFound) -> Rewrite:
    """What is on the source's sheet, as the sheet of the target."""
    said, on_it = source.said, source.refs
    seats = {seat.letter: seat.guest.ref for seat in seated(row, target.place).select_related("guest")}
    to = _seats_of(on_it, seats, source, target)
    entries: list[SeatEntry] = [replace(entry, seat=to[entry.seat]) for entry in said.entries]
    entries.sort(key=lambda entry: entry.seat)
    moved = Submission(target.place, tuple(entries), blocked=said.blocked, checked=said.checked, checker=said.checker)
    return Rewrite(target, moved, seats, flags_of=source)


def _seats_of(on_it: dict[str, str], seats: dict[str, str], source: GameFound, target: GameFound) -> dict[str, str]:
    """The seat of the target for each seat of the source: by guest where they are the same, else by letter."""
    if sorted(on_it.values()) == sorted(seats.values()):
        at = {ref: letter for letter, ref in seats.items()}
        return {letter: at[ref] for letter, ref in on_it.items()}
    if on_it.keys() != seats.keys():
        raise DeskRefusedError(
            f"{source.place} has the seats {', '.join(sorted(on_it))}, and {target.place} has"
            f" {', '.join(sorted(seats)) or 'none'}: the sheet does not fit there."
        )
    return {letter: letter for letter in on_it}

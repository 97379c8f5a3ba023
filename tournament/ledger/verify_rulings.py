"""Rulings, decisions and adjustments against the ledger they came from, and the games they made void."""

from collections.abc import Iterator
from typing import Any

from tournament.models import (
    Adjustment,
    AdjustmentKind,
    Cancellation,
    Decision,
    Event,
    Game,
    LedgerEntry,
    Ruling,
    Sheet,
)

KINDS = ("ruling", "accept_ruling", "overrule_ruling", "explain_ruling", "adjust", "cancel_adjustment")


def set_aside(event: Event) -> frozenset[int]:
    """The sheets that a ruling set aside to have the game played again: none of them counts."""
    rows = Adjustment.objects.filter(event=event, kind=AdjustmentKind.REPLAY)
    return frozenset(pk for pk in rows.values_list("before", flat=True) if pk is not None)


def faults_of_rulings(event: Event) -> Iterator[str]:
    """Every row of this part that is not what its entry says, or has none, or is missing."""
    entries = {entry.pk: entry for entry in LedgerEntry.objects.filter(event=event, kind__in=KINDS)}
    for pk, number, kept in _kept(event):
        entry = entries.pop(pk, None)
        if entry is None:
            yield f"{number} came from nowhere in the ledger."
        elif {name: entry.body.get(name) for name in kept} != kept:
            yield f"{number} is not what ledger entry {entry.number} says."
    for entry in entries.values():
        yield f"Ledger entry {entry.number} has lost its {entry.kind.replace('_', ' ')}."
    yield from _void(event)


Kept = tuple[int, str, dict[str, Any]]


def _kept(event: Event) -> Iterator[Kept]:
    """Entry, name and content of every row, in the words of the ledger."""
    rulings = Ruling.objects.filter(event=event).select_related(
        "table__round", "game", "guest", "precedent", "refers_to"
    )
    for one in rulings:
        yield one.entry_id, str(one), _ruling(one)
    for said in Decision.objects.filter(event=event).select_related("ruling"):
        told = {"ruling": said.ruling.number, "kind": str(said.kind), "parts": said.parts, "departs": said.departs}
        yield said.entry_id, f"What was said of {said.ruling}", told
    made = Adjustment.objects.filter(event=event)
    for row in made.select_related("guest", "game__table__round", "ruling", "before", "after"):
        yield row.entry_id, str(row), _adjustment(row)
    for gone in Cancellation.objects.filter(event=event).select_related("adjustment"):
        yield gone.entry_id, str(gone), {"adjustment": gone.adjustment.number}


def _ruling(one: Ruling) -> dict[str, Any]:
    return {
        "number": one.number,
        "claim": one.claim,
        "answer": one.answer,
        "round": one.table.round.number if one.table else None,
        "table": one.table.number if one.table else None,
        "game": one.game.number if one.game else None,
        "seat": one.seat,
        "guest": one.guest.ref if one.guest else "",
        "refers_to": one.refers_to.number if one.refers_to else None,
        "precedent": one.precedent.number if one.precedent else None,
        "departs": one.departs,
    }


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game = row.game
    return {
        "number": row.number,
        "kind": str(row.kind),
        "ruling": row.ruling.number if row.ruling else None,
        "guest": row.guest.ref if row.guest else None,
        "points": row.points,
        "witness": row.witness or None,
        "before": _version(row, row.before),
        "after": _version(row, row.after),
        "round": game.table.round.number if game else row.round,
        "table": game.table.number if game else None,
        "game": game.number if game else None,
    }


def _version(row: Adjustment, sheet: Sheet | None) -> int | None:
    """The version of a sheet that an adjustment speaks of; no version at all where it is of another game."""
    if sheet is None:
        return None
    return sheet.version if sheet.game_id == row.game_id else 0


def _void(event: Event) -> Iterator[str]:
    """A game is void as long as an adjustment that made it so is in force."""
    in_force = Adjustment.objects.filter(event=event, kind=AdjustmentKind.VOID, cancellation=None)
    meant = set(in_force.values_list("game", flat=True))
    for game in Game.objects.filter(event=event).select_related("table__round"):
        if game.void != (game.pk in meant):
            said = "void without a ruling" if game.void else "no longer void, though a ruling made it so"
            yield f"{game} of {game.table.round} is {said}."
    for sheet in Sheet.objects.filter(pk__in=set_aside(event), accepted=True):
        yield f"The sheet of {sheet.game} that was set aside counts again."

"""Rulings, decisions and adjustments against the ledger they came from, and the games they made
void.
"""

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

RULING_KINDS = (
    "ruling",
    "accept_ruling",
    "overrule_ruling",
    "explain_ruling",
    "adjust",
    "cancel_adjustment",
)


def set_aside(event: Event) -> frozenset[int]:
    """The sheets that a ruling set aside to have the game played again: none of them counts."""
    rows = Adjustment.objects.filter(event=event, kind=AdjustmentKind.REPLAY)
    return frozenset(pk for pk in rows.values_list("before", flat=True) if pk is not None)


def faults_of_rulings(event: Event) -> Iterator[str]:
    """Every row of this part that is not what its entry says, or has none, or is missing."""
    entries = {
        entry.pk: entry for entry in LedgerEntry.standing.filter(event=event, kind__in=RULING_KINDS)
    }
    for pk, number, content in _stored_results(event):
        entry = entries.pop(pk, None)
        if entry is None:
            yield f"{number} came from nowhere in the record."
        elif {name: entry.body.get(name) for name in content} != content:
            yield f"{number} is not what record entry {entry.number} says."
    for entry in entries.values():
        yield f"Record entry {entry.number} has lost its {entry.kind.replace('_', ' ')}."
    yield from _void(event)


Kept = tuple[int, str, dict[str, Any]]


def _stored_results(event: Event) -> Iterator[Kept]:
    """Entry, name and content of every row, in the words of the ledger."""
    rulings = Ruling.objects.filter(event=event).select_related(
        "table__round", "game", "guest", "precedent", "refers_to"
    )
    for ruling in rulings:
        yield ruling.entry_id, str(ruling), _ruling(ruling)
    for decision in Decision.objects.filter(event=event).select_related("ruling"):
        content = {
            "ruling": decision.ruling.number,
            "kind": str(decision.kind),
            "parts": decision.parts,
            "departs": decision.departs,
        }
        yield decision.entry_id, f"What was said of {decision.ruling}", content
    adjustments = Adjustment.objects.filter(event=event)
    for row in adjustments.select_related(
        "guest", "game__table__round", "ruling", "before", "after"
    ):
        yield row.entry_id, str(row), _adjustment(row)
    for cancellation in Cancellation.objects.filter(event=event).select_related("adjustment"):
        yield (
            cancellation.entry_id,
            str(cancellation),
            {"adjustment": cancellation.adjustment.number},
        )


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "claim": ruling.claim,
        "answer": ruling.answer,
        "round": ruling.table.round.number if ruling.table else None,
        "table": ruling.table.number if ruling.table else None,
        "game": ruling.game.number if ruling.game else None,
        "seat": ruling.seat,
        "guest": ruling.guest.ref if ruling.guest else "",
        "refers_to": ruling.refers_to.number if ruling.refers_to else None,
        "precedent": ruling.precedent.number if ruling.precedent else None,
        "departs": ruling.departs,
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
    """The version of a sheet that an adjustment speaks of; no version at all where it is of another
    game.
    """
    if sheet is None:
        return None
    return sheet.version if sheet.game_id == row.game_id else 0


def _void(event: Event) -> Iterator[str]:
    """A game is void as long as an adjustment that made it so is in force."""
    in_force = Adjustment.objects.filter(event=event, kind=AdjustmentKind.VOID, cancellation=None)
    expected = set(in_force.values_list("game", flat=True))
    games = Game.objects.filter(event=event).select_related("table__round")
    for game in games.iterator():
        if game.void != (game.pk in expected):
            yield (
                f"{game} of {game.table.round} is void without a ruling."
                if game.void
                else f"{game} of {game.table.round} is no longer void, though a ruling made it so."
            )
    for sheet in Sheet.objects.filter(pk__in=set_aside(event), accepted=True):
        yield f"The sheet of {sheet.game} that was set aside counts again."

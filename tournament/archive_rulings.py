"""Writing the rulings of an evening, what became of them, and what they did to the scores, for its archive."""

from collections.abc import Mapping
from typing import Any

from tournament.archive_decisions import archived_time
from tournament.ledger.rulings import rulings
from tournament.models import Adjustment, Decision, Event, Ruling


def ruled(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who asks."""
    return {"rulings": _rulings(event), "adjustments": _adjustments(event)}


def _rulings(event: Event) -> list[dict[str, Any]]:
    found = list(rulings(event))
    given = [one.entry.number for one in found]
    return [_ruling(one, given) for one in found]


def _ruling(one: Ruling, given: list[int]) -> dict[str, Any]:
    said: dict[str, Any] = {"number": one.number, "claim": one.claim, "answer": one.answer}
    place = {
        "round": one.table.round.number if one.table else None,
        "table": one.table.number if one.table else None,
        "game": one.game.number if one.game else None,
        "refers_to": one.refers_to.number if one.refers_to else None,
        "departs_reason": one.departs_reason or None,
        "called_at": archived_time(one.called_at) if one.called_at else None,
        "decisions": [_decision(said_of, given) for said_of in one.decisions.all()] or None,
    }
    return said | _told(place) | {"given_by": one.given_by, "given_at": archived_time(one.given_at)}


def _decision(said: Decision, given: list[int]) -> dict[str, Any]:
    """`after` is how many rulings had been given by then: what it was compared with."""
    entry = said.entry.number
    before = {"kind": str(said.kind), "by": said.by, "at": archived_time(said.at)}
    return (
        before
        | {"after": sum(one < entry for one in given)}
        | _told({"reason": said.reason or None, "parts": said.parts or None})
    )


def _adjustments(event: Event) -> list[dict[str, Any]]:
    rows = Adjustment.objects.filter(event=event).order_by("number")
    made = rows.select_related("ruling", "guest", "game__table__round", "before", "after", "cancellation")
    return [_adjustment(row) for row in made]


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game, gone = row.game, getattr(row, "cancellation", None)
    said: dict[str, Any] = {"number": row.number, "kind": str(row.kind), "reason": row.reason}
    about = {
        "ruling": row.ruling.number if row.ruling else None,
        "player": row.guest.ref if row.guest else None,
        "points": row.points,
        "round": game.table.round.number if game else row.round,
        "table": game.table.number if game else None,
        "game": game.number if game else None,
        "before": row.before.version if row.before else None,
        "after": row.after.version if row.after else None,
        "witness": row.witness or None,
        "cancelled": {"reason": gone.reason, "by": gone.by, "at": archived_time(gone.at)} if gone else None,
    }
    return said | _told(about) | {"by": row.by, "at": archived_time(row.at)}


def _told(about: Mapping[str, Any]) -> dict[str, Any]:
    """What there is to say."""
    return {name: value for name, value in about.items() if value is not None}

"""The rulings of an evening in its archive, what became of them, and the adjustments they made:
written, and taken in.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from tournament.archive.games import ORDER, Cell, cell, stage_of
from tournament.archive.shape import (
    archived_time,
    moment_of,
    place_of,
    refuse,
    refusing_at,
    rows_of,
    signature_of,
)
from tournament.counting.rulings import Where, rulings
from tournament.ledger.chain import Signature, append, writing
from tournament.models import (
    Adjustment,
    AdjustmentKind,
    Cancellation,
    Decision,
    Event,
    Game,
    Guest,
    Ruling,
    Sheet,
    Stage,
)
from tournament.refusal import Refused
from tournament.rulings.acts import accept, explain, make_ruling, overrule
from tournament.rulings.acts_adjustments import MOST_POINTS, body_of


def ruled(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who
    asks.
    """
    return {"rulings": _rulings(event), "adjustments": _adjustments(event)}


def _rulings(event: Event) -> list[dict[str, Any]]:
    rows = list(rulings(event))
    entries = [row.entry.number for row in rows]
    return [_ruling(row, entries) for row in rows]


def _ruling(ruling: Ruling, entries: list[int]) -> dict[str, Any]:
    return _facts_of(
        {
            "number": ruling.number,
            "claim": ruling.claim,
            "answer": ruling.answer,
            "round": ruling.table and ruling.table.round.number,
            "table": ruling.table and ruling.table.number,
            "game": ruling.game and ruling.game.number,
            "refers_to": ruling.refers_to and ruling.refers_to.number,
            "departs_reason": ruling.departs_reason or None,
            "called_at": ruling.called_at and archived_time(ruling.called_at),
            "decisions": [_decision(row, entries) for row in ruling.decisions.all()] or None,
            "given_by": ruling.given_by,
            "given_at": archived_time(ruling.given_at),
        }
    )


def _decision(decision: Decision, entries: list[int]) -> dict[str, Any]:
    """`after` is how many rulings had been given by then: what it was compared with."""
    entry = decision.entry.number
    return _facts_of(
        {
            "kind": str(decision.kind),
            "by": decision.by,
            "at": archived_time(decision.at),
            "after": sum(number < entry for number in entries),
            "reason": decision.reason or None,
            "parts": decision.parts or None,
        }
    )


def _adjustments(event: Event) -> list[dict[str, Any]]:
    rows = Adjustment.objects.filter(event=event).order_by("number")
    adjustments = rows.select_related(
        "ruling", "guest", "game__table__round", "before", "after", "cancellation"
    )
    return [_adjustment(row) for row in adjustments]


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game, cancelled = row.game, getattr(row, "cancellation", None)
    return _facts_of(
        {
            "number": row.number,
            "kind": str(row.kind),
            "reason": row.reason,
            "ruling": row.ruling and row.ruling.number,
            "player": row.guest and row.guest.ref,
            "points": row.points,
            **(place_of(game) if game else {"round": row.round}),
            "before": row.before and row.before.version,
            "after": row.after and row.after.version,
            "witness": row.witness or None,
            "cancelled": cancelled
            and {
                "reason": cancelled.reason,
                "by": cancelled.by,
                "at": archived_time(cancelled.at),
            },
            "by": row.by,
            "at": archived_time(row.at),
        }
    )


def _facts_of(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What there is to say."""
    return {name: value for name, value in facts.items() if value is not None}


Row = Mapping[str, Any]


def take_rulings(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The rulings of these stages, each followed by what was said before the next one was given."""
    rows = list(rows_of(document, "rulings"))
    stages_of = _stages(event, [row for _place, row in rows])
    mine = [row for row, stage in zip(rows, stages_of, strict=True) if stage in stages]
    decisions = [
        (place, ruling, row)
        for ruling_place, ruling in mine
        for place, row in rows_of(ruling, "decisions", ruling_place)
    ]
    for location, ruling in mine:
        _take_ruling(event, ruling, location, now)
        for place, about, row in decisions:
            if row["after"] == ruling["number"]:
                _take_decision(event, about["number"], row, place, now)


def set_aside(document: Row) -> dict[Cell, set[int | None]]:
    """The versions of sheets that rulings set aside, by round, table and game."""
    versions: dict[Cell, set[int | None]] = {}
    for _place, row in rows_of(document, "adjustments"):
        if row["kind"] == AdjustmentKind.REPLAY:
            versions.setdefault(cell(row), set()).add(row.get("before"))
    return versions


def put_aside(event: Event, place: Cell, version: int) -> None:
    """Take the sheet of that version out of the count: its game was played again."""
    sheets = Sheet.objects.filter(
        event=event, game__table__round__number=place[0], game__table__number=place[1]
    )
    sheets.filter(game__number=place[2], version=version, accepted=True).update(accepted=False)


def take_adjustments(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The adjustments of these stages with their cancellations, once the sheets they are about are
    in.
    """
    rulings_of = document.get("rulings", [])
    stage_by_ruling = dict(
        zip((row["number"] for row in rulings_of), _stages(event, rulings_of), strict=True)
    )
    for place, row in rows_of(document, "adjustments"):
        own = stage_of(event, row.get("round"))
        if max(own, stage_by_ruling.get(row.get("ruling"), own), key=ORDER.index) in stages:
            signature = signature_of(row, now)
            with writing(event) as locked:
                adjustment = _adjusted(locked, row, place, signature)
                body, reason = body_of(adjustment), adjustment.reason
                adjustment.entry = append(locked, "adjust", body, signature, reason=reason)
                adjustment.save(force_insert=True)
                _finish(locked, adjustment, row, place, now)


def _finish(event: Event, adjustment: Adjustment, row: Row, place: str, now: datetime) -> None:
    """Let the adjustment do what it does to its game, or cancel it again."""
    cancelled = row.get("cancelled")
    if cancelled is None:
        if adjustment.kind == AdjustmentKind.VOID and adjustment.game:
            Game.objects.filter(pk=adjustment.game.pk).update(void=True)
        return
    reason, signature = cancelled["reason"], signature_of(cancelled, now)
    if not reason.strip():
        refuse(f"{place}.cancelled.reason", "a reason is needed here.")
    body = {"adjustment": adjustment.number}
    entry = append(event, "cancel_adjustment", body, signature, reason=reason)
    Cancellation.objects.create(
        event=event,
        adjustment=adjustment,
        entry=entry,
        reason=reason,
        by=signature.actor.name,
        at=signature.at,
    )


def _stages(event: Event, rows: Iterable[Row]) -> list[Stage]:
    """The stage with which each row comes in: its own, or that of an earlier row, for they are
    numbered in their order.
    """
    own = (ORDER.index(stage_of(event, row.get("round"))) for row in rows)
    return [ORDER[index] for index in accumulate(own, max)]


def _take_ruling(event: Event, row: Row, location: str, now: datetime) -> None:
    place = None
    if "table" in row:
        called = moment_of(row, "called_at", now) if "called_at" in row else None
        place = Where(row.get("round", 0), row["table"], row.get("game"), called)
    try:
        ruling = make_ruling(
            event,
            signature_of(row, now, "given"),
            place=place,
            claim=row["claim"],
            answer=row["answer"],
            departs_reason=row.get("departs_reason", ""),
            refers_to=row.get("refers_to"),
        )
    except Refused as refused:
        refuse(location, f"this is no ruling: {refused}")
    except (KeyError, TypeError):
        refuse(location, "this is no ruling: claim or answer lack something, or hold another kind.")
    if ruling.number != row["number"]:
        refuse(
            f"{location}.number",
            f"{ruling.number} is needed here: rulings are numbered in their order.",
        )


def _take_decision(event: Event, number: int, row: Row, place: str, now: datetime) -> None:
    reason, signature = row.get("reason", ""), signature_of(row, now)
    with refusing_at(place):
        if row["kind"] == "accepted":
            accept(event, number, signature)
        elif row["kind"] == "overruled":
            overrule(event, number, signature, reason=reason, own=row.get("parts", {}))
        else:
            explain(event, number, signature, reason=reason)


def _adjusted(event: Event, row: Row, place: str, signature: Signature) -> Adjustment:
    """The adjustment of a row, without its entry and not yet saved. Raises ArchiveError."""
    reason = row["reason"].strip()
    if not reason:
        refuse(f"{place}.reason", "a reason is needed here.")
    adjustment = Adjustment(
        event=event,
        number=row["number"],
        kind=row["kind"],
        reason=reason,
        witness=row.get("witness", ""),
        by=signature.actor.name,
        at=signature.at,
    )
    if "ruling" in row:
        adjustment.ruling = Ruling.objects.filter(event=event, number=row["ruling"]).first()
        if adjustment.ruling is None:
            refuse(f"{place}.ruling", "there is no such ruling in the archive.")
    if "player" in row:
        adjustment.guest = Guest.objects.filter(event=event, ref=row["player"]).first()
        if adjustment.guest is None:
            refuse(f"{place}.player", "there is no such player in the archive.")
    if Adjustment.objects.filter(event=event, number=adjustment.number).exists():
        refuse(f"{place}.number", "this number is there twice.")
    if row["kind"] == AdjustmentKind.POINTS:
        return _of_points(adjustment, row, place)
    return _of_game(adjustment, row, place)


def _of_points(adjustment: Adjustment, row: Row, place: str) -> Adjustment:
    points = row.get("points")
    if type(points) is not int or not 0 < abs(points) <= MOST_POINTS or adjustment.guest is None:
        refuse(
            place,
            f"a player and points from -{MOST_POINTS} to {MOST_POINTS}, not 0, are needed here.",
        )
    adjustment.points, adjustment.round = points, row.get("round")
    return adjustment


def _of_game(adjustment: Adjustment, row: Row, place: str) -> Adjustment:
    number, table, game = cell(row)
    games = Game.objects.select_related("table__round").filter(event=adjustment.event)
    adjustment.game = games.filter(
        table__round__number=number, table__number=table, number=game
    ).first()
    if adjustment.game is None:
        refuse(place, "there is no such game in the archive.")
    sheets = {sheet.version: sheet for sheet in Sheet.objects.filter(game=adjustment.game)}
    for name in ("before", "after"):
        if name in row:
            sheet = sheets.get(row[name])
            if sheet is None:
                refuse(f"{place}.{name}", "there is no such version of the sheet in the archive.")
            setattr(adjustment, name, sheet)
    return adjustment

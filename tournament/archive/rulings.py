"""Writing the rulings of an evening, what became of them, and what they did to the scores, for its
archive.

Taking in the rulings of an archive with what became of them, and the adjustments they made.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from tournament.archive import shape as form
from tournament.archive.games import IMPORTED, ORDER, finished_at, stage_of
from tournament.archive.shape import archived_time, refuse, refusing_at
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
from tournament.site.access import Actor

DECISIONS = ("accepted", "overruled", "explained")


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
    row: dict[str, Any] = {"number": ruling.number, "claim": ruling.claim, "answer": ruling.answer}
    place = {
        "round": ruling.table.round.number if ruling.table else None,
        "table": ruling.table.number if ruling.table else None,
        "game": ruling.game.number if ruling.game else None,
        "refers_to": ruling.refers_to.number if ruling.refers_to else None,
        "departs_reason": ruling.departs_reason or None,
        "called_at": archived_time(ruling.called_at) if ruling.called_at else None,
        "decisions": [_decision(said_of, entries) for said_of in ruling.decisions.all()] or None,
    }
    return (
        row
        | _facts_of(place)
        | {"given_by": ruling.given_by, "given_at": archived_time(ruling.given_at)}
    )


def _decision(decision: Decision, entries: list[int]) -> dict[str, Any]:
    """`after` is how many rulings had been given by then: what it was compared with."""
    entry = decision.entry.number
    before = {"kind": str(decision.kind), "by": decision.by, "at": archived_time(decision.at)}
    return (
        before
        | {"after": sum(number < entry for number in entries)}
        | _facts_of({"reason": decision.reason or None, "parts": decision.parts or None})
    )


def _adjustments(event: Event) -> list[dict[str, Any]]:
    rows = Adjustment.objects.filter(event=event).order_by("number")
    adjustments = rows.select_related(
        "ruling", "guest", "game__table__round", "before", "after", "cancellation"
    )
    return [_adjustment(row) for row in adjustments]


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game, cancelled = row.game, getattr(row, "cancellation", None)
    fields: dict[str, Any] = {"number": row.number, "kind": str(row.kind), "reason": row.reason}
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
        "cancelled": {
            "reason": cancelled.reason,
            "by": cancelled.by,
            "at": archived_time(cancelled.at),
        }
        if cancelled
        else None,
    }
    return fields | _facts_of(about) | {"by": row.by, "at": archived_time(row.at)}


def _facts_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """What there is to say."""
    return {name: value for name, value in about.items() if value is not None}


Row = Mapping[str, Any]


def take_rulings(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The rulings of these stages, each followed by what was said before the next one was given."""
    rows = [
        form.mapping(row, f"rulings[{i}]")
        for i, row in enumerate(form.sequence(document.get("rulings", []), "rulings"))
    ]
    mine = [
        (f"rulings[{i}]", row)
        for i, (row, stage) in enumerate(zip(rows, _stages(event, rows), strict=True))
        if stage in stages
    ]
    decisions = [
        (f"{place}.decisions[{i}]", row, decision)
        for place, row in mine
        for i, decision in enumerate(_decisions(row, place))
    ]
    for location, row in mine:
        _taken_ruling(event, row, location, now)
        number = form.whole(row, "number", location)
        for place, about, entry in decisions:
            if form.whole(entry, "after", place) == number:
                _taken_decision(event, form.whole(about, "number", place), entry, place, now)


def set_aside(document: Row) -> dict[tuple[Any, Any, Any], set[Any]]:
    """The versions of sheets that rulings set aside, by round, table and game."""
    versions: dict[tuple[Any, Any, Any], set[Any]] = {}
    for i, value in enumerate(form.sequence(document.get("adjustments", []), "adjustments")):
        row = form.mapping(value, f"adjustments[{i}]")
        if row.get("kind") == AdjustmentKind.REPLAY:
            versions.setdefault((row.get("round"), row.get("table"), row.get("game")), set()).add(
                row.get("before")
            )
    return versions


def put_aside(event: Event, place: tuple[Any, Any, Any], version: Any) -> None:
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
    by_number = dict(
        zip((item.get("number") for item in rulings_of), _stages(event, rulings_of), strict=True)
    )
    for i, row in enumerate(document.get("adjustments", [])):
        place = f"adjustments[{i}]"
        own = stage_of(event, row.get("round"))
        if max(own, by_number.get(row.get("ruling"), own), key=ORDER.index) in stages:
            with writing(event) as locked:
                adjustment = _taken_adjustment(locked, row, place, now)
                adjustment.entry = append(
                    locked,
                    "adjust",
                    body_of(adjustment),
                    _sign(row, place, now),
                    reason=adjustment.reason,
                )
                adjustment.save(force_insert=True)
                _finish(locked, adjustment, row, place, now)


def _finish(event: Event, adjustment: Adjustment, row: Row, place: str, now: datetime) -> None:
    departed = row.get("cancelled")
    if departed is None:
        if adjustment.kind == AdjustmentKind.VOID and adjustment.game:
            Game.objects.filter(pk=adjustment.game.pk).update(void=True)
        return
    cancelled = form.mapping(departed, f"{place}.cancelled")
    reason, signature = (
        form.text(cancelled, "reason", f"{place}.cancelled"),
        _sign(cancelled, f"{place}.cancelled", now),
    )
    if not reason.strip():
        refuse(f"{place}.cancelled.reason", "a reason is needed here.")
    entry = append(
        event,
        "cancel_adjustment",
        {"adjustment": adjustment.number},
        signature,
        reason=reason[:300],
    )
    Cancellation.objects.create(
        event=event,
        adjustment=adjustment,
        entry=entry,
        reason=reason[:300],
        by=signature.actor.name,
        at=signature.at,
    )


def _stages(event: Event, rows: Iterable[Row]) -> list[Stage]:
    """The stage with which each row comes in: its own, or that of an earlier row, for they are
    numbered in their order.
    """
    own = (ORDER.index(stage_of(event, row.get("round"))) for row in rows)
    return [ORDER[index] for index in accumulate(own, max)]


def _decisions(row: Row, place: str) -> list[Row]:
    rows = form.sequence(row.get("decisions", []), f"{place}.decisions")
    return [form.mapping(row, f"{place}.decisions[{i}]") for i, row in enumerate(rows)]


def _taken_ruling(event: Event, row: Row, location: str, now: datetime) -> None:
    signature = _sign({"by": row.get("given_by"), "at": row.get("given_at")}, location, now)
    called = (
        finished_at({"finished_at": row.get("called_at")}, now) if row.get("called_at") else None
    )
    place = None
    if row.get("table") is not None:
        game = form.whole(row, "game", location) if "game" in row else None
        place = Where(
            form.whole(row, "round", location), form.whole(row, "table", location), game, called
        )
    parts: dict[str, Any] = {
        "claim": form.mapping(row.get("claim"), f"{location}.claim"),
        "answer": form.mapping(row.get("answer"), f"{location}.answer"),
        "departs_reason": form.text(row, "departs_reason", location, ""),
        "refers_to": form.whole(row, "refers_to", location) if "refers_to" in row else None,
    }
    try:
        ruling = make_ruling(event, signature, place=place, **parts)
    except Refused as refused:
        refuse(location, f"this is no ruling: {refused}")
    except (KeyError, TypeError):
        refuse(location, "this is no ruling: claim or answer lack something, or hold another kind.")
    if ruling.number != form.whole(row, "number", location):
        refuse(
            f"{location}.number",
            f"{ruling.number} is needed here: rulings are numbered in their order.",
        )


def _taken_decision(event: Event, number: int, row: Row, place: str, now: datetime) -> None:
    kind, reason = form.text(row, "kind", place), form.text(row, "reason", place, "")[:300]
    signature, own = _sign(row, place, now), form.mapping(row.get("parts", {}), f"{place}.parts")
    if kind not in DECISIONS:
        refuse(f"{place}.kind", form.one_of(DECISIONS))
    with refusing_at(place):
        if kind == "accepted":
            accept(event, number, signature)
        elif kind == "overruled":
            overrule(event, number, signature, reason=reason, own=own)
        else:
            explain(event, number, signature, reason=reason)


def _taken_adjustment(event: Event, row: Row, place: str, now: datetime) -> Adjustment:
    kind, signature = form.text(row, "kind", place), _sign(row, place, now)
    if kind not in AdjustmentKind.values:
        refuse(f"{place}.kind", form.one_of(AdjustmentKind.values))
    reason = form.text(row, "reason", place).strip()
    if not reason:
        refuse(f"{place}.reason", "a reason is needed here.")
    adjustment = Adjustment(
        event=event, number=form.whole(row, "number", place), kind=kind, reason=reason[:300]
    )
    adjustment.witness, adjustment.by, adjustment.at = (
        form.text(row, "witness", place, "")[:120],
        signature.actor.name,
        signature.at,
    )
    if "ruling" in row:
        adjustment.ruling = Ruling.objects.filter(
            event=event, number=form.whole(row, "ruling", place)
        ).first()
        if adjustment.ruling is None:
            refuse(f"{place}.ruling", "there is no such ruling in the archive.")
    if "player" in row:
        adjustment.guest = Guest.objects.filter(event=event, ref=row["player"]).first()
        if adjustment.guest is None:
            refuse(f"{place}.player", "there is no such player in the archive.")
    if Adjustment.objects.filter(event=event, number=adjustment.number).exists():
        refuse(f"{place}.number", "this number is there twice.")
    return (
        _points(adjustment, row, place)
        if kind == AdjustmentKind.POINTS
        else _of_game(adjustment, row, place)
    )


def _points(adjustment: Adjustment, row: Row, place: str) -> Adjustment:
    points = row.get("points")
    if type(points) is not int or not 0 < abs(points) <= MOST_POINTS or adjustment.guest is None:
        refuse(
            place,
            f"a player and points from -{MOST_POINTS} to {MOST_POINTS}, not 0, are needed here.",
        )
    adjustment.points, adjustment.round = (
        points,
        form.whole(row, "round", place) if "round" in row else None,
    )
    return adjustment


def _of_game(adjustment: Adjustment, row: Row, place: str) -> Adjustment:
    games = Game.objects.select_related("table__round").filter(
        event=adjustment.event, number=form.whole(row, "game", place)
    )
    games = games.filter(table__number=form.whole(row, "table", place))
    adjustment.game = games.filter(table__round__number=form.whole(row, "round", place)).first()
    if adjustment.game is None:
        refuse(place, "there is no such game in the archive.")
    sheets = {sheet.version: sheet for sheet in Sheet.objects.filter(game=adjustment.game)}
    for name in ("before", "after"):
        if name in row:
            sheet = sheets.get(form.whole(row, name, place))
            if sheet is None:
                refuse(f"{place}.{name}", "there is no such version of the sheet in the archive.")
            setattr(adjustment, name, sheet)
    return adjustment


def _sign(row: Row, place: str, now: datetime) -> Signature:
    actor = (
        form.text(row, "by", place, IMPORTED.name) if row.get("by") is not None else IMPORTED.name
    )
    return Signature(
        Actor(actor[:120]),
        finished_at({"finished_at": row.get("at")}, now),
        f"import-{uuid.uuid4()}",
    )

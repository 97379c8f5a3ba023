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
from tournament.archive.shape import archived_time, refuse
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
from tournament.rulings.acts import RulingRefusedError, accept, explain, make_ruling, overrule
from tournament.rulings.acts_adjustments import MOST_POINTS, body_of
from tournament.site.access import Actor


def ruled(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who
    asks.
    """
    return {"rulings": _rulings(event), "adjustments": _adjustments(event)}


def _rulings(event: Event) -> list[dict[str, Any]]:
    rows = list(rulings(event))
    given = [one.entry.number for one in rows]
    return [_ruling(one, given) for one in rows]


def _ruling(one: Ruling, given: list[int]) -> dict[str, Any]:
    row: dict[str, Any] = {"number": one.number, "claim": one.claim, "answer": one.answer}
    place = {
        "round": one.table.round.number if one.table else None,
        "table": one.table.number if one.table else None,
        "game": one.game.number if one.game else None,
        "refers_to": one.refers_to.number if one.refers_to else None,
        "departs_reason": one.departs_reason or None,
        "called_at": archived_time(one.called_at) if one.called_at else None,
        "decisions": [_decision(said_of, given) for said_of in one.decisions.all()] or None,
    }
    return row | _told(place) | {"given_by": one.given_by, "given_at": archived_time(one.given_at)}


def _decision(decision: Decision, given: list[int]) -> dict[str, Any]:
    """`after` is how many rulings had been given by then: what it was compared with."""
    entry = decision.entry.number
    before = {"kind": str(decision.kind), "by": decision.by, "at": archived_time(decision.at)}
    return (
        before
        | {"after": sum(one < entry for one in given)}
        | _told({"reason": decision.reason or None, "parts": decision.parts or None})
    )


def _adjustments(event: Event) -> list[dict[str, Any]]:
    rows = Adjustment.objects.filter(event=event).order_by("number")
    made = rows.select_related(
        "ruling", "guest", "game__table__round", "before", "after", "cancellation"
    )
    return [_adjustment(row) for row in made]


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game, gone = row.game, getattr(row, "cancellation", None)
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
        "cancelled": {"reason": gone.reason, "by": gone.by, "at": archived_time(gone.at)}
        if gone
        else None,
    }
    return fields | _told(about) | {"by": row.by, "at": archived_time(row.at)}


def _told(about: Mapping[str, Any]) -> dict[str, Any]:
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
        (f"{where}.decisions[{i}]", row, one)
        for where, row in mine
        for i, one in enumerate(_decisions(row, where))
    ]
    for where, row in mine:
        _taken_ruling(event, row, where, now)
        number = form.whole(row, "number", where)
        for place, about, one in decisions:
            if form.whole(one, "after", place) == number:
                _taken_decision(event, form.whole(about, "number", place), one, place, now)


def set_aside(document: Row) -> dict[tuple[Any, Any, Any], set[Any]]:
    """The versions of sheets that rulings set aside, by round, table and game."""
    versions: dict[tuple[Any, Any, Any], set[Any]] = {}
    for i, given in enumerate(form.sequence(document.get("adjustments", []), "adjustments")):
        row = form.mapping(given, f"adjustments[{i}]")
        if row.get("kind") == AdjustmentKind.REPLAY:
            versions.setdefault((row.get("round"), row.get("table"), row.get("game")), set()).add(
                row.get("before")
            )
    return versions


def put_aside(event: Event, at: tuple[Any, Any, Any], version: Any) -> None:
    """Take the sheet of that version out of the count: its game was played again."""
    sheets = Sheet.objects.filter(
        event=event, game__table__round__number=at[0], game__table__number=at[1]
    )
    sheets.filter(game__number=at[2], version=version, accepted=True).update(accepted=False)


def take_adjustments(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The adjustments of these stages with their cancellations, once the sheets they are about are
    in.
    """
    rulings_of = document.get("rulings", [])
    by_number = dict(
        zip((one.get("number") for one in rulings_of), _stages(event, rulings_of), strict=True)
    )
    for i, row in enumerate(document.get("adjustments", [])):
        where = f"adjustments[{i}]"
        own = stage_of(event, row.get("round"))
        if max(own, by_number.get(row.get("ruling"), own), key=ORDER.index) in stages:
            with writing(event) as locked:
                made = _taken_adjustment(locked, row, where, now)
                made.entry = append(
                    locked, "adjust", body_of(made), _sign(row, where, now), reason=made.reason
                )
                made.save(force_insert=True)
                _finish(locked, made, row, where, now)


def _finish(event: Event, made: Adjustment, row: Row, where: str, now: datetime) -> None:
    gone = row.get("cancelled")
    if gone is None:
        if made.kind == AdjustmentKind.VOID and made.game:
            Game.objects.filter(pk=made.game.pk).update(void=True)
        return
    cancelled = form.mapping(gone, f"{where}.cancelled")
    reason, by = (
        form.text(cancelled, "reason", f"{where}.cancelled"),
        _sign(cancelled, f"{where}.cancelled", now),
    )
    if not reason.strip():
        refuse(f"{where}.cancelled.reason", "a reason is needed here.")
    entry = append(event, "cancel_adjustment", {"adjustment": made.number}, by, reason=reason[:300])
    Cancellation.objects.create(
        event=event, adjustment=made, entry=entry, reason=reason[:300], by=by.actor.name, at=by.at
    )


def _stages(event: Event, rows: Iterable[Row]) -> list[Stage]:
    """The stage with which each row comes in: its own, or that of an earlier row, for they are
    numbered in their order.
    """
    own = (ORDER.index(stage_of(event, row.get("round"))) for row in rows)
    return [ORDER[at] for at in accumulate(own, max)]


def _decisions(row: Row, where: str) -> list[Row]:
    rows = form.sequence(row.get("decisions", []), f"{where}.decisions")
    return [form.mapping(one, f"{where}.decisions[{i}]") for i, one in enumerate(rows)]


def _taken_ruling(event: Event, row: Row, where: str, now: datetime) -> None:
    at = _sign({"by": row.get("given_by"), "at": row.get("given_at")}, where, now)
    called = (
        finished_at({"finished_at": row.get("called_at")}, now) if row.get("called_at") else None
    )
    place = None
    if row.get("table") is not None:
        game = form.whole(row, "game", where) if "game" in row else None
        place = Where(
            form.whole(row, "round", where), form.whole(row, "table", where), game, called
        )
    try:
        made = make_ruling(
            event,
            at,
            claim=form.mapping(row.get("claim"), f"{where}.claim"),
            answer=form.mapping(row.get("answer"), f"{where}.answer"),
            where=place,
            departs_reason=form.text(row, "departs_reason", where, ""),
            refers_to=form.whole(row, "refers_to", where) if "refers_to" in row else None,
        )
    except (RulingRefusedError, KeyError, TypeError) as fault:
        refuse(where, f"this is no ruling: {fault}")
    if made.number != form.whole(row, "number", where):
        refuse(
            f"{where}.number", f"{made.number} is needed here: rulings are numbered in their order."
        )


def _taken_decision(event: Event, number: int, row: Row, where: str, now: datetime) -> None:
    kind, reason = form.text(row, "kind", where), form.text(row, "reason", where, "")[:300]
    by, own = _sign(row, where, now), form.mapping(row.get("parts", {}), f"{where}.parts")
    try:
        if kind == "accepted":
            accept(event, number, by)
        elif kind == "overruled":
            overrule(event, number, by, reason=reason, own=own)
        elif kind == "explained":
            explain(event, number, by, reason=reason)
        else:
            refuse(f"{where}.kind", form.one_of(("accepted", "overruled", "explained")))
    except RulingRefusedError as fault:
        refuse(where, str(fault))


def _taken_adjustment(event: Event, row: Row, where: str, now: datetime) -> Adjustment:
    kind, by = form.text(row, "kind", where), _sign(row, where, now)
    if kind not in AdjustmentKind.values:
        refuse(f"{where}.kind", form.one_of(AdjustmentKind.values))
    reason = form.text(row, "reason", where).strip()
    if not reason:
        refuse(f"{where}.reason", "a reason is needed here.")
    made = Adjustment(
        event=event, number=form.whole(row, "number", where), kind=kind, reason=reason[:300]
    )
    made.witness, made.by, made.at = (
        form.text(row, "witness", where, "")[:120],
        by.actor.name,
        by.at,
    )
    if "ruling" in row:
        made.ruling = Ruling.objects.filter(
            event=event, number=form.whole(row, "ruling", where)
        ).first()
        if made.ruling is None:
            refuse(f"{where}.ruling", "there is no such ruling in the archive.")
    if "player" in row:
        made.guest = Guest.objects.filter(event=event, ref=row["player"]).first()
        if made.guest is None:
            refuse(f"{where}.player", "there is no such player in the archive.")
    if Adjustment.objects.filter(event=event, number=made.number).exists():
        refuse(f"{where}.number", "this number is there twice.")
    return (
        _points(made, row, where) if kind == AdjustmentKind.POINTS else _of_game(made, row, where)
    )


def _points(made: Adjustment, row: Row, where: str) -> Adjustment:
    points = row.get("points")
    if type(points) is not int or not 0 < abs(points) <= MOST_POINTS or made.guest is None:
        refuse(
            where,
            f"a player and points from -{MOST_POINTS} to {MOST_POINTS}, not 0, are needed here.",
        )
    made.points, made.round = points, form.whole(row, "round", where) if "round" in row else None
    return made


def _of_game(made: Adjustment, row: Row, where: str) -> Adjustment:
    games = Game.objects.select_related("table__round").filter(
        event=made.event, number=form.whole(row, "game", where)
    )
    games = games.filter(table__number=form.whole(row, "table", where))
    made.game = games.filter(table__round__number=form.whole(row, "round", where)).first()
    if made.game is None:
        refuse(where, "there is no such game in the archive.")
    sheets = {sheet.version: sheet for sheet in Sheet.objects.filter(game=made.game)}
    for name in ("before", "after"):
        if name in row:
            sheet = sheets.get(form.whole(row, name, where))
            if sheet is None:
                refuse(f"{where}.{name}", "there is no such version of the sheet in the archive.")
            setattr(made, name, sheet)
    return made


def _sign(row: Row, where: str, now: datetime) -> Signature:
    by = form.text(row, "by", where, IMPORTED.name) if row.get("by") is not None else IMPORTED.name
    return Signature(
        Actor(by[:120]), finished_at({"finished_at": row.get("at")}, now), f"import-{uuid.uuid4()}"
    )

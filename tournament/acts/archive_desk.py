"""Taking in what an archive says of the desk, through the acts of the desk."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.answers import Said, record_answer
from tournament.acts.archive_games import IMPORTED, finished_at
from tournament.acts.desk import DeskRefusedError, record_card_totals
from tournament.acts.round_totals import record_round_total
from tournament.archive_form import refuse
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.formats import event_format
from tournament.models import Event, Sheet, Stage
from tournament.submission import Place

Cell = tuple[Any, Any, Any]
Row = Mapping[str, Any]


def take_round_totals(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The round totals of these stages: before their games, whose sheets go without these guests."""
    for where, row in _rows(event, document, "round_totals", stages):
        card = (form.whole(row, "round", where), form.text(row, "player", where))
        points, reason = form.whole(row, "points", where), form.text(row, "reason", where, "From the archive")
        try:
            made = record_round_total(event, card, points, _sign(row, where, now), reason=reason)
        except DeskRefusedError as error:
            refuse(where, str(error))
        if made.games != form.whole(row, "games", where, made.games):
            refuse(f"{where}.games", f"the guest has {made.games} games in that round.")


def take_desk(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """What cards say and what guests answered: after the games they are about."""
    for where, row in _rows(event, document, "card_totals", stages):
        played = event_format(event)
        points = form.halves(row, "points", where) if played.halves else form.whole(row, "points", where)
        totals = {form.text(row, "player", where): points}
        try:
            record_card_totals(event, form.whole(row, "round", where), totals, _sign(row, where, now))
        except DeskRefusedError as error:
            refuse(where, str(error))
    for where, row in _rows(event, document, "answers", stages):
        place = Place(*(form.whole(row, name, where) for name in ("round", "table", "game")))
        numbers = {name: form.whole(row, name, where) for name in ("eights", "cards") if name in row}
        try:
            record_answer(event, Said(place, form.text(row, "player", where), **numbers), _sign(row, where, now))
        except DeskRefusedError as error:
            refuse(where, str(error))


def moved_versions(document: Row) -> dict[Cell, dict[Any, tuple[str, Row]]]:
    """The versions that moved away, by round, table and game, and then by their number."""
    found: dict[Cell, dict[Any, tuple[str, Row]]] = {}
    for index, given in enumerate(form.sequence(document.get("moved_sheets", []), "moved_sheets")):
        where = f"moved_sheets[{index}]"
        row = form.mapping(given, where)
        found.setdefault((row.get("round"), row.get("table"), row.get("game")), {})[row.get("version")] = (where, row)
    return found


def move_away(event: Event, told: tuple[str, Row], now: datetime) -> None:
    """Let a version count no longer, as it moved to another game, whose own sheet is in the archive."""
    where, row = told
    away, to = row, form.mapping(row.get("to"), f"{where}.to")
    body = {
        "from": {name: form.whole(away, name, where) for name in ("round", "table", "game")},
        "to": {name: form.whole(to, name, f"{where}.to") for name in ("round", "table", "game")},
        "swapped": False,
    }
    with writing(event) as held:
        sheets = Sheet.objects.filter(event=held, accepted=True, game__number=away["game"])
        sheets = sheets.filter(game__table__number=away["table"], game__table__round__number=away["round"])
        if not sheets.exists():
            refuse(where, "there is no such version of a sheet.")
        entry = append(held, "move", body, _sign(row, where, now), reason=form.text(row, "reason", where, "")[:300])
        sheets.update(accepted=False, moved_by=entry)


def _rows(event: Event, document: Row, key: str, stages: Sequence[str]) -> Iterator[tuple[str, Row]]:
    for index, given in enumerate(form.sequence(document.get(key, []), key)):
        where = f"{key}[{index}]"
        row = form.mapping(given, where)
        stage = Stage.PLAYOFF if form.whole(row, "round", where) == event.playoff_round else Stage.QUALIFYING
        if stage in stages:
            yield where, row


def _sign(row: Row, where: str, now: datetime) -> Signature:
    by = form.text(row, "by", where, IMPORTED.name)
    return Signature(Actor(by[:120]), finished_at({"finished_at": row.get("at")}, now), f"import-{uuid.uuid4()}")

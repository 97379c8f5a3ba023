"""Taking in the games of an archive, each sheet as an entry like any other."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.utils.timezone import make_aware

from scoring.cards import CardError
from scoring.formats import Format
from scoring.hand import parse_hand
from scoring.sheet import SeatEntry
from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.entry import SheetConflictError, SheetRefusedError, record_sheet, resolve_conflict
from tournament.acts.past_version import take_past_version
from tournament.acts.unplayed import UnplayedRefusedError, declare_unplayed
from tournament.archive_decisions import archived_time
from tournament.archive_form import refuse
from tournament.ledger.chain import Signature
from tournament.ledger.formats import event_format
from tournament.models import Event, Game, Stage, Table
from tournament.submission import Place, Submission, submission_from

IMPORTED = Actor("Imported")
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def take_game(event: Event, row: Mapping[str, Any], where: str, now: datetime) -> None:
    """One game of an archive: its sheet as an entry like any other."""
    stage = form.text(row, "stage", where, "qualifying")
    number = event.playoff_round if stage == Stage.PLAYOFF else form.whole(row, "round", where)
    place = Place(number, form.whole(row, "table", where), form.whole(row, "game", where))
    results = form.sequence(row.get("results"), f"{where}.results")
    seats = {form.text(result, "player", where): form.text(result, "seat", where) for result in results}
    _describe_game(event, place, row, seats)
    if form.truth(row, "not_played", where):
        _take_unplayed(event, place, where, now)
        return
    played, winner = event_format(event), row.get("went_out")
    entries = tuple(_entry(one, winner, f"{where}.results[{i}]", played) for i, one in enumerate(results))
    submission = Submission(place, entries, blocked=form.truth(row, "blocked", where), checked=True)
    try:
        record_sheet(event, submission, Signature(IMPORTED, finished_at(row, now), f"import {place}"))
    except SheetRefusedError as error:
        refuse(where, str(error))


def _take_unplayed(event: Event, place: Place, where: str, now: datetime) -> None:
    """A game that was not played is declared so, as in the evening itself."""
    try:
        declare_unplayed(event, place, Signature(IMPORTED, now, f"import {place}"), reason="Not played in the archive")
    except UnplayedRefusedError as error:
        refuse(where, str(error))


def cell(row: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    return row.get("round"), row.get("table"), row.get("game")


def earlier_versions(document: Mapping[str, Any]) -> dict[tuple[Any, Any, Any], list[tuple[str, dict[str, Any]]]]:
    """The kept versions of the games that were corrected, by round, table and game."""
    versions: dict[tuple[Any, Any, Any], list[tuple[str, dict[str, Any]]]] = {}
    for index, row in enumerate(form.sequence(document.get("sheet_history", []), "sheet_history")):
        where = f"sheet_history[{index}]"
        sheet = form.mapping(form.mapping(row, where).get("sheet"), f"{where}.sheet")
        versions.setdefault(cell(sheet), []).append((where, row))
    return versions


def take_version(event: Event, row: Mapping[str, Any], where: str, now: datetime) -> None:
    """One version of a sheet that was corrected: the versions come in the order in which they were saved."""
    try:
        at = finished_at({"finished_at": row["entered_at"]}, now)
        if take_past_version(event, row, where, at):
            return
        # A first sheet that is not version 1 follows one that a ruling set aside, or that moved away.
        seen = 0 if row["kind"] == "sheet" else row["version"] - 1
        submission = replace(submission_from(row["sheet"]), seen=seen, reason=row.get("reason", ""))
        save = resolve_conflict if row["kind"] == "resolve" else record_sheet
        save(event, submission, Signature(Actor(row["entered_by"]), at, f"import {where}"))
    except (KeyError, TypeError, CardError) as error:
        refuse(where, f"this is no version of a sheet ({error}).")
    except (SheetRefusedError, SheetConflictError) as error:
        refuse(where, str(error))


def _entry(row: Mapping[str, Any], winner: str | None, where: str, played: Format) -> SeatEntry:
    seat, hand = form.text(row, "seat", where), row.get("hand")
    if row.get("status") == "absent":
        return SeatEntry(seat, absent=True)
    if played.entry in ("places", "laps"):
        place, laps = (form.whole(row, name, where) if name in row else None for name in ("place", "laps"))
        return SeatEntry(seat, place=place, laps=laps)
    if row["player"] == winner or played.entry == "winner":
        return SeatEntry(seat, went_out=row["player"] == winner)
    if hand is None:
        bare = "held" if "held" in row else "points"
        return SeatEntry(seat, points=form.whole(row, bare, where), caught_eight=row.get("caught_eight"))
    try:
        held = parse_hand(" ".join(form.sequence(hand, f"{where}.hand")))
        return SeatEntry(seat, hand=held, points=row.get("points") if played.scorer == "own_hand" else None)
    except (CardError, TypeError) as error:
        refuse(f"{where}.hand", str(error))


def _describe_game(event: Event, place: Place, row: Mapping[str, Any], seats: Mapping[str, str]) -> None:
    table = Table.objects.filter(event=event, round__number=place.round, number=place.table)
    if row.get("packs", 1) != 1:
        table.update(packs=row["packs"])
    extra = form.unknown(row, form.GAME_KEYS)
    written = row.get("finished_at")
    if written is not None and written != archived_time(finished_at(row, NO_TIME)):
        extra["finished_at"] = written
    Game.objects.filter(event=event, table__in=table, number=place.game).update(
        dealer=seats.get(row.get("dealer") or "", ""),
        turns=row.get("turns"),
        extra=extra,
    )


def finished_at(row: Mapping[str, Any], otherwise: datetime) -> datetime:
    """When the game ended by the archive; local time of the event unless it says otherwise."""
    try:
        read = datetime.fromisoformat(row["finished_at"])
    except (KeyError, TypeError, ValueError):
        return otherwise
    return read if read.tzinfo else make_aware(read)

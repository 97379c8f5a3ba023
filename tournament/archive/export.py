"""Writing a whole evening as an archive: what `import_evening` takes in again."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.db.models import F, Q

from scoring.counting.board import exactly
from scoring.formats import in_points
from scoring.games.rulebooks import rulebook
from tournament.archive.decisions import decisions
from tournament.archive.finals import finals, finals_of_event
from tournament.archive.games import typed_at_the_desk, versions
from tournament.archive.guests import LIVERIES, PLAYERS, pictures_of, tickets_and_mails
from tournament.archive.matches import matches_of
from tournament.archive.rulings import ruled
from tournament.archive.settings import settings_of
from tournament.archive.shape import archived_time, place_of
from tournament.counting.formats import event_format, stored
from tournament.counting.scores import accepted, rules
from tournament.models import (
    AdjustmentKind,
    Event,
    Game,
    LedgerEntry,
    Round,
    Seat,
    Sheet,
    Stage,
    Tally,
    TallyState,
)
from tournament.site.progress import Pieces

PART_SEAT = ("round", "table", "seat", "player", "from_game", "left_after_game")


def archive(event: Event) -> dict[str, Any]:
    """The document of an event: the keys of an `evening.json`, and sheet history where there is
    any.
    """
    return {
        name: list(value) if isinstance(value, Iterator) else value for name, value in parts(event)
    }


def parts(event: Event) -> Iterator[tuple[str, Any]]:
    """The keys of the document in their order, each with its value. Of what grows with the field
    the rows come as they are read: it must be taken before the next key is asked for.
    """
    yield "event", _event(event)
    yield "liveries", [LIVERIES.written(livery) | livery.extra for livery in event.liveries.all()]
    yield "players", _players(event)
    yield "seating", _seating(event)
    yield "games", _games(event, extra=False)
    apart = [
        list(pair) for pair in event.kept_apart.order_by("pk").values_list("one__ref", "other__ref")
    ]
    optional: dict[str, Any] = {"keep_apart": apart, "part_seats": _part_seats(event)}
    yield from ((name, rows) for name, rows in optional.items() if rows)
    history = _history(event)
    for first in history:
        yield "sheet_history", chain([first], history)
    optional = (
        decisions(event)
        | ruled(event)
        | finals(event, _games(event, extra=True))
        | typed_at_the_desk(event)
        | matches_of(event)
        | tickets_and_mails(event)
    )
    yield from ((name, rows) for name, rows in optional.items() if rows)


PROVES = (
    "When this file was written, the record of the evening ended with this entry and digest:"
    " compare them with a paper or a copy. `document` is the digest of everything else in the"
    " file: where it differs, the file was changed after it was written. Of who wrote it they"
    " prove nothing."
)
IN_MEMORY = 8 << 20
"""Of an evening that is written so many bytes are held at most before they go to the disk."""


def archive_file(key: int) -> Pieces:
    """The file of an event, as it is downloaded: the document with the head of the record it was
    written from.
    """
    event = Event.objects.get(pk=key)
    total = event.guests.count() + Game.objects.filter(event=event).count()
    for number, piece in enumerate(written(event, event.ledger.last()), start=1):
        yield piece.encode()
        if number % LOT == 0:
            yield min(number, total), total, "guests and games"


def written(event: Event, last: LedgerEntry | None = None) -> Iterator[str]:
    """The document as text, piece by piece; behind it the head where the `last` entry of the record
    is given. The rows of a large evening are never held together.
    """
    places: dict[str, tuple[int, int]] = {}
    with SpooledTemporaryFile(max_size=IN_MEMORY) as canonical:
        for name, value in parts(event):
            yield f"{',' if places else '{'}\n {json.dumps(name)}: "
            start = canonical.tell()
            for piece, exact in _spelt(value):
                canonical.write(exact.encode())
                yield piece
            places[name] = (start, canonical.tell())
        if last is not None:
            head = {"entry": last.number, "digest": last.digest}
            head |= {"document": _digest_of(canonical, places), "proves": PROVES}
            yield f',\n "ledger_head": {_indented(head, 1)}'
    yield "\n}"


def _spelt(value: Any) -> Iterator[tuple[str, str]]:
    """A value as it is read by people, and beside it as its digest is made."""
    if not isinstance(value, Iterator):
        yield _indented(value, 1), exactly(value)
        return
    comma = ""
    for row in value:
        yield f"{comma or '['}\n  {_indented(row, 2)}", f"{comma or '['}{exactly(row)}"
        comma = ","
    yield ("\n ]", "]") if comma else ("[]", "[]")


def _indented(value: Any, depth: int) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return text.replace("\n", "\n" + " " * depth)


def _digest_of(canonical: IO[bytes], places: Mapping[str, tuple[int, int]]) -> str:
    """The digest of the document, its keys in the order of the alphabet."""
    digest = hashlib.sha256()
    for name in sorted(places):
        digest.update(f"{',' if name != min(places) else '{'}{json.dumps(name)}:".encode())
        start, end = places[name]
        canonical.seek(start)
        while start < end:
            block = canonical.read(min(end - start, 1 << 16))
            digest.update(block)
            start += len(block)
    digest.update(b"}")
    return digest.hexdigest()


def _event(event: Event) -> dict[str, Any]:
    """The evening: who it is, how it is set, and what became of it; `extra` are keys of an earlier
    archive that nothing else holds, as in every row that has it.
    """
    fields: dict[str, Any] = {
        "name": event.name,
        "game": rulebook(event.game).slug,
        "date": event.date.isoformat(),
        "scoring": event_format(event).direction,
    }
    hall_plan = {"hall_plan": event.hall_plan} if event.hall_plan else {}
    fields |= settings_of(event) | hall_plan | finals_of_event(event) | pictures_of(event)
    return {**fields, **event.extra}


def _players(event: Event) -> Iterator[dict[str, Any]]:
    keys = list(event.guests.order_by("pk").values_list("pk", flat=True))
    for some in in_lots(keys):
        guests = event.guests.filter(pk__in=some).select_related("livery").order_by("pk")
        yield from (PLAYERS.written(guest) | guest.extra for guest in guests)


def _seating(event: Event) -> dict[str, Any]:
    """Refs in seat order, with nothing where a seat is empty: letters stay what they were."""
    seating: dict[str, list[list[str | None]]] = {}
    for round_ in (
        Round.objects.filter(event=event).exclude(stage=Stage.EXTRA).prefetch_related("tables")
    ):
        name = "playoff" if round_.stage == Stage.PLAYOFF else str(round_.number)
        seating[name] = [[] for _table in round_.tables.all()]
    seats = Seat.objects.filter(event=event, from_game=1).exclude(round__stage=Stage.EXTRA)
    seats = seats.order_by("round__number", "table__number", "letter")
    columns = ("round__stage", "round__number", "table__number", "letter", "guest__ref")
    for stage, number, table, letter, ref in seats.values_list(*columns):
        places = seating["playoff" if stage == Stage.PLAYOFF else str(number)][table - 1]
        places += [None] * (ord(letter) - ord("A") - len(places))
        places.append(ref)
    return seating


def _part_seats(event: Event) -> list[dict[str, Any]]:
    """Seats held for part of a round: taken after its first game, or left before its last."""
    part = Seat.objects.filter(event=event).exclude(from_game=1, left_after_game=None)
    # As they are taken in: who left has given the seat up before anybody sits down elsewhere.
    part = part.order_by(
        "round__number",
        F("left_after_game").asc(nulls_last=True),
        "table__number",
        "letter",
        "from_game",
    )
    columns = (
        "round__number",
        "table__number",
        "letter",
        "guest__ref",
        "from_game",
        "left_after_game",
    )
    return [dict(zip(PART_SEAT, row, strict=True)) for row in part.values_list(*columns)]


def _games(event: Event, *, extra: bool) -> Iterator[dict[str, Any]]:
    """The games in the order of entry, then those that were not played; the extra ones alone, or
    all others.
    """
    games = Game.objects.filter(event=event)
    here = games.filter(table__round__stage=Stage.EXTRA)
    if not extra:
        here = games.exclude(table__round__stage=Stage.EXTRA)
    begun = Sheet.standing.filter(event=event, game__in=here.values("pk"))
    began: dict[int, datetime] = {}
    for game, entered_at in begun.order_by("entry__number").values_list("game_id", "entered_at"):
        began.setdefault(game, entered_at)
    counts = set(accepted(event).values_list("game_id", flat=True))
    unplayed = here.filter(not_played=True).order_by("pk").values_list("pk", flat=True)
    order = [*(pk for pk in began if pk in counts), *unplayed]
    # Below one eight's worth, bare points themselves say that there was none.
    eight = (rules(event).scoring.card_values or {}).get("8", 0)
    for some in in_lots(order):
        by_key = {
            game.pk: game for game in games.filter(pk__in=some).select_related("table__round")
        }
        sheets = {
            sheet.game_id: sheet
            for sheet in accepted(event).filter(game__in=some).select_related("entry")
        }
        tallies: dict[int, list[Tally]] = {}
        rows = Tally.objects.filter(event=event, sheet__accepted=True, sheet__game__in=some)
        for tally in rows.select_related("guest", "event").order_by("seat"):
            tallies.setdefault(tally.sheet_id, []).append(tally)
        for pk in some:
            yield _game(by_key[pk], sheets.get(pk), tallies, (began, eight))


LOT = 250
"""So many rows are read at once: two hundred are as quick as all, and a field of thousands has no
more of them in memory.
"""


def in_lots(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    """The keys in parts that are read one after the other."""
    return (keys[start : start + LOT] for start in range(0, len(keys), LOT))


def _game(
    game: Game,
    sheet: Sheet | None,
    tallies: Mapping[int, list[Tally]],
    around: tuple[Mapping[int, datetime], int],
) -> dict[str, Any]:
    began, eight = around
    rows = tallies.get(sheet.pk, []) if sheet else []
    entered = {row["seat"]: row for row in sheet.entry.body["tallies"]} if sheet else {}
    at_seat = {row.seat: row.guest.ref for row in rows}
    fields: dict[str, Any] = {
        "stage": game.table.round.stage,
        **place_of(game),
        "packs": game.table.packs,
        "dealer": at_seat.get(game.dealer),
        "went_out": next((row.guest.ref for row in rows if row.went_out), None),
        "blocked": bool(sheet and sheet.blocked),
        "turns": game.turns,
        "finished_at": archived_time(began[game.pk]) if sheet else None,
        "results": [
            _result(row, eight) | _other_results(row, entered.get(row.seat, {})) for row in rows
        ],
    }
    return {**fields, **({"not_played": True} if game.not_played else {}), **game.extra}


def _result(row: Tally, eight: int) -> dict[str, Any]:
    hand = None if row.hand is None else row.hand.split()
    fields: dict[str, Any] = {"seat": row.seat, "player": row.guest.ref, "status": row.state}
    fields |= {"hand": None if row.state == TallyState.ABSENT else hand, "points": row.points}
    eight_known = row.hand is None and (row.points or 0) >= eight and row.eights is not None
    return fields | ({"caught_eight": bool(row.eights)} if eight_known else {})


def _other_results(row: Tally, entered: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat of other formats holds: the place and laps that were entered, bare points that
    another scores.
    """
    fields = {name: entered[name] for name in ("place", "laps") if name in entered}
    if fields and row.points is not None:
        fields["points"] = in_points(stored(event_format(row.event), row.points))
    return fields | ({"held": row.held} if row.held and row.hand is None else {})


def _history(event: Event) -> Iterator[dict[str, Any]]:
    """Every version of the games that have more than one, or whose only one was set aside or moved
    away.
    """
    numbers = versions(event)
    later = [pk for pk, number in numbers.items() if number > 1]
    changed = (
        Q(pk__in=later) | Q(set_aside_by__kind=AdjustmentKind.REPLAY) | Q(moved_by__isnull=False)
    )
    corrected = Sheet.standing.filter(changed, event=event).values("game")
    sheets = Sheet.standing.filter(event=event, game__in=corrected).order_by("game", "version")
    for some in in_lots(list(sheets.values_list("pk", flat=True))):
        for sheet in sheets.filter(pk__in=some).select_related("entry"):
            yield _version(sheet, number=numbers[sheet.pk])


def _version(sheet: Sheet, *, number: int) -> dict[str, Any]:
    entry = sheet.entry
    return {
        "version": number,
        "kind": entry.kind,
        "entered_by": sheet.entered_by,
        "entered_at": archived_time(sheet.entered_at),
        "reason": sheet.reason,
        "sheet": entry.body,
    }

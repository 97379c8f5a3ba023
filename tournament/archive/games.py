"""The games of an archive: sheets, the versions before them, totals of cards, answers and sheets
that moved away, written out, and taken in through the acts that enter them; a version as it was
saved once, with guests who sit elsewhere now.
"""

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q
from django.utils.timezone import make_aware

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from scoring.formats import Format, in_points
from tournament.archive import shape as form
from tournament.archive.schema import GAME
from tournament.archive.shape import archived_time, refuse, refusing_at
from tournament.counting.formats import event_format
from tournament.counting.submission import (
    Place,
    SheetConflictError,
    Submission,
    body_of,
    submission_from,
)
from tournament.entry.acts import SheetRefusedError, correct_sheet, record_sheet, resolve_conflict
from tournament.entry.acts_cards import Said, record_answer, record_round_total
from tournament.entry.acts_corrections import Rewrite, Told, games_found, write_past
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.acts_desk import record_card_totals
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.entry.in_hand import said_by_card
from tournament.entry.place import find
from tournament.ledger.chain import Signature, append, writing
from tournament.models import (
    LARGEST,
    Answer,
    CardTotal,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Round,
    RoundTotal,
    Sheet,
    Stage,
    Table,
)
from tournament.models.seating import RoundState
from tournament.site.access import Actor

SAVES = {"sheet": record_sheet, "resolve": resolve_conflict}
"""Which act saves a version, by its kind: any other is a correction."""


def take_past_version(
    event: Event, row: Mapping[str, Any], location: str, moment: datetime
) -> bool:
    """Write the version where other guests sat there then, or where all have left since; False
    where the seats are as they were, or it says nothing.

    Raises ArchiveError where its guests are not among the players, or its hands would be
    impossible.
    """
    read = _read(row)
    if read is None:
        return False
    submission, refs = read
    current = find(event, submission.place, "")
    if current is not None and current.refs == refs:
        return False
    if current is None and not _lay_out(event, submission.place):
        return False
    if Guest.objects.filter(event=event, ref__in=refs.values()).count() < len(set(refs.values())):
        refuse(f"{location}.sheet", "somebody on this sheet is not among the players.")
    with writing(event) as locked:
        place = submission.place
        here = Q(table__round__number=place.round, table__number=place.table, number=place.game)
        game = games_found(locked, here)[0]
        entry = Told(str(row["kind"]), body_of(submission, refs), str(row.get("reason", ""))[:300])
        signature = Signature(Actor(str(row["entered_by"])[:120]), moment, f"import {location}")
        with refusing_at(location):
            write_past(locked, Rewrite(game, submission, refs), entry, signature)
    return True


def _read(row: Mapping[str, Any]) -> tuple[Submission, dict[str, str]] | None:
    """The sheet of a version and who was on it; None where that cannot be read, which who asked
    says better.
    """
    try:
        submission = submission_from(row["sheet"])
        refs = {str(tally["seat"]): str(tally["guest"]) for tally in row["sheet"]["tallies"]}
        place: Place = submission.place
        wrong = row["kind"] not in ("sheet", "correct", "resolve") or "entered_by" not in row
        return (
            None
            if wrong or not 0 < max(place.round, place.table, place.game) <= LARGEST
            else (submission, refs)
        )
    except (KeyError, TypeError, CardError):
        return None


IMPORTED = Actor("Imported")
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def take_game(event: Event, row: Mapping[str, Any], location: str, now: datetime) -> None:
    """One game of an archive: its sheet as an entry like any other."""
    stage = form.text(row, "stage", location, "qualifying")
    number = event.playoff_round if stage == Stage.PLAYOFF else form.whole(row, "round", location)
    place = Place(number, form.whole(row, "table", location), form.whole(row, "game", location))
    unplayed = form.truth(row, "not_played", location)
    if unplayed:
        _lay_out(event, place)
    results = form.sequence(row.get("results"), f"{location}.results")
    seats = {
        form.text(result, "player", location): form.text(result, "seat", location)
        for result in results
    }
    _describe_game(event, place, row, seats)
    if unplayed:
        _take_unplayed(event, place, location, now)
        return
    played, winner = event_format(event), row.get("went_out")
    entries = tuple(
        _entry(result, winner, f"{location}.results[{i}]", played)
        for i, result in enumerate(results)
    )
    submission = Submission(
        place, entries, blocked=form.truth(row, "blocked", location), checked=True
    )
    try:
        record_sheet(
            event, submission, Signature(IMPORTED, finished_at(row, now), f"import {place}")
        )
    except SheetRefusedError as error:
        refuse(location, str(error))


def _lay_out(event: Event, place: Place) -> bool:
    """The game of a table that everybody had left before it, which no publishing lays out; False
    where no such table was published.
    """
    tables = Table.objects.filter(event=event, round__number=place.round, number=place.table)
    table = (
        tables.filter(round__games__gte=place.game).exclude(round__state=RoundState.DRAFT).first()
    )
    if table is None or place.game < 1:
        return False
    Game.objects.get_or_create(event=event, table=table, number=place.game)
    return True


def _take_unplayed(event: Event, place: Place, location: str, now: datetime) -> None:
    """A game that was not played is declared so, as in the evening itself."""
    with refusing_at(location):
        declare_unplayed(
            event,
            place,
            Signature(IMPORTED, now, f"import {place}"),
            reason="Not played in the archive",
        )


def cell(row: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    return row.get("round"), row.get("table"), row.get("game")


def earlier_versions(
    document: Mapping[str, Any],
) -> dict[tuple[Any, Any, Any], list[tuple[str, dict[str, Any]]]]:
    """The kept versions of the games that were corrected, by round, table and game."""
    versions: dict[tuple[Any, Any, Any], list[tuple[str, dict[str, Any]]]] = {}
    for index, row in enumerate(form.sequence(document.get("sheet_history", []), "sheet_history")):
        place = f"sheet_history[{index}]"
        sheet = form.mapping(form.mapping(row, place).get("sheet"), f"{place}.sheet")
        versions.setdefault(cell(sheet), []).append((place, row))
    return versions


def take_version(event: Event, row: Mapping[str, Any], place: str, now: datetime) -> None:
    """One version of a sheet that was corrected: the versions come in the order in which they were
    saved.
    """
    try:
        moment = finished_at({"finished_at": row["entered_at"]}, now)
        if take_past_version(event, row, place, moment):
            return
        # A first sheet that is not version 1 follows one that a ruling set aside, or that moved
        # away.
        seen_version = 0 if row["kind"] == "sheet" else row["version"] - 1
        submission = replace(
            submission_from(row["sheet"]), seen=seen_version, reason=row.get("reason", "")
        )
        save = SAVES.get(row["kind"], correct_sheet)
        save(event, submission, Signature(Actor(row["entered_by"]), moment, f"import {place}"))
    except CardError as error:
        refuse(place, f"this is no version of a sheet: {error}")
    except (KeyError, TypeError):
        refuse(place, "this is no version of a sheet: something is missing or of another kind.")
    except (SheetRefusedError, SheetConflictError) as error:
        refuse(place, str(error))


def _entry(row: Mapping[str, Any], winner: str | None, location: str, played: Format) -> SeatEntry:
    seat, hand = form.text(row, "seat", location), row.get("hand")
    if row.get("status") == "absent":
        return SeatEntry(seat, absent=True)
    if played.entry in ("places", "laps"):
        place, laps = (
            form.whole(row, name, location) if name in row else None for name in ("place", "laps")
        )
        return SeatEntry(seat, place=place, laps=laps)
    if row["player"] == winner or played.entry == "winner":
        return SeatEntry(seat, went_out=row["player"] == winner)
    if hand is None:
        bare = "held" if "held" in row else "points"
        return SeatEntry(
            seat, points=form.whole(row, bare, location), caught_eight=row.get("caught_eight")
        )
    try:
        parsed = parse_hand(" ".join(form.sequence(hand, f"{location}.hand")))
        return SeatEntry(
            seat, hand=parsed, points=row.get("points") if played.scorer == "own_hand" else None
        )
    except (CardError, TypeError) as error:
        refuse(f"{location}.hand", str(error))


def _describe_game(
    event: Event, place: Place, row: Mapping[str, Any], seats: Mapping[str, str]
) -> None:
    table = Table.objects.filter(event=event, round__number=place.round, number=place.table)
    if "packs" in row:
        # Seats were changed since the table was laid: it keeps the packs that lie there.
        table.update(packs=row["packs"])
    extra = form.unknown(row, GAME)
    text = row.get("finished_at")
    if text is not None and text != archived_time(finished_at(row, NO_TIME)):
        extra["finished_at"] = text
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


Rows = list[dict[str, Any]]


def typed_at_the_desk(event: Event) -> dict[str, Rows]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who
    asks.
    """
    return {
        "round_totals": _round_totals(event),
        "card_totals": _card_totals(event),
        "answers": _answers(event),
        "dealers": _dealers(event),
        "moved_sheets": _moved(event),
    }


def _signed(entry: LedgerEntry) -> dict[str, Any]:
    fields = {"at": archived_time(entry.at), "by": entry.actor}
    return fields | ({"reason": entry.reason} if entry.reason else {})


def _round_totals(event: Event) -> Rows:
    rows = RoundTotal.objects.filter(event=event, taken_back_by=None).select_related(
        "entry", "round", "guest"
    )
    return [
        {
            "round": row.round.number,
            "player": row.guest.ref,
            "points": row.points,
            "games": row.games,
        }
        | _signed(row.entry)
        for row in sorted(rows, key=lambda row: _as_taken_in(row.round, row.entry))
    ]


ORDER = tuple(Stage)


def _as_taken_in(round_: Round, entry: LedgerEntry) -> tuple[int, int]:
    """Rows stand in the order in which they are taken in, whatever was typed first: stage by stage,
    and within one as they were typed.
    """
    return ORDER.index(Stage(round_.stage)), entry.number


def _card_totals(event: Event) -> Rows:
    """The last total typed for each guest and round, in the order of typing."""
    rows = CardTotal.objects.filter(event=event).select_related("entry", "round", "guest")
    last = {
        (row.round.number, row.guest.ref): row
        for row in rows.order_by("entry__number", "guest__ref")
    }
    totals = sorted(
        last.values(), key=lambda row: (*_as_taken_in(row.round, row.entry), row.guest.ref)
    )
    form = event_format(event)
    entries = (
        (row, said_by_card(form, row.points, halves="halves" in row.entry.body)) for row in totals
    )
    return [
        {"round": row.round.number, "player": row.guest.ref, "points": in_points(points)}
        | _signed(row.entry)
        for row, points in entries
    ]


def _answers(event: Event) -> Rows:
    rows = Answer.objects.filter(event=event, taken_back_by=None)
    rows = rows.select_related("entry", "guest", "game__table__round")
    return [
        {
            "round": row.game.table.round.number,
            "table": row.game.table.number,
            "game": row.game.number,
            "player": row.guest.ref,
        }
        | {
            name: number
            for name in ("eights", "cards")
            if (number := getattr(row, name)) is not None
        }
        | _signed(row.entry)
        for row in sorted(rows, key=lambda row: _as_taken_in(row.game.table.round, row.entry))
        if _still_bare(row)
    ]


def _dealers(event: Event) -> Rows:
    """Who was said to deal a game, as far as that stands, in the order in which it was said."""
    games = Game.objects.filter(event=event).exclude(dealer="").select_related("table__round")
    game_at = {(game.table.round.number, game.table.number, game.number): game for game in games}
    latest: dict[tuple[int, int, int], LedgerEntry] = {}
    for entry in LedgerEntry.standing.filter(event=event, kind="dealer").order_by("number"):
        place = (entry.body["round"], entry.body["table"], entry.body["game"])
        if place in game_at and game_at[place].dealer == entry.body["seat"]:
            latest[place] = entry
    in_order = sorted(
        latest.items(), key=lambda row: _as_taken_in(game_at[row[0]].table.round, row[1])
    )
    return [
        {name: entry.body[name] for name in ("round", "table", "game", "seat")} | _signed(entry)
        for _place, entry in in_order
    ]


def _still_bare(row: Answer) -> bool:
    """Whether the points it was asked of still count; an answer left behind by a correction goes
    with its event.
    """
    tallies = row.guest.tallies.filter(sheet__accepted=True, sheet__game=row.game)
    return tallies.filter(points=row.points, hand=None).exists()


def versions(event: Event) -> dict[int, int]:
    """The number of each sheet among those of its game that were not taken back."""
    rows = Sheet.standing.filter(event=event).order_by("version").values_list("pk", "game")
    numbers: dict[int, int] = {}
    last: Counter[int] = Counter()
    for pk, game in rows:
        last[game] += 1
        numbers[pk] = last[game]
    return numbers


def _moved(event: Event) -> Rows:
    """The sheets that went to another game, and those that their typist took back, which go
    nowhere.
    """
    numbers = versions(event)
    rows = Sheet.standing.filter(event=event, moved_by__isnull=False)
    # By their places: taken in again, each is moved with its game, and not when it was moved.
    rows = rows.select_related("moved_by", "game__table__round").order_by(
        "game__table__round__number", "game__table__number", "game__number", "version"
    )
    return [
        {
            "round": row.game.table.round.number,
            "table": row.game.table.number,
            "game": row.game.number,
            "version": numbers[row.pk],
        }
        | {name: row.moved_by.body[name] for name in ("to",) if name in row.moved_by.body}
        | _signed(row.moved_by)
        for row in rows
        if row.moved_by
    ]


Cell = tuple[Any, Any, Any]
Row = Mapping[str, Any]


def take_round_totals(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The round totals of these stages: before their games, whose sheets go
    without these guests.
    """
    for place, row in _rows(event, document, "round_totals", stages):
        card = (form.whole(row, "round", place), form.text(row, "player", place))
        points, reason = (
            form.whole(row, "points", place),
            form.text(row, "reason", place, "From the archive"),
        )
        with refusing_at(place):
            round_total = record_round_total(
                event, card, points, _sign(row, place, now), reason=reason
            )
        if round_total.games != form.whole(row, "games", place, round_total.games):
            refuse(f"{place}.games", f"the guest has {round_total.games} games in that round.")


def take_desk(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """What cards say and what guests answered: after the games they are about."""
    for location, row in _rows(event, document, "card_totals", stages):
        played = event_format(event)
        points = (
            form.halves(row, "points", location)
            if played.halves
            else form.whole(row, "points", location)
        )
        totals = {form.text(row, "player", location): points}
        with refusing_at(location):
            record_card_totals(
                event, form.whole(row, "round", location), totals, _sign(row, location, now)
            )
    for location, row in _rows(event, document, "dealers", stages):
        place = Place(*(form.whole(row, name, location) for name in ("round", "table", "game")))
        with refusing_at(location):
            name_dealer(event, place, form.text(row, "seat", location), _sign(row, location, now))
    for location, row in _rows(event, document, "answers", stages):
        place = Place(*(form.whole(row, name, location) for name in ("round", "table", "game")))
        numbers = {
            name: form.whole(row, name, location) for name in ("eights", "cards") if name in row
        }
        with refusing_at(location):
            record_answer(
                event,
                Said(place, form.text(row, "player", location), **numbers),
                _sign(row, location, now),
            )


def moved_versions(document: Row) -> dict[Cell, dict[Any, tuple[str, Row]]]:
    """The versions that moved away, by round, table and game, and then by their number."""
    by_game: dict[Cell, dict[Any, tuple[str, Row]]] = {}
    for index, value in enumerate(form.sequence(document.get("moved_sheets", []), "moved_sheets")):
        place = f"moved_sheets[{index}]"
        row = form.mapping(value, place)
        by_game.setdefault((row.get("round"), row.get("table"), row.get("game")), {})[
            row.get("version")
        ] = (place, row)
    return by_game


def move_away(event: Event, version: tuple[str, Row], now: datetime) -> None:
    """Let a version count no longer: it moved to another game, whose own sheet is in the archive,
    or was taken back.
    """
    place, row = version
    away = _spelt(row, place)
    kind, body = "take_back_save", away | {"version": form.whole(row, "version", place)}
    if "to" in row:
        to = form.mapping(row["to"], f"{place}.to")
        kind, body = "move", {"from": away, "to": _spelt(to, f"{place}.to"), "swapped": False}
    with writing(event) as locked:
        sheets = Sheet.objects.filter(event=locked, accepted=True, game__number=away["game"])
        sheets = sheets.filter(
            game__table__number=away["table"], game__table__round__number=away["round"]
        )
        if not sheets.exists():
            refuse(place, "there is no such version of a sheet.")
        entry = append(
            locked,
            kind,
            body,
            _sign(row, place, now),
            reason=form.text(row, "reason", place, "")[:300],
        )
        sheets.update(accepted=False, moved_by=entry)


def _spelt(row: Row, place: str) -> dict[str, Any]:
    return {name: form.whole(row, name, place) for name in ("round", "table", "game")}


def _rows(
    event: Event, document: Row, key: str, stages: Sequence[str]
) -> Iterator[tuple[str, Row]]:
    for index, value in enumerate(form.sequence(document.get(key, []), key)):
        place = f"{key}[{index}]"
        row = form.mapping(value, place)
        if stage_of(event, form.whole(row, "round", place)) in stages:
            yield place, row


def stage_of(event: Event, number: Any) -> Stage:
    """The stage that a round is of by its number; what names no round is of the first."""
    if not isinstance(number, int) or number < event.playoff_round:
        return Stage.QUALIFYING
    return Stage.PLAYOFF if number == event.playoff_round else Stage.EXTRA


def _sign(row: Row, place: str, now: datetime) -> Signature:
    actor = form.text(row, "by", place, IMPORTED.name)
    return Signature(
        Actor(actor[:120]),
        finished_at({"finished_at": row.get("at")}, now),
        f"import-{uuid.uuid4()}",
    )

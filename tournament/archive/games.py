"""The games of an archive: sheets, the versions before them, totals of cards, answers and sheets
that moved away, written out, and taken in through the acts that enter them; a version as it was
saved once, with guests who sit elsewhere now.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from scoring.formats import Format, in_points
from tournament.archive.schema import GAME, PLACE
from tournament.archive.shape import (
    IMPORTED,
    archived_time,
    halves,
    moment,
    moment_of,
    place_of,
    refuse,
    refusing_at,
    rows_of,
    signature_of,
    signed,
    unknown,
    whole,
)
from tournament.counting.formats import event_format
from tournament.counting.submission import (
    Place,
    Submission,
    body_of,
    submission_from,
)
from tournament.entry.acts import correct_sheet, record_sheet, resolve_conflict
from tournament.entry.acts_cards import Said, record_answer, record_round_total
from tournament.entry.acts_corrections import Rewrite, Told, games_found, write_past
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.acts_desk import record_card_totals
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.entry.in_hand import said_by_card
from tournament.entry.place import find
from tournament.ledger.chain import Signature, append, writing
from tournament.models import (
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

Cell = tuple[Any, Any, Any]
"""Round, table and game of a row; None for what it does not tell."""
Row = Mapping[str, Any]
Rows = list[dict[str, Any]]
SAVES = {"sheet": record_sheet, "resolve": resolve_conflict}
"""Which act saves a version, by its kind: any other is a correction."""


def take_past_version(
    event: Event, row: Mapping[str, Any], location: str, entered_at: datetime
) -> bool:
    """Write the version where other guests sat there then, or where all have left since; False
    where the seats are as they were, or no such table was published.

    Raises ArchiveError where its guests are not among the players, or its hands would be
    impossible.
    """
    submission = submission_from(row["sheet"])
    place = submission.place
    refs = {tally["seat"]: tally["guest"] for tally in row["sheet"]["tallies"]}
    current = find(event, place, "")
    if current is not None and current.refs == refs:
        return False
    if current is None and not _lay_out(event, place):
        return False
    if Guest.objects.filter(event=event, ref__in=refs.values()).count() < len(set(refs.values())):
        refuse(f"{location}.sheet", "somebody on this sheet is not among the players.")
    with writing(event) as locked:
        here = Q(table__round__number=place.round, table__number=place.table, number=place.game)
        game = games_found(locked, here)[0]
        entry = Told(row["kind"], body_of(submission, refs), row.get("reason", ""))
        signature = Signature(Actor(row["entered_by"]), entered_at, f"import {location}")
        with refusing_at(location):
            write_past(locked, Rewrite(game, submission, refs), entry, signature)
    return True


def take_game(event: Event, row: Mapping[str, Any], location: str, now: datetime) -> None:
    """One game of an archive: its sheet as an entry like any other, or that it was not played."""
    number = event.playoff_round if row.get("stage") == Stage.PLAYOFF else row["round"]
    place = Place(number, row["table"], row["game"])
    if row.get("not_played"):
        _lay_out(event, place)
        _describe_game(event, place, row)
        signature = Signature(IMPORTED, now, f"import {place}")
        with refusing_at(location):
            declare_unplayed(event, place, signature, reason="Not played in the archive")
        return
    _describe_game(event, place, row)
    played, winner = event_format(event), row.get("went_out")
    entries = tuple(
        _entry(result, winner, result_place, played)
        for result_place, result in rows_of(row, "results", location)
    )
    submission = Submission(place, entries, blocked=row.get("blocked", False), checked=True)
    finished_at = moment_of(row, "finished_at", now)
    with refusing_at(location):
        record_sheet(event, submission, Signature(IMPORTED, finished_at, f"import {place}"))


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


def cell(row: Mapping[str, Any]) -> Cell:
    """Where a row belongs."""
    return row.get("round"), row.get("table"), row.get("game")


def earlier_versions(document: Mapping[str, Any]) -> dict[Cell, list[tuple[str, dict[str, Any]]]]:
    """The kept versions of the games that were corrected, by round, table and game, each after its
    place in the file.
    """
    versions: dict[Cell, list[tuple[str, dict[str, Any]]]] = {}
    for place, row in rows_of(document, "sheet_history"):
        versions.setdefault(cell(row["sheet"]), []).append((place, row))
    return versions


def take_version(event: Event, row: Row, place: str) -> None:
    """One version of a sheet that was corrected: the versions come in the order in which they were
    saved.
    """
    entered_at = moment(row["entered_at"])
    # A first sheet that is not version 1 follows one that a ruling set aside, or that moved away.
    seen_version = 0 if row["kind"] == "sheet" else row["version"] - 1
    save = SAVES.get(row["kind"], correct_sheet)
    try:
        with refusing_at(place):
            if take_past_version(event, row, place, entered_at):
                return
            submission = replace(
                submission_from(row["sheet"]), seen=seen_version, reason=row.get("reason", "")
            )
            signature = Signature(Actor(row["entered_by"]), entered_at, f"import {place}")
            save(event, submission, signature)
    except CardError as error:
        refuse(place, f"this is no version of a sheet: {error}")


def _entry(row: Mapping[str, Any], winner: str | None, location: str, played: Format) -> SeatEntry:
    seat, hand = row["seat"], row.get("hand")
    if row.get("status") == "absent":
        return SeatEntry(seat, absent=True)
    if played.entry in ("places", "laps"):
        return SeatEntry(seat, place=row.get("place"), laps=row.get("laps"))
    if row["player"] == winner or played.entry == "winner":
        return SeatEntry(seat, went_out=row["player"] == winner)
    if hand is None:
        points = whole(row, "held" if "held" in row else "points", location)
        return SeatEntry(seat, points=points, caught_eight=row.get("caught_eight"))
    try:
        parsed = parse_hand(" ".join(hand))
        return SeatEntry(
            seat, hand=parsed, points=row.get("points") if played.scorer == "own_hand" else None
        )
    except CardError as error:
        refuse(f"{location}.hand", str(error))


def _describe_game(event: Event, place: Place, row: Mapping[str, Any]) -> None:
    seats = {result["player"]: result["seat"] for result in row["results"]}
    table = Table.objects.filter(event=event, round__number=place.round, number=place.table)
    if "packs" in row:
        # Seats were changed since the table was laid: it keeps the packs that lie there.
        table.update(packs=row["packs"])
    extra = unknown(row, GAME)
    text = row.get("finished_at")
    if text is not None and text != archived_time(moment(text)):
        extra["finished_at"] = text
    Game.objects.filter(event=event, table__in=table, number=place.game).update(
        dealer=seats.get(row.get("dealer"), ""),
        turns=row.get("turns"),
        extra=extra,
    )


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
        | signed(row.entry)
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
        | signed(row.entry)
        for row, points in entries
    ]


def _answers(event: Event) -> Rows:
    rows = Answer.objects.filter(event=event, taken_back_by=None)
    rows = rows.select_related("entry", "guest", "game__table__round")
    return [
        {
            **place_of(row.game),
            "player": row.guest.ref,
        }
        | {
            name: number
            for name in ("eights", "cards")
            if (number := getattr(row, name)) is not None
        }
        | signed(row.entry)
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
        {name: entry.body[name] for name in ("round", "table", "game", "seat")} | signed(entry)
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
            **place_of(row.game),
            "version": numbers[row.pk],
        }
        | {name: row.moved_by.body[name] for name in ("to",) if name in row.moved_by.body}
        | signed(row.moved_by)
        for row in rows
        if row.moved_by
    ]


def take_round_totals(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """The round totals of these stages: before their games, whose sheets go
    without these guests.
    """
    for place, row in _rows(event, document, "round_totals", stages):
        points, reason = whole(row, "points", place), row.get("reason", "From the archive")
        with refusing_at(place):
            round_total = record_round_total(
                event,
                (row["round"], row["player"]),
                points,
                signature_of(row, now),
                reason=reason,
            )
        if round_total.games != row.get("games", round_total.games):
            refuse(f"{place}.games", f"the guest has {round_total.games} games in that round.")


def take_desk(event: Event, document: Row, stages: Sequence[str], now: datetime) -> None:
    """What cards say and what guests answered: after the games they are about."""
    points_of = halves if event_format(event).halves else whole
    for place, row in _rows(event, document, "card_totals", stages):
        totals = {row["player"]: points_of(row, "points", place)}
        with refusing_at(place):
            record_card_totals(event, row["round"], totals, signature_of(row, now))
    for place, row in _rows(event, document, "dealers", stages):
        game = Place(row["round"], row["table"], row["game"])
        with refusing_at(place):
            name_dealer(event, game, row["seat"], signature_of(row, now))
    for place, row in _rows(event, document, "answers", stages):
        game = Place(row["round"], row["table"], row["game"])
        answer = Said(game, row["player"], eights=row.get("eights"), cards=row.get("cards"))
        with refusing_at(place):
            record_answer(event, answer, signature_of(row, now))


def moved_versions(document: Row) -> dict[Cell, dict[int, tuple[str, Row]]]:
    """The versions that moved away, by round, table and game, and then by their number; each after
    its place in the file.
    """
    by_game: dict[Cell, dict[int, tuple[str, Row]]] = {}
    for place, row in rows_of(document, "moved_sheets"):
        by_game.setdefault(cell(row), {})[row["version"]] = (place, row)
    return by_game


def move_away(event: Event, version: tuple[str, Row], now: datetime) -> None:
    """Let a version count no longer: it moved to another game, whose own sheet is in the archive,
    or was taken back.
    """
    place, row = version
    away = {name: row[name] for name in PLACE}
    kind, body = "take_back_save", away | {"version": row["version"]}
    if "to" in row:
        to = {name: row["to"][name] for name in PLACE}
        kind, body = "move", {"from": away, "to": to, "swapped": False}
    with writing(event) as locked:
        sheets = Sheet.objects.filter(event=locked, accepted=True, game__number=away["game"])
        sheets = sheets.filter(
            game__table__number=away["table"], game__table__round__number=away["round"]
        )
        if not sheets.exists():
            refuse(place, "there is no such version of a sheet.")
        reason = row.get("reason", "")
        entry = append(locked, kind, body, signature_of(row, now), reason=reason)
        sheets.update(accepted=False, moved_by=entry)


def _rows(
    event: Event, document: Row, key: str, stages: Sequence[str]
) -> Iterator[tuple[str, Row]]:
    return (
        (place, row)
        for place, row in rows_of(document, key)
        if stage_of(event, row["round"]) in stages
    )


def stage_of(event: Event, number: int | None) -> Stage:
    """The stage that a round is of by its number; what names no round is of the first."""
    if number is None or number < event.playoff_round:
        return Stage.QUALIFYING
    return Stage.PLAYOFF if number == event.playoff_round else Stage.EXTRA

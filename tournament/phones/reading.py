"""What a phone at a table is told: who sits there, which games are in, the card keys, the totals
(docs/phone.md).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.db.models import Exists, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

from scoring.cards import RANKS, rank_of
from scoring.counting.sheet import doubt_limits
from scoring.disputes.adjudication import situations
from scoring.formats import Format, Halves
from scoring.law.rulebook import Deal, Rules
from scoring.seating import checkers
from tournament.counting.board import PLAIN, board
from tournament.counting.dealers import dealers
from tournament.counting.faces import COURTS, faces, pad_tokens
from tournament.counting.formats import event_format, play_of, stored
from tournament.counting.grid import Cell, cells
from tournament.counting.plan import table_label
from tournament.counting.round_totals import told_in_all
from tournament.counting.scores import cut_announced
from tournament.guests.namesakes import namesakes
from tournament.models import (
    Code,
    Event,
    LedgerEntry,
    Official,
    Phone,
    Role,
    Round,
    Seat,
    Sheet,
    Stage,
    Table,
    Tally,
)
from tournament.models.seating import RoundState
from tournament.phones.matches import match_at, person_told
from tournament.rulings.search import in_order
from tournament.site.cache import KeptQuery
from tournament.site.codes import event_mark
from tournament.site.freshness import event_at
from tournament.site.keep import KEEP, KeptByVersion

MOST_ASKED = 3
"""So many situations stand behind the "?" of every screen of a game."""
Told = dict[str, Any]
LEFT = "Everybody has left this table: nothing more is entered here."


def tag_of(code: Code, phone: Phone) -> str:
    """The ETag of a state: it changes when anything of it does, and no sheet of another table
    changes it that leaves the totals here as they are.
    """
    event = code.event
    of_table = (
        event.version if event_format(event).paired else _shared(event, code.table or 0).digest
    )
    parts = (event.pk, of_table, event.pad_ticks, code.table, phone.umpire, phone.tables)
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:20]}"'


def state_of(code: Code, phone: Phone) -> Told:
    """The whole state of the code's table."""
    event, number = code.event, code.table or 0
    paired = event_format(event).paired
    state = _shared_state(event, number).told if paired else _shared(event, number).told
    about = state["event"] | {"version": event.version}
    if match := state.get("match"):
        own = match["by"].endswith(f", phone {phone.mark}")
        state = state | {"match": match | {"own": own}}
    return state | {
        "event": about,
        "tables": phone.tables,
        "umpire": phone.umpire,
        "settings": {"ticks": event.pad_ticks},
    }


Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shared:
    """What every phone at a table is told, as it was drawn last."""

    held: Round | None
    told: Told
    digest: str


def _shared(event: Event, number: int) -> Shared:
    """What a table is told: as it is kept while only other tables sent sheets and the totals here
    are as they were, else drawn anew.
    """
    key, stamp = (_shared, event.uid, number), _stamp(event, number)
    entry = KEEP.find(key)
    if entry and entry.state == stamp and _as_totals_are(event, entry.value):
        return cast(Shared, entry.value)
    return KEEP.put(key, stamp, _shared_state(event, number))


def _stamp(event: Event, number: int) -> Stamp:
    """How many versions were moved without an entry, and the last entry that concerns the table."""
    record = RECORD.of(event)
    return event.version - record.number, max(record.everywhere, record.tables.get(number, 0))


class Record(NamedTuple):
    """The last entry of an event by number and digest; the last that is no plain sheet and so
    concerns `everywhere`, and of each table the last plain sheet. 0 where there is none.
    """

    number: int
    digest: str
    everywhere: int
    tables: Mapping[int, int]


def _record(event: Event) -> Record:
    """Read on from what is known, where the entry that was the last one is still there."""
    entry = KEEP.find((RECORD, event.uid))
    before: Record = entry.value if entry else EMPTY
    listed = SINCE.of(event.pk, before.number)
    if before.number and not (listed and listed[0][1] == before.digest):
        before, listed = EMPTY, SINCE.of(event.pk, 0)
    new = listed[1:] if before.number else listed
    everywhere, tables = before.everywhere, dict(before.tables)
    for number, _digest, kind, table in new:
        if kind == PLAIN:
            tables[int(table)] = number
        else:
            everywhere = number
    number, digest, *_ = new[-1] if new else before
    return Record(number, digest, everywhere, tables)


EMPTY = Record(0, "", 0, {})
RECORD = KeptByVersion(_record)
SINCE: KeptQuery[tuple[Any, ...]] = KeptQuery(
    lambda event, number: (
        LedgerEntry.objects.filter(event=event, number__gte=number)
        .order_by("number")
        .values_list("number", "digest", "kind", KeyTextTransform("table", "body"))
    )
)


def _as_totals_are(event: Event, shared: Shared) -> bool:
    now = totals(event, shared.held, shared.told["people"]) if shared.held else {}
    return bool(shared.told["totals"] == now)


def _shared_state(look: Event, number: int) -> Shared:
    """Drawn of the whole row of the event, of which a look reads the little that it needs."""
    event = event_at(look.slug)
    form, in_force = play_of(event)
    state = {
        "event": {
            "slug": event.slug,
            "name": event.name,
            "game": in_force.rulebook.title,
            "mark": event_mark(event),
            "version": 0,
            "demo": event.is_demo,
        },
        "table": number,
        "label": table_label(event, number),
        "tables": [],
        "umpire": "",
        "head_umpires": _head_umpires(event),
        "settings": {},
        "format": format_told(form),
        "asked": most_asked(in_force),
    }
    round_, games = (None, ()) if form.paired else round_at(event, number)
    if form.paired:
        state |= match_at(event, number)
    else:
        state |= _sheets(event, number, round_, games, in_force.deal)
        state |= {"keys": keys(in_force), "doubts": doubt_limits(in_force)}
    digest = hashlib.sha256(json.dumps(state, default=str).encode()).hexdigest()
    return Shared(round_, state, digest)


def most_asked(in_force: Rules) -> list[Told]:
    """What tables ask most often in this game, in the order that the list of situations has."""
    first = in_order(situations(in_force))[:MOST_ASKED]
    return [
        {"kind": kind, "name": situation.name, "example": situation.example}
        for kind, situation in first
    ]


def _sheets(
    event: Event, number: int, round_: Round | None, games: tuple[Cell, ...], deal: Deal
) -> Told:
    """The round of a table, who sits there, and its games."""
    seats = SEATED.of(event.pk, round_.pk, number) if round_ else []
    table = next(iter(TABLE.of(event.pk, round_.pk, number)), None) if round_ else None
    shared = namesakes(event)
    dealt = dealers(event, number).get((round_.number, number), {}) if round_ else {}
    return {
        "packs": max(table.packs if table else 1, deal.packs(len(seats))),
        "people": {
            seat.guest.ref: person_told(seat.guest, shared.get(seat.guest.ref)) for seat in seats
        },
        "round": _round_told(round_, games) if round_ else None,
        "left": _still_to_come(round_, number, games),
        "over": _ended_early(event, number, round_),
        "games": _games(event, table, games, seats, dealt),
        "totals": totals(event, round_, (seat.guest.ref for seat in seats)) if round_ else {},
    }


def format_told(form: Format) -> Told:
    """What a game is entered as, and the words that go with it."""
    return {
        "entry": form.entry,
        "unit": form.unit,
        "laps": form.laps,
        "best": f"{form.direction.capitalize()} is best.",
        "time": form.without_winner_words,
    }


def keys(in_force: Rules) -> list[Told]:
    """The card keys in the order of the pad, and how many of each the pack has."""
    face_by_rank = faces(in_force)
    pack = [RANKS[rank_of(card)] for card in in_force.deal.pack if card < len(RANKS) * 4]
    return [
        {
            "key": card,
            "label": "10 J Q K" if card == "X" else face_by_rank[card].rank,
            "points": face_by_rank[card].value,
            "has": sum(pack.count(rank) for rank in (COURTS if card == "X" else card)),
            "dear": face_by_rank[card].dear,
        }
        for card in pad_tokens(in_force)
    ]


Figures = tuple[str, int | None, int | None]
"""The seat of a tally, its points and its cards."""


def entries_of(form: Format, body: Mapping[str, Any], tallies: Iterable[Figures]) -> list[Told]:
    """The seats of a saved sheet as a phone shows them: what its entry says, and its tallies."""
    points = {seat: (_points_shown(stored(form, figure)), cards) for seat, figure, cards in tallies}
    return [_entry(row, *points[row["seat"]]) for row in body["tallies"]]


def sent_entries(body: Mapping[str, Any]) -> list[Told]:
    """The seats of a sheet that was sent and does not count, as a phone shows them; points only
    where bare.
    """
    return [_entry(row, row.get("points"), None) for row in body["tallies"]]


def totals(event: Event, round_: Round, refs: Iterable[str]) -> Told:
    """What each guest has of this round, brought to it, and has in all; from the one board."""
    now = board(event)
    field = now.playoff if round_.stage == Stage.PLAYOFF else now.standings
    standing_by_player = {standing.player: standing for standing in field}
    sums = {}
    for ref in refs:
        standing = standing_by_player.get(ref)
        total, here = (
            (standing.total, standing.rounds.get(round_.number, 0)) if standing else (0, 0)
        )
        sums[ref] = {
            "round": _points_shown(here),
            "carried": _points_shown(total - here),
            "total": _points_shown(total),
        }
    return sums


def _points_shown(points: int | None) -> float | None:
    """Points as a plain number: half points are halves."""
    if not isinstance(points, Halves):
        return points
    whole_points, half = divmod(int(points), 2)
    return whole_points + 0.5 if half else whole_points


def rounds_shown(event: Event, table: int) -> QuerySet[Round]:
    """The rounds of a table that whoever bears its code may know of."""
    rounds = Round.objects.filter(event=event, tables__number=table).exclude(state=RoundState.DRAFT)
    if not cut_announced(event):
        # Seats in the play-off would name those who are through before they are announced.
        rounds = rounds.exclude(stage=Stage.PLAYOFF)
    return rounds.order_by("number")


def round_at(event: Event, table: int) -> tuple[Round | None, tuple[Cell, ...]]:
    """The first open round with a game missing at this table, else the last open one, else the last
    closed one.
    """
    listed = ROUNDS.of(event.pk, table)
    if any(round_.stage == Stage.PLAYOFF for round_ in listed) and not cut_announced(event):
        listed = [round_ for round_ in listed if round_.stage != Stage.PLAYOFF]
    rounds = {round_.number: round_ for round_ in listed}
    for round_ in listed:
        round_.event = event
    every = cells(event, table=table) if rounds else ()
    unfinished = {cell.round for cell in every if not cell.version and not cell.not_played}
    dropped = {cell.round for cell in every} - {
        cell.round for cell in every if cell.version or not cell.over
    }
    playing = [number for number, row in rounds.items() if row.open and number not in dropped]
    columns = (
        [number for number in playing if number in unfinished][:1]
        or playing[-1:]
        or list(rounds)[-1:]
    )
    if not columns:
        return None, ()
    return rounds[columns[0]], tuple(cell for cell in every if cell.round == columns[0])


def _round_told(round_: Round, games: tuple[Cell, ...]) -> Told:
    missing = [cell.game for cell in games if not cell.version and not cell.not_played]
    return {
        "number": round_.number,
        "name": f"Rehearsal, {round_}" if round_.event.is_rehearsal else str(round_),
        "open": round_.open,
        "games": round_.games,
        "next": missing[0] if missing else None,
        "fresh": round_.open and not any(cell.version for cell in games),
    }


def _still_to_come(round_: Round | None, table: int, games: tuple[Cell, ...]) -> str:
    """Why no game waits at the table of an open round, as it has the target or everybody has left;
    empty where it is not so.
    """
    if (
        round_ is None
        or not round_.open
        or any(not cell.version and not cell.not_played for cell in games)
    ):
        return ""
    if over := next(filter(None, (cell.over for cell in games)), ""):
        return over
    return "" if STAYED.of(round_.pk, table) else LEFT


def _ended_early(event: Event, table: int, round_: Round | None) -> str:
    """Why the table played no further game of the round before, where it had reached the target."""
    if round_ is None or event_format(event).ending != "target":
        return ""
    before = cells(event, round=round_.number - 1, table=table)
    return next(filter(None, (cell.over for cell in before)), "")


ROUNDS = KeptQuery(
    lambda event, table: (
        Round.objects.filter(event=event, tables__number=table)
        .exclude(state=RoundState.DRAFT)
        .order_by("number")
    )
)
TABLE = KeptQuery(
    lambda event, of_round, table: Table.objects.filter(event=event, round=of_round, number=table)
)
STAYED = KeptQuery(
    lambda of_round, table: Seat.objects.filter(
        round=of_round, table__number=table, left_after_game=None
    ).order_by()
)
SEATED = KeptQuery(
    lambda event, of_round, table: (
        Seat.objects.filter(
            Q(left_after_game=None) | Q(left_after_game__gte=1),
            event=event,
            round=of_round,
            table__number=table,
        )
        .exclude(Exists(told_in_all()))
        .select_related("guest__livery")
        .order_by("letter", "from_game")
    )
)
HEAD_UMPIRES = KeptQuery(
    lambda event: (
        Official.objects.filter(event=event, role=Role.HEAD_UMPIRE)
        .select_related("user")
        .order_by("pk")
    )
)


class SavedSheet(NamedTuple):
    """What a phone is told of a sheet that counts: its row, its game, and what its entry says."""

    pk: int
    game: int
    receipt: int
    body: Mapping[str, Any]
    saved_at: datetime
    typist: str
    checked: bool
    checker: str
    blocked: bool


COLUMNS_OF_SHEET: tuple[str, ...] = (
    "pk",
    "game__number",
    "entry__number",
    "entry__body",
    "entered_at",
    "entered_by",
    "checked",
    "checker",
    "blocked",
)
"""Those of `SavedSheet`, in its order."""
SHEETS = KeptQuery(
    lambda event, table: Sheet.objects.filter(
        event=event, game__table=table, accepted=True
    ).values_list(*COLUMNS_OF_SHEET),
    SavedSheet,
)
TALLIES = KeptQuery(
    lambda event, table: Tally.objects.filter(
        event=event, sheet__game__table=table, sheet__accepted=True
    ).values_list("sheet_id", "seat", "points", "cards")
)
"""What a phone is told of its table, asked after each sheet of it."""


def _head_umpires(event: Event) -> list[str]:
    return [
        official.user.get_full_name() or official.user.get_username()
        for official in HEAD_UMPIRES.of(event.pk)
    ]


def _games(
    event: Event,
    table: Table | None,
    games: tuple[Cell, ...],
    seats: list[Seat],
    dealt: Mapping[int, str],
) -> list[Told]:
    form = event_format(event)
    by_game = {sheet.game: sheet for sheet in SHEETS.of(event.pk, table.pk)} if table else {}
    tallies: dict[int, list[Figures]] = {}
    for number, seat, points, cards in TALLIES.of(event.pk, table.pk) if table and by_game else ():
        tallies.setdefault(number, []).append((seat, points, cards))
    return [
        _game(cell, seats)
        | (_sheet_told(sheet, form, tallies) if (sheet := by_game.get(cell.game)) else {})
        | {"dealer": dealt.get(cell.game, "")}
        for cell in games
    ]


def _game(cell: Cell, seats: list[Seat]) -> Told:
    return {
        "game": cell.game,
        "state": "not_played" if cell.not_played else "entered" if cell.version else "missing",
        "version": cell.version,
        "conflict": cell.conflicts > 0,
        "chosen": cell.chosen,
        "flags": list(cell.flags),
        "seats": _seated(cell.game, seats),
        "entries": [],
    }


def _sheet_told(sheet: SavedSheet, form: Format, tallies: Mapping[int, list[Figures]]) -> Told:
    return {
        "receipt": sheet.receipt,
        "saved_at": sheet.saved_at.isoformat(),
        "by": sheet.typist,
        "checked": sheet.checked,
        "checker": sheet.checker,
        "blocked": sheet.blocked,
        "entries": entries_of(form, sheet.body, tallies.get(sheet.pk, [])),
    }


def _seated(game: int, seats: list[Seat]) -> list[Told]:
    """Who sits in this game, each with the letter of the left-hand neighbour."""
    here = [seat for seat in seats if seat.from_game <= game <= (seat.left_after_game or game)]
    checker = checkers(tuple(seat.letter for seat in here))
    return [
        {"seat": seat.letter, "guest": seat.guest.ref, "checker": checker.get(seat.letter, "")}
        for seat in here
    ]


def _entry(row: Mapping[str, Any], points: float | None, cards: int | None) -> Told:
    entry: Told = {"seat": row["seat"], "guest": row["guest"], "points": points}
    if "hand" in row:
        return entry | {
            "hand": row["hand"],
            "cards": cards if cards is not None else len(row["hand"].split()),
        }
    if row.get("out"):
        return entry | {"out": True}
    if row.get("absent"):
        return entry | {"absent": True}
    finish = {name: row[name] for name in ("place", "laps") if name in row}
    return (
        entry
        | finish
        | ({"bare": True, "eight": row.get("eight")} if "points" in row else {"bare": False})
    )

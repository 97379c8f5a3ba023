"""What a phone at a table is told: who sits there, which games are in, the card keys, the totals (docs/phone.md)."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, Q, QuerySet

from scoring.cards import RANKS, rank_of
from scoring.formats import Format, Halves
from scoring.rulebook import Rules
from scoring.seating import checkers
from tournament.board import board
from tournament.card_faces import PAD, faces
from tournament.codes import event_mark
from tournament.grid import Cell, cells
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format, play_of, stored
from tournament.ledger.round_totals import told_in_all
from tournament.match_told import match_at
from tournament.models import Code, Event, Official, Phone, Role, Round, Seal, Seat, Sheet, Stage, Table, Tally
from tournament.models.seating import RoundState

COURTS = "TJQK"
Told = dict[str, Any]


def tag_of(code: Code, phone: Phone) -> str:
    """The ETag of a state: it changes when anything of it does."""
    event = code.event
    said = (event.pk, event.version, event.pad_ticks, code.table, phone.umpire, phone.tables)
    return f'"{hashlib.sha256(repr(said).encode()).hexdigest()[:20]}"'


def state_of(code: Code, phone: Phone) -> Told:
    """The whole state of the code's table."""
    event, number = code.event, code.table or 0
    form, in_force = play_of(event)
    told = {
        "event": {
            "slug": event.slug,
            "name": event.name,
            "game": in_force.rulebook.title,
            "mark": event_mark(event),
            "version": event.version,
            "demo": event.is_demo,
        },
        "table": number,
        "label": table_label(event, number),
        "tables": phone.tables,
        "umpire": phone.umpire,
        "head_umpires": _head_umpires(event),
        "settings": {"ticks": event.pad_ticks},
        "format": format_told(form),
    }
    return told | (match_at(event, number) if form.paired else _sheets(event, number, in_force))


def _sheets(event: Event, number: int, in_force: Rules) -> Told:
    """The round of a table, who sits there, and its games."""
    held, found = round_at(event, number)
    seats = _seats(event, held, number)
    table = Table.objects.filter(event=event, round=held, number=number).first()
    return {
        "packs": table.packs if table else 1,
        "keys": keys(in_force),
        "people": {seat.guest.ref: _person(seat) for seat in seats},
        "round": _round_told(held, found) if held else None,
        "games": _games(event, table, found, seats),
        "totals": totals(event, held, (seat.guest.ref for seat in seats)) if held else {},
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
    """The card keys in the order of the pad; ten and courts share one where they count the same."""
    values = in_force.scoring.card_values
    together = values is None or len({values[rank] for rank in COURTS}) == 1
    known, pack = faces(in_force), [RANKS[rank_of(card)] for card in in_force.deal.pack if card < len(RANKS) * 4]
    wanted = PAD if together else PAD[:-1] + COURTS
    return [
        {
            "key": card,
            "label": "10 J Q K" if card == PAD[-1] else known[card].rank,
            "points": known[card].value,
            "has": sum(pack.count(rank) for rank in (COURTS if card == PAD[-1] else card)),
            "dear": known[card].dear,
        }
        for card in wanted
    ]


def entries_of(sheet: Sheet, tallies: Iterable[Tally]) -> list[Told]:
    """The seats of a saved sheet as a phone shows them."""
    form = event_format(sheet.event)
    points = {tally.seat: (_shown(stored(form, tally.points)), tally.cards) for tally in tallies}
    return [_entry(row, *points[row["seat"]]) for row in sheet.entry.body["tallies"]]


def sent_entries(body: Mapping[str, Any]) -> list[Told]:
    """The seats of a sheet that was sent and does not count, as a phone shows them; points only where bare."""
    return [_entry(row, row.get("points"), None) for row in body["tallies"]]


def totals(event: Event, held: Round, refs: Iterable[str]) -> Told:
    """What each guest has of this round, brought to it, and has in all; from the one board."""
    now = board(event)
    known = {one.player: one for one in (now.playoff if held.stage == Stage.PLAYOFF else now.standings)}
    told = {}
    for ref in refs:
        one = known.get(ref)
        total, here = (one.total, one.rounds.get(held.number, 0)) if one else (0, 0)
        told[ref] = {"round": _shown(here), "carried": _shown(total - here), "total": _shown(total)}
    return told


def _shown(points: int | None) -> float | None:
    """Points as a plain number: half points are halves."""
    if not isinstance(points, Halves):
        return points
    whole, half = divmod(int(points), 2)
    return whole + 0.5 if half else whole


def rounds_shown(event: Event, table: int) -> QuerySet[Round]:
    """The rounds of a table that whoever bears its code may know of."""
    rounds = Round.objects.filter(event=event, tables__number=table).exclude(state=RoundState.DRAFT)
    if not Seal.objects.filter(event=event, broken_at=None, revealed_at__isnull=False).exists():
        # Seats in the play-off would name those who are through before they are announced.
        rounds = rounds.exclude(stage=Stage.PLAYOFF)
    return rounds.order_by("number")


def round_at(event: Event, table: int) -> tuple[Round | None, tuple[Cell, ...]]:
    """The first open round with a game missing at this table, else the last open one, else the last closed one."""
    found = {held.number: held for held in rounds_shown(event, table)}
    every = cells(event, table=table) if found else ()
    unfinished = {cell.round for cell in every if not cell.version and not cell.not_played}
    playing = [number for number, held in found.items() if held.open]
    wanted = [number for number in playing if number in unfinished][:1] or playing[-1:] or list(found)[-1:]
    if not wanted:
        return None, ()
    return found[wanted[0]], tuple(cell for cell in every if cell.round == wanted[0])


def _round_told(held: Round, found: tuple[Cell, ...]) -> Told:
    missing = [cell.game for cell in found if not cell.version and not cell.not_played]
    return {
        "number": held.number,
        "name": str(held),
        "open": held.open,
        "games": held.games,
        "next": missing[0] if missing else None,
        "fresh": held.open and not any(cell.version for cell in found),
    }


def _seats(event: Event, held: Round | None, table: int) -> list[Seat]:
    seats = Seat.objects.filter(Q(left_after_game=None) | Q(left_after_game__gte=1), event=event, round=held)
    seats = seats.exclude(Exists(told_in_all()))
    return list(seats.filter(table__number=table).select_related("guest__livery").order_by("letter", "from_game"))


def _person(seat: Seat) -> Told:
    guest = seat.guest
    return {"name": guest.name, "livery": guest.livery_name, "badge": guest.badge}


def _head_umpires(event: Event) -> list[str]:
    officials = Official.objects.filter(event=event, role=Role.HEAD_UMPIRE).select_related("user").order_by("pk")
    return [official.user.get_full_name() or official.user.get_username() for official in officials]


def _games(event: Event, table: Table | None, found: tuple[Cell, ...], seats: list[Seat]) -> list[Told]:
    sheets = Sheet.objects.filter(event=event, game__table=table, accepted=True).select_related("entry", "game")
    by_game = {sheet.game.number: sheet for sheet in sheets} if table else {}
    tallies: dict[int, list[Tally]] = {}
    for tally in Tally.objects.filter(event=event, sheet__in=by_game.values()):
        tallies.setdefault(tally.sheet_id, []).append(tally)
    return [_game(cell, by_game.get(cell.game), tallies, seats) for cell in found]


def _game(cell: Cell, sheet: Sheet | None, tallies: dict[int, list[Tally]], seats: list[Seat]) -> Told:
    told: Told = {
        "game": cell.game,
        "state": "not_played" if cell.not_played else "entered" if cell.version else "missing",
        "version": cell.version,
        "conflict": cell.conflicts > 0,
        "flags": list(cell.flags),
        "seats": _seated(cell.game, seats),
        "entries": [],
    }
    if sheet is None:
        return told
    return told | {
        "receipt": sheet.entry.number,
        "saved_at": sheet.entered_at.isoformat(),
        "by": sheet.entered_by,
        "checked": sheet.checked,
        "checker": sheet.checker,
        "blocked": sheet.blocked,
        "entries": entries_of(sheet, tallies.get(sheet.pk, [])),
    }


def _seated(game: int, seats: list[Seat]) -> list[Told]:
    """Who sits in this game, each with the letter of the left-hand neighbour."""
    here = [seat for seat in seats if seat.from_game <= game <= (seat.left_after_game or game)]
    checker = checkers(tuple(seat.letter for seat in here))
    return [{"seat": seat.letter, "guest": seat.guest.ref, "checker": checker.get(seat.letter, "")} for seat in here]


def _entry(row: Mapping[str, Any], points: float | None, cards: int | None) -> Told:
    told: Told = {"seat": row["seat"], "guest": row["guest"], "points": points}
    if "hand" in row:
        return told | {"hand": row["hand"], "cards": cards if cards is not None else len(row["hand"].split())}
    if row.get("out"):
        return told | {"out": True}
    if row.get("absent"):
        return told | {"absent": True}
    finish = {name: row[name] for name in ("place", "laps") if name in row}
    return told | finish | ({"bare": True, "eight": row.get("eight")} if "points" in row else {"bare": False})

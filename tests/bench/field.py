"""Large fields, written straight into the tables: measuring needs the rows, not the acts that made
them.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.timezone import now

from scoring.counting.sheet import SeatEntry
from tests.tournament.evening import add_guests, new_event, sign
from tournament.counting.submission import Place, Submission, body_of
from tournament.ledger.chain import append, bump
from tournament.models import Event, Game, Seat, Sheet, Tally
from tournament.seating.acts import lay_round, publish_round

SEED = 5


def many_tables(tables: int, *, games: int) -> Event:
    """One round of many games, all still to be entered."""
    event = new_event(qualifying_rounds=1, games_per_round=games, name="Many games")
    _seat(event, tables * 5, [1])
    return event


def entered_event(guests: int) -> Event:
    """Two rounds of five games, every sheet in."""
    event = new_event(name=f"Field of {guests}")
    _seat(event, guests, [1, 2])
    _enter(event)
    return event


def _seat(event: Event, guests: int, rounds: Iterable[int]) -> None:
    refs = [guest.ref for guest in add_guests(event, guests)]
    tables = [refs[start : start + 5] for start in range(0, guests, 5)]
    for number in rounds:
        lay_round(event, number, tables)
        publish_round(event, number, sign())


def _enter(event: Event) -> None:
    """Game after game; the last one sheet by sheet, each moving the version on as its act does, so
    that the evening before it can be told.
    """
    rng = random.Random(SEED)
    played = Game.objects.filter(event=event).select_related("table__round")
    games = list(played.order_by("table__round__number", "number", "table__number"))
    at_tables: dict[int, list[tuple[str, int]]] = {}
    for table, letter, guest in Seat.objects.filter(event=event).values_list(
        "table_id", "letter", "guest_id"
    ):
        at_tables.setdefault(table, []).append((letter, guest))
    refs = dict(event.guests.values_list("pk", "ref"))
    rows = [(game, list(_tallies(event, at_tables[game.table_id], rng))) for game in games]
    tables = {game.table_id for game in games if game.table.round_id == games[-1].table.round_id}
    start = len(rows) - len(tables)
    with transaction.atomic():
        _write(event, rows[:start], refs)
        for row in rows[start:]:
            bump(event)
            _write(event, [row], refs)
    event.refresh_from_db()


def _write(event: Event, rows: Sequence[tuple[Game, list[Tally]]], refs: Mapping[int, str]) -> None:
    facts = {
        "event": event,
        "version": 1,
        "checked": True,
        "entered_by": "bench",
        "entered_at": now(),
    }
    entries = [append(event, "sheet", _body(*row, refs), sign()) for row in rows]
    sheets = Sheet.objects.bulk_create(
        Sheet(game=game, entry=entry, **facts)
        for (game, _tallies), entry in zip(rows, entries, strict=True)
    )
    for sheet, (_game, tallies) in zip(sheets, rows, strict=True):
        for tally in tallies:
            tally.sheet = sheet
    Tally.objects.bulk_create(
        (tally for _game, tallies in rows for tally in tallies), batch_size=2_000
    )


def _tallies(event: Event, seats: list[tuple[str, int]], rng: random.Random) -> Iterable[Tally]:
    winner = rng.randrange(len(seats))
    for place, (letter, guest) in enumerate(seats):
        won = place == winner
        figures = (
            {"points": 0, "cards": 0}
            if won
            else {"points": rng.randint(1, 60), "cards": rng.randint(1, 6)}
        )
        yield Tally(event=event, guest_id=guest, seat=letter, went_out=won, eights=0, **figures)


def _body(game: Game, tallies: Iterable[Tally], refs: Mapping[int, str]) -> dict[str, Any]:
    """The sheet as the ledger stores it, by its points."""
    entries = tuple(
        SeatEntry(row.seat, went_out=True)
        if row.went_out
        else SeatEntry(row.seat, points=row.points)
        for row in tallies
    )
    place = Place(game.table.round.number, game.table.number, game.number)
    return body_of(
        Submission(place, entries, checked=True), {row.seat: refs[row.guest_id] for row in tallies}
    )

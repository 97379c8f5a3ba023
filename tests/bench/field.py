"""Large fields, written straight into the tables: measuring needs the rows, not the acts that made them."""

import random
from collections.abc import Iterable

from django.utils.timezone import now

from tests.tournament.evening import add_guests, new_event, sign
from tournament.acts.seating import lay_round, publish_round
from tournament.ledger.chain import append
from tournament.models import Event, Game, Seat, Sheet, Tally

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
    rng = random.Random(SEED)
    games = list(Game.objects.filter(event=event))
    entries = [append(event, "sheet", {"game": game.pk}, sign()) for game in games]
    facts = {"event": event, "version": 1, "checked": True, "entered_by": "bench", "entered_at": now()}
    sheets = Sheet.objects.bulk_create(
        Sheet(game=game, entry=entry, **facts) for game, entry in zip(games, entries, strict=True)
    )
    seats: dict[int, list[tuple[str, int]]] = {}
    for table, letter, guest in Seat.objects.filter(event=event).values_list("table_id", "letter", "guest_id"):
        seats.setdefault(table, []).append((letter, guest))
    rows = (
        tally
        for game, sheet in zip(games, sheets, strict=True)
        for tally in _tallies(event, sheet, seats[game.table_id], rng)
    )
    Tally.objects.bulk_create(rows, batch_size=2_000)


def _tallies(event: Event, sheet: Sheet, seats: list[tuple[str, int]], rng: random.Random) -> Iterable[Tally]:
    winner = rng.randrange(len(seats))
    for place, (letter, guest) in enumerate(seats):
        won = place == winner
        figures = {"points": 0, "cards": 0} if won else {"points": rng.randint(1, 60), "cards": rng.randint(1, 6)}
        yield Tally(event=event, sheet=sheet, guest_id=guest, seat=letter, went_out=won, eights=0, **figures)

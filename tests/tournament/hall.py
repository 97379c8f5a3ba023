"""Seatings for the tests, and what their rows promise."""

from collections import Counter

from tests.tournament.evening import add_guests, new_event, sign
from tournament.counting.seats import hall, last_change
from tournament.ledger.chain import Signature
from tournament.models import Event, Guest, Seat
from tournament.seating.acts_draw import draw_seating, drawn
from tournament.seating.acts_seats import take_seats_back

FULL = ("out", "8", "A", "=23", "2 3")


def drafted(guests: int = 30, seed: int = 7) -> Event:
    """An event whose qualifying rounds are drawn and not yet published."""
    event = new_event()
    add_guests(event, guests)
    draw_seating(event, drawn(hall(event), seed), sign())
    return event


def late_lou(event: Event, badge: int = 11) -> Guest:
    """A guest without a seat."""
    return Guest.objects.create(event=event, badge=badge, ref=f"P{badge:03}", name="Late Lou")


def seats(event: Event) -> list[tuple[int, int, str, int, int, int | None]]:
    """Every seat row as it stands."""
    columns = (
        "round__number",
        "table__number",
        "letter",
        "guest__badge",
        "from_game",
        "left_after_game",
    )
    return list(Seat.objects.filter(event=event).order_by(*columns).values_list(*columns))


def overlaps(event: Event) -> list[tuple[int, object, int]]:
    """Guests with two seats in one game, and seats with two guests in one game."""
    counted: Counter[tuple[int, object, int]] = Counter()
    for number, table, letter, badge, since, until in seats(event):
        for game in range(since, (until or event.games_per_round) + 1):
            counted[number, badge, game] += 1
            counted[number, (table, letter), game] += 1
    return [cell for cell, times in counted.items() if times > 1]


def pair(event: Event, number: int = 1) -> tuple[int, int]:
    """The guests in the first seats of two tables of a round."""
    one, other = (tables[0] for tables in hall(event).seating.rounds[number - 1][:2])
    assert isinstance(one, int)
    assert isinstance(other, int)
    return one, other


def undo_seats(event: Event, ref: str, by: Signature, *, reason: str) -> None:
    """Take back what last changed the seats of a guest."""
    take_seats_back(event, last_change(event, ref), by, reason=reason)

"""What was declared at a number of the ledger: later changes of the settings undone on a copy of the event."""

from collections.abc import Iterable
from copy import copy

from tournament.ledger.past.entries import Entry, undone
from tournament.ledger.settings_log import of_round
from tournament.models import Event


def event_then(event: Event, told: Iterable[Entry], number: int) -> Event:
    """The event's row as it was declared then; never to be saved. What no board is made of is as it is now."""
    then = copy(event)
    for entry in undone(told, number):
        if entry.kind == "settings":
            for name, value in entry.body["before"].items():
                if not of_round(name) and name != "date":
                    setattr(then, name, value)
    return then


def games_then(rounds: Iterable[tuple[int, int]], told: Iterable[Entry], number: int) -> dict[int, int]:
    """The number of games of each round (given as it is now) before the later changes of it."""
    found = dict(rounds)
    for entry in undone(told, number):
        if entry.kind == "settings":
            found |= {of_round(name): games for name, games in entry.body["before"].items() if of_round(name)}
    return found

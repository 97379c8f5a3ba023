"""The clock of a round: begun and ended by one key, paused, its last game called, and minutes that
a ruling gives a table. No result changes, so the ledger is not asked; the version moves on, and
with it every page that follows.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tournament.counting.seats import round_in_play
from tournament.ledger.chain import Signature, writing
from tournament.models import Event, Round, RoundClock, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused

MOST_MINUTES = 60
Change = Callable[[RoundClock, datetime], dict[str, Any]]


class ClockRefusedError(Refused):
    """The clock cannot be set so: the sentence says why and what to do instead."""


def _go_on(clock: RoundClock, at: datetime) -> dict[str, Any]:
    """The round goes on; time that passed in a pause does not count."""
    paused = at - clock.paused_at if clock.paused_at else None
    begun = clock.started_at + paused if clock.started_at and paused else clock.started_at
    return {"paused_at": None, "started_at": begun}


CHANGES: dict[str, Change] = {
    "start": lambda clock, at: {"started_at": clock.started_at or at, "stopped_at": None},
    "stop": lambda clock, at: {"stopped_at": at, "paused_at": None},
    "pause": lambda clock, at: {"paused_at": clock.paused_at or at},
    "go_on": _go_on,
    "last_game": lambda clock, at: {"last_game_at": clock.last_game_at or at},
    "not_last": lambda clock, at: {"last_game_at": None},
    "not_begun": lambda clock, at: dict.fromkeys(
        ("started_at", "stopped_at", "paused_at", "last_game_at")
    ),
}


def open_round(event: Event) -> Round | None:
    """The round that is played: a qualifying one, else the play-off."""
    later = Round.objects.filter(event=event, state=RoundState.PUBLISHED).exclude(
        stage=Stage.QUALIFYING
    )
    return round_in_play(event) or later.order_by("number").first()


def set_clock(event: Event, do: str, by: Signature) -> RoundClock:
    """Start or stop the round that is played, pause it, or call its last game. It is its own
    reverse act.
    """
    if do not in CHANGES:
        raise ClockRefusedError("The clock starts, stops, pauses, goes on, or calls the last game.")
    with writing(event) as row:
        clock = _clock(row)
        if do not in ("start", "not_begun") and clock.started_at is None:
            clock.started_at = by.at
        for name, value in CHANGES[do](clock, by.at).items():
            setattr(clock, name, value)
        clock.save()
    return clock


def give_time(event: Event, table: int, minutes: int, by: Signature) -> RoundClock:
    """Give a table of the round more minutes by a ruling, none to take them back. It is its own
    reverse act.
    """
    if not 0 <= minutes <= MOST_MINUTES:
        raise ClockRefusedError(f"Minutes: give 1 to {MOST_MINUTES}, or 0 to take them back.")
    with writing(event) as row:
        clock = _clock(row)
        if not Table.objects.filter(round=clock.round_id, number=table).exists():
            raise ClockRefusedError("Table: there is none of that number in this round.")
        clock.extra = {key: one for key, one in clock.extra.items() if key != str(table)}
        if minutes:
            clock.extra[str(table)] = minutes
        clock.save()
    return clock


def _clock(row: Event) -> RoundClock:
    held = open_round(row)
    if held is None:
        raise ClockRefusedError("No round is open: publish its seating first.")
    return RoundClock.objects.get_or_create(event=row, round=held)[0]

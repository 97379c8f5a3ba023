"""What pages show of the calls: who waits how long, and who is going there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.models import Call, Event, Official

SHOWN_DONE = 10
REASONS = ("A card was laid that may not fit", "LAST CARD was not said", "A count is disputed", "Something else")


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open call, with the minutes it waits."""

    call: Call
    minutes: int

    @property
    def words(self) -> str:
        """How long they wait."""
        if not self.minutes:
            return "just now"
        return f"{self.minutes} minute{'s' * (self.minutes != 1)}"

    @property
    def long(self) -> bool:
        """Whether somebody should have gone by now."""
        return self.call.seen_at is None and self.minutes >= PATIENCE


PATIENCE = 3
"""So many minutes may a table wait before its line is marked."""


def open_calls(event: Event, now: datetime) -> tuple[Waiting, ...]:
    """The open calls: those to whom nobody goes first, then the longest waiting."""
    found = Call.objects.filter(event=event, done_at=None).select_related("table__round")
    rows = sorted(found, key=lambda call: (call.seen_at is not None, call.called_at, call.pk))
    return tuple(Waiting(call, max(0, int((now - call.called_at).total_seconds() // 60))) for call in rows)


def settled_calls(event: Event) -> list[Call]:
    """The last calls that were settled, the latest first."""
    found = Call.objects.filter(event=event).exclude(done_at=None).select_related("table__round")
    return list(found.order_by("-done_at")[:SHOWN_DONE])


def on_duty(event: Event) -> list[str]:
    """The names of the officials on duty."""
    officials = Official.objects.filter(event=event, on_duty=True).select_related("user").order_by("pk")
    return [one.user.get_full_name() or one.user.get_username() for one in officials]


def call_of_table(event: Event, round: int, table: int) -> Call | None:
    """The open call of a table, if it has called."""
    return Call.objects.filter(event=event, table__round__number=round, table__number=table, done_at=None).first()


def words_for_table(call: Call, duty: Iterable[str]) -> str:
    """What the table reads of its call."""
    if call.seen_at is None:
        return f"Called: {', '.join(duty) or 'the umpires'} can see it. Raise a hand too."
    return f"Seen by {call.seen_by}, who is on the way."


def about_table(event: Event, round: int, table: int) -> dict[str, Any]:
    """What a page says of a table's call; all empty while no umpire is on duty. Two queries at most."""
    duty = on_duty(event)
    call = call_of_table(event, round, table) if duty else None
    words = words_for_table(call, duty) if call else ""
    return {"event": event, "duty": duty, "call": call, "words": words, "reasons": REASONS}

"""A guest says that a game of theirs is wrong, and an umpire has looked at it."""

from datetime import datetime

from tournament.models import Doubt, Event, Game, Guest

MOST_WAITING = 5


class DoubtRefusedError(ValueError):
    """It cannot be taken so: the sentence says why."""


def raise_doubt(guest: Guest, game: Game | None, words: str, at: datetime) -> Doubt:
    """Tell the umpires. Reverse act: `mark_doubt`."""
    if Doubt.objects.filter(guest=guest, seen_at=None).count() >= MOST_WAITING:
        raise DoubtRefusedError("The umpires have been told several times: they will come to you.")
    return Doubt.objects.create(event_id=guest.event_id, guest=guest, game=game, words=words, at=at)


def mark_doubt(event: Event, pk: int, by: str, at: datetime, *, seen: bool) -> None:
    """An umpire has looked at it, or takes that back (the reverse)."""
    changes = {"seen_by": by, "seen_at": at} if seen else {"seen_by": "", "seen_at": None}
    if not Doubt.objects.filter(event=event, pk=pk).update(**changes):
        raise DoubtRefusedError("There is no such message at this event.")

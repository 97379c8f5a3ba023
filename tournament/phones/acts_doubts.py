"""What a guest doubts of a game, raised from their own page, and settled by an official."""

from datetime import datetime

from tournament.ledger.chain import durable
from tournament.models import Doubt, Event, Game, Guest
from tournament.refusal import Refused

MOST_WAITING = 5


def raise_doubt(guest: Guest, game: Game | None, words: str, moment: datetime) -> Doubt:
    """Tell the umpires; the same said twice while nobody has looked is said once.

    Reverse act: `mark_doubt`.
    """
    with durable():
        waiting = Doubt.objects.filter(guest=guest, seen_at=None)
        same = waiting.filter(game=game, words=words).first()
        if same:
            return same
        if waiting.count() >= MOST_WAITING:
            raise Refused("The umpires have been told several times: they will come to you.")
        return Doubt.objects.create(
            event_id=guest.event_id, guest=guest, game=game, words=words, at=moment
        )


def mark_doubt(event: Event, pk: int, actor: str, moment: datetime, *, acknowledged: bool) -> None:
    """An umpire has looked at it, or takes that back (the reverse)."""
    changes = (
        {"seen_by": actor, "seen_at": moment} if acknowledged else {"seen_by": "", "seen_at": None}
    )
    if not Doubt.objects.filter(event=event, pk=pk).update(**changes):
        raise Refused("There is no such message this evening.")

"""From the first result on the rules stay as declared: a sheet, or the word that a game is not played."""

from datetime import datetime

from tournament.models import Event, Game, Sheet


def freeze(row: Event, at: datetime) -> None:
    """Hold the options from now on, as the first sheet does."""
    if row.frozen_at is None:
        Event.objects.filter(pk=row.pk, frozen_at=None).update(frozen_at=at)


def thaw(row: Event) -> None:
    """Let the options go again where no result is left that was counted by them."""
    if not Sheet.objects.filter(event=row).exists() and not Game.objects.filter(event=row, not_played=True).exists():
        Event.objects.filter(pk=row.pk).update(frozen_at=None)

"""A row that an address names by its number is looked up among those of its evening, and nowhere else."""

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest

from tournament.models import Event, Game, Guest, LedgerEntry, Round, Table

LARGEST = 2**31 - 1


def of_event(model: type[Model], event: Event, pk: int) -> None:
    """404 for a row of another evening as for one that is nobody's, so that no answer tells which exist."""
    _there(model._default_manager.filter(event=event), pk=pk)


def round_of(event: Event, round: int) -> None:
    """404 where the evening has no such round."""
    _there(Round.objects.filter(event=event), number=round)


def table_of(event: Event, round: int, table: int) -> None:
    """404 where the round has no such table."""
    _there(Table.objects.filter(event=event), round__number=round, number=table)


def game_of(event: Event, round: int, table: int, game: int) -> None:
    """404 where the table plays no such game."""
    _there(Game.objects.filter(event=event), table__round__number=round, table__number=table, number=game)


def guest_of(event: Event, badge: int) -> None:
    """404 where nobody of the evening has this badge."""
    _there(Guest.objects.filter(event=event), badge=badge)


def pressed_before(request: HttpRequest, event: Event) -> bool:
    """Whether this form was sent before: what it took away is gone, and the second press is answered like the first."""
    key = request.POST.get("key", "").replace("\0", "")[:80]
    return bool(key) and LedgerEntry.objects.filter(event=event, key=key).exists()


def _there(rows: QuerySet[Model], **named: int) -> None:
    if max(named.values()) > LARGEST or not rows.filter(**named).exists():
        raise Http404("This evening has no such thing.")

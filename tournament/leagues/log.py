"""The log of a league: every act on it with who and when, and the lock its writers queue at."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db.models import F, Max

from tournament.ledger.chain import Signature, durable
from tournament.models import League, LeagueEntry


@contextmanager
def writing_league(league: League) -> Iterator[League]:
    """The transaction of one act on a league: yields its row, locked and fresh, with the version
    moved on.
    """
    with durable():
        League.objects.filter(pk=league.pk).update(version=F("version") + 1)
        yield League.objects.get(pk=league.pk)


def done_before(league: League, signature: Signature) -> bool:
    """Whether this very request was done already."""
    return LeagueEntry.objects.filter(league=league, key=signature.key).exists()


def log(league: League, kind: str, body: Mapping[str, Any], signature: Signature) -> LeagueEntry:
    """Write who did what; guests are named by event and key alone, so that no name outlives its
    guest.
    """
    last = LeagueEntry.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0
    return LeagueEntry.objects.create(
        league=league,
        number=last + 1,
        kind=kind,
        key=signature.key,
        body=dict(body),
        actor=signature.actor.name,
        user_id=signature.actor.user_id,
        at=signature.at,
    )

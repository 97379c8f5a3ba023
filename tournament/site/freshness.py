"""Where a viewer's board is read: from the standby while that knows what the viewer has seen,
else from the primary.
"""

import re
from typing import NamedTuple

from django.db import OperationalError, connections
from django.http import Http404

from tournament.models import Event, row_asked
from tournament.site.replica import STANDBY

_VERSION = re.compile(r'(?:W/)?"(\d{1,9})-', re.ASCII)


AT_ADDRESS = "SELECT {event} FROM tournament_event event WHERE event.slug = %s"


class Found(NamedTuple):
    """An event's version, whether its board may list the field, its key, and which database says
    so.

    `behind`: nobody who can be asked knows as much as the viewer has seen, so what the viewer has
    is the newest.
    """

    version: int
    whole_field: bool
    uid: str
    alias: str
    behind: bool = False


def newest(slug: str, seen_version: int = 0) -> Found:
    """How the event stands for a viewer who has seen this version of it.

    Raises Http404 where there is none.
    """
    followed = _followed(slug) if STANDBY in connections.databases else None
    if followed is not None and followed.version >= seen_version:
        return followed
    try:
        state = _followed_event(slug, "default")
    except OperationalError:
        if followed is None:
            raise
        return followed._replace(behind=True)
    if state is None:
        raise Http404("There is no such event.")
    return state


def event_at(slug: str) -> Event:
    """The event at an address, as the database in use knows it. Raises Http404 where there is
    none.
    """
    row = row_asked(Event, "event", AT_ADDRESS, [slug])
    if row is None:
        raise Http404("There is no such event.")
    return row[0]


def version_in(tag: str) -> int:
    """The version that a tag of a board is of; 0 for anything else."""
    match = _VERSION.match(tag)
    return int(match[1]) if match else 0


def _followed(slug: str) -> Found | None:
    """What the standby knows; nothing where it is not reached, or has not heard of the event."""
    try:
        return _followed_event(slug, STANDBY)
    except OperationalError:
        return None


def _followed_event(slug: str, alias: str) -> Found | None:
    """One query, asked by every viewer all the time."""
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT version, board_full, uid FROM tournament_event WHERE slug = %s", [slug]
        )
        row = cursor.fetchone()
    return Found(row[0], bool(row[1]), str(row[2]), alias) if row else None

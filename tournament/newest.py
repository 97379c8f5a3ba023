"""Where a viewer's board is read: from the standby while that knows what the viewer has seen, else from the primary."""

import re
from typing import NamedTuple

from django.db import OperationalError, connections
from django.http import Http404

from tournament.standby import STANDBY, there

_VERSION = re.compile(r'(?:W/)?"(\d{1,9})-', re.ASCII)


class Found(NamedTuple):
    """An event's version, whether its board may list the field, its key, and which database says so.

    `behind`: nobody who can be asked knows as much as the viewer has seen, so what the viewer has is the newest.
    """

    version: int
    whole_field: bool
    uid: str
    alias: str
    behind: bool = False


def newest(slug: str, seen: int = 0) -> Found:
    """How the event stands for a viewer who has seen this version of it. Raises Http404 where there is none."""
    known = _followed(slug) if there() else None
    if known is not None and known.version >= seen:
        return known
    try:
        found = _of(slug, "default")
    except OperationalError:
        if known is None:
            raise
        return known._replace(behind=True)
    if found is None:
        raise Http404("There is no such event.")
    return found


def version_in(tag: str) -> int:
    """The version that a tag of a board is of; 0 for anything else."""
    found = _VERSION.match(tag)
    return int(found[1]) if found else 0


def _followed(slug: str) -> Found | None:
    """What the standby knows; nothing where it is not reached, or has not heard of the event."""
    try:
        return _of(slug, STANDBY)
    except OperationalError:
        return None


def _of(slug: str, alias: str) -> Found | None:
    """One query, asked by every viewer all the time."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT version, board_full, uid FROM tournament_event WHERE slug = %s", [slug])
        row = cursor.fetchone()
    return Found(row[0], bool(row[1]), str(row[2]), alias) if row else None

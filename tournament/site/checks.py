"""Start-up checks: no route without a mark of who may open it, no SQLite that may spoil a database
unsaid.
"""

from collections.abc import Iterator
from sqlite3 import sqlite_version_info
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver

from tournament.site.access import mark_of
from tournament.site.this_machine import WHO_STARTS


def routes(
    resolver: URLResolver | None = None, prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Every route of the site with its whole path."""
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, path)
        else:
            yield path, pattern


@register
def every_route_is_marked(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An unmarked route is an error."""
    return [
        Error(
            f"The route “{path}” says nowhere who may open it: mark its view.", id="tournament.E001"
        )
        for path, pattern in routes()
        if mark_of(pattern.callback) is None
    ]


@register
def new_evenings_is_known(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A word that NEW_EVENINGS does not know would leave open who may start an evening."""
    if settings.NEW_EVENINGS in WHO_STARTS:
        return []
    message = f"NEW_EVENINGS is {settings.NEW_EVENINGS!r}: give one of {', '.join(WHO_STARTS)}."
    return [Error(message, id="tournament.E002")]


MENDED_SQLITE = (3, 51, 3)
OLD_SQLITE = (
    "SQLite {version} has a known fault: where two checkpoints meet while somebody saves, the"
    " database can be spoiled."
)
OLD_SQLITE_HINT = (
    "Last Card keeps to one checkpointer and copies the database every minute, so an evening is"
    " safe with it; a Python built with SQLite 3.51.3 or newer is better still."
)


@register
def sqlite_is_mended(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """SQLite 3.7.0 to 3.51.2 can spoil a database when its write-ahead log is reset; it is rare,
    and it is told.
    """
    if connection.vendor != "sqlite" or sqlite_version_info >= MENDED_SQLITE:
        return []
    version = ".".join(map(str, sqlite_version_info))
    return [Warning(OLD_SQLITE.format(version=version), hint=OLD_SQLITE_HINT, id="tournament.W001")]


PLAIN = (
    "Served over plain HTTP: whoever listens in the same network reads what is sent, codes and"
    " passwords too."
)
PLAIN_HINT = (
    "In a hall with a network of its own that is the normal case. On the internet put a server with"
    " a certificate before it, and set HTTPS=1."
)


@register(Tags.security, deploy=True)
def plain_http_is_told(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """What is lost without HTTPS, in the place of Django's four warnings."""
    return [] if settings.HTTPS else [Info(PLAIN, hint=PLAIN_HINT, id="tournament.I001")]

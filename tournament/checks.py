"""Start-up checks: no route without a mark of who may open it."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.urls import URLPattern, URLResolver, get_resolver

from tournament.access import mark_of


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
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
        Error(f"The route “{path}” says nowhere who may open it: mark its view.", id="tournament.E001")
        for path, pattern in routes()
        if mark_of(pattern.callback) is None
    ]

"""The WSGI door for any server, and the keeper that each server process brings along."""

import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
served = get_wsgi_application()

from tournament.server import keeper  # noqa: E402 -- needs the settings to be loaded
from tournament.server.loading import hold_to_the_database, within_room  # noqa: E402


def application(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """What a server calls for each request."""
    return within_room(served, environ, start)


hold_to_the_database()
keeper.start()

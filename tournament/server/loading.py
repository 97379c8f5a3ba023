"""Everything a server process runs, loaded before the processes part: a restart pays for it once,
not once for each.

The database is not opened here and no thread begins: neither may be there when a process is forked.
"""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from tournament.site.same_file import Served

HAND_OVER = 0.001
"""Seconds after which a thread that computes lets another one go on. A save asks the database eight
times and waits for its turn after each; at Python's own 5 ms it would hold up the line of writers
behind pages that are being drawn.
"""
RARELY = 20_000, 20, 50
"""How many values come before the collector looks for rubbish among the new ones, how often it does
so before it looks at older ones, and at all. What a process keeps is no rubbish: at Python's own
700, 10, 10 each second of a full hall had a tenth that went into walking over it.
"""


def load_all() -> None:
    """Settings, models, middleware and, by asking for one address, every view.

    What is loaded stays, so the collector neither looks for rubbish meanwhile nor walks over it
    ever after; left alone, its memory goes on being shared by all processes.
    """
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    get_wsgi_application()
    reverse("start")
    hold_to_the_database()
    gc.freeze()
    gc.set_threshold(*RARELY)
    gc.enable()
    sys.setswitchinterval(HAND_OVER)


def hold_to_the_database() -> None:
    """The server serves the database file that is there now, and no other that may come under its
    name.
    """
    from tournament.server.storage import database_file  # noqa: PLC0415 -- needs the settings to be loaded

    path = database_file()
    if path is not None:
        Served.hold(path)

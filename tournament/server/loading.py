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

COLLECTED = 20_000, 20, 100
"""How many more objects there are when Python's collector looks for rings of rubbish among the
newest, how many of these looks make one at the older ones, and how many of those one at all. By
Python's own measure (700, 10, 10) it walked over all that is kept after every other sheet, 50 ms at
110 guests and as long as the page itself at 5,000; a process grew no larger by this one.
"""


def load_all() -> None:
    """Settings, models, middleware and, by asking for one address, every view. The collector does
    not look for rubbish meanwhile.
    """
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    get_wsgi_application()
    reverse("start")
    hold_to_the_database()
    collect_seldom()
    gc.enable()
    sys.setswitchinterval(HAND_OVER)


def collect_seldom() -> None:
    """What is loaded stays: the collector never walks over it, so that its memory goes on being
    shared by all processes; and it looks at what comes seldom.
    """
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def hold_to_the_database() -> None:
    """The server serves the database file that is there now, and no other that may come under its
    name.
    """
    from tournament.server.storage import database_file  # noqa: PLC0415 -- needs the settings to be loaded

    path = database_file()
    if path is not None:
        Served.hold(path)

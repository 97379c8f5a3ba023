"""Whether this server can be opened to the hall by a press: a start of our own waits in the parent
of the processes that serve, and begins anew in its place. Elsewhere a person presses the icon.
"""

import os
import signal
import threading

from tournament import places
from tournament.site.codes import base_address, is_local
from tournament.site.system import on_windows

BY_ICON = "Close Last Card and double-click “Let Phones In”."
BY_PRESS = "The organiser presses “Let phones in” on the home, at this computer."
LOADED = 1.0
"""Seconds in which the page that waits gets its sheets and scripts, before the door is shut."""


def binds_anew() -> bool:
    """Whether only this computer reaches the server, and its start can take the hall's address.

    Windows has no way to put one program in the place of another.
    """
    starter = os.environ.get(places.STARTER)
    served_by = {str(os.getpid()), str(os.getppid())}
    return not on_windows() and starter in served_by and is_local(base_address())


def way_in() -> str:
    """What lets phones in here: the press, or the icon."""
    return BY_PRESS if binds_anew() else BY_ICON


def bind_anew(address: str) -> None:
    """Note the address and end the serving politely, a moment from now."""
    starter = int(os.environ[places.STARTER])
    places.wish_file(starter).write_text(address, encoding="utf-8")
    threading.Timer(LOADED, os.kill, args=[starter, signal.SIGTERM]).start()

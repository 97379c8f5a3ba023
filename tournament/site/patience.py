"""How long one request waits for the database while another program holds it: in all, and not at
each of its statements. What a look merely notes, such as that a phone was seen, hardly waits.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

OF_REQUEST = 4.5
"""Seconds that a request may spend waiting, so that it is answered within five."""
OF_NOTE = 0.05
"""Seconds for what no answer depends on: a turn among others who save, and no more."""
OF_PURSE = 0.5
"""Seconds for counting how often something is tried, before a process counts by itself."""
_own = threading.local()


def patience(usual: float) -> float:
    """Seconds that are left to wait now; as many as usual outside of a request."""
    until: float | None = getattr(_own, "until", None)
    return usual if until is None else max(0.0, min(usual, until - time.monotonic()))


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Whatever is asked of the database inside waits so long in all, and never longer than what is
    around it lets it.
    """
    before: float | None = getattr(_own, "until", None)
    until = time.monotonic() + seconds
    _own.until = until if before is None else min(before, until)
    try:
        yield
    finally:
        _own.until = before

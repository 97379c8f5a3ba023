"""What is held in memory while something is made piece by piece."""

import tracemalloc
from collections.abc import Callable, Iterable


def peak(make: Callable[[], Iterable[object]]) -> int:
    """The most bytes that are held while the pieces are made and let go."""
    for _piece in make():
        pass  # what is loaded once belongs to no evening
    tracemalloc.start()
    try:
        for _piece in make():
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

"""Python's stack under a request: no piece of it is mapped and given back call by call."""

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import pytest

from tournament.server.loading import within_room

resource = pytest.importorskip("resource")

CALLS = 1000
PIECE = 2048
"""Words in one of Python's pieces."""


def small() -> None:
    """What a page calls again and again."""


small.__code__ = small.__code__.replace(co_stacksize=PIECE // 8)


def page(_environ: object, _start: object) -> Iterable[bytes]:
    """Calls that go one frame down and up again."""
    for _call in range(CALLS):
        small()
    return []


def deeper(words: int) -> Callable[[Callable[[], Any]], Any]:
    """A frame of that size on the way to what is called."""

    def called(what: Callable[[], Any]) -> Any:
        return what()

    called.__code__ = called.__code__.replace(co_stacksize=words)
    return called


def most_mapped(asked: Callable[[], Any]) -> int:
    """The most pieces of memory met for the first time by one request, wherever in a piece of the
    stack it begins.
    """
    met: list[int] = []

    def tried() -> None:
        for words in range(1, PIECE, PIECE // 16):
            before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
            deeper(words)(asked)
            met.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = Thread(target=tried)
    thread.start()
    thread.join()
    return max(met)


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_THREAD"), reason="not run: Linux alone counts so")
def test_no_request_maps_its_stack_again_for_each_call() -> None:
    nothing: Any = None
    assert most_mapped(lambda: within_room(page, nothing, nothing)) < CALLS / 10
    # The control: without the large frame some request does.
    assert most_mapped(lambda: page(nothing, nothing)) >= CALLS

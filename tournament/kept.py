"""Values of one version of one event, kept: never stale, since every accepted change moves the version on."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar
from uuid import UUID

from tournament.models import Event

T = TypeVar("T")
MOST = 8
"""A worker keeps so many, unless they are small."""


class KeptByVersion(Generic[T]):
    """Makes a value of an event once for each version, so that many viewers cost one computation.

    Not for acts: inside a transaction the version is already the next one while its rows are still being written.
    """

    def __init__(self, make: Callable[[Event], T], *, most: int = MOST) -> None:
        self._make = make
        self._most = most
        self._kept: OrderedDict[tuple[UUID, int], T] = OrderedDict()

    def of(self, event: Event) -> T:
        """The value as the event's row stands."""
        key = (event.uid, event.version)
        if key not in self._kept:
            self._kept[key] = self._make(event)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return self._kept[key]

    def clear(self) -> None:
        """Forget every value: what is asked for next is made anew."""
        self._kept.clear()

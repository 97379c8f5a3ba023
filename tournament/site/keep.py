"""The one keep of a process: values of events, pages, and parts of pages, under one bound of bytes.

A value of an event is kept under the event, with the state of it that it was made of, and the next
one takes its place: an evening that is played never pushes out another one. What was not asked for
longest goes first.
"""

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, update_wrapper
from types import FunctionType, ModuleType
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, cast

from django.db.models import Model, QuerySet
from django.utils.functional import LazyObject, Promise

from tournament.models import Event

P = ParamSpec("P")
T = TypeVar("T")
ROOM = 128 * 1024 * 1024
"""Bytes a process keeps: sixty evenings of a hundred guests with all their pages, and one of five
thousand.
"""
OVERHEAD = 200
"""Bytes that keeping something takes by itself, with its key."""
SAMPLE = 2
"""Of a longer row so many items are weighed, for all of them."""
WEIGHED_EVERY = 64
"""What is kept is weighed anew after so many values in the same place."""


class Entry(NamedTuple):
    """What is kept: the state it was made of, the value, its bytes, and how many values ago these
    were weighed.
    """

    state: Any
    value: Any
    weight: int
    age: int = 0


class Keep:
    """What a process keeps, the newest of each key, within so many bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everything: what is asked for next is made anew."""
        self._entries: OrderedDict[Hashable, Entry] = OrderedDict()
        self.weight = 0

    def find(self, key: Hashable) -> Entry | None:
        """What is kept under a key, of whatever state."""
        entry = self._entries.get(key)
        if entry is not None:
            with suppress(KeyError):  # another thread may have dropped it
                self._entries.move_to_end(key)
        return entry

    def put(self, key: Hashable, state: Any, value: T, weight: int | None = None) -> T:
        """Keep a value in the place of the one before it, and give it back.

        Without a `weight` it is taken to weigh as much as that one, as they grow slowly; where
        there is none, and after `WEIGHED_EVERY`, it is weighed.
        """
        before, age = self._entries.get(key), 0  # an entry never changes: no lock to read it
        if weight is None and before and before.age < WEIGHED_EVERY:
            age, weight = before.age + 1, before.weight - OVERHEAD
        elif weight is None:
            weight = weight_of(value)
        with self._lock:
            before = self._entries.get(key)  # another thread may have put one there since
            self._entries[key] = Entry(state, value, weight + OVERHEAD, age)
            self._entries.move_to_end(key)
            self.weight += weight + OVERHEAD - (before.weight if before else 0)
            while self.weight > self.room:
                self.weight -= self._entries.popitem(last=False)[1].weight
        return value


KEEP = Keep()


_afresh: ContextVar[bool] = ContextVar("afresh", default=False)


@contextmanager
def made_afresh() -> Iterator[None]:
    """Within it every value of an event is made of its rows, and none kept. The transaction of each
    act runs within it (`ledger/chain.py`), for the reason told at `KeptByVersion`.
    """
    token = _afresh.set(True)
    try:
        yield
    finally:
        _afresh.reset(token)


class KeptByVersion(Generic[T]):
    """Makes a value of an event once for each version, so that many viewers cost one computation.

    Nothing is kept within `made_afresh`: inside a transaction the version is already the next one
    while its rows are still being written, or rolled back.
    """

    def __init__(self, make: Callable[[Event], T]) -> None:
        self._make = make

    def of(self, event: Event) -> T:
        """The value as the event's row stands."""
        if _afresh.get():
            return self._make(event)
        entry = KEEP.find((self, event.uid))
        if entry is not None and entry.state == event.version:
            return cast(T, entry.value)
        return KEEP.put((self, event.uid), event.version, self._make(event))


class kept_by_arguments(Generic[P, T]):
    """Keeps what follows from its arguments alone; `__wrapped__` makes it anew."""

    def __init__(self, make: Callable[P, T]) -> None:
        self.__wrapped__ = make
        update_wrapper(self, make)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """What is kept for these arguments, or made of them now."""
        key = (self, args, *kwargs.items())
        entry = KEEP.find(key)
        if entry is not None:
            return cast(T, entry.value)
        value = self.__wrapped__(*args, **kwargs)
        # The key keeps the arguments, which are about as large as what was made of them.
        return KEEP.put(key, None, value, 2 * weight_of(value))


LIGHT = (type, ModuleType, FunctionType, int, float, type(None), LazyObject, Promise)
"""What everything shares, or weighs next to nothing."""
SIZE_UNKNOWN = 200
"""Bytes taken for an object that does not know its size."""


def weight_of(value: object, seen: set[int] | None = None) -> int:
    """About how many bytes a value takes; of long rows a sample is weighed."""
    kind: Any = type(value)
    weigh = _rule(kind)
    seen = set() if seen is None else seen
    if weigh is None or id(value) in seen:
        return 8
    seen.add(id(value))
    return sys.getsizeof(value, SIZE_UNKNOWN) + weigh(value, seen)


@cache
def _rule(kind: type) -> Callable[[Any, set[int]], int] | None:
    """How what values of a kind hold is weighed; None where they weigh next to nothing."""
    if issubclass(kind, LIGHT):
        return None
    if issubclass(kind, str | bytes):
        return lambda _value, _seen: 0
    if issubclass(kind, QuerySet):
        return lambda value, seen: weight_of(value._result_cache, seen)
    if issubclass(kind, Mapping):
        return lambda value, seen: _sampled([*value.keys(), *value.values()], seen)
    if issubclass(kind, Collection):
        return lambda value, seen: _sampled(list(value), seen)
    slots = [vars(base).get("__slots__", ()) for base in kind.__mro__]
    names = [name for own in slots for name in ([own] if isinstance(own, str) else own)]

    def of_fields(value: Any, seen: set[int]) -> int:
        fields = dict(getattr(value, "__dict__", {}))
        fields |= {name: getattr(value, name, None) for name in names}
        if isinstance(value, Model):
            fields.pop("_state", None)
        return _in_all(fields.values(), seen)

    return of_fields


def _sampled(items: list[Any], seen: set[int]) -> int:
    some = items[:: max(1, len(items) // SAMPLE)]
    return _in_all(some, seen) * len(items) // max(1, len(some))


def _in_all(values: Iterable[Any], seen: set[int]) -> int:
    weight = 0
    for value in values:
        weight += weight_of(value, seen)
    return weight

"""Pages that many viewers ask for, drawn once for each version and handed out as bytes.

Drawing must never take the machine from those who save. So a process draws one page at a time, and
in the long run gives no more than a tenth of its time to it: under a flood of sheets a viewer gets
the page as it stood a moment ago, with the tag of that moment, and asks again in three seconds.
While nobody floods it, every look is the newest.

Where a viewer's board is read: from the standby while that knows what the viewer has seen, else
from the primary.

Questions whose spelling is kept.
"""

import re
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import OperationalError, connections, router
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.http import Http404

from tournament.models import LARGEST_NUMBER, Event
from tournament.site.keep import KEEP, Entry
from tournament.site.replica import STANDBY, there
from tournament.site.responses import SHARED_LEVEL, packed

T = TypeVar("T")
_answers: ContextVar[dict[Hashable, list[Any]] | None] = ContextVar("answers", default=None)


@contextmanager
def asked_once() -> Iterator[None]:
    """Within it a kept query is asked once: for drawing a page, which changes nothing."""
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def forget_answers() -> None:
    """Rows changed: what is asked from now on is asked anew."""
    if (answers := _answers.get()) is not None:
        answers.clear()


MARK = 32_101
"""Stands for a number that is given when the query is asked: one that fits the smallest column, and
that no query of ours names.
"""


class _Spelt(NamedTuple):
    """A question as a database is asked it, and what makes values of its answer."""

    sql: str
    told: tuple[Any, ...]
    converters: Mapping[int, tuple[list[Callable[..., Any]], Any]]
    row: Callable[[Sequence[Any]], Any]


class KeptQuery(Generic[T]):
    """Rows by a query that is put together once, since the query builder takes several times
    longer to spell it than the database to answer it.

    `build` takes as many numbers as are given when it is asked (the key of an event comes first)
    and returns a query of rows or of tuples. It may not look at them, but only pass them on.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, T]]) -> None:
        self._build = build
        self._spelt: dict[tuple[str, int], _Spelt] = {}

    def of(self, *numbers: int) -> list[T]:
        """The rows; one query, and none for what was asked before within `asked_once`. No row has
        a number that no column holds.
        """
        if any(number > LARGEST_NUMBER for number in numbers):
            return []
        alias, answers = router.db_for_read(Event), _answers.get()
        if answers is None:
            return self._ask(alias, numbers)
        key = (self, alias, numbers)
        if key not in answers:
            answers[key] = self._ask(alias, numbers)
        return list(answers[key])

    def _ask(self, alias: str, numbers: tuple[int, ...]) -> list[T]:
        compiled = self._spelt.get((alias, len(numbers)))
        if compiled is None:
            compiled = self._spelt[alias, len(numbers)] = _spell(self._build, len(numbers), alias)
        used = connections[alias]
        parameters = {MARK + at: number for at, number in enumerate(numbers)}
        with used.cursor() as cursor:
            cursor.execute(compiled.sql, [parameters.get(item, item) for item in compiled.told])
            rows = cursor.fetchall()
        if compiled.converters:
            rows = [list(row) for row in rows]
            for index, (converters, expression) in compiled.converters.items():
                for convert in converters:
                    for row in rows:
                        row[index] = convert(row[index], expression, used)
        return [compiled.row(row) for row in rows]


def _spell(build: Callable[..., QuerySet[Any, Any]], numbers: int, alias: str) -> _Spelt:
    rows = build(*(MARK + index for index in range(numbers)))
    compiler = rows.query.get_compiler(alias)
    sql, params = compiler.as_sql()
    if not all(MARK + index in params for index in range(numbers)):
        raise ValueError("A kept query passes on every number that it is given, and as a number.")
    converters = compiler.get_converters([column[0] for column in compiler.select])
    if rows._iterable_class is not ModelIterable:
        # Behind them are the columns that only order the answer.
        wide = compiler.col_count
        return _Spelt(sql, tuple(params), converters, lambda row: tuple(row[:wide]))
    return _Spelt(sql, tuple(params), converters, _of_rows(rows.model, compiler, alias))


def _of_rows(model: type[Model], compiler: Any, alias: str) -> Callable[[Sequence[Any]], Any]:
    """What makes a row of the database of the columns of an answer, with the rows it selects along,
    as the query builder itself does.
    """
    own, about = compiler.klass_info["select_fields"], compiler.klass_info
    first, end = own[0], own[-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:end]]
    populators: Any = get_related_populators  # the stubs are those of a later Django
    related = populators(about, compiler.select, alias)

    def made(row: Sequence[Any]) -> Any:
        instance = model.from_db(alias, names, row[first:end])
        for relation in related:
            relation.populate(row, instance)
        return instance

    return made


SHARE = 0.1
"""What drawing may take of a process in the long run."""
PURSE = 2.0
"""So many seconds of drawing in a burst, before the share is held to."""


@dataclass(frozen=True)
class Drawn:
    """A page as it stood at a version of its event."""

    version: int
    body: bytes

    @cached_property
    def tag(self) -> str:
        """What it is known by: what is shown, not the version, so that nobody is sent it twice."""
        return f'"{blake2b(self.body, digest_size=10).hexdigest()}"'

    @cached_property
    def packed(self) -> bytes:
        """The same, packed once for all who take it so."""
        return packed(self.body, SHARED_LEVEL)


class DrawnPages:
    """The newest drawing of each page, as one process keeps them.

    `oldest`: a drawing of a version gone by is handed out for so many seconds at most, whatever the
    purse holds; then it is drawn anew.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        work: Callable[[], float] = time.thread_time,
        *,
        oldest: float = float("inf"),
    ):
        self._clock, self._work, self._oldest = clock, work, oldest
        self._drawing = threading.Lock()
        self._purse, self._counted = PURSE, clock()

    def of(self, page: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """The page at this version, or one a moment older while drawing would cost others their
        time.
        """
        current = self._entry(page)
        if current is not None and current.value.version >= version:
            return cast(Drawn, current.value)
        if not self._drawing.acquire(blocking=current is None or self._too_old(current)):
            return current.value if current else draw()
        try:
            latest = self._entry(page)
            if latest is not None and (latest.value.version >= version or not self._due(latest)):
                return cast(Drawn, latest.value)
            return self._draw(page, draw)
        finally:
            self._drawing.release()

    def _entry(self, page: Hashable) -> Entry | None:
        return KEEP.find((self, page))

    def _due(self, entry: Entry) -> bool:
        return self._may() or self._too_old(entry)

    def _too_old(self, entry: Entry) -> bool:
        return self._clock() - float(entry.state) >= self._oldest

    def _may(self) -> bool:
        now = self._clock()
        self._purse = min(PURSE, self._purse + (now - self._counted) * SHARE)
        self._counted = now
        return self._purse > 0

    def _draw(self, page: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        began = self._work()
        fresh = draw()
        self._purse -= self._work() - began
        return KEEP.put((self, page), self._clock(), fresh, 2 * len(fresh.body))


_VERSION = re.compile(r'(?:W/)?"(\d{1,9})-', re.ASCII)


class Found(NamedTuple):
    """An event's version, whether its board may list the field, its key, and which database says
    so.

    `behind`: nobody who can be asked knows as much as the viewer has seen, so what the viewer has
    is the newest.
    """

    version: int
    whole_field: bool
    uid: str
    alias: str
    behind: bool = False


def newest(slug: str, seen_version: int = 0) -> Found:
    """How the event stands for a viewer who has seen this version of it.

    Raises Http404 where there is none.
    """
    compiled = _followed(slug) if there() else None
    if compiled is not None and compiled.version >= seen_version:
        return compiled
    try:
        state = _followed_event(slug, "default")
    except OperationalError:
        if compiled is None:
            raise
        return compiled._replace(behind=True)
    if state is None:
        raise Http404("There is no such event.")
    return state


def version_in(tag: str) -> int:
    """The version that a tag of a board is of; 0 for anything else."""
    match = _VERSION.match(tag)
    return int(match[1]) if match else 0


def _followed(slug: str) -> Found | None:
    """What the standby knows; nothing where it is not reached, or has not heard of the event."""
    try:
        return _followed_event(slug, STANDBY)
    except OperationalError:
        return None


def _followed_event(slug: str, alias: str) -> Found | None:
    """One query, asked by every viewer all the time."""
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT version, board_full, uid FROM tournament_event WHERE slug = %s", [slug]
        )
        row = cursor.fetchone()
    return Found(row[0], bool(row[1]), str(row[2]), alias) if row else None

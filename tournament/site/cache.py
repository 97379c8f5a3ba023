"""Questions to the database whose spelling is kept."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import starmap
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

from tournament.models import LARGEST_NUMBER, Event

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
    """A question as a database is asked it, and what makes values of its answer: `truths` are the
    columns that it tells in 0 and 1, `made` makes the values of rows.
    """

    sql: str
    told: tuple[Any, ...]
    truths: tuple[int, ...]
    converters: Mapping[int, tuple[list[Callable[..., Any]], Any]]
    made: Callable[[list[Any]], list[Any]]

    def values(self, rows: list[Any], used: BaseDatabaseWrapper) -> list[Any]:
        """What these rows of its answer are, with the connection they came over."""
        if self.truths or self.converters:
            rows = [list(row) for row in rows]
        for index in self.truths:
            for row in rows:
                row[index] = TRUTH[row[index]]
        for index, (converters, expression) in self.converters.items():
            for convert in converters:
                for row in rows:
                    row[index] = convert(row[index], expression, used)
        return self.made(rows)


AT_ONCE = 2_000
"""So many rows come over together: of a large evening there are tens of thousands, which would
stand in memory beside what is made of them.
"""
TRUTH = {0: False, 1: True, None: None}
"""Looked up and not asked for: there are several in each row of every game."""


class KeptQuery(Generic[T]):
    """Rows by a query that is put together once, since the query builder takes several times
    longer to spell it than the database to answer it.

    `build` takes as many numbers as are given when it is asked (the key of an event comes first)
    and returns a query of rows or of tuples. It may not look at them, but only pass them on. `make`
    takes the columns of a tuple, where something else than the tuple is wanted.
    """

    def __init__(
        self, build: Callable[..., QuerySet[Any, T]], make: Callable[..., T] | None = None
    ) -> None:
        self._build, self._make = build, make
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
            compiled = self._spelt[alias, len(numbers)] = _spell(
                self._build, len(numbers), alias, self._make
            )
        used = connections[alias]
        parameters = {MARK + at: number for at, number in enumerate(numbers)}
        with used.cursor() as cursor:
            cursor.execute(compiled.sql, [parameters.get(item, item) for item in compiled.told])
            answer: list[T] = []
            while rows := cursor.fetchmany(AT_ONCE):
                answer += compiled.values(rows, used)
        return answer


def _spell(
    build: Callable[..., QuerySet[Any, Any]],
    numbers: int,
    alias: str,
    make: Callable[..., Any] | None,
) -> _Spelt:
    rows = build(*(MARK + index for index in range(numbers)))
    compiler = rows.query.get_compiler(alias)
    sql, params = compiler.as_sql()
    if not all(MARK + index in params for index in range(numbers)):
        raise ValueError("A kept query passes on every number that it is given, and as a number.")
    converters = compiler.get_converters([column[0] for column in compiler.select])
    stored = getattr(compiler.connection.ops, "convert_booleanfield_value", None)
    truths = tuple(
        index for index, (converts, _expression) in converters.items() if converts == [stored]
    )
    rest = {index: convert for index, convert in converters.items() if index not in truths}
    made: Callable[[list[Any]], list[Any]]
    if rows._iterable_class is ModelIterable:
        made = _of_rows(rows.model, compiler, alias)
    else:
        made = partial(_of_columns, make, compiler.col_count)
    return _Spelt(sql, tuple(params), truths, rest, made)


def _of_columns(make: Callable[..., Any] | None, width: int, rows: list[Any]) -> list[Any]:
    """The values of rows by their own columns; behind them are those that only order the answer."""
    own = [row[:width] for row in rows] if rows and len(rows[0]) > width else rows
    return list(starmap(make, own) if make else map(tuple, own))


def _of_rows(model: type[Model], compiler: Any, alias: str) -> Callable[[list[Any]], list[Any]]:
    """What makes rows of the database of the columns of an answer, with the rows they select along,
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

    return lambda rows: [made(row) for row in rows]

"""The evening as it was at a number of its ledger: the rows as they are, what was changed since put
back by its images, in a database in memory. Whoever reads within it reads that moment.

An act begins by moving the version on, and that leaves a mark of how far the ledger was: what was
changed from the mark of the act that wrote the next number came later. A number within an act is
the end of that act.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from json import dumps, loads
from typing import Any, TypeVar

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import JSONField, Max, Model, QuerySet

from tournament.models import (
    Adjustment,
    Answer,
    AskedBye,
    Cancellation,
    CardTotal,
    Change,
    CutOfCards,
    Event,
    Game,
    Guest,
    KeepApart,
    LateEntry,
    LedgerEntry,
    Livery,
    MatchRound,
    MatchStage,
    PairBond,
    Pairing,
    Round,
    RoundTotal,
    Seal,
    Seat,
    Sheet,
    Table,
    Tally,
    Withdrawal,
)
from tournament.models.guest import NAMELESS
from tournament.models.ledger import MARK, Verb
from tournament.site.cache import asked_once
from tournament.site.keep import made_afresh
from tournament.site.replica import reading

PAST = "past"
"""What the database in memory is called while it is read."""
COUNTED: tuple[type[Model], ...] = (
    *(Event, Livery, Guest, KeepApart, Round, Table, Seat, Game, Sheet, Answer),
    *(RoundTotal, CardTotal, Adjustment, Cancellation, CutOfCards, Seal, Withdrawal),
    *(MatchStage, MatchRound, Pairing, PairBond, AskedBye, LateEntry),
)
"""Kinds of rows that a board or the matches are made of; beside them the ledger, and tallies, which
stay with their sheet.
"""
READ: tuple[type[Model], ...] = (*COUNTED, LedgerEntry, Tally)
IMAGED = [str(model._meta.model_name) for model in COUNTED]
COLUMNS = {
    str(model._meta.model_name): [str(field.column) for field in model._meta.concrete_fields]
    for model in READ
}
LOOKED_UP: tuple[tuple[type[Model], str], ...] = ((Seat, "table_id"), (Sheet, "game_id"))
"""Rows that one question looks for thousands of times, by the key of another row: without an index
it goes through all of them each time.
"""
Row = list[Any]
"""As many values as COLUMNS has of its kind, in that order."""
Rows = dict[str, dict[int, Row]]
T = TypeVar("T")


@contextmanager
def evening_at(event: Event, number: int) -> Iterator[Event]:
    """The event's row after the entry of this number, never to be saved; as it is now beyond the
    last one. Whatever is read within it is of that moment, and has to be read whole.
    """
    rows = _rows_at(event, number)
    memory = _memory()
    try:
        _fill(memory, rows)
        connections[PAST] = memory
        # What is kept by the version is of now: the past has the same one.
        with reading(PAST), asked_once(), made_afresh():
            yield Event.objects.get(pk=event.pk)
    finally:
        del connections[PAST]
        memory.connection.close()


def at_number(event: Event, number: int, read: Callable[[Event], T]) -> T:
    """What is read of the evening after the entry of this number."""
    with evening_at(event, number) as then:
        return read(then)


def begins(event: Event) -> int:
    """The first number whose evening is known: that of the first act since images are kept; the
    last one where there was none.
    """
    first = _marks(event).order_by("pk").values_list("key", flat=True).first()
    return _last(event) if first is None else first


def moment_of(event: Event, moment: datetime) -> int:
    """The number of the last entry made up to a time; 0 before the first one."""
    numbers = (
        LedgerEntry.objects.filter(event=event, at__lte=moment)
        .order_by("-number")
        .values_list("number", flat=True)
    )
    return numbers.first() or 0


def _last(event: Event) -> int:
    return LedgerEntry.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0


def _marks(event: Event) -> QuerySet[Change]:
    return Change.objects.filter(event=event, kind=MARK)


def _rows_at(event: Event, number: int) -> Rows:
    """Every row by kind and key, in the columns and the spelling in which its database keeps it."""
    number = max(number, begins(event))
    tables = _stored(event)
    cut = _cut(event, number)
    if cut is not None:
        _put_all_back(event, tables, cut)
    of_sheet, of_entry = COLUMNS["tally"].index("sheet_id"), COLUMNS["ledgerentry"].index("number")
    sheets, tallies, entries = tables["sheet"], tables["tally"], tables["ledgerentry"]
    tables["tally"] = {key: row for key, row in tallies.items() if row[of_sheet] in sheets}
    tables["ledgerentry"] = {key: row for key, row in entries.items() if row[of_entry] <= number}
    return tables


def _cut(event: Event, number: int) -> int | None:
    """The mark of the act that wrote the next number; None where nothing was written since."""
    marks = _marks(event).filter(key__gte=number, key__lt=_last(event))
    return marks.order_by("key", "-pk").values_list("pk", flat=True).first()


def _put_all_back(event: Event, tables: Rows, cut: int) -> None:
    later = Change.objects.filter(event=event, pk__gt=cut, kind__in=IMAGED).order_by("-pk")
    for change in later.values_list("kind", "key", "verb", "before"):
        _put_back(tables, *change)
    name, badge = (COLUMNS["guest"].index(column) for column in ("name", "badge"))
    for guest in tables["guest"].values():  # of a name that was wiped the image is empty
        guest[name] = guest[name] or NAMELESS.format(guest[badge])


def _put_back(tables: Rows, kind: str, key: int, verb: str, before: dict[str, Any]) -> None:
    rows = tables[kind]
    if verb == Verb.INSERT:
        rows.pop(key, None)
    elif verb == Verb.DELETE:
        rows[key] = [before.get(column) for column in COLUMNS[kind]]
    elif key in rows:
        pairs = zip(COLUMNS[kind], rows[key], strict=True)
        rows[key] = [before.get(column, value) for column, value in pairs]


# The names in what is asked below are those of the models, never of a request.
def _stored(event: Event) -> Rows:
    """All rows there are, by kind and key. One query, which answers with a line for each kind: a
    large evening has a hundred thousand rows.
    """
    connection = connections[router.db_for_read(Event)]
    parts = (_part(model, connection.vendor) for model in READ)
    tables: Rows = {}
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), [event.pk] * len(READ))
        for kind, text in cursor.fetchall():
            key = COLUMNS[kind].index("id")
            tables[kind] = {row[key]: row for row in loads(text)}
    return tables


def _part(model: type[Model], vendor: str) -> str:
    kind, table = str(model._meta.model_name), model._meta.db_table
    columns = ", ".join(f'"{column}"' for column in COLUMNS[kind])
    rows = f"json_group_array(json_array({columns}))"
    if vendor == "postgresql":
        rows = f"coalesce(json_agg(json_build_array({columns})), '[]')::text"
    key = "id" if model is Event else "event_id"
    return f"SELECT '{kind}', {rows} FROM {table} WHERE {key} = %s"  # noqa: S608 -- names of the models


def _memory() -> DatabaseWrapper:
    backend = "django.db.backends.sqlite3"
    given = {PAST: {"ENGINE": backend, "NAME": "file:past?mode=memory"}}
    databases = connections.configure_settings({"default": {"ENGINE": backend}} | given)
    return DatabaseWrapper(databases[PAST], alias=PAST)


def _fill(memory: BaseDatabaseWrapper, tables: Rows) -> None:
    vendor = connections[router.db_for_read(Event)].vendor
    with memory.cursor() as cursor:
        for model in READ:
            table, fields = model._meta.db_table, model._meta.concrete_fields
            columns = [str(field.column) for field in fields]
            types = [
                "integer PRIMARY KEY" if field.primary_key else field.db_type(memory)
                for field in fields
            ]
            pairs = zip(columns, types, strict=True)
            declared = ", ".join(f'"{column}" {kind}' for column, kind in pairs)
            cursor.execute(f"CREATE TABLE {table} ({declared})")
            places, texts = ", ".join(["%s"] * len(columns)), _texts(model, vendor)
            rows = list(tables[str(model._meta.model_name)].values())
            for row in rows if texts else ():
                for index in texts:
                    row[index] = None if row[index] is None else dumps(row[index])
            cursor.executemany(
                f"INSERT INTO {table} VALUES ({places})",  # noqa: S608 -- names of the models
                rows,
            )
        for model, column in LOOKED_UP:
            cursor.execute(f"CREATE INDEX by_{column} ON {model._meta.db_table} ({column})")


def _texts(model: type[Model], vendor: str) -> list[int]:
    """Where in a row the columns of JSON are that PostgreSQL tells as what they mean; SQLite tells
    their text.
    """
    if vendor == "sqlite":
        return []
    fields = enumerate(model._meta.concrete_fields)
    return [index for index, field in fields if isinstance(field, JSONField)]

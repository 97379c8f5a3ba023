"""Triggers that keep what every change of a row replaced, under the press that changed it: of an
update the columns that differ, of a deleted row all of it, of a new one its key alone.

They are made from the models after the tables change, so that no act has to think of them. An
update that changes nothing is kept too, without a column: it says that the row is as it should be,
and that rests on the press before it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import FloatField, Model

from tournament.ledger.pressing import SETTING, number_now, press_now, taking_back
from tournament.models import (
    Change,
    DayCount,
    Event,
    LeagueEntry,
    LedgerEntry,
    LogInEntry,
    Phone,
    Picture,
    Press,
    Purse,
    Screen,
    Show,
    SlowRequest,
    Tally,
)
from tournament.models.ledger import MARK

NOT_KEPT: frozenset[type[Model]] = frozenset(
    {Change, Press, LedgerEntry, LeagueEntry, LogInEntry, Purse, SlowRequest, DayCount, Picture}
    | {Tally}
)
"""What is only added to, told by itself, or no part of any evening; a tally counts with its sheet,
and stays.
"""
NOISE: Mapping[type[Model], frozenset[str]] = {
    Event: frozenset({"version"}),
    Phone: frozenset({"seen_at"}),
    Screen: frozenset({"seen_at"}),
    Show: frozenset({"revision"}),
}
"""Columns that move with every act or look: kept with a deleted row alone."""
NEVER_TOUCHED = frozenset({Event})
"""Rows that every act names, and most leave as they are."""
PREFIX = "keep_"
MARKING = f"{PREFIX}moment"
MARK_VALUES = f"""
    INSERT INTO tournament_change (event_id, press_id, kind, "key", verb, before)
    VALUES (NEW.id, NULL, '{MARK}', coalesce((SELECT number FROM tournament_ledgerentry
        WHERE event_id = NEW.id ORDER BY number DESC LIMIT 1), 0), 'i', '{{}}');
"""  # noqa: S608 -- names of the models
MARK_OF_SQLITE = (
    f"CREATE TRIGGER {MARKING} AFTER UPDATE OF version ON tournament_event"
    " WHEN OLD.version IS NOT NEW.version AND tournament_press() IS NOT NULL"
    f" BEGIN {MARK_VALUES} END"
)
"""An act moves the version on as it begins: so far was the ledger (tournament/counting/past.py)."""
VERBS = {"i": "INSERT", "u": "UPDATE", "d": "DELETE"}
OFF, NOBODY = "off", ""
"""As PostgreSQL is told of the press: nothing is kept now, or no form was sent."""


def kept() -> list[type[Model]]:
    """Every kind of row whose changes are kept."""
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return [model for model in models if model not in NOT_KEPT]


def columns_of(model: type[Model]) -> list[str]:
    """The columns of a kind of row."""
    return [str(field.column) for field in model._meta.concrete_fields]


def watched(model: type[Model]) -> list[str]:
    """The columns whose changes are kept."""
    noise = NOISE.get(model, frozenset())
    return [column for column in columns_of(model) if column not in noise]


def event_column(model: type[Model]) -> str:
    """The column that says of which evening a row is; nothing where none does."""
    if model is Event:
        return "id"
    names = {str(field.column) for field in model._meta.concrete_fields if field.name == "event"}
    return next(iter(names), "")


@contextmanager
def nothing_kept() -> Iterator[None]:
    """While names or whole evenings are wiped: what goes then is to be nowhere."""
    token = number_now.set(None)
    try:
        _tell_postgres(OFF)
        yield
    finally:
        number_now.reset(token)
    pressed = press_now()
    if pressed is not None and pressed.noted:
        pressed.tell_triggers()
    else:
        _tell_postgres(NOBODY)


def _tell_postgres(says: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT set_config('{SETTING}', %s, true)", [says])


def functions(sender: object, connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """Tell a new connection of SQLite what its triggers ask: the press, 0 for none, NULL where
    nothing is kept.
    """
    if connection.vendor == "sqlite":
        connection.connection.create_function("tournament_press", 0, number_now.get)
        connection.connection.create_function("tournament_taking_back", 0, taking_back.get)


@cache
def _sqlite() -> Mapping[str, str]:
    """Every trigger by its name."""
    return {name: text for model in kept() for name, text in _of_sqlite(model)} | {
        MARKING: MARK_OF_SQLITE
    }


def _of_sqlite(model: type[Model]) -> Iterator[tuple[str, str]]:
    table, event = model._meta.db_table, event_column(model)
    into = f'INSERT INTO {Change._meta.db_table} (event_id, press_id, kind, "key", verb, before)'
    for verb, word in VERBS.items():
        row = "NEW" if verb == "i" else "OLD"
        columns, when = watched(model), ["tournament_press() IS NOT NULL"]
        watch = word + (f" OF {_listed(columns)}" if verb == "u" else "")
        if verb == "u" and model in NEVER_TOUCHED:
            when.append(_joined("OR", [_differs(column) for column in columns]))
        before = {"i": "'{}'", "u": _differing(model), "d": _whole(model)}[verb]
        values = (
            f'{row}."{event}"' if event else "NULL",
            "NULLIF(tournament_press(), 0)",
            f"'{model._meta.model_name}'",
            f'{row}."{model._meta.pk.column}"',
            f"'{verb}'",
            before,
        )
        name = f"{PREFIX}{table}_{verb}"
        yield (
            name,
            f"CREATE TRIGGER {name} AFTER {watch} ON {table} WHEN {' AND '.join(when)} BEGIN"
            f" {into} VALUES ({', '.join(values)}); END",
        )


def _listed(columns: list[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _joined(word: str, parts: Sequence[str]) -> str:
    """Laid out in halves: SQLite bounds how deep an expression may be."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return f"({_joined(word, parts[:half])} {word} {_joined(word, parts[half:])})"


def _differs(column: str) -> str:
    return f'OLD."{column}" IS NOT NEW."{column}"'


def _value(model: type[Model], column: str) -> str:
    """A column of the old row. JSON of SQLite has fifteen digits of a number with a point: in
    letters it has all of them.
    """
    exact = {
        str(field.column) for field in model._meta.concrete_fields if isinstance(field, FloatField)
    }
    old = f'OLD."{column}"'
    return (
        f"CASE WHEN {old} IS NOT NULL THEN printf('%!.17g', {old}) END" if column in exact else old
    )


def _differing(model: type[Model]) -> str:
    """One text put together: a question within the trigger takes twice the time."""
    cells = [
        f"CASE WHEN {_differs(column)} THEN ',\"{column}\":' || json_quote({_value(model, column)})"
        " ELSE '' END"
        for column in watched(model)
    ]
    return f"'{{' || substr({_joined('||', cells)}, 2) || '}}'"


MOST_GIVEN = 60
"""Columns that a function of SQLite is given at once: of its 127 arguments each takes two."""


def _whole(model: type[Model]) -> str:
    """Laid in by the handful: SQLite bounds how much a function may be given."""
    columns, image = columns_of(model), "'{}'"
    for start in range(0, len(columns), MOST_GIVEN):
        pairs = ", ".join(
            f"'$.{column}', {_value(model, column)}"
            for column in columns[start : start + MOST_GIVEN]
        )
        image = f"json_set({image}, {pairs})"
    return image


POSTGRES = """
CREATE OR REPLACE FUNCTION keep_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    press text := coalesce(current_setting('lastcard.press', true), '');
    -- What a trigger tells: kind, key, event, whether unchanged rows are told, and the noise.
    noise text[] := TG_ARGV[4]::text[];
    entire jsonb;
    images jsonb := '{}';
BEGIN
    IF press = 'off' THEN RETURN NULL; END IF;
    entire := to_jsonb(OLD);
    images := entire;
    IF TG_OP = 'UPDATE' THEN
        SELECT coalesce(jsonb_object_agg(was.key, was.value), '{}') INTO images
        FROM jsonb_each(entire) was JOIN jsonb_each(to_jsonb(NEW)) is_now USING (key)
        WHERE was.value IS DISTINCT FROM is_now.value AND NOT was.key = ANY(noise);
        IF images = '{}' AND TG_ARGV[3] = 'quiet' THEN RETURN NULL; END IF;
    END IF;
    INSERT INTO tournament_change (event_id, press_id, kind, "key", verb, before)
    VALUES ((entire ->> TG_ARGV[2])::bigint, NULLIF(press, '')::bigint, TG_ARGV[0],
        (entire ->> TG_ARGV[1])::bigint, lower(left(TG_OP, 1)), images);
    RETURN NULL;
END $$;
-- New rows of a statement together: their key and their evening are all that is kept.
CREATE OR REPLACE FUNCTION keep_new() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    press text := coalesce(current_setting('lastcard.press', true), '');
    event text := CASE TG_ARGV[2] WHEN '' THEN 'NULL' ELSE quote_ident(TG_ARGV[2]) END;
BEGIN
    IF press = 'off' THEN RETURN NULL; END IF;
    EXECUTE format(
        'INSERT INTO tournament_change (event_id, press_id, kind, "key", verb, before)
        SELECT %s, $1, $2, %I, ''i'', ''{}'' FROM fresh', event, TG_ARGV[1]
    ) USING NULLIF(press, '')::bigint, TG_ARGV[0];
    RETURN NULL;
END $$;
"""
MARK_OF_POSTGRES = f"""
CREATE OR REPLACE FUNCTION keep_moment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('lastcard.press', true), '') = 'off' THEN RETURN NULL; END IF;
    {MARK_VALUES}
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER {MARKING} AFTER UPDATE OF version ON tournament_event FOR EACH ROW
    WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION keep_moment();
"""


@cache
def _postgres() -> str:
    """The functions, and every trigger."""
    triggers = (f"{text};\n" for model in kept() for text in _of_postgres(model))
    return POSTGRES + MARK_OF_POSTGRES + "".join(triggers)


def _of_postgres(model: type[Model]) -> Iterator[str]:
    table, quiet = model._meta.db_table, "quiet" if model in NEVER_TOUCHED else "told"
    noise = "{" + ",".join(sorted(NOISE.get(model, ()))) + "}"
    says = [model._meta.model_name, model._meta.pk.column, event_column(model), quiet, noise]
    quoted = ", ".join(f"'{word}'" for word in says)
    for verb, word in VERBS.items():
        watch = word + (f" OF {_listed(watched(model))}" if verb == "u" else "")
        runs = f"FOR EACH ROW EXECUTE FUNCTION keep_change({quoted})"
        if verb == "i":
            fresh = "REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT"
            runs = f"{fresh} EXECUTE FUNCTION keep_new({quoted})"
        yield f"CREATE OR REPLACE TRIGGER {PREFIX}{table}_{verb} AFTER {watch} ON {table} {runs}"


def put_on(**_more: Any) -> None:
    """After the tables changed: every trigger as the models ask for it, and no other one."""
    with connection.cursor() as cursor:
        if Change._meta.db_table not in connection.introspection.table_names(cursor):
            return
        if connection.vendor == "postgresql":
            _put_on_postgres(cursor)
            return
        present = _present(cursor)
        for name in present:
            if present[name] != _sqlite().get(name):
                cursor.execute(f"DROP TRIGGER {name}")
        for name, text in _sqlite().items():
            if present.get(name) != text:
                cursor.execute(text)


def _present(cursor: Any) -> dict[str, str]:
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    return {name: text for name, text in cursor.fetchall() if name.startswith(PREFIX)}


def _put_on_postgres(cursor: Any) -> None:
    """The function bears the digest of all that was asked for, so that it is asked for once."""
    digest = sha256(_postgres().encode()).hexdigest()
    cursor.execute("SELECT obj_description(oid) FROM pg_proc WHERE proname = 'keep_change'")
    if cursor.fetchone() != (digest,):
        cursor.execute(_postgres())
        cursor.execute(f"COMMENT ON FUNCTION keep_change() IS '{digest}'")


def take_off(plan: Collection[Any] = (), **_more: Any) -> None:
    """Before the tables change: a column that a trigger names cannot go."""
    if not plan:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "DROP FUNCTION IF EXISTS keep_change(), keep_new(), keep_moment() CASCADE"
            )
            return
        # What a start noted of the tables holds no longer (tournament/server/start.py).
        cursor.execute("PRAGMA user_version = 0")
        for name in _present(cursor):
            cursor.execute(f"DROP TRIGGER {name}")

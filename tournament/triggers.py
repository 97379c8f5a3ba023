"""Database triggers that refuse to change or delete the past."""

from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LEDGER = "tournament_ledgerentry"
SHEET = "tournament_sheet"
TALLY = "tournament_tally"
REFUSED = "the past is not changed: enter a correction instead"
# A sheet may only stop being the accepted one; everything else on it stays as it was.
SHEET_KEPT = (
    "event_id",
    "game_id",
    "entry_id",
    "version",
    "blocked",
    "entered_by",
    "entered_at",
    "reason",
)


def _guards() -> Iterator[tuple[str, str, str, str]]:
    """Name, table, what is watched, and the condition under which it is refused."""
    for table in (LEDGER, TALLY):
        yield f"{table}_kept", table, "UPDATE", ""
    changed = " OR ".join(f"OLD.{column} <> NEW.{column}" for column in SHEET_KEPT)
    yield f"{SHEET}_kept", SHEET, "UPDATE", f"{changed} OR (NEW.accepted AND NOT OLD.accepted)"
    for table in (LEDGER, SHEET, TALLY):
        yield f"{table}_stays", table, "DELETE", ""


def _create(vendor: str) -> Iterator[str]:
    if vendor == "postgresql":
        yield (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for name, table, verb, condition in _guards():
        when = f" WHEN ({condition})" if condition else ""
        if vendor == "postgresql":
            yield f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW{when} EXECUTE FUNCTION refuse_change()"
        else:
            yield f"CREATE TRIGGER {name} BEFORE {verb} ON {table}{when} BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"


def _drop(vendor: str) -> Iterator[str]:
    for name, table, _verb, _condition in _guards():
        yield f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table}" if vendor == "postgresql" else "")


def create(connection: BaseDatabaseWrapper) -> None:
    """Put the guards on."""
    with connection.cursor() as cursor:
        for statement in _create(connection.vendor):
            cursor.execute(statement)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the guards off: for migrations backwards, and for tests that show what they prevent."""
    with connection.cursor() as cursor:
        for statement in _drop(connection.vendor):
            cursor.execute(statement)


def forwards(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the guards in a migration."""
    create(editor.connection)


def backwards(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the guards in a migration."""
    drop(editor.connection)

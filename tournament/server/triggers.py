"""Database triggers that refuse to change or delete the past."""

from collections.abc import Collection, Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LEDGER = "tournament_ledgerentry"
SHEET = "tournament_sheet"
TALLY = "tournament_tally"
CHANGE = "tournament_change"
RULED = (
    "tournament_ruling",
    "tournament_decision",
    "tournament_adjustment",
    "tournament_cancellation",
)
REFUSED = "the past is not changed: enter a correction instead"
# A sheet may only stop being the accepted one, and be it again where a press is taken back;
# everything else on it stays as it was.
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

TAKING_BACK = {
    "sqlite": "tournament_taking_back()",
    "postgresql": "coalesce(current_setting('lastcard.taking_back', true), '') = 'on'",
}
"""Whether a press is being taken back (tournament/ledger/pressing.py): an earlier sheet may count
again.
"""


def _guards(vendor: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, table, what is watched, and the condition under which it is refused."""
    for table in (LEDGER, TALLY, CHANGE, *RULED):
        yield f"{table}_kept", table, "UPDATE", ""
    changed = " OR ".join(f"OLD.{column} <> NEW.{column}" for column in SHEET_KEPT)
    again = f"NEW.accepted AND NOT OLD.accepted AND NOT {TAKING_BACK[vendor]}"
    yield f"{SHEET}_kept", SHEET, "UPDATE", f"{changed} OR ({again})"
    for table in (LEDGER, SHEET, TALLY, CHANGE, *RULED):
        yield f"{table}_stays", table, "DELETE", ""


def _create(vendor: str, present: Collection[str]) -> Iterator[str]:
    if vendor == "postgresql":
        yield (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$"
            f" BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation';"
            " END $$"
        )
    # Early migrations come here before the later tables are made; the later ones come again for
    # them.
    for name, table, verb, condition in (guard for guard in _guards(vendor) if guard[1] in present):
        condition_sql = f" WHEN ({condition})" if condition else ""
        watch = f"{name} BEFORE {verb} ON {table}"
        if vendor == "postgresql":
            yield (
                f"CREATE OR REPLACE TRIGGER {watch} FOR EACH ROW{condition_sql} EXECUTE FUNCTION"
                " refuse_change()"
            )
        else:
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {watch}{condition_sql} BEGIN SELECT RAISE(ABORT,"
                f" '{REFUSED}'); END"
            )


def _drop(vendor: str, present: Collection[str]) -> Iterator[str]:
    for name, table, _verb, _condition in (
        guard for guard in _guards(vendor) if guard[1] in present
    ):
        yield f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table}" if vendor == "postgresql" else "")


def create(connection: BaseDatabaseWrapper) -> None:
    """Put the guards on."""
    with connection.cursor() as cursor:
        for statement in _create(connection.vendor, connection.introspection.table_names(cursor)):
            cursor.execute(statement)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the guards off: for migrations backwards, and for tests that show what they prevent."""
    with connection.cursor() as cursor:
        for statement in _drop(connection.vendor, connection.introspection.table_names(cursor)):
            cursor.execute(statement)


def forwards(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the guards in a migration."""
    create(editor.connection)


def backwards(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the guards in a migration."""
    drop(editor.connection)

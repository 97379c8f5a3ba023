"""By which changes of the tables a copy and this program differ."""

from collections.abc import Collection

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

APP = "tournament"
LEDGER = "tournament_ledgerentry"
APPLIED = "SELECT name FROM django_migrations WHERE app = 'tournament'"


def to_come(applied: Collection[str]) -> set[str]:
    """The changes that this program knows and a database has not had: until then it cannot be read by it."""
    return known() - set(applied)


def unheard_of(applied: Collection[str]) -> list[str]:
    """The changes that a database has had and this program does not know: a newer program made them."""
    return sorted(set(applied) - known())


def known() -> set[str]:
    """Every change of the tables of this program."""
    return {name for app, name in MigrationLoader(None).disk_migrations if app == APP}


def up_to_date() -> bool:
    """Whether the database in use has had every change."""
    applied = {name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP}
    return not to_come(applied)


def has_tables() -> bool:
    """Whether the database in use holds evenings at all; a fresh one does not yet."""
    with connection.cursor() as cursor:
        return LEDGER in connection.introspection.table_names(cursor)

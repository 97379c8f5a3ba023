"""Which changes of the tables a database has had, and whether this program can read it: one that
an older program left half-way is refused before anything is touched, and so is one of a newer.
"""

from collections.abc import Collection

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.places import command

APP = "tournament"
APPLIED = "SELECT name FROM django_migrations WHERE app = 'tournament'"
FIRST = "0001_whole"
FOLDED = frozenset(
    {
        "0001_initial",
        "0002_keep_the_past",
        "0003_door",
        "0004_desk",
        "0005_second_official",
        "0006_finals",
        "0007_phones",
        "0008_rulings",
        "0009_check_queue",
        "0010_fair_tables",
        "0011_roles",
        "0012_watching",
        "0013_formats",
        "0014_matches",
        "0015_leagues",
        "0016_rooms",
        "0017_presses",
        "0018_accounts",
        "0019_tickets",
        "0020_screens",
        "0021_announcer",
        "0022_self_check_in",
        "0023_rehearsal",
        "0024_last_list",
        "0025_pictures",
        "0026_pauses",
        "0027_mails",
        "0028_surnames",
        "0029_words",
    }
)
"""The single steps that the first migration took the place of before anything was released: the
databases of those days have them noted beside it.
"""


def known() -> set[str]:
    """Every change of the tables of this program."""
    return {name for app, name in MigrationLoader(None).disk_migrations if app == APP}


def to_come(applied: Collection[str]) -> set[str]:
    """The changes that this program knows and a database has not had: until then it cannot be read
    by it.
    """
    return known() - set(applied)


def unheard_of(applied: Collection[str]) -> list[str]:
    """The changes that a database has had and this program does not know: a newer program made
    them.
    """
    return sorted(set(applied) - known() - FOLDED)


def too_old(applied: Collection[str]) -> str:
    """Why a database of an earlier program is not opened, and what to do; nothing where it is."""
    steps = sorted(set(applied) & FOLDED)
    if not steps or FIRST in applied:
        return ""
    return (
        f"This database was made by an older Last Card (its tables are those of {steps[-1]}), and"
        " this one cannot read it. Nothing was changed. With the Last Card that made it, write each"
        " evening into a file (manage.py export_evening SLUG --output evening.json), and take the"
        f" files in here ({command('import_evening evening.json')})."
    )


def applied_here() -> set[str]:
    """The changes that the database in use has had."""
    return {name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP}


def up_to_date() -> bool:
    """Whether the database in use has had every change."""
    return not to_come(applied_here())

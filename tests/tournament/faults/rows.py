"""What a database holds, read without the product: the keys of its ledger, and what could be
doubled.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

import psycopg

KEYS = "SELECT key, number FROM tournament_ledgerentry WHERE kind IN ('sheet', 'correct')"
DOUBLED = (
    (
        "SELECT COUNT(*) FROM (SELECT 1 FROM tournament_sheet GROUP BY game_id, version HAVING"
        " COUNT(*) > 1) AS twice"
    ),
    (
        "SELECT COUNT(*) FROM (SELECT 1 FROM tournament_sheet WHERE accepted GROUP BY game_id"
        " HAVING COUNT(*) > 1) AS two"
    ),
    (
        "SELECT COUNT(*) FROM (SELECT 1 FROM tournament_ledgerentry GROUP BY event_id, key HAVING"
        " COUNT(*) > 1) AS keys"
    ),
    (
        "SELECT COUNT(*) FROM tournament_sheet WHERE NOT EXISTS "
        "(SELECT 1 FROM tournament_tally WHERE tournament_tally.sheet_id = tournament_sheet.id)"
    ),
)


def asked(database: str, *queries: str) -> list[list[tuple[object, ...]]]:
    """The rows of each query, asked of the database itself."""
    if database.startswith("sqlite:///"):
        path = Path(database.removeprefix("sqlite:///"))
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as held:
            return [held.execute(query).fetchall() for query in queries]
    with psycopg.connect(database.replace("postgres://", "postgresql://")) as there:
        return [there.execute(query.encode()).fetchall() for query in queries]


def lost(database: str, receipts: Mapping[str, int]) -> list[str]:
    """The acknowledged keys that the ledger does not hold under the number that was told."""
    held = _numbers(database)
    return [key for key, number in receipts.items() if held.get(key) != number]


def missing(database: str, keys: Iterable[str]) -> list[str]:
    """The keys that the ledger holds under no number at all."""
    held = _numbers(database)
    return [key for key in keys if key not in held]


def _numbers(database: str) -> dict[str, object]:
    return {str(key): number for key, number in asked(database, KEYS)[0]}


def doubled(database: str) -> int:
    """How many sheets, accepted versions or keys are there twice, and how many sheets have no
    tallies.
    """
    return sum(int(str(rows[0][0])) for rows in asked(database, *DOUBLED))


def integrity(database: str) -> str:
    """SQLite's own look at its file; PostgreSQL has none to ask for."""
    return (
        str(asked(database, "PRAGMA integrity_check")[0][0][0])
        if database.startswith("sqlite")
        else "ok"
    )

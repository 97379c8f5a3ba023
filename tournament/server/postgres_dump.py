"""Dumping a PostgreSQL database and putting a dump back, by PostgreSQL's own programs."""

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from tournament.server.storage import UNFINISHED, DamagedError, NoSuchPlaceError, unreadable
from tournament.site.system import to_disk

HEADER = b"PGDMP"
LONGEST = 600  # seconds
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


def dumped(target: Path, snapshot: str = "") -> Path:
    """Dump under another name first; with the name of a snapshot, exactly what that transaction
    sees.
    """
    partial = target.with_name(target.name + UNFINISHED)
    words = [
        "--format=custom",
        f"--file={partial}",
        *([f"--snapshot={snapshot}"] if snapshot else []),
    ]
    _run("pg_dump", words)
    to_disk(partial)
    return partial


def look(path: Path) -> None:
    """Raise DamagedError unless the file is a whole dump: all of it is read and unpacked."""
    try:
        with path.open("rb") as file:
            if file.read(len(HEADER)) != HEADER:
                raise DamagedError(f"{path.name} is no dump of a database: it begins otherwise.")
    except OSError as fault:
        raise DamagedError(unreadable(path, fault)) from None
    program = _program("pg_restore")
    command = [program, f"--file={os.devnull}", str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- our own command
    if process.returncode:
        raise DamagedError(f"{path.name} is damaged: {_last(process.stderr)}")


def migrations_in(path: Path) -> set[str]:
    """The changes of the tables that a dump has had."""
    command = [
        _program("pg_restore"),
        "--data-only",
        "--table=django_migrations",
        "--file=-",
        str(path),
    ]
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- our own command
    rows = [line.split("\t") for line in process.stdout.splitlines()]
    return {row[2] for row in rows if len(row) == 4 and row[1] == "tournament"}


def put_back(path: Path) -> None:
    """Replace what the database holds by the dump, in one transaction: all of it or nothing."""
    with tempfile.NamedTemporaryFile(suffix=".sql") as script:
        _words(
            _program("pg_restore"),
            "--no-owner",
            "--no-privileges",
            f"--file={script.name}",
            str(path),
        )
        words = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        _run("psql", [*words, f"--command={EMPTY}", f"--file={script.name}"])


@contextmanager
def unpacked(path: Path) -> Iterator[str]:
    """A dump put into a database of its own, which is gone afterwards; its name.

    Needs the right to make databases.
    """
    name = f"lastcard_proof_{secrets.token_hex(4)}"
    _run("psql", ["--no-psqlrc", "--quiet", f"--command=CREATE DATABASE {name} TEMPLATE template0"])
    try:
        try:
            _run(
                "pg_restore", ["--exit-on-error", "--no-owner", "--no-privileges", str(path)], name
            )
        except NoSuchPlaceError as fault:
            raise DamagedError(f"{path.name} cannot be put back: {fault}") from None
        yield name
    finally:
        _run("psql", ["--no-psqlrc", "--quiet", f"--command=DROP DATABASE {name} WITH (FORCE)"])


def _run(name: str, words: Sequence[str], database: str = "") -> None:
    settings, variables = _connected()
    own = variables.pop("PGDATABASE")
    command = [_program(name), "--no-password", "--dbname", database or own, *words]
    process = subprocess.run(  # noqa: S603 -- our own command
        command,
        env=settings | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    if process.returncode:
        raise NoSuchPlaceError(f"{name} failed: {_last(process.stderr)}")


def _words(*command: str) -> None:
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- our own command
    if process.returncode:
        raise DamagedError(f"{command[-1]} cannot be read: {_last(process.stderr)}")


def _connected() -> tuple[dict[str, str], dict[str, str]]:
    """The environment in which the programs find the database; a password is not put on a command
    line.
    """
    declared: dict[str, Any] = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    variables = {
        variable: str(declared[key]) for variable, key in names.items() if declared.get(key)
    }
    options: dict[str, Any] = declared.get("OPTIONS", {})
    if "host" in options:
        variables["PGHOST"] = str(options["host"])
    return dict(os.environ), variables


def _program(name: str) -> str:
    """Where the program lies: on the path, or in Debian's folder of the newest server."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: int(folder.parent.name),
        reverse=True,
    )
    program = shutil.which(name) or next(
        (str(folder / name) for folder in folders if (folder / name).exists()), None
    )
    if program is None:
        raise NoSuchPlaceError(
            f"{name} is not installed here: install the client programs of PostgreSQL."
        )
    return program


def _last(output: str) -> str:
    return output.strip().splitlines()[-1] if output.strip() else "it gave no reason."

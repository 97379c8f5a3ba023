"""The database backend: SQLite whose transactions stand in line before they begin."""

from math import ceil
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from tournament.server.queued_sqlite.queue import Line
from tournament.site.patience import patience
from tournament.site.same_file import Identity, Served, difference, identity

TOO_LONG = "database is locked"
"""As SQLite says it, when its own patience ends: whoever reads the fault needs no second word for
it.
"""
STEP = 0.05
"""Seconds: SQLite is told anew how long to wait only where that has changed by as much."""


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite, one writer after another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stands_in: Line | None = None
        self._path: Path | None = None
        self._opened: Identity | None = None
        self._waits = -1

    def get_connection_params(self) -> dict[str, Any]:
        """A server opens the file that is there and never makes one: a request
        creates no database.
        """
        params: dict[str, Any] = super().get_connection_params()
        path = self._file()
        if path is not None and str(path) in Served.files:
            params["database"] = f"{path.as_uri()}?mode=rw"
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """The connection, which remembers what file it opened, and under which name."""
        path = self._file()
        if path is not None and (fault := Served.fault(path)):
            raise OperationalError(fault)
        created = super().get_new_connection(conn_params)
        self._path, self._opened = path, identity(path) if path is not None else None
        self._waits = -1
        return created

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor whose statement waits no longer than is left to the request it is part of."""
        self._wait_no_longer()
        return super().create_cursor(name)

    def _wait_no_longer(self) -> None:
        if self.connection is None or self.connection.in_transaction:
            return
        steps = ceil(patience(self._usual_patience()) / STEP)
        if steps != self._waits:
            self.connection.execute(f"PRAGMA busy_timeout = {int(steps * STEP * 1000)}")
            self._waits = steps

    def _usual_patience(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", 5))

    def _start_transaction_under_autocommit(self) -> None:
        line = self._line()
        if line is not None and not line.enter(patience(self._usual_patience())):
            raise OperationalError(TOO_LONG)
        self._stands_in = line
        try:
            self._wait_no_longer()
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        try:
            self._refuse_another_file()
            super()._commit()  # type: ignore[misc]
            self._refuse_another_file()
        finally:
            self._leave_when_done()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_when_done()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _line(self) -> Line | None:
        """The line of this database, where it is a file and its transactions write from their
        beginning.
        """
        mode, path = self.settings_dict["OPTIONS"].get("transaction_mode"), self._path
        return (
            Line.before(path)
            if self._stands_in is None and mode == "IMMEDIATE" and path is not None
            else None
        )

    def _file(self) -> Path | None:
        """The file of this database; None for one in memory."""
        name = str(self.settings_dict["NAME"])
        in_memory = ":memory:" in name or "mode=memory" in name
        return None if in_memory else Path(name).absolute()

    def _refuse_another_file(self) -> None:
        """Two looks at the name take microseconds; the one after the commit is what an
        acknowledgement rests on.
        """
        path = self._path
        if path is not None and (fault := difference(path, self._opened)):
            raise OperationalError(fault)

    def _leave_when_done(self) -> None:
        """A commit that failed leaves the transaction open: its rollback follows."""
        if self._stands_in is not None and not self.connection.in_transaction:
            self._leave()

    def _leave(self) -> None:
        line, self._stands_in = self._stands_in, None
        if line is not None:
            line.leave()

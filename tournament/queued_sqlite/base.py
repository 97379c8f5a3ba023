"""The database backend: SQLite whose transactions stand in line before they begin."""

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from tournament.queued_sqlite.line import Line

TOO_LONG = "database is locked"
"""As SQLite says it, when its own patience ends: whoever reads the fault needs no second word for it."""


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite, one writer after another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stands_in: Line | None = None

    def _start_transaction_under_autocommit(self) -> None:
        line = self._line()
        if line is not None and not line.enter(self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError(TOO_LONG)
        self._stands_in = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
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
        """The line of this database, where it is a file and its transactions write from their beginning."""
        mode = self.settings_dict["OPTIONS"].get("transaction_mode")
        if self._stands_in is not None or mode != "IMMEDIATE" or self.is_in_memory_db():
            return None
        return Line.before(Path(str(self.settings_dict["NAME"])))

    def _leave_when_done(self) -> None:
        """A commit that failed leaves the transaction open: its rollback follows."""
        if self._stands_in is not None and not self.connection.in_transaction:
            self._leave()

    def _leave(self) -> None:
        line, self._stands_in = self._stands_in, None
        if line is not None:
            line.leave()

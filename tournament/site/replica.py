"""A second database server that follows the first: `DATABASE_URL` with several hosts means a
primary and its standbys, whichever is which (`postgres://…@one:5432,two:5432/…`). All that is
written and all that officials read goes to the one that takes writes; what stands in a block of
`reading`, as the public board does, may read a standby.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

STANDBY = "standby"
CONNECT_WITHIN = 2
"""Seconds in which a server has to answer before the next one is asked."""
_alias: ContextVar[str | None] = ContextVar("the database that is read", default=None)


def with_standby(primary: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The databases of the settings: the one given, and where it has several hosts also the standby
    among them. PostgreSQL's own library finds which is which, and refuses hosts that do not fit.
    """
    options = {"connect_timeout": CONNECT_WITHIN} | dict(primary.get("OPTIONS", {}))
    if "," not in str(options.get("host") or primary.get("HOST")):
        return {"default": dict(primary)}
    writes = options | {"target_session_attrs": "read-write"}
    reads = options | {"target_session_attrs": "prefer-standby"}
    return {
        "default": dict(primary) | {"OPTIONS": writes},
        STANDBY: dict(primary) | {"OPTIONS": reads, "TEST": {"MIRROR": "default"}},
    }


@contextmanager
def reading(alias: str) -> Iterator[None]:
    """Let every query of this block that only reads go to this database."""
    token = _alias.set(alias)
    try:
        yield
    finally:
        _alias.reset(token)


class Router:
    """Django's router: to the standby goes what is read inside `reading`, and nothing else."""

    def db_for_read(self, model: type, **hints: Any) -> str | None:
        return _alias.get()

    def db_for_write(self, model: type, **hints: Any) -> str:
        return "default"

    def allow_relation(self, first: object, second: object, **hints: Any) -> bool:
        return True

    def allow_migrate(self, alias: str, app_label: str, **hints: Any) -> bool:
        return alias != STANDBY

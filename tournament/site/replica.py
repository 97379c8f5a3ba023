"""A second database server that follows the first: where its address comes from, and who may read
from it.

`DATABASE_URL` with several hosts means a primary and its standbys, whichever is which:
`postgres://…@one:5432,two:5432/…`. What officials read and all that is written goes to the one that
takes writes; the public board may read a standby.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import connections

STANDBY = "standby"
CONNECT_WITHIN = 2
"""Seconds in which a server has to answer before the next one is asked."""
_reads: ContextVar[str | None] = ContextVar("where this request reads", default=None)


def with_standby(primary: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The databases of the settings: the one given, and where it has several hosts also the standby
    among them.

    Raises ImproperlyConfigured with a sentence where the hosts cannot be meant so.
    """
    options = dict(primary.get("OPTIONS", {}))
    hosts, ports = (
        _list(options.get("host") or primary.get("HOST")),
        _list(options.get("port") or primary.get("PORT")),
    )
    if len(hosts) < 2:
        return {"default": dict(primary)}
    if "postgresql" not in str(primary["ENGINE"]):
        raise ImproperlyConfigured(
            "DATABASE_URL names several hosts: only PostgreSQL has standbys."
        )
    if not all(hosts):
        raise ImproperlyConfigured(
            "DATABASE_URL has an empty name among its hosts: take the extra comma out."
        )
    if len(ports) not in (0, 1, len(hosts)) or not all(port.isdigit() for port in ports):
        raise ImproperlyConfigured(
            f"DATABASE_URL has {len(hosts)} hosts and {len(ports)} ports: give each its own, as in"
            " one:5432,two:5432."
        )
    if options.get("target_session_attrs", "read-write") not in ("read-write", "primary"):
        raise ImproperlyConfigured(
            "DATABASE_URL: target_session_attrs is read-write or primary where there are several"
            " hosts."
        )
    common = {"connect_timeout": CONNECT_WITHIN} | options
    writes = {"target_session_attrs": "read-write"} | common
    reads = common | {"target_session_attrs": "prefer-standby"}
    return {
        "default": dict(primary) | {"OPTIONS": writes},
        STANDBY: dict(primary) | {"OPTIONS": reads, "TEST": {"MIRROR": "default"}},
    }


def _list(setting: object) -> list[str]:
    return str(setting).split(",") if setting not in (None, "") else []


def there() -> bool:
    """Whether there is a standby to read from."""
    return STANDBY in connections.databases


@contextmanager
def reading(alias: str) -> Iterator[None]:
    """Let every query of this block that only reads go to this database."""
    token = _reads.set(alias)
    try:
        yield
    finally:
        _reads.reset(token)


class Router:
    """Sends to the standby what is read inside `reading`, and nothing else."""

    def db_for_read(self, model: type, **hints: Any) -> str | None:
        """Where to read: as the block says, else wherever Django would."""
        return _reads.get()

    def db_for_write(self, model: type, **hints: Any) -> str:
        """There is one writer."""
        return "default"

    def allow_relation(self, first: object, second: object, **hints: Any) -> bool:
        """A row is the same row on the standby."""
        return True

    def allow_migrate(self, alias: str, app_label: str, **hints: Any) -> bool:
        """The standby follows by itself."""
        return alias != STANDBY

"""On PostgreSQL too one request waits for locks so long in all, and not so long at each statement:
a statement that may wait is given what is left of the request's time.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from tournament.site.patience import OF_REQUEST, patience

MAY_WAIT = re.compile(
    r"\s*(?:INSERT|UPDATE|DELETE|LOCK)\b|.*\bFOR (?:NO KEY )?UPDATE\b", re.IGNORECASE | re.DOTALL
)
"""Statements that wait for what somebody else holds; a plain reading never does."""
STEP = 0.25
"""Seconds that may be missing before the server is told: a request that did not wait tells none."""


class LockBudget:
    """Stands before each statement of one connection."""

    def __init__(self) -> None:
        self.told = False

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if MAY_WAIT.match(sql):
            self._tell(context, patience(OF_REQUEST))
        return execute(sql, params, many, context)

    def _tell(self, context: Mapping[str, Any], left: float) -> None:
        short = left < OF_REQUEST - STEP
        if not short and not self.told:
            return
        milliseconds = max(1, int(left * 1000))
        # Beneath the cursor that called us: this statement is no statement of the request.
        context["cursor"].cursor.execute(f"SET lock_timeout = {milliseconds}")
        # Within a transaction the setting falls with it: it is told again until it stands outside.
        self.told = short or context["connection"].in_atomic_block


def stand_before(sender: object, connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """Have a new connection of PostgreSQL keep the budget."""
    wrappers = connection.execute_wrappers
    if connection.vendor == "postgresql" and not any(
        isinstance(wrapper, LockBudget) for wrapper in wrappers
    ):
        wrappers.append(LockBudget())

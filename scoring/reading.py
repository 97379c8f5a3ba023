"""Reading JSON text with a sentence instead of a traceback."""

import json
from typing import Any

from scoring.command import CommandError


def read_json(text: str, name: str) -> Any:
    """Read JSON text; `name` says where it came from. Raises CommandError with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise CommandError(f"{name}: this is no JSON ({where}: {fault.msg}).") from None
    except RecursionError:
        raise CommandError(f"{name}: this JSON is nested too deeply.") from None

"""Reading JSON text strictly, and with a sentence instead of a traceback."""

import json
import math
from typing import Any, NoReturn

from scoring.command import CommandError


class NoNumberError(ValueError):
    """NaN, an infinity, or a number so large that it would become one: the sentence names it."""


def strictly(text: str | bytes) -> Any:
    """Read JSON text without the numbers that Python alone takes for JSON.

    Raises ValueError and RecursionError.
    """
    return json.loads(text, parse_constant=_refuse, parse_float=_finite)


def read_json(text: str, name: str) -> Any:
    """Read JSON text; `name` says where it came from. Raises CommandError with line and column."""
    try:
        return strictly(text)
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise CommandError(f"{name}: this is no JSON ({place}: {fault.msg}).") from None
    except ValueError as fault:
        raise CommandError(f"{name}: {fault}") from None
    except RecursionError:
        raise CommandError(f"{name}: this JSON is nested too deeply.") from None


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise NoNumberError(f"{text[:40]} is no number of points or places.")

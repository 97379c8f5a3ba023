"""Reference data that ships with the project: the livery companies in their order of precedence."""

import json
from functools import cache
from typing import Any

from django.conf import settings


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((settings.BASE_DIR / "fixtures" / "liveries.json").read_text()))


def liveries() -> list[dict[str, Any]]:
    """The companies as an event copies them; edit fixtures/liveries.json when a new one is granted."""
    return [
        {
            "precedence": row["precedence"],
            "name": row["short_name"],
            "full_name": row["full_name"],
            "great_twelve": row["great_twelve"],
            "modern": row["modern"],
            "note": row["note"],
        }
        for row in _rows()
    ]


def aliases() -> dict[str, int]:
    """Other spellings that people use, in lower case, to the precedence of the company meant."""
    return {alias.lower(): row["precedence"] for row in _rows() for alias in row.get("aliases", ())}

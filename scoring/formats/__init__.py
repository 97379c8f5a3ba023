"""Formats: what each game is as a tournament, as data; what was entered at a table, checked and
scored by it.
"""

from scoring.formats.catalogue import FORMATS, asked, format_of, read_line, rules_of
from scoring.formats.checks import WANTING, check
from scoring.formats.format import (
    Choice,
    EntryKind,
    Format,
    FormatError,
    Seats,
    Side,
    Value,
)
from scoring.formats.results import Halves, Result, in_points, points_held, results

__all__ = [
    "FORMATS",
    "WANTING",
    "Choice",
    "EntryKind",
    "Format",
    "FormatError",
    "Halves",
    "Result",
    "Seats",
    "Side",
    "Value",
    "asked",
    "check",
    "format_of",
    "in_points",
    "points_held",
    "read_line",
    "results",
    "rules_of",
]

"""Formats: what each game is as a tournament, as data; what was entered at a table, checked and scored by it."""

from scoring.formats.catalogue import FORMATS
from scoring.formats.checking import WANTING, check
from scoring.formats.choosing import asked, format_of, read_line, rules_of
from scoring.formats.format import Choice, EntryKind, Format, FormatError, Number, Seats, Value
from scoring.formats.points import Halves, in_points
from scoring.formats.results import Result, points_held, results

__all__ = [
    "FORMATS",
    "WANTING",
    "Choice",
    "EntryKind",
    "Format",
    "FormatError",
    "Halves",
    "Number",
    "Result",
    "Seats",
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

"""The kinds of value that an archive is made of: each looks at a value and refuses it in a sentence
with its place. `tournament/archive/schema.py` says what stands where.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any

from tournament.archive.shape import refuse
from tournament.models import LARGEST_NUMBER

Kind = Callable[[Any, str], None]
DEEPEST = 40
"""No evening is nested deeper than this."""
FIRST_YEAR, LAST_YEAR = 1000, 9998
"""Moments of these years are moments in every time zone."""
LONGEST_KEY = 60


def key_place(place: str, key: str) -> str:
    """The place of a key, however long a hostile one is."""
    return f"{place}.{key[:LONGEST_KEY]}" if place else key[:LONGEST_KEY]


def mapping(value: Any, place: str) -> dict[str, Any]:
    """A JSON object, or a refusal."""
    if not isinstance(value, dict):
        refuse(place, "an object { … } is needed here.")
    return value


def sequence(value: Any, place: str) -> list[Any]:
    """A JSON list, or a refusal."""
    if not isinstance(value, list):
        refuse(place, "a list [ … ] is needed here.")
    return value


def text(longest: int, *, empty: bool = True) -> Kind:
    """A text of at most so many characters."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, str) or not (value or empty):
            refuse(place, "a text is needed here.")
        if len(value) > longest:
            refuse(place, f"a text of at most {longest} characters is needed; it has {len(value)}.")

    return check


def whole(most: int = LARGEST_NUMBER, *, least: int = 0) -> Kind:
    """A whole number within bounds."""

    def check(value: Any, place: str) -> None:
        if type(value) is not int or not least <= value <= most:
            refuse(place, f"a whole number from {least} to {most} is needed here.")

    return check


def number(most: int = LARGEST_NUMBER) -> Kind:
    """A number of points, whole or with a part, on either side of nothing."""

    def check(value: Any, place: str) -> None:
        if type(value) not in (int, float) or abs(value) > most:
            refuse(place, f"a number up to {most} is needed here.")

    return check


def word(*words: str) -> Kind:
    """One of some words."""

    def check(value: Any, place: str) -> None:
        if value not in words or not isinstance(value, str):
            refuse(place, f"one of {', '.join(filter(None, words))} is needed here.")

    return check


def truth(value: Any, place: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        refuse(place, "true or false is needed here.")


def day(value: Any, place: str) -> None:
    """A date such as 2027-02-11."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
            date.fromisoformat(value)
            return
    except (TypeError, ValueError):
        pass
    refuse(place, "a date such as 2027-02-11 is needed here.")


def moment(value: Any, place: str) -> None:
    """A moment such as 2027-02-11T18:05:00."""
    try:
        if FIRST_YEAR <= datetime.fromisoformat(value).year <= LAST_YEAR:
            return
    except (TypeError, ValueError):
        pass
    refuse(place, "a moment such as 2027-02-11T18:05:00 is needed here.")


def anything(_value: Any, _place: str) -> None:
    """Whatever it is; the act that takes it in says more."""


def optional(kind: Kind) -> Kind:
    """A value or null."""

    def check(value: Any, place: str) -> None:
        if value is not None:
            kind(value, place)

    return check


def rows(kind: Kind) -> Kind:
    """A list of values of one kind."""

    def check(value: Any, place: str) -> None:
        for index, item in enumerate(sequence(value, place)):
            kind(item, f"{place}[{index}]")

    return check


def by_name(kind: Kind) -> Kind:
    """An object with any keys, each with a value of one kind."""

    def check(value: Any, place: str) -> None:
        for key, item in mapping(value, place).items():
            kind(item, key_place(place, key))

    return check


def record(kinds: Mapping[str, Kind], *, needed: Collection[str] = ()) -> Kind:
    """An object whose known keys have values of their kinds; `needed` may not be missing."""

    def check(value: Any, place: str) -> None:
        row = mapping(value, place)
        for key, kind in kinds.items():
            if key in row:
                kind(row[key], key_place(place, key))
            elif key in needed:
                refuse(key_place(place, key), "this is needed, and it is not there.")

    return check


def check_writing(value: Any, place: str = "", depth: int = 0) -> None:
    """Refuse what no database keeps, wherever it stands: half characters, and depths without end.
    A zero character stands in no text of an evening either.
    """
    if depth > DEEPEST:
        refuse(place[:LONGEST_KEY] or "the file", "it is nested deeper than any evening.")
    if isinstance(value, str):
        if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
            refuse(place, "it holds a character that cannot be kept: type it once more.")
    elif isinstance(value, dict):
        for key, item in value.items():
            check_writing(key, f"the keys of {place or 'the file'}", depth + 1)
            check_writing(item, key_place(place, key), depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            check_writing(item, f"{place}[{index}]", depth + 1)

"""The shape of an archive: reading it strictly, so that what is wrong is named with its place in
the file.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, NoReturn

from django.utils.timezone import get_current_timezone, make_aware

from scoring.formats import Halves
from tournament.refusal import Refused

NO_TEXT = "a text is needed here."
NO_TRUTH = "true or false is needed here."
NO_DAY = "a date such as 2027-02-11 is needed here."
NO_MOMENT = "a moment such as 2027-02-11T18:05:00 is needed here."
NO_SUCH_NUMBER = "this holds a number that no evening has."


class ArchiveError(Refused):
    """The file is no evening: the sentence names the place in it and the mend."""


def refuse(place: str, fault: str) -> NoReturn:
    """Say what is wrong and where."""
    raise ArchiveError(f"{place}: {fault}")


@contextmanager
def refusing_at(place: str) -> Iterator[None]:
    """Say where in the file it stands, what an act of this block refuses."""
    try:
        yield
    except ArchiveError:
        raise
    except Refused as refused:
        refuse(place, str(refused))


def one_of(names: Iterable[str]) -> str:
    """What is said where only some words are known."""
    return f"one of {', '.join(names)} is needed here."


def own_number(last: int) -> str:
    """What is said where each row has a number that no other has."""
    return f"a number of its own from 1 to {last} is needed here."


def mapping(value: Any, place: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        refuse(place, "an object { … } is needed here.")
    return value


def sequence(value: Any, place: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        refuse(place, "a list [ … ] is needed here.")
    return value


def text(row: Mapping[str, Any], key: str, place: str, default: str | None = None) -> str:
    """A text under a key."""
    value = row.get(key, default)
    if not isinstance(value, str):
        refuse(f"{place}.{key}", NO_TEXT)
    return value


def whole(row: Mapping[str, Any], key: str, place: str, default: int | None = None) -> int:
    """A whole number from 0 to a million under a key."""
    value = row.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1_000_000:
        refuse(f"{place}.{key}", "a whole number from 0 is needed here.")
    return value


def halves(row: Mapping[str, Any], key: str, place: str) -> Halves:
    """A number from 0 to a million in steps of a half under a key."""
    value = row.get(key)
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not 0 <= value <= 1_000_000
        or value * 2 % 1
    ):
        refuse(f"{place}.{key}", "a number from 0, whole or with a half, is needed here.")
    return Halves(int(value * 2))


def truth(row: Mapping[str, Any], key: str, place: str, *, default: bool = False) -> bool:
    """True or false under a key."""
    value = row.get(key, default)
    if not isinstance(value, bool):
        refuse(f"{place}.{key}", NO_TRUTH)
    return value


def day(row: Mapping[str, Any], key: str, place: str) -> date:
    """A date such as 2027-02-11 under a key."""
    try:
        return date.fromisoformat(text(row, key, place))
    except ValueError:
        refuse(f"{place}.{key}", NO_DAY)


def moment(iso: str, place: str) -> datetime:
    """A moment such as 2027-02-11T18:05:00; local time unless it says otherwise."""
    try:
        read = datetime.fromisoformat(iso)
    except ValueError:
        refuse(place, NO_MOMENT)
    return read if read.tzinfo else make_aware(read)


def unknown(row: Mapping[str, Any], known_keys: Collection[str]) -> dict[str, Any]:
    """The keys that nothing else holds, kept verbatim."""
    return {key: value for key, value in row.items() if key not in known_keys}


def archived_time(moment: datetime) -> str:
    """A moment as archives write it: local time, to the second."""
    return (
        moment.astimezone(get_current_timezone()).replace(tzinfo=None).isoformat(timespec="seconds")
    )

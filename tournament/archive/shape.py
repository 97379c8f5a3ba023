"""The shape of an archive: reading it strictly, so that what is wrong is named with its place in
the file.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NoReturn

from django.utils.timezone import get_current_timezone, make_aware

from scoring.formats import Halves
from scoring.json_text import strictly

NO_SUCH_NUMBER = "this holds a number that no evening has."
EVENT_KEYS = frozenset(
    {
        "name",
        "game",
        "date",
        "venue",
        "scoring",
        "games_per_round",
        "qualifying_rounds",
        "cut",
        "playoff_games",
        "charity",
        "tie_break",
        "playoff",
        "absent_game_policy",
        "withdrawn_policy",
        "table_par",
        "unplayed_game_policy",
        "options",
        "format",
        "choices",
        "cut_tie",
        "prizes",
        "one_official",
    }
)
PLAYER_KEYS = frozenset(
    {
        "id",
        "badge",
        "name",
        "first_name",
        "last_name",
        "livery",
        "livery_name",
        "office",
        "host_connected",
        "status",
        "status_note",
        "title",
        "sort_name",
        "post_nominals",
        "spoken",
        "guest_of",
        "fixed_table",
        "email",
        "placeholder",
    }
)
LIVERY_KEYS = frozenset({"precedence", "short_name", "full_name", "great_twelve", "modern", "note"})
GAME_KEYS = frozenset(
    {
        "stage",
        "round",
        "table",
        "game",
        "packs",
        "dealer",
        "went_out",
        "blocked",
        "turns",
        "finished_at",
        "results",
        "not_played",
    }
)
LARGEST_ARCHIVE = 40 * 1024 * 1024


class ArchiveError(ValueError):
    """The file is no evening: the sentence names the place in it and the mend."""


def refuse(place: str, fault: str) -> NoReturn:
    """Say what is wrong and where."""
    raise ArchiveError(f"{place}: {fault}")


def read_archive(path: Path) -> dict[str, Any]:
    """The document of `evening.json`, or of the folder that holds one."""
    file = path / "evening.json" if path.is_dir() else path
    if not file.is_file():
        refuse(str(file), "there is no such file; give an evening.json or its folder.")
    if file.stat().st_size > LARGEST_ARCHIVE:
        refuse(str(file), "the file is larger than any evening (40 MB).")
    return read_document(file.read_bytes(), str(file))


def read_document(data: bytes, place: str = "the file") -> dict[str, Any]:
    """The document that these bytes hold."""
    try:
        document = strictly(data.decode())
    except (ValueError, RecursionError) as error:
        refuse(place, f"this is no readable JSON ({error}).")
    return check_document(document)


def check_document(document: Any) -> dict[str, Any]:
    """The document, when its parts are there and of the right kind."""
    body = mapping(document, "the archive")
    mapping(body.get("event"), "event")
    for part in ("players", "games"):
        for index, row in enumerate(sequence(body.get(part), part)):
            mapping(row, f"{part}[{index}]")
    for name, tables in mapping(body.get("seating"), "seating").items():
        for index, table in enumerate(sequence(tables, f"seating[{name}]")):
            sequence(table, f"seating[{name}][{index}]")
    return body


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
        refuse(f"{place}.{key}", "a text is needed here.")
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
        refuse(f"{place}.{key}", "true or false is needed here.")
    return value


def day(row: Mapping[str, Any], key: str, place: str) -> date:
    """A date such as 2027-02-11 under a key."""
    try:
        return date.fromisoformat(text(row, key, place))
    except ValueError:
        refuse(f"{place}.{key}", "a date such as 2027-02-11 is needed here.")


def moment(iso: str, place: str) -> datetime:
    """A moment such as 2027-02-11T18:05:00; local time unless it says otherwise."""
    try:
        read = datetime.fromisoformat(iso)
    except ValueError:
        refuse(place, "a moment such as 2027-02-11T18:05:00 is needed here.")
    return read if read.tzinfo else make_aware(read)


def unknown(row: Mapping[str, Any], known_keys: frozenset[str]) -> dict[str, Any]:
    """The keys that nothing else holds, kept verbatim."""
    return {key: value for key, value in row.items() if key not in known_keys}


def archived_time(moment: datetime) -> str:
    """A moment as archives write it: local time, to the second."""
    return (
        moment.astimezone(get_current_timezone()).replace(tzinfo=None).isoformat(timespec="seconds")
    )

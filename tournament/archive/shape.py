"""The shape of an archive: its rows with their places in the file, its moments and signatures as
they are written and read, and the refusal that names the place of what is wrong.
"""

import uuid
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NoReturn

from django.utils.timezone import get_current_timezone, make_aware

from scoring.formats import Halves
from tournament.counting.submission import SheetConflictError
from tournament.ledger.chain import Signature
from tournament.models import Game, LedgerEntry
from tournament.refusal import Refused
from tournament.site.access import Actor

NO_SUCH_NUMBER = "this holds a number that no evening has."
IMPORTED = Actor("Imported")
"""Who did what an archive tells of nobody."""
MOST_POINTS = 1_000_000
"""More than any evening counts: what is larger is a slip of the file."""


class ArchiveError(Refused):
    """The file is no evening: the sentence names the place in it and the mend."""


def refuse(place: str, fault: str) -> NoReturn:
    """Say what is wrong and where."""
    raise ArchiveError(f"{place}: {fault}")


@contextmanager
def refusing_at(place: str) -> Iterator[None]:
    """Say where in the file it stands, what an act of this block refuses or keeps as a conflict."""
    try:
        yield
    except ArchiveError:
        raise
    except (Refused, SheetConflictError) as refused:
        refuse(place, str(refused))


def rows_of(
    row: Mapping[str, Any], key: str, place: str = ""
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows under a key of the document, or of a row at this place in it: each after its own
    place; none where the key is absent. `tournament/archive/schema.py` has looked at the document:
    every value is of its kind.
    """
    before = f"{place}.{key}" if place else key
    return ((f"{before}[{index}]", item) for index, item in enumerate(row.get(key, [])))


def whole(row: Mapping[str, Any], key: str, place: str) -> int:
    """A whole number from 0 to a million under a key: points, where the format knows no parts."""
    value = row.get(key)
    if type(value) is not int or not 0 <= value <= MOST_POINTS:
        refuse(f"{place}.{key}", "a whole number from 0 is needed here.")
    return value


def halves(row: Mapping[str, Any], key: str, place: str) -> Halves:
    """A number from 0 to a million in steps of a half under a key."""
    value: Any = row.get(key)
    if type(value) not in (int, float) or not 0 <= value <= MOST_POINTS or value * 2 % 1:
        refuse(f"{place}.{key}", "a number from 0, whole or with a half, is needed here.")
    return Halves(int(value * 2))


def moment(iso: str) -> datetime:
    """A moment such as 2027-02-11T18:05:00; local time unless it says otherwise."""
    read = datetime.fromisoformat(iso)
    return read if read.tzinfo else make_aware(read)


def moment_of(row: Mapping[str, Any], key: str, otherwise: datetime) -> datetime:
    """The moment under a key; `otherwise` where the row says none."""
    return moment(row[key]) if row.get(key) else otherwise


def signature_of(row: Mapping[str, Any], now: datetime, step: str = "") -> Signature:
    """Who did what the row tells and when: from the keys `by` and `at`, or those of a step such as
    `sealed_by` and `sealed_at`. Nobody named is `IMPORTED`, and no time told is `now`.
    """
    before = f"{step}_" if step else ""
    actor = Actor(row.get(f"{before}by", IMPORTED.name))
    return Signature(actor, moment_of(row, f"{before}at", now), f"import-{uuid.uuid4()}")


def own_signature(now: datetime) -> Signature:
    """That of the importing itself, for what the archive tells of nobody and of no time."""
    return signature_of({}, now)


def signed(entry: LedgerEntry) -> dict[str, Any]:
    """What `signature_of` reads: when an entry of the ledger was written and by whom; and the
    reason where there is one.
    """
    fields = {"at": archived_time(entry.at), "by": entry.actor}
    return fields | ({"reason": entry.reason} if entry.reason else {})


def place_of(game: Game) -> dict[str, int]:
    """Round, table and number of a game, as every row that is about one begins."""
    table = game.table
    return {"round": table.round.number, "table": table.number, "game": game.number}


def unknown(row: Mapping[str, Any], known_keys: Collection[str]) -> dict[str, Any]:
    """The keys that nothing else holds, kept verbatim."""
    return {key: value for key, value in row.items() if key not in known_keys}


def archived_time(moment: datetime) -> str:
    """A moment as archives write it: local time, to the second."""
    return (
        moment.astimezone(get_current_timezone()).replace(tzinfo=None).isoformat(timespec="seconds")
    )

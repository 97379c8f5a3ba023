"""The board grows: after plain sheets only their tallies are read, anything else reads all anew.

A plain sheet is the first one of a game. Its act moves the version on by one and writes one ledger
entry of its own kind, so as many plain entries as versions since then mean that nothing else
happened: no guest, seat, ruling, answer or setting is other than it was. Whatever does not fit
that is counted from the rows, and so is the first board of a process. The entry that was the last
one is known by its digest, so that a ledger put back from a copy is no ledger to go on from.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from scoring.counting.tally import Tally
from tournament.counting.formats import event_format, with_unit
from tournament.counting.scores import COLUMNS
from tournament.counting.state import Present
from tournament.models import Event, LedgerEntry, Stage
from tournament.models import Tally as TallyRow
from tournament.site.cache import MOST_EVENTS

PLAIN = "sheet"
MOVED_BY_A_SHEET = frozenset({"version", "frozen_at"})
"""What a plain sheet changes in the row of its event; nothing is counted with it."""
MOST_SHEETS = 200
"""After more of them, reading all anew costs no more."""


class Entry(NamedTuple):
    """An entry of the ledger, as far as it tells whether a board may grow."""

    kind: str
    number: int
    at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the newest board of an event was counted from."""

    row: tuple[object, ...]
    version: int
    number: int
    digest: str
    source: Present


_known: OrderedDict[UUID, Known] = OrderedDict()


def source_of(event: Event) -> Present:
    """What the board of an event is counted from: what is known with the sheets that came in since,
    or the rows.
    """
    known = _known.get(event.uid)
    return (known and grown(event, known)) or Present(event)


def remember(event: Event, source: Present) -> None:
    """A board was counted from this: the next one may grow from it."""
    number = source.whereabouts.number
    if number:
        _known[event.uid] = Known(_row(event), event.version, number, source.digest, source)
        _known.move_to_end(event.uid)
    while len(_known) > MOST_EVENTS:
        _known.popitem(last=False)


def grown(event: Event, known: Known) -> Present | None:
    """The evening with the plain sheets that came in since; None where anything else happened."""
    versions = event.version - known.version
    if not 0 < versions <= MOST_SHEETS or _row(event) != known.row or _ends_by_target(event):
        return None
    entries = _entries(event, known.number)
    if not entries or entries[0].digest != known.digest or not _plain(entries[1:], versions):
        return None
    last, *new = entries
    rows = TallyRow.objects.filter(
        event=event,
        sheet__entry__number__gt=last.number,
        sheet__accepted=True,
        sheet__game__void=False,
        sheet__game__table__round__stage=Stage.QUALIFYING,
    )
    told = [Tally(*row) for row in rows.order_by().values_list(*COLUMNS)]
    if not _one_game_each(told, versions):
        return None
    entered = with_unit(event_format(event), told)
    return known.source.grown(event, entered, new[-1][1:])


def _plain(new: list[Entry], versions: int) -> bool:
    return len(new) == versions and all(one.kind == PLAIN for one in new)


def _one_game_each(told: list[Tally], versions: int) -> bool:
    return len({(one.round, one.table, one.game) for one in told}) == versions


def _ends_by_target(event: Event) -> bool:
    """Where a table stops at a target, a sheet decides which games are still to come."""
    return event_format(event).ending == "target"


def _entries(event: Event, since: int) -> list[Entry]:
    rows = LedgerEntry.objects.filter(event=event, number__gte=since).order_by("number")
    return [Entry(*row) for row in rows.values_list("kind", "number", "at", "digest")]


def _row(event: Event) -> tuple[object, ...]:
    fields = event._meta.concrete_fields
    return tuple(
        getattr(event, field.attname) for field in fields if field.name not in MOVED_BY_A_SHEET
    )

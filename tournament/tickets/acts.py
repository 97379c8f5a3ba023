"""A list of guests taken into an event: new ones added, known ones changed, or nothing of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournament.guests.acts import (
    IN_STANDINGS,
    GuestRefusedError,
    by_surname,
    log_guest,
    new_guest,
    next_badge,
    recorded,
    refs_of,
    sorted_as,
)
from tournament.ledger.chain import Signature, writing
from tournament.models import Event, Guest
from tournament.server.snapshot import after_snapshot
from tournament.tickets.rows import ADDED, CHANGED, Candidate, judge
from tournament.tickets.spreadsheet import GuestRow, fault_in_columns


class RowsRefusedError(GuestRefusedError):
    """A file with faulty rows: nothing of it is taken in."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        super().__init__("Some rows need fixing: nothing was added.")
        self.candidates = candidates


@after_snapshot
def import_guests(
    event: Event, rows: Sequence[GuestRow], columns: Mapping[int, str], by: Signature
) -> list[Candidate]:
    """Take a whole guest list in, or nothing of it: new guests added, known ones changed. Raises
    GuestRefusedError.

    Reverse act: `remove_guest` and `change_guest`, for each.
    """
    fault = fault_in_columns(columns)
    if fault:
        raise GuestRefusedError(fault)
    with writing(event) as row:
        candidates = judge(rows, columns, row)
        if any(one.faults for one in candidates):
            raise RowsRefusedError(candidates)
        added = _add_all(row, [one for one in candidates if one.outcome == ADDED])
        changed = [one for one in candidates if one.outcome == CHANGED]
        before = _as_they_were(changed)
        _change_all(changed)
        if added or changed:
            told = [
                {
                    "guest": one.guest.ref,
                    "changed": sorted(one.changes),
                    "before": recorded(before[one.guest.ref]),
                }
                for one in changed
                if one.guest
            ]
            log_guest(
                row, {"act": "import", "added": [guest.ref for guest in added], "changed": told}, by
            )
    return candidates


def _add_all(event: Event, candidates: Sequence[Candidate]) -> list[Guest]:
    refs, badge = refs_of(event), next_badge(event)
    badge = max([badge, *((one.values.get("badge") or 0) + 1 for one in candidates)])
    guests = []
    for one in candidates:
        given = one.values.get("badge")
        guests.append(new_guest(event, one.values | {"badge": given or badge}, refs))
        badge += 0 if given else 1
    return Guest.objects.bulk_create(guests)


def _as_they_were(candidates: Iterable[Candidate]) -> dict[str, dict[str, Any]]:
    """What standings show of each guest, before a file changes it; only what the file gives."""
    shown = {"name", *IN_STANDINGS}
    return {
        one.guest.ref: {name: getattr(one.guest, name) for name in sorted(shown & set(one.values))}
        for one in candidates
        if one.guest
    }


def _change_all(candidates: Iterable[Candidate]) -> None:
    guests, touched = [], {"sort_name", "placeholder"}
    for one in candidates:
        guest = one.guest
        if guest is None:
            continue
        derived = guest.placeholder or guest.sort_name in ("", by_surname(guest))
        guest.placeholder = guest.placeholder and one.values.get("name", guest.name) == guest.name
        given = {name: value for name, value in one.values.items() if value not in ("", None)}
        for name, value in given.items():
            setattr(guest, name, value)
        guest.sort_name = given.get("sort_name") or ("" if derived else guest.sort_name)
        guest.sort_name = sorted_as(guest)
        touched |= set(given)
        guests.append(guest)
    if guests:
        Guest.objects.bulk_update(guests, sorted(touched), batch_size=200)

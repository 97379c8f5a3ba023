"""The page of two sheets of one game, side by side."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.counting.sheet import DISMISSALS
from tournament.counting.submission import same_result, submission_from
from tournament.entry.forms import ConflictForm
from tournament.entry.place import accepted
from tournament.entry.reading import Row, TablePage, rows, typed_again
from tournament.ledger.signing import new_key
from tournament.models import Conflict, LedgerEntry, Sheet
from tournament.site.access import at_desk
from tournament.site.cache import asked_once

REASONS = (DISMISSALS[0], DISMISSALS[3], DISMISSALS[4])
"""The reasons by button why one of two sheets counts."""


def conflict_page(
    request: HttpRequest,
    page: TablePage,
    entry: LedgerEntry,
    form: ConflictForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Both sheets; equal rows in one line, and only what differs side by side."""
    current = accepted(page.event, page.place)
    assert current is not None  # noqa: S101 -- a conflict is with a saved sheet
    ledger_entry, waiting = other_entry(page, current, entry), waiting_entries(page)
    context = _sides(page, current, ledger_entry) | {
        "page": page,
        "place": page.place,
        "current": current,
        "entry": entry,
        "other": ledger_entry,
        "chosen": page.cell.chosen or ledger_entry.pk != entry.pk,
        "yours": entry.user_id is not None and entry.user_id == getattr(request.user, "pk", None),
        "others": [second for second in waiting if second.pk != entry.pk],
        "newest": max((second.number for second in waiting), default=entry.number),
        "may_choose": page.seats[0].round.open or at_desk(request),
        "key": new_key(),
        "form": form,
        "reasons": REASONS,
    }
    return render(request, "entry/conflict.html", context, status=status)


def other_entry(page: TablePage, current: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """What stands beside the sheet that counts: the one that waits, or, where the table itself has
    chosen that one, the sheet that counted before.
    """
    if not same_result(current.entry.body, entry.body):
        return entry
    before = Sheet.objects.filter(game=current.game, version=current.version - 1)
    earlier = before.select_related("entry").first()
    return earlier.entry if earlier else entry


def _sides(page: TablePage, current: Sheet, entry: LedgerEntry) -> dict[str, Any]:
    theirs, mine = submission_from(current.entry.body), submission_from(entry.body)
    with asked_once():
        sheets = (rows(page.event, page.seats, typed_again(sheet)) for sheet in (theirs, mine))
        pairs = zip(*sheets, strict=True)
        seats = [(first, second, _apart(first, second)) for first, second in pairs]
    return {
        "seats": seats,
        "theirs": theirs,
        "mine": mine,
        "blocked_differs": theirs.blocked != mine.blocked,
    }


def _apart(theirs: Row, mine: Row) -> str:
    """How two sheets differ on a seat, or nothing."""
    if theirs.entry == mine.entry:
        return ""
    if theirs.points is None or mine.points is None:
        return "differs"
    away = abs(theirs.points - mine.points)
    return f"differs by {away}" if away else "other cards, equal points"


def waiting_entries(page: TablePage) -> list[LedgerEntry]:
    """The entries of the sheets that wait for a choice about this game, the earliest first."""
    place = page.place
    conflicts = Conflict.objects.select_related("entry").filter(event=page.event, resolved_by=None)
    conflicts = conflicts.filter(game__number=place.game, game__table=page.table)
    return [item.entry for item in conflicts.order_by("entry__number")]

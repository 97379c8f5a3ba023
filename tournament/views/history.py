"""Everything that was ever entered for one game."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import OFFICIAL, at_event
from tournament.forms.typed import typed
from tournament.ledger.lift import rules
from tournament.models import Event, LedgerEntry, Sheet
from tournament.submission import Place, submission_from
from tournament.table_page import Row, TablePage, Typed, rows
from tournament.views.sheet_pages import found_page

WORDS = {
    "sheet": "Entered",
    "correct": "Corrected",
    "resolve": "Settled between two sheets",
    "conflict": "Sent in conflict, not counted",
    "check": "Checked",
    "uncheck": "Check taken back",
    "dismiss": "Flag dismissed",
    "not_played": "Declared not played",
    "play_after_all": "Declaration taken back",
    "raise_again": "Flag raised again",
}


@dataclass(frozen=True, slots=True)
class Past:
    """One entry of the ledger about this game; rows are there when it brought a sheet."""

    entry: LedgerEntry
    words: str
    version: int | None
    counts: bool
    checker: str
    rows: tuple[Row, ...]


@at_event(OFFICIAL)
def history(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """All versions of a game's sheet, latest first: who, when, why, who checked."""
    page = found_page(event, Place(round, table, game))
    about = LedgerEntry.objects.filter(event=event, kind__in=WORDS, body__round=round, body__table=table)
    entries = about.filter(body__game=game).order_by("-number")
    sheets = {sheet.entry_id: sheet for sheet in Sheet.objects.filter(event=event, entry__in=entries)}
    past = [_past(page, entry, sheets.get(entry.pk)) for entry in entries]
    return render(request, "tournament/history.html", {"page": page, "place": page.place, "past": past})


def _past(page: TablePage, entry: LedgerEntry, sheet: Sheet | None) -> Past:
    return Past(
        entry=entry,
        words=WORDS[entry.kind],
        version=sheet.version if sheet else None,
        counts=bool(sheet and sheet.accepted),
        checker=str(entry.body.get("checker", "")),
        rows=_rows(page, entry) if "tallies" in entry.body else (),
    )


def _rows(page: TablePage, entry: LedgerEntry) -> tuple[Row, ...]:
    entries = {one.seat: one for one in submission_from(entry.body).entries}
    return rows(page.seats, rules(page.event), Typed({seat: typed(one) for seat, one in entries.items()}, entries))

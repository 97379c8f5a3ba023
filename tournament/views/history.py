"""Everything that was ever entered for one game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import RECORD, at_event
from tournament.forms.typed import typed
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
    "second_key": "Keyed a second time",
    "swap_hands": "Two hands swapped",
    "move": "Sheet moved",
    "ruling": "Ruling given",
    "adjust": "Adjusted by a ruling",
}


ADJUSTED = {
    "void": "Made void",
    "replay": "Set aside to be played again",
    "tally": "Tally corrected",
    "points": "Points",
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


@at_event(RECORD)
def history(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """All versions of a game's sheet, latest first: who, when, why, who checked."""
    page = found_page(event, Place(round, table, game))
    here = Q(body__round=round, body__table=table, body__game=game)
    for end in ("from", "to"):
        here |= Q(**{f"body__{end}__{name}": at for name, at in (("round", round), ("table", table), ("game", game))})
    entries = LedgerEntry.objects.filter(here, event=event, kind__in=WORDS).order_by("-number")
    sheets = {sheet.entry_id: sheet for sheet in Sheet.objects.filter(event=event, entry__in=entries)}
    names = dict(event.guests.values_list("ref", "name"))
    past = [_past(page, entry, sheets.get(entry.pk), names) for entry in entries]
    return render(request, "tournament/history.html", {"page": page, "place": page.place, "past": past})


def _past(page: TablePage, entry: LedgerEntry, sheet: Sheet | None, names: Mapping[str, str]) -> Past:
    return Past(
        entry=entry,
        words=_words(entry),
        version=sheet.version if sheet else None,
        counts=bool(sheet and sheet.accepted),
        checker=str(entry.body.get("checker", "")),
        rows=_rows(page, entry, names) if "tallies" in entry.body else (),
    )


def _words(entry: LedgerEntry) -> str:
    """What the entry is called; a second keying says whether it agreed, a move where from and to."""
    said, body = WORDS[entry.kind], entry.body
    if entry.kind == "ruling":
        return f"Ruling {body['number']} given"
    if entry.kind == "adjust":
        return f"{ADJUSTED[body['kind']]}, adjustment {body['number']}"
    if entry.kind == "second_key":
        return f"{said}, {'equal' if body['agrees'] else 'differing'}"
    if entry.kind != "move":
        return said
    away, to = (Place(body[end]["round"], body[end]["table"], body[end]["game"]) for end in ("from", "to"))
    return f"Sheets swapped between {away} and {to}" if body["swapped"] else f"{said} from {away} to {to}"


def _rows(page: TablePage, entry: LedgerEntry, names: Mapping[str, str]) -> tuple[Row, ...]:
    """The hands under the names of those who were entered with them, whoever sits there now."""
    on_it = {tally["seat"]: names.get(tally["guest"], "") for tally in entry.body["tallies"]}
    entries = {one.seat: one for one in submission_from(entry.body).entries}
    texts = {seat: typed(one) for seat, one in entries.items()}
    shown = rows(page.event, page.seats, Typed(texts, entries, blocked=entry.body["blocked"]))
    return tuple(replace(row, name=on_it[row.seat]) for row in shown if row.seat in on_it)

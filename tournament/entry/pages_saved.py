"""The page of a sheet as it is saved, with the flag that is answered next."""

from collections.abc import Iterable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.counting.sheet import DISMISSALS
from tournament.entry.flags import (
    ONE_KEY,
    answers_of,
    flags_in_a_row,
    next_flagged,
)
from tournament.entry.pages_sheet import page_context
from tournament.entry.place import accepted
from tournament.entry.reading import FlagShown, Row, TablePage, typed_of_sheet
from tournament.models import Flag
from tournament.site.access import at_desk

SHOWN = 40
"""So many flags around the one that is asked about are listed: of a hall with a thousand the list
would take a tenth of a second for each page.
"""


def saved_page(request: HttpRequest, page: TablePage) -> HttpResponse:
    """The sheet that counts, row by row, or the word that the game is not played."""
    sheet = accepted(page.event, page.place)
    in_a_row = flags_in_a_row(page.event) if sheet else []
    flags = [flag for place, flag in in_a_row if place == page.place]
    waiting = [flag for flag in flags if not flag.dismissed]
    context = page_context(page, typed_of_sheet(sheet))
    context |= {
        "sheet": sheet,
        "rows": [_with_flags(row, waiting) for row in context["rows"]],
        "sheet_flags": _flags_shown(flag for flag in waiting if not flag.seat),
        "dismissed": [flag for flag in flags if flag.dismissed],
        "at_desk": at_desk(request),
        "may_correct": page.seats[0].round.open or at_desk(request),
    }
    if waiting and sheet:
        first, desk = waiting[0], at_desk(request)
        number = in_a_row.index((page.place, first))
        start = max(0, min(number - SHOWN // 2, len(in_a_row) - SHOWN))
        context |= {
            "flag": first,
            "answers": list(answers_of(page, first, sheet, at_desk=desk)),
            "reasons": [reason for reason in DISMISSALS if reason not in ONE_KEY],
            "flags": in_a_row[start : start + SHOWN],
            "flag_number": number + 1,
            "flag_count": len(in_a_row),
            "flag_words": _of_the_guest(first, context["rows"]),
            "before": in_a_row[number - 1][0] if number else None,
            "later": next_flagged(in_a_row, page.place),
        }
    return render(request, "entry/saved.html", context)


def _of_the_guest(flag: Flag, rows: Iterable[Row]) -> str:
    """What a flag says, of a guest by name in the place of the seat."""
    name = next((row.name for row in rows if row.seat == flag.seat[:1]), "")
    words = flag.text.removeprefix(f"Seat {flag.seat[:1]}")
    return f"{name}{words}" if name and words.startswith(" ") else flag.text


def _with_flags(row: Row, flags: list[Flag]) -> Row:
    return replace(row, flags=_flags_shown(flag for flag in flags if flag.seat[:1] == row.seat))


def _flags_shown(flags: Iterable[Flag]) -> tuple[FlagShown, ...]:
    return tuple(FlagShown(str(flag.pk), flag.text, reasons=DISMISSALS) for flag in flags)

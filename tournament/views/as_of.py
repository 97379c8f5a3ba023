"""The standings or the matches as of any moment, and what changed since another one."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.cut import Cut
from scoring.pairing.values import PairingError
from tournament.access import RECORD, at_event
from tournament.as_of import AsOf, Span, as_of, half_time_number, moved_since, span, steps_between
from tournament.ledger.matches import paired
from tournament.ledger.past.entries import moment_of
from tournament.ledger.past.matches import course_then
from tournament.ledger.past.moment import Past, past
from tournament.match_page import rounds_shown
from tournament.models import Event
from tournament.tables.standings import standing_rows
from tournament.views.pairings import stages_shown
from tournament.views.standings import line_words

LARGEST = 2**31 - 1


@at_event(RECORD)
def as_of_page(request: HttpRequest, event: Event) -> HttpResponse:
    """One moment of the evening: by its number, by a time, or the last one; nothing is written."""
    found = span(event)
    number, faults = _number(request, event, found)
    of, names = past(event), dict(event.guests.values_list("ref", "name"))
    shown = as_of(of, number, names)
    since, fault = _since(request, event, number, found)
    faults += [fault] if fault else []
    context = {
        "span": found,
        "faults": faults,
        "shown": shown,
        "previous": number - 1 if number else None,
        "next": number + 1 if number < found.last else None,
        "at": _typed_time(shown, found),
    }
    context |= _matches_then(of, number, since, names) if paired(event) else _standings_then(of, shown, since, names)
    return render(request, "tournament/as_of.html", context)


def _matches_then(of: Past, number: int, since: int, names: dict[str, str]) -> dict[str, Any]:
    """Rounds, standings and brackets as they were, and the steps of the matches since an earlier number."""
    context: dict[str, Any] = {
        "paired": True,
        "since_number": since,
        "steps": steps_between(of.event, since, number, names) if since else [],
    }
    try:
        course = course_then(of.at(number))
    except PairingError as fault:
        return context | {"fault": str(fault)}
    return context | {"rounds": rounds_shown(course, names, drafts=True)} | stages_shown(of.event, course, names)


def _standings_then(of: Past, shown: AsOf, since: int, names: dict[str, str]) -> dict[str, Any]:
    """The standings with their line, and who moved since an earlier number."""
    earlier = as_of(of, since, names) if since else None
    return {
        "rows": standing_rows(shown.board),
        "cut_after": len(shown.board.cut.qualifiers) if isinstance(shown.board.cut, Cut) else None,
        "cut_words": line_words(shown.board.cut) if isinstance(shown.board.cut, Cut) else "",
        "no_cut": _no_cut(shown),
        "half_time": half_time_number(of.event),
        "since_number": since,
        "moved": moved_since(of, earlier, shown, names) if earlier else [],
    }


def _number(request: HttpRequest, event: Event, found: Span) -> tuple[int, list[str]]:
    """The number asked for, and what was wrong with the asking; without any the last one."""
    if at := request.GET.get("at", "").strip():
        return _at(at, event, found)
    asked = request.GET.get("number", "").strip()
    if not asked:
        return found.last, []
    number = whole(asked)
    if number is None:
        return found.last, [f"“{asked[:20]}” is no number of the ledger: choose one from 0 to {found.last}."]
    if number > found.last:
        return found.last, [f"The ledger ends at number {found.last}, so that is shown."]
    return number, []


def _at(said: str, event: Event, found: Span) -> tuple[int, list[str]]:
    try:
        read = datetime.fromisoformat(said.replace("\0", ""))
    except ValueError:
        return found.last, [f"“{said[:30]}” is no time: give day and time, such as 2027-02-11T20:15."]
    number = moment_of(event, read if read.tzinfo else timezone.make_aware(read))
    if number or found.begins is None:
        return number, []
    begins = timezone.localtime(found.begins)
    return 0, [f"Nothing was on record then: the ledger begins on {begins:%-d %B at %H:%M}."]


def _since(request: HttpRequest, event: Event, number: int, found: Span) -> tuple[int, str]:
    """The earlier number to compare with; 0 for none."""
    asked = request.GET.get("since", "").strip()
    if not asked:
        return 0, ""
    since = whole(asked)
    if since is None or not 0 < since < number:
        return 0, f"Changes are shown since an earlier number: choose one from 1 to {max(number - 1, 1)}."
    return since, ""


def whole(said: str) -> int | None:
    """A whole number from 0 as typed, or None."""
    return min(int(said[:12]), LARGEST) if said.isascii() and said.isdigit() else None


def _no_cut(shown: AsOf) -> str:
    """Why there is no line, where there are standings."""
    drawn = shown.board.cut
    return "" if drawn is None or isinstance(drawn, Cut) else drawn.words


def _typed_time(shown: AsOf, found: Span) -> str:
    """The moment as a field for day and time holds it."""
    at = shown.entry.at if shown.entry else found.begins
    return f"{timezone.localtime(at):%Y-%m-%dT%H:%M}" if at else ""

"""Reading out those who are through, the last place first: names to come are not on the page at all."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.board import Board
from scoring.standings import Standing
from tournament.access import DESK, at_event
from tournament.announcement import sentence, spoken_place
from tournament.board import board
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Guest, Seal
from tournament.views.cut_page import since_the_seal
from tournament.views.signing import new_key

LONGEST_STEP = 4


@dataclass(frozen=True, slots=True)
class Sealed:
    """One of the sealed list: as the snapshot has them, with what the board knows of them now."""

    order: int
    player: str
    name: str
    total: int
    livery: str
    badge: int | None
    tie: str


@at_event(DESK)
def reveal(request: HttpRequest, event: Event) -> HttpResponse:
    """One step of the reading: 0 before it, then one guest a step, and after the last the revealing itself."""
    seal, now = seal_in_force(event), board(event)
    changed = since_the_seal(seal, now.cut) if seal else ""
    if seal is None or changed:
        return render(request, "tournament/reveal_not_yet.html", {"changed": changed})
    called = _sealed(event, seal, now)
    step = _step(request, len(called))
    return render(request, "tournament/reveal.html", _context(seal, called, step))


def _context(seal: Seal, called: list[Sealed], step: int) -> dict[str, Any]:
    reading = called[len(called) - step] if 0 < step <= len(called) else None
    covered = len(called) - step
    rows = [{"order": one.order, "one": one if one.order > covered else None} for one in reversed(called)]
    upcoming = called[covered - 1].order if covered > 0 else 0
    return {
        "seal": seal,
        "count": len(called),
        "rows": rows,
        "reading": reading,
        "place": spoken_place(reading.order) if reading else "",
        "sentence": _sentence(reading) if reading else "",
        "upcoming": spoken_place(upcoming) if upcoming else "",
        "last_place": spoken_place(len(called)),
        "forth": step + 1 if step <= len(called) else None,
        "back": step - 1 if step else None,
        "over": step > len(called),
        "key": new_key(),
    }


def _sentence(one: Sealed) -> str:
    return sentence(f"In {spoken_place(one.order)} place", one.name, one.livery, one.total)


def _sealed(event: Event, seal: Seal, now: Board) -> list[Sealed]:
    """The sealed list in order."""
    row_of = {row[0]: row for row in seal.snapshot["standings"]}
    standing_of = {one.player: one for one in now.standings}
    refs = seal.snapshot["qualifiers"]
    badges = dict(Guest.objects.filter(event=event, ref__in=refs).values_list("ref", "badge"))
    return [
        Sealed(
            order=order,
            player=ref,
            name=row_of[ref][1],
            total=row_of[ref][2],
            livery=now.players[ref].livery if ref in now.players else "",
            badge=badges.get(ref),
            tie=_tie(standing_of[ref], last=order == len(refs)),
        )
        for order, ref in enumerate(refs, start=1)
    ]


def _tie(one: Standing, *, last: bool) -> str:
    """What decided, without naming anybody still to be read."""
    if one.undecided:
        return f"Level on {one.total}: nothing separates them."
    told = sorted(one.decided_by, key=lambda decision: decision.ahead, reverse=True)
    if not told:
        return ""
    if not told[0].ahead:
        return f"Level on {one.total} with the guest read next: {told[0].by} decides."
    other = "a guest who is not through" if last else told[0].other_name
    return f"Level on {one.total} with {other}: {told[0].by} decides."


def _step(request: HttpRequest, count: int) -> int:
    said = request.GET.get("step", "")
    return min(int(said), count + 1) if said.isascii() and said.isdigit() and len(said) <= LONGEST_STEP else 0

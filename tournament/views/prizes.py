"""All prizes of the evening, with whom each passed over and what the announcer says."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.board import Board
from scoring.prizes import Award
from tournament.access import OFFICIAL, at_event
from tournament.announcement import sentence
from tournament.board import board, podium, stage_progress
from tournament.models import Event, Stage
from tournament.prize_rows import Row, prize_rows
from tournament.prize_rows import names as phrase
from tournament.views.cut import may_act
from tournament.views.standings import facts


@at_event(OFFICIAL)
def prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """The podium and the prizes of the qualifying rounds."""
    now = board(event)
    context = {"facts": facts(event, now), "final": is_final(event, now), "podium": podium_of(event, now)}
    context |= {"others": other_prizes(event, now), "desk": may_act(request)}
    context["printable"] = bool(now.standings) and (bool(now.playoff) or not event.has_playoff)
    return render(request, "tournament/prizes.html", context)


def is_final(event: Event, now: Board) -> bool:
    """Whether nothing is to come that could change a prize."""
    if not event.has_playoff:
        return now.state == "sealed"
    return bool(now.playoff) and stage_progress(event, Stage.PLAYOFF).complete


def podium_of(event: Event, now: Board) -> list[dict[str, Any]]:
    """The podium prizes in order; each names who was passed over for it, and who would be next."""
    if now.prizes is None or not now.playoff:
        return []
    return [
        _award(award, now, skips=rule.skips_host) for award, rule in zip(now.prizes.podium, podium(event), strict=True)
    ]


def _award(award: Award, now: Board, *, skips: bool) -> dict[str, Any]:
    total = next((one.total for one in now.playoff if one.player == award.player), None)
    player = now.players.get(award.player or "")
    said = ""
    if player and total is not None:
        said = sentence(f"{award.prize.capitalize()}", player.name, player.livery, total)
    return {
        "prize": award.prize.capitalize(),
        "condition": "Not for guests connected with the host" if skips else "Open to all",
        "name": player.name if player else "",
        "livery": player.livery if player else "",
        "total": total,
        "passed_over": names(now, award.passed_over),
        "next": names(now, [award.next_in_line] if award.next_in_line else []),
        "undecided": names(now, award.undecided),
        "sentence": said,
    }


def names(now: Board, refs: Iterable[str]) -> str:
    """Names of some players as one phrase."""
    return phrase(now.players[ref].name for ref in refs if ref in now.players)


def other_prizes(event: Event, now: Board) -> tuple[Row, ...]:
    """The prizes beside the podium in words."""
    return prize_rows(event, now)

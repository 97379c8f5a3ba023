"""All prizes of the evening, with whom each passed over and what the announcer says."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.board import Board
from scoring.prizes import Award, Figure
from tournament.access import OFFICIAL, at_event
from tournament.announcement import sentence
from tournament.board import board, podium, stage_progress
from tournament.models import Event, Stage
from tournament.views.standings import facts

LIVERIES = 5


@at_event(OFFICIAL)
def prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """The podium and the prizes of the qualifying rounds."""
    now = board(event)
    context = {"facts": facts(event, now), "final": is_final(event, now), "podium": podium_of(event, now)}
    return render(request, "tournament/prizes.html", context | {"others": other_prizes(now), "pairs": pairs(now)})


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
    known = [now.players[ref].name for ref in refs if ref in now.players]
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else ""


def other_prizes(now: Board) -> list[dict[str, str]]:
    """The prizes of the qualifying rounds: name, what it is for, who, and their figure."""
    won = now.prizes
    if won is None:
        return []
    totals = {one.player: one.total for one in now.standings}
    spoon = [f"{totals[ref]} points" for ref in won.wooden_spoon[:1]]
    found = [_prize(f"Best round {number}", figure, now, "points") for number, figure in won.best_round.items()]
    found += [_prize("Most games won", won.most_games_won, now, "games")]
    found += [_prize("Most eights caught", won.most_eights_caught, now, "eights")]
    spoon_row = {"prize": "Wooden spoon", "names": names(now, won.wooden_spoon), "figure": "".join(spoon), "note": ""}
    return [row for row in (*found, spoon_row) if row["names"]]


def _prize(prize: str, figure: Figure | None, now: Board, unit: str) -> dict[str, str]:
    if figure is None:
        return {"prize": prize, "names": "", "figure": "", "note": ""}
    unknown = f"Not known of {names(now, figure.unknown)}: only bare points were given." if figure.unknown else ""
    return {"prize": prize, "names": names(now, figure.players), "figure": f"{figure.figure} {unit}", "note": unknown}


def pairs(now: Board) -> list[dict[str, Any]]:
    """The best two of a livery, the best few liveries."""
    found = now.prizes.livery_best_two[:LIVERIES] if now.prizes else ()
    return [
        {"place": one.place, "livery": one.livery, "sum": one.sum_best_two, "players": one.players} for one in found
    ]

"""The play-off: who would sit where, then its tables and standings, then the podium."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.playoff import PlayOff
from scoring.counting.standings import Standing
from scoring.seating import seat_letter
from scoring.words import listed
from tournament.counting.board import board, line_is_drawn, stage_progress
from tournament.counting.finals import LEFT_BEHIND, left_behind, playoff_plan
from tournament.counting.scores import seal_in_force
from tournament.counting.tables import decided
from tournament.finals import acts_playoff as acts
from tournament.finals.forms import CutOfCardsForm
from tournament.finals.pages_playoff import extra_games_of, finalists_page, plan_chosen
from tournament.finals.podium import is_final, other_prizes, podium_of
from tournament.guests.namesakes import known_apart
from tournament.ledger.signing import new_key, perform, reason_of
from tournament.models import CutOfCards, Event, Round, Seat, Stage
from tournament.site.access import GRAVE, OFFICIAL, at_desk, at_event
from tournament.standings.pages import exports, facts

WAITS = "Waits for the cut of cards between the reserves."


@at_event(OFFICIAL)
def playoff(request: HttpRequest, event: Event) -> HttpResponse:
    """Before it is seated the plan, then its tables and standings, at the end the podium."""
    now = known_apart(board(event), event)
    seated = Round.objects.filter(event=event, stage=Stage.PLAYOFF).first()
    context = {
        "facts": facts(event, now),
        "desk": at_desk(request),
        "key": new_key(),
        "seated": seated,
    }
    context |= _seated(event, now) if seated else _plan(event, now, plan_chosen(request.GET))
    context |= exports(request, event, "final-list" if now.playoff else "")
    return render(request, "finals/playoff.html", context)


@require_POST
@at_event(GRAVE)
def unseat_playoff(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the seating back while no sheet is in, with the reason."""
    act = partial(acts.unseat_playoff, event, reason=reason_of(request))
    perform(request, event, act, "The seating of the play-off is taken back.")
    return redirect("playoff", event.slug)


def _plan(event: Event, now: Board, chosen: dict[str, int]) -> dict[str, Any]:
    """Who would sit where once the line is drawn, and what stands in the way."""
    seal = seal_in_force(event)
    if seal and left_behind(seal, now.cut):
        return {"sealed": seal, "behind": LEFT_BEHIND}
    cut = now.cut if isinstance(now.cut, Cut) and line_is_drawn(event, now) else None
    context: dict[str, Any] = {
        "hindrance": "" if event.has_playoff else acts.NO_PLAYOFF,
        "sealed": seal,
        "by_badge": _level(cut),
    }
    refs: Sequence[str] = cut.qualifiers if cut else ()
    order = {ref: number for number, ref in enumerate(refs, start=1)}
    if seal:
        people = finalists_page(event, seal, now)
        refs, context = people["found"].players, context | {"finalists": people, "chosen": chosen}
        order = {ref: number for number, ref in enumerate(seal.snapshot["qualifiers"], start=1)}
        context["hindrance"] = context["hindrance"] or (WAITS if people["found"].level else "")
    try:
        plan = playoff_plan(event, refs, **chosen)
    except ValueError as refused:
        return context | {"refused": str(refused) if refs else ""}
    numbers = range(1, len(refs) // 2 + 1)
    return context | {
        "tables": _planned(now, plan, order),
        "warnings": plan.warnings,
        "impossible": plan.impossible,
        "numbers": numbers,
    }


def _planned(now: Board, plan: PlayOff, order: Mapping[str, int]) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "packs": packs,
            "seats": [
                _seat(now, ref, seat_letter(place), order.get(ref))
                for place, ref in enumerate(players)
            ],
        }
        for number, (players, packs) in enumerate(
            zip(plan.tables, plan.packs, strict=True), start=1
        )
    ]


def _level(cut: Cut | None) -> list[str]:
    """Those inside the cut whom nothing separates, group by group: their seats follow the badge."""
    if cut is None:
        return []
    groups: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for standing in cut.standings:
        if standing.player in cut.qualifiers and standing.undecided:
            groups[standing.undecided].append(standing.name)
    return [listed(names) for names in groups.values() if len(names) > 1]


def _seat(now: Board, ref: str, letter: str, order: int | None) -> dict[str, Any]:
    player = now.players[ref]
    return {"letter": letter, "name": player.name, "livery": player.livery, "order": order}


def _seated(event: Event, now: Board) -> dict[str, Any]:
    """The tables with their links, the standings, and the prizes once all is in."""
    progress = stage_progress(event, Stage.PLAYOFF)
    final, undecided = is_final(event, now), _undecided(now)
    return {
        "tables": _tables(event, now),
        "games_in": progress.games_in,
        "games_due": progress.games_due,
        "rows": [_row(standing, now) for standing in now.playoff],
        "final": final,
        "podium": podium_of(event, now) if final else [],
        "others": other_prizes(event, now) if final else [],
        "cards_form": CutOfCardsForm(guests=undecided) if final and undecided else None,
        "undecided": undecided if final else [],
        "level": [name for _ref, name in undecided],
        "extra_games": extra_games_of(event),
        "podium_open": bool(event.podium_revealed_at),
        "cards_recorded": CutOfCards.objects.filter(event=event, stage=Stage.PLAYOFF).exists(),
    }


def _tables(event: Event, now: Board) -> list[dict[str, Any]]:
    games = {table.table: table for table in stage_progress(event, Stage.PLAYOFF).tables}
    seats = Seat.objects.filter(event=event, round__stage=Stage.PLAYOFF, left_after_game=None)
    by_number: dict[int, dict[str, Any]] = {}
    for number, packs, letter, ref in seats.order_by("table__number", "letter").values_list(
        "table__number", "table__packs", "letter", "guest__ref"
    ):
        url = reverse("table", args=[event.slug, event.playoff_round, number])
        row = by_number.setdefault(
            number, {"number": number, "packs": packs, "url": url, "seats": []}
        )
        row["seats"].append(_seat(now, ref, letter, None))
    for number, row in by_number.items():
        row |= (
            {"games_in": games[number].games_in, "games_due": games[number].games_due}
            if number in games
            else {}
        )
    return list(by_number.values())


def _row(standing: Standing, now: Board) -> dict[str, Any]:
    return {
        "place": standing.place_words,
        "shared": bool(standing.undecided),
        "name": standing.name,
        "livery": now.players[standing.player].livery,
        "total": standing.total,
        "games": len(standing.countback),
        "won": standing.figures["games_won"],
        "decided": decided(standing, set()),
    }


def _undecided(now: Board) -> list[tuple[str, str]]:
    """The first group between whom a prize is open: a cut of cards must hold all of them."""
    open_for = {
        ref for award in (now.prizes.podium if now.prizes else ()) for ref in award.undecided
    }
    group = next(
        (standing.undecided for standing in now.playoff if standing.player in open_for), ()
    )
    return [(ref, now.players[ref].name) for ref in group]

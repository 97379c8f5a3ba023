"""What views share of the play-off: the finalists with their answers and the reserves, the extra
games, and the plan that somebody chose.
"""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from scoring.counting.board import Board
from scoring.counting.playoff import Finalists
from scoring.words import listed, noun
from tournament.counting.finals import (
    RESERVES,
    finalists_of,
    replies,
)
from tournament.finals.forms import CutOfCardsForm
from tournament.models import CutOfCards, Event, Round, Seal, Stage

NEXT_SHOWN = 3


def finalists_page(event: Event, seal: Seal, now: Board) -> dict[str, Any]:
    """Those sealed with what they answered, the reserves who came in, and who is next in line."""
    answers = replies(event, seal)
    finalists = finalists_of(event, seal, now.standings, answers)
    through: list[str] = seal.snapshot["qualifiers"]
    rest = [ref for ref in answers if ref not in through and ref not in finalists.reserves]
    level = [(ref, now.players[ref].name) for ref in finalists.level]
    return {
        "found": finalists,
        "people": [_person(now, ref, answers, order) for order, ref in enumerate(through, 1)],
        "reserves": [_person(now, ref, answers, None) for ref in (*finalists.reserves, *rest)],
        "next_in_line": [
            _person(now, ref, answers, None) for ref in finalists.waiting[:NEXT_SHOWN]
        ],
        "unanswered": [ref for ref in finalists.players if ref not in answers],
        "answered": [(ref, now.players[ref].name) for ref in answers],
        "words": _words(finalists, now),
        "reserve_cards": CutOfCardsForm(guests=level) if level else None,
        "cards_were_cut": CutOfCards.objects.filter(event=event, stage=RESERVES).exists(),
    }


def _person(now: Board, ref: str, answers: dict[str, bool], order: int | None) -> dict[str, Any]:
    player, answer = now.players[ref], answers.get(ref)
    state = {None: "", False: "here", True: "declined"}[answer]
    return {
        "ref": ref,
        "name": player.name,
        "livery": player.livery,
        "state": state,
        "order": order,
    }


def _words(finalists: Finalists, now: Board) -> str:
    if finalists.level:
        names = listed(now.players[ref].name for ref in finalists.level)
        places = noun(finalists.open_places, "place")
        return (
            f"{names} are level for {finalists.open_places} {places}:"
            " they cut cards before the Umpire."
        )
    if finalists.vacant:
        return (
            f"Nobody is left for {finalists.vacant} of the places: {len(finalists.players)} play."
        )
    return ""


def extra_games_of(event: Event) -> list[dict[str, Any]]:
    """The extra games so far: who plays, whether the sheet is in, and where it is entered."""
    rows = []
    rounds = Round.objects.filter(event=event, stage=Stage.EXTRA).prefetch_related(
        "seats__guest", "tables__games__sheets"
    )
    for round_ in rounds:
        table = round_.tables.all()[0]
        is_in = any(sheet.accepted for game in table.games.all() for sheet in game.sheets.all())
        names = [
            seat.guest.name for seat in sorted(round_.seats.all(), key=lambda seat: seat.letter)
        ]
        url = reverse("table", args=[event.slug, round_.number, table.number])
        rows.append(
            {
                "number": round_.number,
                "names": names,
                "packs": table.packs,
                "is_in": is_in,
                "url": url,
            }
        )
    return rows


FEW = frozenset(map(str, range(1, 10)))
"""What can be chosen as a number of tables or packs."""


def plan_chosen(post: Mapping[str, str]) -> dict[str, int]:
    """Tables and packs where somebody chose others than declared."""
    fields = {name: post.get(name, "") for name in ("tables", "packs")}
    return {name: int(text) for name, text in fields.items() if text in FEW}

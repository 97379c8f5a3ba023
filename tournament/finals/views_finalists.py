"""Between cut and play-off: who is there, who declined, which reserve comes in;
and the extra game.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.board import Board
from scoring.counting.playoff import Finalists
from scoring.words import listed, noun
from tournament.counting.board import board
from tournament.counting.finals import RESERVES, finalists_of, replies
from tournament.finals import acts_cards, acts_playoff, acts_replies
from tournament.finals.forms import CARDS_RECORDED, CARDS_TAKEN_BACK, PREFIX, CutOfCardsForm
from tournament.ledger.signing import perform, pressed_before, reason_of
from tournament.models import CutOfCards, Event, Round, Seal, Stage
from tournament.site.access import DESK, at_event, round_of

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


@require_POST
@at_event(DESK)
def reply_finalist(request: HttpRequest, event: Event) -> HttpResponse:
    """Take down that a finalist is there or declines, or that all others are there."""
    refs, declined = request.POST.getlist("guest"), request.POST.get("answer") == "declined"
    act = partial(acts_replies.reply, event, refs, declined=declined, reason=reason_of(request))
    outcome = (
        "Noted: they decline, and the next reserve moves up."
        if declined
        else "Noted: they are here."
    )
    perform(request, event, act, outcome)
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def take_reply_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Take an answer back, with the reason."""
    act = partial(
        acts_replies.take_reply_back,
        event,
        request.POST.get("guest", ""),
        reason=reason_of(request),
    )
    perform(request, event, act, "The answer is taken back.")
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def cut_for_reserves(request: HttpRequest, event: Event) -> HttpResponse:
    """Record the cut of cards between reserves whom nothing separates, or take
    the last one back.
    """
    if "take_back" in request.POST:
        act: Any = partial(
            acts_cards.take_back_cut_of_cards, event, reason=reason_of(request), stage=RESERVES
        )
        perform(request, event, act, CARDS_TAKEN_BACK)
        return redirect("playoff", event.slug)
    guests = [
        (ref, player.name)
        for ref, player in board(event).players.items()
        if f"{PREFIX}{ref}" in request.POST
    ]
    form = CutOfCardsForm(request.POST, guests=guests)
    if form.is_valid():
        act = partial(acts_cards.record_cut_of_cards, event, form.cards, stage=RESERVES)
        perform(request, event, act, CARDS_RECORDED)
    else:
        messages.error(request, " ".join(form.faults))
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def open_extra_game(request: HttpRequest, event: Event) -> HttpResponse:
    """Open a table for one game between those who are level."""
    act = partial(acts_playoff.open_extra_game, event, request.POST.getlist("guest"))
    perform(request, event, act, "The extra game is open: its table takes the sheet.")
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def drop_extra_game(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Take an extra game back while it has no sheet, with the reason."""
    if not pressed_before(request, event):
        round_of(event, round)
    act = partial(acts_playoff.drop_extra_game, event, round, reason=reason_of(request))
    perform(request, event, act, "The extra game is taken back.")
    return redirect("playoff", event.slug)

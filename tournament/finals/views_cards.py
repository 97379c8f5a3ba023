"""Cards cut before the Umpire, on the line, between reserves and in the play-off: recorded, and the
last cut taken back.
"""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.counting.board import board
from tournament.counting.finals import RESERVES
from tournament.finals import acts_cards
from tournament.finals.forms import PREFIX, CutOfCardsForm
from tournament.ledger.signing import perform, reason_of
from tournament.models import Event, Stage
from tournament.site.access import DESK, at_event


@require_POST
@at_event(DESK)
def record_cut_of_cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Record who cut what, on the line or in the play-off."""
    return _record(request, event, _stage_of(request))


@require_POST
@at_event(DESK)
def take_back_cut_of_cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the last cut of cards back, with the reason."""
    return _take_back(request, event, _stage_of(request))


@require_POST
@at_event(DESK)
def cut_for_reserves(request: HttpRequest, event: Event) -> HttpResponse:
    """Record who of the reserves whom nothing separates cut what, or take the last cut back."""
    does = _take_back if "take_back" in request.POST else _record
    return does(request, event, RESERVES)


def _stage_of(request: HttpRequest) -> str:
    return Stage.PLAYOFF if request.POST.get("stage") == Stage.PLAYOFF else Stage.QUALIFYING


def _page_of(stage: str) -> str:
    """The page on which cards of a stage are cut."""
    return "cut" if stage == Stage.QUALIFYING else "playoff"


def _record(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    guests = [
        (ref, player.name)
        for ref, player in board(event).players.items()
        if f"{PREFIX}{ref}" in request.POST
    ]
    form = CutOfCardsForm(request.POST, guests=guests)
    if form.is_valid():
        act = partial(acts_cards.record_cut_of_cards, event, form.cards, stage=stage)
        perform(request, event, act, "The cut of cards is recorded.")
    else:
        messages.error(request, " ".join(form.faults))
    return redirect(_page_of(stage), event.slug)


def _take_back(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    reason = reason_of(request)
    act = partial(acts_cards.take_back_cut_of_cards, event, reason=reason, stage=stage)
    perform(request, event, act, "The cut of cards is taken back.")
    return redirect(_page_of(stage), event.slug)

"""Between cut and play-off: who is there, who declined, which reserve comes in;
and the extra game.
"""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.finals import acts_playoff, acts_replies
from tournament.ledger.signing import perform, pressed_before, reason_of
from tournament.models import Event
from tournament.site.access import DESK, at_event, round_of


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

"""The call of the round, for every page that follows: play, a pause, the last game, time."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.counting.plan import table_label
from tournament.ledger.signing import one_line, perform
from tournament.models import Event, RoundClock
from tournament.screens import acts
from tournament.site import clock as site_clock
from tournament.site.access import DESK, PUBLIC, at_event, open_to
from tournament.site.drawings import DrawnPages, tagged_json

WORDS = {
    "": "",
    "over": "Time. Add up, and hand in the card.",
    "paused": "A pause: the round goes on in a moment.",
    "last": "This is the last game. Finish it, then add up.",
    "play": "",
}


# A call is drawn once after a save and costs a part of it: nobody waits for it, whatever comes in.
_pages = DrawnPages(oldest=0)


@open_to(PUBLIC)
def round_call(request: HttpRequest, slug: str) -> HttpResponse:
    """How the round stands, as JSON with its tag: one query while nothing changed."""
    return tagged_json(request, _pages.json_of(slug, call_of))


def call_of(event: Event) -> dict[str, Any]:
    """The call of the round that is played, since when it is and until when it was counted, and
    minutes that rulings gave; nothing while none is, or nobody touched its clock.
    """
    round_ = acts.open_round(event)
    clock = RoundClock.objects.filter(round=round_).first() if round_ else None
    if clock is None or (clock.started_at is None and not clock.extra):
        return {"round": "", "state": "", "words": "", "extra": {}, "since": 0, "held": 0}
    state = _state(clock)
    stands = clock.stopped_at or clock.paused_at
    return {
        "round": str(round_),
        "state": state,
        "words": WORDS[state],
        "extra": {
            table_label(event, int(number)): minutes for number, minutes in clock.extra.items()
        },
        "since": int(clock.started_at.timestamp() + _moved(clock)) if clock.started_at else 0,
        "held": int(stands.timestamp()) if stands else 0,
    }


def _moved(clock: RoundClock) -> float:
    """By how many seconds the computer's clock was moved in the round: its start moves with it."""
    going = clock.ahead is not None and not clock.stopped_at and not clock.paused_at
    difference = site_clock.ahead() - clock.ahead if going and clock.ahead is not None else 0.0
    return difference if abs(difference) > site_clock.MOVED else 0.0


def _state(clock: RoundClock) -> str:
    if clock.started_at is None:
        return ""
    if clock.stopped_at:
        return "over"
    if clock.paused_at:
        return "paused"
    return "last" if clock.last_game_at else "play"


SET = {
    "start": "The round has begun: its clock runs.",
    "not_begun": "The round has not begun.",
    "last_game": "The last game is called.",
    "not_last": "The last game is not called any more.",
    "pause": "The round pauses.",
    "go_on": "The round goes on.",
    "stop": "The round is stopped: time.",
    "not_over": "The round is not over.",
}
"""What a key of the clock did."""


@require_POST
@at_event(DESK)
def set_clock(request: HttpRequest, event: Event) -> HttpResponse:
    """One key of the clock, or minutes for a table, from the page of the ruling that gives them."""
    do = one_line(request, "do")
    if do != "extra":
        act = partial(acts.set_clock, event, do)
        perform(request, event, act, SET.get(do, ""))
        return redirect("evening" if one_line(request, "from") == "home" else "screens", event.slug)
    table, minutes = one_line(request, "table"), one_line(request, "minutes")
    numbers = [
        int(name) if name.isascii() and name.isdigit() else -1 for name in (table[:4], minutes[:4])
    ]
    perform(
        request,
        event,
        lambda signature: acts.give_time(event, numbers[0], numbers[1], signature),
        f"Table {table_label(event, numbers[0])}: {minutes} minutes more."
        if numbers[1] > 0
        else "",
    )
    number = one_line(request, "ruling")[:6]
    if number.isascii() and number.isdigit():
        return redirect("ruling", event.slug, int(number))
    return redirect("screens", event.slug)

"""The call of the round, for every page that follows: play, a pause, the last game, time."""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST

from tournament.counting.seats import table_label
from tournament.ledger.signing import one_line, perform
from tournament.models import Event, RoundClock
from tournament.screens import acts_clock as acts
from tournament.site.access import DESK, PUBLIC, at_event, open_to
from tournament.site.cache import Drawn, DrawnPages, newest

WORDS = {
    "over": "Time. Add up, and hand in the card.",
    "paused": "A pause: the round goes on in a moment.",
    "last": "This is the last game. Finish it, then add up.",
    "play": "",
}
_pages = DrawnPages()


@open_to(PUBLIC)
def round_call(request: HttpRequest, slug: str) -> HttpResponse:
    """How the round stands, as JSON with its tag: one query while nothing changed."""
    found = newest(slug)

    def draw() -> Drawn:
        event = get_object_or_404(Event, slug=slug)
        return Drawn(event.version, json.dumps(call_of(event)).encode())

    body = _pages.of(found.uid, found.version, draw).body
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(
        body, content_type="application/json"
    )
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def call_of(event: Event) -> dict[str, Any]:
    """The call of the round that is played; nothing while none is, or its clock never began."""
    held = acts.open_round(event)
    clock = RoundClock.objects.filter(round=held).first() if held else None
    if clock is None or clock.started_at is None:
        return {"round": "", "state": "", "words": "", "extra": {}}
    state = (
        "over"
        if clock.stopped_at
        else "paused"
        if clock.paused_at
        else "last"
        if clock.last_game_at
        else "play"
    )
    extra = {table_label(event, int(number)): given for number, given in clock.extra.items()}
    return {"round": str(held), "state": state, "words": WORDS[state], "extra": extra}


@require_POST
@at_event(DESK)
def set_clock(request: HttpRequest, event: Event) -> HttpResponse:
    """One key of the clock, or minutes for a table."""
    do = one_line(request, "do")
    if do != "extra":
        perform(request, event, lambda by: acts.set_clock(event, do, by), "")
        return redirect("screens", event.slug)
    table, minutes = one_line(request, "table"), one_line(request, "minutes")
    said = [int(one) if one.isascii() and one.isdigit() else -1 for one in (table[:4], minutes[:4])]
    perform(
        request,
        event,
        lambda by: acts.give_time(event, said[0], said[1], by),
        f"Table {table}: {minutes} minutes more." if said[1] > 0 else "",
    )
    return redirect("screens", event.slug)

"""The announcer's page: the next sentence very large, and one key that says it to the walls; and
the script on paper.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.counting.finals import CUT, PODIUM
from tournament.finals import acts as finals
from tournament.finals import acts_playoff
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, one_line, perform
from tournament.models import Event, Screen
from tournament.screens import acts
from tournament.screens.pictures import drawn
from tournament.screens.reading import Hall, show_of
from tournament.screens.script import Script, Step, script, told_to_walls, whole
from tournament.site.access import ANNOUNCER, at_desk, at_event
from tournament.site.keeping import not_kept


@at_event(ANNOUNCER)
@not_kept("the wall on it may be a moment old")
def announcer(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page."""
    return render(request, "screens/announcer.html", _announcer_page(request, event))


@at_event(ANNOUNCER)
@not_kept("the wall on it may be a moment old")
def announcer_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The part that follows."""
    return render(request, "screens/_announcer.html", _announcer_page(request, event))


@at_event(ANNOUNCER)
def announcer_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole script with the same words, to be printed: as far as results are known."""
    now = timezone.localtime()
    parts = whole(Hall(event, show_of(event), now))
    context = {"event": event, "parts": parts, "time": now.strftime("%H:%M")}
    return render(request, "screens/script.html", context)


def _announcer_page(request: HttpRequest, event: Event) -> dict[str, Any]:
    hall = Hall(event, show_of(event), timezone.now())
    script_now = script(hall)
    following = Screen.objects.filter(event=event, scene="", black=False, frozen=False).count()
    return {
        "event": event,
        "script": script_now,
        "steps": range(len(script_now.steps)) if len(script_now.steps) <= MOST_DOTS else (),
        "wall": drawn(event, "", hall.at)["html"],
        "walls": following,
        "field": len(hall.named.standings) if script_now.now and script_now.now.reveals else 0,
        "may_reveal": at_desk(request),
        "key": new_key(),
        "place": f"{script_now.title} {script_now.done}",
    }


MOST_DOTS = 20
UNCALLED = {"last_game": "not_last"}
REVEALS: Mapping[str, Callable[[Event, Signature], object]] = {
    CUT: finals.reveal_cut,
    PODIUM: acts_playoff.reveal_podium,
}


@require_POST
@at_event(ANNOUNCER)
def read_on(request: HttpRequest, event: Event) -> HttpResponse:
    """What stands on the page is said: the walls show it. A press on a page that is behind does
    nothing.
    """
    hall = Hall(event, show_of(event), timezone.now())
    script_now = script(hall)
    step = script_now.now
    if (
        step is not None
        and (at_desk(request) or not step.reveals)
        and one_line(request, "place") == f"{script_now.title} {script_now.done}"
    ):
        perform(request, event, _does(event, script_now, step), "")
    return redirect("announcer", event.slug)


def _does(event: Event, script_now: Script, step: Step) -> Any:
    if step.reveals:
        return partial(REVEALS[step.reveals], event)
    if step.reads:
        return partial(acts_playoff.read_next, event, stage=step.reads)
    return _told(event, told_to_walls(script_now, step), step.calls)


def _told(event: Event, change: Mapping[str, Any], call: str) -> Callable[[Signature], object]:
    """What the walls are told, the clock of the round first where it is called as well."""

    def told(signature: Signature) -> object:
        if call:
            acts.set_clock(event, call, signature)
        return acts.tell(event, change, signature)

    return told


@require_POST
@at_event(ANNOUNCER)
def take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """The last step is unsaid: its name covered, or the scene before it shown."""
    hall = Hall(event, show_of(event), timezone.now())
    script_now = script(hall)
    if script_now.reading:
        act = partial(acts_playoff.read_back, event, stage=script_now.reading)
        perform(request, event, act, "")
    elif script_now.before:
        earlier = script_now.steps[script_now.done - 2].scene if script_now.done > 1 else ""
        change: dict[str, Any] = {"scene": earlier, "spoken": script_now.done - 1}
        last = script_now.steps[script_now.done - 1]
        if last.prize:
            change["prizes_read"] = script_now.done - 1
        perform(request, event, _told(event, change, UNCALLED.get(last.calls, "")), "")
    return redirect("announcer", event.slug)

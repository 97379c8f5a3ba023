"""The announcer's page: the next sentence very large, and one key that says it to the walls; and
the script on paper.
"""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.finals import acts_playoff
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, one_line, perform
from tournament.models import Event, Screen
from tournament.screens import acts
from tournament.screens.reading import Hall, show_of
from tournament.screens.script import Script, Step, script, told_to_walls, whole
from tournament.screens.views_wall import drawn
from tournament.site.access import ANNOUNCER, at_event


@at_event(ANNOUNCER)
def announcer(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page."""
    return render(request, "screens/announcer.html", _page(event))


@at_event(ANNOUNCER)
def announcer_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The part that follows."""
    return render(request, "screens/_announcer.html", _page(event))


@at_event(ANNOUNCER)
def announcer_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole script with the same words, to be printed: as far as results are known."""
    now = timezone.localtime()
    parts = whole(Hall(event, show_of(event), now))
    context = {"event": event, "parts": parts, "time": now.strftime("%H:%M")}
    return render(request, "screens/script.html", context)


def _page(event: Event) -> dict[str, Any]:
    hall = Hall(event, show_of(event), timezone.now())
    told = script(hall)
    following = Screen.objects.filter(event=event, scene="", black=False, frozen=False).count()
    return {
        "event": event,
        "script": told,
        "steps": range(len(told.steps)) if len(told.steps) <= MOST_DOTS else (),
        "wall": drawn(event, "", hall.at)["html"],
        "walls": following,
        "key": new_key(),
        "place": f"{told.title} {told.done}",
    }


MOST_DOTS = 20


@require_POST
@at_event(ANNOUNCER)
def read_on(request: HttpRequest, event: Event) -> HttpResponse:
    """What stands on the page is said: the walls show it. A press on a page that is behind does
    nothing.
    """
    hall = Hall(event, show_of(event), timezone.now())
    told = script(hall)
    if told.now is not None and one_line(request, "place") == f"{told.title} {told.done}":
        perform(request, event, _does(event, hall, told, told.now), "")
    return redirect("announcer", event.slug)


def _does(event: Event, hall: Hall, told: Script, step: Step) -> Any:
    if step.reads:
        return partial(acts_playoff.read_next, event, stage=step.reads)
    return partial(acts.tell, event, told_to_walls(told, step))


@require_POST
@at_event(ANNOUNCER)
def take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """The last step is unsaid: its name covered, or the scene before it shown."""
    hall = Hall(event, show_of(event), timezone.now())
    told = script(hall)
    if told.reading:
        act = partial(acts_playoff.read_back, event, stage=told.reading)
        perform(request, event, act, "")
    elif told.done:
        earlier = told.steps[told.done - 2].scene if told.done > 1 else ""
        change: dict[str, Any] = {"scene": earlier, "spoken": told.done - 1}
        if told.steps[told.done - 1].prize:
            change["prizes_read"] = told.done - 1

        def undo(by: Signature) -> object:
            return acts.tell(event, change, by)

        perform(request, event, undo, "")
    return redirect("announcer", event.slug)

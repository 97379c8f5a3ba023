"""The organiser's page of the walls: each as a small live picture, and keys that steer them.

The announcer's page: the next sentence very large, and one key that says it to the walls; and the
script on paper.

The call of the round, for every page that follows: play, a pause, the last game, time.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST

from tournament.counting.finals import CUT, PODIUM
from tournament.counting.seats import table_label
from tournament.finals import acts as finals
from tournament.finals import acts_playoff
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, one_line, perform
from tournament.models import Event, Ground, RoundClock, Screen
from tournament.screens import acts
from tournament.screens.reading import Hall, scene_due, show_of
from tournament.screens.scenes import SCENES
from tournament.screens.script import Script, Step, script, told_to_walls, whole
from tournament.screens.views_wall import drawn, preview
from tournament.site import clock as site_clock
from tournament.site.access import ANNOUNCER, DESK, PUBLIC, at_desk, at_event, open_to
from tournament.site.cache import Drawn, DrawnPages, newest
from tournament.site.codes import base_address
from tournament.site.pages import not_kept


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
    elif script_now.done:
        earlier = script_now.steps[script_now.done - 2].scene if script_now.done > 1 else ""
        change: dict[str, Any] = {"scene": earlier, "spoken": script_now.done - 1}
        last = script_now.steps[script_now.done - 1]
        if last.prize:
            change["prizes_read"] = script_now.done - 1
        perform(request, event, _told(event, change, UNCALLED.get(last.calls, "")), "")
    return redirect("announcer", event.slug)


SILENT_SECONDS = 45


@at_event(DESK)
@not_kept("it tells by the second which walls answer")
def screens(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page."""
    return render(request, "screens/screens.html", _page(request, event))


@at_event(DESK)
@not_kept("it tells by the second which walls answer")
def screens_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The part that follows: the walls as they are, and which scenes have something to show."""
    return render(request, "screens/_walls.html", _page(request, event))


def _page(request: HttpRequest, event: Event) -> dict[str, Any]:
    now = timezone.now()
    hall = Hall(event, show_of(event), now)
    walls = [_wall(event, screen) for screen in Screen.objects.filter(event=event)]
    letters = request.GET.get("wall", "")
    chosen = next((wall for wall in walls if wall["letters"] == letters), None)
    chosen = chosen or (walls[0] if walls else None)
    due = scene_due(hall)
    return {
        "walls": walls,
        "chosen": chosen,
        "scenes": [_choice(hall, name, chosen) for name in SCENES] if walls else (),
        "due": SCENES[due].title,
        "show": hall.show,
        "round": hall.playing,
        "clock": hall.clock,
        "event": event,
        "time": timezone.localtime(now).strftime("%H:%M"),
        "grounds": Ground.choices,
        "silent": sum(wall["silent"] is not None for wall in walls),
        "address": f"{base_address()}{reverse('screen')}",
        "key": new_key(),
    }


def _wall(event: Event, screen: Screen) -> dict[str, Any]:
    """A wall as its card shows it; a silent one by the seconds since it answered."""
    now = timezone.now()
    silence = None if screen.seen_at is None else int((now - screen.seen_at).total_seconds())
    blank = screen.black or screen.frozen
    context = {"scene": screen.scene, "html": ""} if blank else drawn(event, screen.scene, now)
    title = SCENES[context["scene"]].title if context["scene"] in SCENES else ""
    return {
        "letters": screen.letters,
        "place": screen.place,
        "black": screen.black,
        "frozen": screen.frozen,
        "ground": screen.ground,
        "follows": not screen.scene,
        "since": timezone.localtime(screen.since).strftime("%H:%M"),
        "silent": silence if silence is not None and silence > SILENT_SECONDS else None,
        "new": silence is None,
        "html": context["html"],
        "scene": context["scene"],
        "title": title,
    }


def _choice(hall: Hall, name: str, chosen: Mapping[str, Any] | None) -> dict[str, Any]:
    """A scene to choose: its picture, or what it waits for."""
    kind, html = SCENES[name], preview(hall.event, hall.show, name, hall.at)
    return {
        "name": name,
        "title": kind.title,
        "waits": "" if html else kind.waits,
        "html": html,
        "now": chosen is not None and chosen["scene"] == name,
    }


@require_POST
@at_event(DESK)
def add(request: HttpRequest, event: Event) -> HttpResponse:
    """The browser that shows these letters is a wall from now on; or one that is opened here, which
    needs no letters.
    """
    if request.POST.get("here"):
        return _opened_here(request, event)
    letters, place = one_line(request, "letters"), one_line(request, "place")
    text = letters.upper()
    perform(
        request, event, partial(acts.add_screen, event, letters, place), f"{text} is a wall now."
    )
    return _back(event, "".join(text.split()))


HERE = "This computer"


def _opened_here(request: HttpRequest, event: Event) -> HttpResponse:
    """A wall in the window that asked: it takes its letters from the address."""
    letters = acts.new_letters()
    if perform(request, event, partial(acts.add_screen, event, letters, HERE), ""):
        return redirect(f"{reverse('screen')}#{letters}")
    return _back(event, "")


@require_POST
@at_event(DESK)
def steer_walls(request: HttpRequest, event: Event) -> HttpResponse:
    """One wall, or all of them without letters: a scene, follow, black, freeze, letters, off."""
    letters, do = one_line(request, "letters"), one_line(request, "do")
    if do == "off":
        perform(
            request, event, lambda signer: acts.remove_screen(event, letters), f"{letters} is off."
        )
    else:
        change = _change(do, one_line(request, "value"))
        perform(request, event, lambda signer: acts.steer(event, letters, change, signer), "")
    return _back(event, letters)


def _change(do: str, value: str) -> dict[str, Any]:
    """What is to change of a wall; what is not known becomes a scene that there is not."""
    if do == "follow":
        return {"scene": "", "black": False, "frozen": False}
    if do in ("black", "frozen"):
        return {do: value == "1"}
    if do == "ground":
        return {"ground": value}
    if do == "name":
        return {"named_until": timezone.now() + acts.NAMED_FOR}
    return {"scene": value or "-", "black": False, "frozen": False}


@require_POST
@at_event(DESK)
def tell_walls(request: HttpRequest, event: Event) -> HttpResponse:
    """What all walls are told: a notice, which may be shown at once, the sum given, whether the
    spoon is named.
    """
    change: dict[str, Any] = {
        name: one_line(request, name) for name in ("notice", "given") if name in request.POST
    }
    if change.get("notice") and request.POST.get("show") == "1":
        change["scene"] = "notice"
    if "notice" not in change:
        change["spoon_named"] = request.POST.get("spoon_named") == "1"
    walls = Screen.objects.filter(event=event).exists()
    words = "The walls show it." if walls else "No wall is open yet: the first one will show it."
    perform(request, event, lambda signature: acts.tell(event, change, signature), words)
    return _back(event, one_line(request, "letters"))


def _back(event: Event, letters: str) -> HttpResponse:
    query = f"?wall={letters}" if letters.isascii() and letters.isalpha() else ""
    return redirect(f"{reverse('screens', args=[event.slug])}{query}")


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
    stamp = newest(slug)

    def draw() -> Drawn:
        event = get_object_or_404(Event, slug=slug)
        return Drawn(event.version, json.dumps(call_of(event)).encode())

    body = _pages.of(stamp.uid, stamp.version, draw).body
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(
        body, content_type="application/json"
    )
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


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


@require_POST
@at_event(DESK)
def set_clock(request: HttpRequest, event: Event) -> HttpResponse:
    """One key of the clock, or minutes for a table, from the page of the ruling that gives them."""
    do = one_line(request, "do")
    if do != "extra":
        perform(request, event, lambda signature: acts.set_clock(event, do, signature), "")
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

"""The organiser's page of the walls: each as a small live picture, and keys that steer them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.ledger.signing import new_key, one_line, perform
from tournament.models import Event, Ground, Screen
from tournament.screens import acts
from tournament.screens.pictures import drawn, preview
from tournament.screens.reading import Hall, scene_due, show_of
from tournament.screens.scenes import SCENES
from tournament.site.access import DESK, at_event
from tournament.site.codes import base_address
from tournament.site.keeping import not_kept

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
    due, clock = scene_due(hall), hall.clock
    begun = clock is not None and clock.started_at is not None
    return {
        "walls": walls,
        "chosen": chosen,
        "scenes": [_choice(hall, name, chosen) for name in SCENES] if walls else (),
        "due": SCENES[due].title,
        "show": hall.show,
        "round": hall.playing,
        "clock": clock,
        # The next thing alone is a filled button.
        "starts": bool(walls and hall.playing and not begun),
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
        request, event, partial(acts.add_screen, event, letters, place), f"Wall {text} is let in."
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

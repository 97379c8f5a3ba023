"""Whether a phone reaches the laptop: the address in large type and as a code, and the page that says “reached”."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.access import PUBLIC, open_to
from tournament.acts.phones import count_one
from tournament.entrance import render_bare
from tournament.limits import spend
from tournament.models import CountKind, DayCount
from tournament.own_machine import from_this_machine
from tournament.paper.codes import code_image
from tournament.paper_codes import base_address, is_local, typed_address

COUNTED_A_MINUTE = 30
"""More than so many a minute are not counted: the page is public, and a count is a write."""


@open_to(PUBLIC)
def hall(request: HttpRequest) -> HttpResponse:
    """What the laptop shows: where phones find it, and whether one has."""
    base = base_address()
    context: dict[str, Any] = {
        "address": base,
        "local": is_local(base),
        "typed": typed_address(),
        "image": code_image(f"{base}/hall/reached/"),
        "reached": DayCount.objects.filter(kind=CountKind.REACHED, day=timezone.now().date()).first(),
    }
    answer = render(request, "tournament/hall.html", context)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@open_to(PUBLIC)
def reached(request: HttpRequest) -> HttpResponse:
    """What a phone sees once it has reached the laptop."""
    if not from_this_machine(request) and spend("reached", COUNTED_A_MINUTE):
        count_one(CountKind.REACHED, timezone.now())
    context = {"address": request.get_host(), "typed": f"{request.get_host()}/t"}
    return HttpResponse(render_bare("hall_reached.html", context), headers={"Cache-Control": "no-store"})

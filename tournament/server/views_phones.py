"""Letting phones in: the server takes the hall's address too, at one press."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.words import capital
from tournament.models import Event
from tournament.refusal import Refused
from tournament.server.addresses import likeliest, refuse_taken
from tournament.site.access import ORGANISER, at_event
from tournament.site.binding import BY_ICON, bind_anew, binds_anew
from tournament.site.codes import base_address, is_local
from tournament.site.this_machine import from_this_machine

AT_THE_LAPTOP = "Phones are let in on the computer that runs Last Card, at 127.0.0.1: go there."
OPEN_ALREADY = "Phones can come in already."


@at_event(ORGANISER)
@require_POST
def let_phones_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Begin anew at the hall's address; the page waits for it."""
    try:
        _take_address(request)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("evening", event.slug)
    return render(request, "server/phones_come_in.html")


def _take_address(request: HttpRequest) -> None:
    if not is_local(base_address()):
        raise Refused(OPEN_ALREADY)
    if not from_this_machine(request):
        raise Refused(AT_THE_LAPTOP)
    if not binds_anew():
        raise Refused(BY_ICON)
    try:
        address = likeliest()
        refuse_taken(address, urlsplit(base_address()).port or 80)
    except Refused as refused:
        raise Refused(capital(str(refused))) from None
    bind_anew(address)

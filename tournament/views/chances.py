"""Who can still make it: every guest's chance, what is proved, and what the games to come have to bring."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.access import OFFICIAL, ORGANISER, EventRequest, at_event
from tournament.acts.chances import show_chances
from tournament.board import board, clock, place_words
from tournament.chances import Chances, event_chances, needs_words, words
from tournament.forms.entry import new_key
from tournament.ledger.formats import event_format
from tournament.models import Event, Role
from tournament.views.sheet_pages import signature


@at_event(OFFICIAL)
def chances_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The field with its chances; a switch of the organiser shows them to the room as well."""
    told, now = event_chances(event), board(event)
    context: dict[str, object] = {
        "as_of": clock(now.as_of),
        "why_not": told,
        "shown": event.chances_shown,
        "key": new_key(),
    }
    context["may_show"] = cast(EventRequest, request).official.role == Role.ORGANISER
    if isinstance(told, Chances):
        context |= {
            "why_not": "",
            "told": told,
            "rows": [
                (
                    place_words(one),
                    one,
                    now.players[one.player].livery,
                    chance,
                    words(chance.share),
                    games,
                    needs_words(chance, games, event_format(event)),
                )
                for one, chance, games in told.rows
            ],
        }
    return render(request, "tournament/chances.html", context)


@at_event(ORGANISER)
@require_POST
def switch_chances(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the chances to the room, or to officials alone."""
    wanted = request.POST.get("shown") == "on"
    show_chances(event, signature(request, request.POST.get("key", "")[:80]), shown=wanted)
    messages.success(request, "Guests see their chances." if wanted else "Officials alone see the chances.")
    return redirect("chances", event.slug)

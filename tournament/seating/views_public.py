"""A draw in public: showing the digest, taking it down, and the file that repeats the draw."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.seating.public_draw import file_text
from tournament.counting.seats import hall
from tournament.ledger.signing import perform
from tournament.models import Event
from tournament.seating import acts_public
from tournament.seating.commitment import last_in_public
from tournament.seating.words import entries
from tournament.site.access import DESK, OFFICIAL, at_event


@at_event(DESK)
@require_POST
def show_digest(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the digest of list and secret."""
    done = "The digest is shown. Now let the room cut four cards."
    perform(request, event, lambda by: acts_public.show_digest(event, by), done)
    return redirect("seating", event.slug)


@at_event(DESK)
@require_POST
def take_digest_down(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw without it."""
    done = "The digest no longer stands."
    perform(request, event, lambda by: acts_public.take_digest_down(event, by), done)
    return redirect("seating", event.slug)


@at_event(OFFICIAL)
def draw_file(request: HttpRequest, event: Event) -> HttpResponse:
    """List, secret, cards and seats, by which any laptop repeats the draw."""
    told = last_in_public(entries(event))
    if told is None:
        messages.error(request, "Nothing was drawn in public: there is no file to repeat it from.")
        return redirect("seating", event.slug)
    text = file_text(told, hall(event).seating.rounds)
    headers = {
        "Content-Disposition": f'attachment; filename="{event.slug}-draw.json"',
        "Cache-Control": "no-store",
    }
    return HttpResponse(text, content_type="application/json", headers=headers)

"""Declaring from the page of a game that it will not be played, and taking that back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.access import DESK, at_event
from tournament.acts.unplayed import UnplayedRefusedError, declare_unplayed, take_back_unplayed
from tournament.forms.evening import ReopenForm
from tournament.ledger.formats import event_format
from tournament.models import Event
from tournament.submission import Place
from tournament.views.sheet_pages import found_page, signature


@require_POST
def _unplayed(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    place, form = Place(round, table, game), ReopenForm(request.POST)
    found_page(event, place)
    back = "take_back" in request.POST
    try:
        if not form.is_valid():
            raise UnplayedRefusedError("This needs its reason in plain words, at most 300 characters.")
        act = take_back_unplayed if back else declare_unplayed
        act(event, place, signature(request, request.POST.get("key", "")[:80]), reason=form.cleaned_data["reason"])
        said = "takes a sheet again" if back else "will not be played"
        messages.success(request, f"Table {table}, {event_format(event).unit} {game} {said}.")
    except UnplayedRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("sheet", event.slug, round, table, game)


unplayed = at_event(DESK)(_unplayed)

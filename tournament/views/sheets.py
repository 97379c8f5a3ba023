"""The sheets of all rounds: tables by games, what is missing, flagged, unchecked or in conflict."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import OFFICIAL, at_event
from tournament.acts.time_out import timed_out
from tournament.grid import cells, grids
from tournament.hindrances import of_games
from tournament.models import Event, Round
from tournament.models.seating import RoundState
from tournament.views.sheet_pages import at_desk


@at_event(OFFICIAL)
def sheets(request: HttpRequest, event: Event) -> HttpResponse:
    """A grid for each round, the open one first, each with its legend and what is in its way."""
    found = grids(cells(event))
    rounds = [held for held in Round.objects.filter(event=event) if held.number in found]
    rounds.sort(key=lambda held: (held.state == RoundState.CLOSED, held.number))
    shown = [(held, found[held.number], tuple(of_games(found[held.number].cells))) for held in rounds]
    context = {"shown": shown, "at_desk": at_desk(request), "timed_out": timed_out(event) if at_desk(request) else ()}
    return render(request, "tournament/sheets.html", context)

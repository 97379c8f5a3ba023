"""The rules for everybody in the hall: one page that needs no connection once open; the four games side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.comparison import comparison
from scoring.readings import readings
from scoring.rulesheet import rule_sheet
from tournament.access import PUBLIC, at_event
from tournament.card_faces import faces
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.views.pad import worker


@at_event(PUBLIC)
def rules_at_hand(request: HttpRequest, event: Event) -> HttpResponse:
    """Short sheet, questions, all clauses, the options in force and the other games, all on one page."""
    in_force = rules(event)
    known = faces(in_force)
    context = {
        "event": event,
        "sheet": rule_sheet(in_force),
        "readings": readings(in_force),
        "comparison": comparison(in_force),
        "cards": [known[rank] for value in in_force.scoring.values or () for rank in value.ranks],
    }
    return render(request, "tournament/rules_at_hand.html", context)


@at_event(PUBLIC)
def rules_worker(request: HttpRequest, event: Event) -> HttpResponse:
    """The service worker beside the rules: with it they open again while the server is away."""
    return worker()


@at_event(PUBLIC)
def games_compared(request: HttpRequest, event: Event) -> HttpResponse:
    """The four games side by side where they differ."""
    context = {"event": event, "comparison": comparison(rules(event))}
    return render(request, "tournament/games_compared.html", context)

"""After a copy was put back: what the database has no sheet of, table by table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import DESK, at_event
from tournament.ledger.restored import restored
from tournament.models import Event


@at_event(DESK)
def to_key_again(request: HttpRequest, event: Event) -> HttpResponse:
    """The games without a sheet since the copy that was put back."""
    found = restored(event)
    if found is None:
        raise Http404("No copy was put back at this evening.")
    return render(request, "tournament/to_key_again.html", {"restored": found})

"""The list of prizes beside the podium, and what splits a tie in the play-off: declared by the organiser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.tie_breaks import CRITERIA
from tournament.access import DESK, ORGANISER, at_event
from tournament.acts.event import EventRefusedError, change_event
from tournament.forms.finals import PlayoffTieBreaksForm, prize_list_form
from tournament.held import held_fields
from tournament.ledger.extra_games import playoff_tie_breaks
from tournament.models import Event
from tournament.views.guests import may, signed


@at_event(DESK)
def prize_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes in the order of handing over, and the play-off's order of tie-breaks; the organiser changes them."""
    held = held_fields(event).get("playoff_tie_breaks", "")
    data = request.POST if request.method == "POST" and may(request, ORGANISER.roles) else None
    lines = prize_list_form(event, data)
    ties = None if held else PlayoffTieBreaksForm(event, data, prefix="tie")
    if data is not None and lines.is_valid() and (ties is None or ties.is_valid()):
        order = ties.order if ties else None
        fields = {"further_prizes": lines.rows}
        if order is not None and tuple(order) != playoff_tie_breaks(event):
            fields["playoff_tie_breaks"] = order  # type: ignore[assignment]
        try:
            change_event(event, fields, signed(request))
        except EventRefusedError as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, "Saved.")
        return redirect("prize_settings", event.slug)
    context = {
        "lines": lines,
        "ties": ties,
        "tie_reason": held,
        "tie_words": [CRITERIA[name].words for name in playoff_tie_breaks(event)],
        "may_change": may(request, ORGANISER.roles),
        "wrong": data is not None,
    }
    return render(request, "tournament/prize_settings.html", context)

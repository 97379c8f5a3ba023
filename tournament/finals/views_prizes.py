"""The list of prizes beside the podium, and what splits a tie in the play-off: declared by the
organiser.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.counting.tie_breaks import CRITERIA
from tournament.counting.level import playoff_tie_breaks
from tournament.event.pages_change import change_settings
from tournament.event.reading import held_fields
from tournament.finals.forms import PlayoffTieBreaksForm, prize_list_form
from tournament.ledger.signing import new_key
from tournament.models import Event
from tournament.site.access import DESK_READS, ORGANISER, at_event, may


@at_event(DESK_READS)
def prize_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes in the order of handing over, and the play-off's order of tie-breaks; the
    organiser changes them.
    """
    tie_reason = held_fields(event).get("playoff_tie_breaks", "")
    data = request.POST if request.method == "POST" else None
    lines = prize_list_form(event, data)
    ties = None if tie_reason else PlayoffTieBreaksForm(event, data, prefix="tie")
    if data is not None and lines.is_valid() and (ties is None or ties.is_valid()):
        order = ties.order if ties else None
        fields = {"further_prizes": lines.rows}
        if order is not None and tuple(order) != playoff_tie_breaks(event):
            fields["playoff_tie_breaks"] = order  # type: ignore[assignment]
        if answer := change_settings(request, event, fields, "prize_settings"):
            return answer
    context = {
        "lines": lines,
        "ties": ties,
        "tie_reason": tie_reason,
        "tie_words": [
            CRITERIA[name].words for name in playoff_tie_breaks(event) if name in CRITERIA
        ],
        "may_change": may(request, ORGANISER.roles),
        "wrong": data is not None,
        "key": new_key(),
    }
    return render(request, "finals/prize_settings.html", context)

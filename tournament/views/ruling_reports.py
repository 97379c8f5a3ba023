"""The report of one ruling, as a page and as a PDF."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now

from tournament.access import OFFICIAL, at_event
from tournament.models import Event
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable
from tournament.paper.rulings import incident_report
from tournament.views.rulings import found_ruling


@at_event(OFFICIAL)
def report_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The report as a page that prints well from the browser, with the way to its PDF."""
    return HttpResponse(html(incident_report(found_ruling(event, number), now())))


@at_event(OFFICIAL)
def report_pdf(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The report as a PDF; without the renderer the sentence says what to install."""
    found = found_ruling(event, number)
    try:
        printed = pdf(incident_report(found, now()))
    except PaperUnavailable as missing:
        messages.error(request, str(missing))
        return redirect("ruling", event.slug, number)
    headers = {"Content-Disposition": f'inline; filename="{event.slug}-ruling-{number}.pdf"'}
    return HttpResponse(printed, content_type="application/pdf", headers=headers)

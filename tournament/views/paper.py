"""The papers: a list of them, each as a page for the browser and as a PDF."""

from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now

from tournament.access import DESK, at_event
from tournament.models import Event
from tournament.paper.catalogue import Kind, catalogue, find
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable


@at_event(DESK)
def paper(request: HttpRequest, event: Event) -> HttpResponse:
    """Every paper in the order of the evening, and the files."""
    parts = [(part, list(kinds)) for part, kinds in groupby(catalogue(event), key=lambda kind: kind.part)]
    merged: dict[str, list[Kind]] = {}
    for part, kinds in parts:
        merged.setdefault(part, []).extend(kinds)
    return render(request, "tournament/paper.html", {"parts": merged.items()})


@at_event(DESK)
def paper_page(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a page that prints well from the browser."""
    return HttpResponse(html(_wanted(event, kind).make(now())))


@at_event(DESK)
def paper_pdf(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a PDF; without the renderer the sentence says what to install."""
    try:
        printed = pdf(_wanted(event, kind).make(now()))
    except PaperUnavailable as missing:
        messages.error(request, str(missing))
        return redirect("paper", event.slug)
    headers = {"Content-Disposition": f'inline; filename="{event.slug}-{kind}.pdf"'}
    return HttpResponse(printed, content_type="application/pdf", headers=headers)


def _wanted(event: Event, key: str) -> Kind:
    kind = find(event, key)
    if kind is None:
        raise Http404("There is no such paper now.")
    return kind

"""The papers: a list of them, each as a page for the browser and as a PDF."""

from contextlib import suppress
from itertools import groupby

from django.contrib import messages
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now

from tournament.access import DESK, at_event
from tournament.actor import actor_of
from tournament.acts.printing import record_printing
from tournament.ledger.chain import Signature
from tournament.models import Event
from tournament.paper.catalogue import Kind, catalogue, find
from tournament.paper.editions import BLANK, Items, changed, items
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable, bound
from tournament.paper.score_cards import only
from tournament.paper.values import ScoreCards
from tournament.paper_codes import warnings
from tournament.views.paper_made import Made, coded_for, in_words

LONGEST_BADGE = 6


@at_event(DESK)
def paper(request: HttpRequest, event: Event) -> HttpResponse:
    """Every paper in the order of the evening, and the files."""
    parts = [(part, list(kinds)) for part, kinds in groupby(catalogue(event), key=lambda kind: kind.part)]
    merged: dict[str, list[Kind]] = {}
    for part, kinds in parts:
        merged.setdefault(part, []).extend(kinds)
    return render(request, "tournament/paper.html", {"parts": merged.items(), "warnings": warnings(event)})


@at_event(DESK)
def paper_page(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a page that prints well from the browser; `?badges=1,2,3` keeps the score cards of these guests."""
    try:
        return HttpResponse(html(_wanted(request, event, kind).paper))
    except NobodyNamed as refused:
        return _told(request, event, refused)


@at_event(DESK)
def paper_pdf(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a PDF, of some badges alone where they are given; what went out is logged.

    Without the renderer it says what to install.
    """
    try:
        wanted = _wanted(request, event, kind)
        printed = pdf(wanted.paper)
    except (PaperUnavailable, NobodyNamed) as refused:
        return _told(request, event, refused)
    _log(event, kind, wanted.says, _signed(request))
    return _pdf(printed, f"{event.slug}-{kind}")


@at_event(DESK)
def paper_changed(request: HttpRequest, event: Event) -> HttpResponse:
    """What was printed and says something else now; POST prints just that and logs it."""
    found = changed(event, now())
    if request.method != "POST":
        return render(request, "tournament/paper_changed.html", {"changes": [in_words(one) for one in found]})
    found = [one for one in found if one.fresh]
    if not found:
        return _told(request, event, NothingChanged())
    try:
        papers = [coded_for(request, event, one.kind.key, one.paper, one.says) for one in found]
        printed = bound([pdf(one) for one in papers])
    except PaperUnavailable as refused:
        return _told(request, event, refused)
    for one in found:
        _log(event, one.kind.key, {item: one.says[item] for item in one.fresh}, _signed(request))
    return _pdf(printed, f"{event.slug}-changed")


def _log(event: Event, kind: str, says: Items, by: Signature) -> None:
    """Record what went on paper; on a full disk the paper is worth more than the record of it."""
    with suppress(OperationalError):
        record_printing(event, kind, says, by)


class NobodyNamed(ValueError):
    """The badges of a printing name nobody who has a score card; the message says what to do."""


class NothingChanged(ValueError):
    """Everything that was printed is still true."""

    def __init__(self) -> None:
        super().__init__("Nothing has changed since the last print.")


def _told(request: HttpRequest, event: Event, refused: Exception) -> HttpResponse:
    messages.error(request, str(refused))
    return redirect("paper", event.slug)


def _pdf(printed: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(printed, content_type="application/pdf", headers=headers)


def _signed(request: HttpRequest) -> Signature:
    return Signature(actor_of(request), now(), "")


def _wanted(request: HttpRequest, event: Event, key: str) -> Made:
    kind = find(event, key)
    if kind is None:
        raise Http404("There is no such paper now.")
    paper = kind.make(now())
    says = {} if key.startswith(BLANK) else items(paper, event)
    made = coded_for(request, event, key, paper, says)
    if "badges" not in request.GET or not isinstance(made, ScoreCards):
        return Made(made, says, tuple(says))
    chosen = only(made, _badges(request.GET["badges"]))
    if not chosen.cards:
        raise NobodyNamed("No badge of this printing has a seat: give badge numbers with commas, such as 7,12,31.")
    kept = {str(card.guest.badge) for card in chosen.cards}
    return Made(chosen, {item: digest for item, digest in says.items() if item in kept}, tuple(kept))


def _badges(said: str) -> set[int]:
    """The badge numbers that were given; whatever is no number names nobody."""
    parts = (part.strip() for part in said.split(","))
    return {int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= LONGEST_BADGE}

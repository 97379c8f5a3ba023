"""The papers: a list of them, each as a page for the browser and as a PDF, with the codes of
tables and guests and the one that tells whether it is still true; and the report of one ruling
likewise.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from scoring.words import first_few, listed, many, noun
from tournament.counting.finals import closing_of
from tournament.ledger.signing import perform, signature
from tournament.models import CodeKind, Event
from tournament.paper.acts import issue_codes, note_address, play_without_paper, record_printing
from tournament.paper.catalogue import catalogue, find
from tournament.paper.editions import (
    BLANK,
    SHORT,
    WHOLE,
    Changed,
    Items,
    changed,
    in_force,
    items,
    last_printings,
    whole_of,
    with_codes,
)
from tournament.paper.kinds import AFTER, BEFORE, DURING, Kind
from tournament.paper.letters import names_undrawn
from tournament.paper.page import html, opens_as_page, pdf_in_pieces
from tournament.paper.press import Binder
from tournament.paper.rulings import incident_report
from tournament.paper.score_cards import ScoreCards
from tournament.paper.sheet_size import fitted
from tournament.paper.tonight import Part, further, on_demand, pages_of, tonight
from tournament.paper.values import Paper
from tournament.refusal import Refused
from tournament.rulings.reading import found_ruling
from tournament.site.access import DESK, OFFICIAL, PUBLIC, actor_of, at_event
from tournament.site.codes import base_address, is_local
from tournament.site.downloads import of_many, sent
from tournament.site.paper_codes import paper_codes, warnings
from tournament.site.progress import Pieces, gathered, part_of

KINDS = {"score-cards": "badge", "place-cards": "badge", "badges": "badge", "table": "table"}
MOST_NAMED = 30


def coded_for(request: HttpRequest, event: Event, key: str, paper: Paper, says: Items) -> Paper:
    """The paper with its codes. A press makes those of tables and guests that are missing; what is
    looked at bears those that there are.
    """
    kind = None if key.startswith(BLANK) else paper.codes
    if kind is not None:
        if request.method == "POST":
            _issue(request, event, kind)
        paper = paper.coded(paper_codes(event))
    base = (
        base_address()
        if not is_local(base_address())
        else request.build_absolute_uri("/").rstrip("/")
    )
    return with_codes(paper, event, key, base, says)


def _issue(request: HttpRequest, event: Event, kind: CodeKind) -> None:
    issue_codes(event, actor_of(request).name, now())
    # Only so that a change of it is noticed: on a full disk the cards are printed all the same.
    with suppress(OperationalError):
        note_address(event, kind, base_address())


def in_words(change: Changed) -> dict[str, Any]:
    """A changed paper for the page: which of its cards are to print, and which
    are no more in it.
    """
    unit = _unit(change.kind.key)
    return {
        "name": change.kind.name,
        "key": change.kind.key,
        "fresh": _changed_words(unit, change.fresh),
        "gone": _changed_words(unit, change.gone),
    }


def _unit(key: str) -> str:
    return next((words for start, words in KINDS.items() if key.startswith(start)), "")


def _changed_words(unit: str, changed_items: tuple[str, ...]) -> str:
    if not unit or not changed_items or changed_items == ("",):
        return "the whole list" if changed_items else ""
    text = first_few(sorted(changed_items, key=lambda item: (len(item), item)), MOST_NAMED)
    return f"{noun(len(changed_items), unit)} {text}"


@at_event(PUBLIC)
def edition(request: HttpRequest, event: Event, kind: str, item: str, digest: str) -> HttpResponse:
    """Where the code of a paper leads: whether that printing is still true, and if not, where the
    new one is.
    """
    now_says = in_force(event, kind)
    current = find(event, kind)
    context = {
        "event": event,
        "true": state_of(event, now_says, item, digest),
        "name": current.name if current else "",
        "item": "" if item == WHOLE else f"{_unit(kind)} {item}".strip(),
        "new_url": _new_address(event, kind, item) if current else "",
        "finder_url": reverse("finder", args=[event.slug]),
    }
    return render(request, "home/edition.html", context)


def state_of(event: Event, says: Mapping[str, str] | None, item: str, digest: str) -> bool:
    """Whether an item with this digest is what holds now."""
    if not says:
        return False
    holds = whole_of(event, says) if item == WHOLE else says.get(item, "")
    return len(digest) == SHORT and holds.startswith(digest)


def _new_address(event: Event, kind: str, item: str) -> str:
    query = f"?badges={item}" if kind.startswith("score-cards") and item != WHOLE else ""
    return reverse("paper_page", args=[event.slug, kind]) + query


LONGEST_BADGE = 6
BINDING = "all in one file"
"""What is told last of several papers."""


@at_event(DESK)
def paper(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything for tonight, what changed since it was printed, every single paper, the files."""
    merged: dict[str, list[Kind]] = {part: [] for part in (BEFORE, DURING, AFTER)}
    kinds = catalogue(event)
    for kind in kinds:
        merged[kind.part].append(kind)
    also = _also(request) & {kind.key for kind in kinds if on_demand(kind)}
    parts, printed = tonight(event, also), last_printings(event)
    changes = changed(event, now()) if printed else []
    context = {
        "parts": [(part, kinds) for part, kinds in merged.items() if kinds],
        "warnings": [*warnings(event), *filter(None, (names_undrawn(event),))],
        "tonight": [(part, _query(also - {part.kind.key})) for part in parts],
        "pages": pages_of(parts),
        "also": also,
        "further": [(kind, _query(also | {kind.key})) for kind in further(event, parts)],
        "asked": _query(also) if also else "",
        "printed_at": max(printed.values())
        if parts and {part.kind.key for part in parts} <= printed.keys()
        else None,
        "changes": [in_words(change) for change in changes],
        "to_print": _to_print(changes),
        "over": closing_of(event) is not None,
    }
    return render(request, "paper/list.html", context)


MOST_ALSO = 20


def _also(request: HttpRequest) -> set[str]:
    """What is asked for besides, whether or not there is such a paper."""
    return set(request.GET.getlist("also")[:MOST_ALSO])


def _query(also: set[str]) -> str:
    return f"?{urlencode({'also': sorted(also)}, doseq=True)}" if also else "?"


def _to_print(changes: Sequence[Changed]) -> str:
    """`18 cards`, `18 cards and 2 lists`, or nothing."""
    cards = sum(len(change.fresh) for change in changes if change.fresh and change.fresh != ("",))
    lists = sum(change.fresh == ("",) for change in changes)
    counted = ((cards, "card"), (lists, "list"))
    return listed(many(number, word) for number, word in counted if number)


@at_event(DESK)
def paper_tonight(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Everything for tonight as one PDF, in the order it is laid out in; a press is logged."""
    parts = tonight(event, _also(request))
    if not parts:
        return _refusal_page(
            request, event, "There is nothing to print yet: publish the seating first."
        )
    return _sent(request, event, _of_tonight(request, event, parts), "tonight", long=True)


def _of_tonight(request: HttpRequest, event: Event, parts: Sequence[Part]) -> Pieces:
    printed = Binder()
    for number, part in enumerate(parts, start=1):
        name = part.kind.name
        yield number, len(parts), name
        pieces = part_of(number, len(parts), name, _logged(request, event, part.kind))
        content = yield from gathered(pieces)
        for _copy in range(part.copies):
            printed.add(content)
    yield len(parts), len(parts), BINDING
    yield printed.content()


def _logged(request: HttpRequest, event: Event, kind: Kind) -> Pieces:
    """A paper with its codes, which is logged as soon as it is drawn."""
    paper = kind.make(now())
    says = items(paper, event)
    yield from pdf_in_pieces(coded_for(request, event, kind.key, paper, says))
    _log(request, event, kind.key, says)


def _sent(
    request: HttpRequest, event: Event, pieces: Pieces, name: str, *, long: bool
) -> HttpResponseBase:
    """A PDF on the sheets of the evening, under this name behind the evening's."""
    file, back = f"{event.slug}-{name}.pdf", reverse("paper", args=[event.slug])
    return sent(request, _fitted(event, pieces), file, back=back, long=long)


def _fitted(event: Event, pieces: Pieces) -> Pieces:
    content = yield from gathered(pieces)
    yield fitted(content, event.paper_size)


@at_event(DESK)
def paper_page(request: HttpRequest, event: Event, kind: str) -> HttpResponseBase:
    """One paper to look at, as a page that prints well from the browser, or as the PDF that it is;
    `?badges=1,2,3` keeps the score cards of these guests. A press makes codes that are missing.
    """
    paper_kind = _kind(event, kind)
    paper = paper_kind.make(now())
    if opens_as_page(paper):
        coded_paper, _says = _requested_paper(request, event, kind, paper)
        return HttpResponse(html(coded_paper))
    pieces = _opened(request, event, kind, paper)
    return _sent(request, event, pieces, kind, long=of_many(event, lines=paper_kind.lines))


def _opened(request: HttpRequest, event: Event, key: str, paper: Paper) -> Pieces:
    coded_paper, _says = _requested_paper(request, event, key, paper)
    yield from pdf_in_pieces(coded_paper)


@at_event(DESK)
def paper_pdf(request: HttpRequest, event: Event, kind: str) -> HttpResponseBase:
    """One paper as a PDF, of some badges alone where they are given; a press is logged.

    Without the renderer it says what to install.
    """
    paper_kind = _kind(event, kind)
    pieces = _of_paper(request, event, paper_kind)
    return _sent(request, event, pieces, kind, long=of_many(event, lines=paper_kind.lines))


def _of_paper(request: HttpRequest, event: Event, kind: Kind) -> Pieces:
    paper, says = _requested_paper(request, event, kind.key, kind.make(now()))
    yield from pdf_in_pieces(paper)
    _log(request, event, kind.key, says)


@at_event(DESK)
def paper_changed(request: HttpRequest, event: Event) -> HttpResponseBase:
    """What was printed and says something else now; POST prints just that and logs it."""
    if request.method == "POST":
        return _sent(request, event, _of_changed(request, event), "changed", long=True)
    context = {"changes": [in_words(change) for change in changed(event, now())]}
    return render(request, "paper/changed.html", context)


def _of_changed(request: HttpRequest, event: Event) -> Pieces:
    """Logged once all of it is drawn."""
    changes = [change for change in changed(event, now()) if change.fresh]
    if not changes:
        raise Refused("Nothing has changed since the last print.")
    printed = Binder()
    for number, change in enumerate(changes, start=1):
        name = change.kind.name
        yield number, len(changes), name
        paper = coded_for(request, event, change.kind.key, change.paper, change.says)
        content = yield from gathered(part_of(number, len(changes), name, pdf_in_pieces(paper)))
        printed.add(content)
    for change in changes:
        fresh = {item: change.says[item] for item in change.fresh}
        _log(request, event, change.kind.key, fresh)
    yield len(changes), len(changes), BINDING
    yield printed.content()


@require_POST
@at_event(DESK)
def without_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """Nothing is printed for this evening, and nobody is asked for it."""
    words = "This evening is played without paper."
    perform(request, event, partial(play_without_paper, event), words)
    return redirect("evening", event.slug)


def _log(request: HttpRequest, event: Event, kind: str, says: Items) -> None:
    """Record what a press brought on paper; on a full disk the paper is worth more than that."""
    if request.method != "POST":
        return
    with suppress(OperationalError):
        record_printing(event, kind, says, signature(request))


def _refusal_page(request: HttpRequest, event: Event, words: str) -> HttpResponse:
    messages.error(request, words)
    return redirect("paper", event.slug)


def _kind(event: Event, key: str) -> Kind:
    kind = find(event, key)
    if kind is None:
        raise Http404("There is no such paper now.")
    return kind


def _requested_paper(
    request: HttpRequest, event: Event, key: str, paper: Paper
) -> tuple[Paper, Items]:
    """A paper ready to print, and what the items in it say. Raises Refused."""
    says = {} if key.startswith(BLANK) else items(paper, event)
    score_cards = coded_for(request, event, key, paper, says)
    if "badges" not in request.GET or not isinstance(score_cards, ScoreCards):
        return score_cards, says
    chosen = score_cards.some(_badges(request.GET["badges"]))
    if not chosen.cards:
        raise Refused(
            "No badge of this printing has a seat: give badge numbers with commas, such as 7,12,31."
        )
    badges = {str(card.guest.badge) for card in chosen.cards}
    return chosen, {item: digest for item, digest in says.items() if item in badges}


def _badges(text: str) -> set[str]:
    """The badge numbers that were given; whatever is no number names nobody."""
    parts = (part.strip() for part in text.split(","))
    return {
        str(int(part))
        for part in parts
        if part.isascii() and part.isdigit() and len(part) <= LONGEST_BADGE
    }


@at_event(OFFICIAL)
def report_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The report as a page that prints well from the browser, with the way to its PDF."""
    return HttpResponse(html(incident_report(found_ruling(event, number), now())))


@at_event(OFFICIAL)
def report_pdf(request: HttpRequest, event: Event, number: int) -> HttpResponseBase:
    """The report as a PDF; without the renderer the sentence says what to install."""
    ruling = found_ruling(event, number)
    name, back = f"{event.slug}-ruling-{number}.pdf", reverse("ruling", args=[event.slug, number])
    pieces = _fitted(event, pdf_in_pieces(incident_report(ruling, now())))
    return sent(request, pieces, name, back=back, long=False)

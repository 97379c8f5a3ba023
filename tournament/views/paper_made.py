"""A paper as it is printed: with the codes of tables and guests, and the one that tells whether it is still true."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now

from tournament.access import PUBLIC, at_event
from tournament.actor import actor_of
from tournament.acts.codes import issue_codes, note_address
from tournament.models import CodeKind, Event
from tournament.paper.catalogue import find
from tournament.paper.coded import coded
from tournament.paper.editions import BLANK, SHORT, WHOLE, Changed, Items, in_force, whole_of, with_codes
from tournament.paper.page import Paper
from tournament.paper.results import PlayerSlips
from tournament.paper.values import ScoreCards, TableCards
from tournament.paper_codes import base_address, is_local, paper_codes

CODED: Mapping[type, CodeKind] = {ScoreCards: CodeKind.GUEST, PlayerSlips: CodeKind.GUEST, TableCards: CodeKind.TABLE}
KINDS = {"score-cards": "badge", "table": "table"}
MOST_NAMED = 30


@dataclass(frozen=True, slots=True)
class Made:
    """A paper ready to print, what its items say, and which of them are in it."""

    paper: Paper
    says: Items
    fresh: tuple[str, ...]


def coded_for(request: HttpRequest, event: Event, key: str, paper: Paper, says: Items) -> Paper:
    """The paper with its codes; codes of tables and guests that are missing are made now."""
    kind = None if key.startswith(BLANK) else CODED.get(type(paper))
    if kind is not None:
        issue_codes(event, actor_of(request).name, now())
        # Only so that a change of it is noticed: on a full disk the cards are printed all the same.
        with suppress(OperationalError):
            note_address(event, kind, base_address())
        paper = coded(paper, paper_codes(event))
    base = base_address() if not is_local(base_address()) else request.build_absolute_uri("/").rstrip("/")
    return with_codes(paper, event, key, base, says)


def in_words(change: Changed) -> dict[str, Any]:
    """A changed paper for the page: which of its cards are to print, and which are no more in it."""
    unit = _unit(change.kind.key)
    return {
        "name": change.kind.name,
        "key": change.kind.key,
        "fresh": _named(unit, change.fresh),
        "gone": _named(unit, change.gone),
    }


def _unit(key: str) -> str:
    return next((words for start, words in KINDS.items() if key.startswith(start)), "")


def _named(unit: str, found: tuple[str, ...]) -> str:
    if not unit or not found or found == ("",):
        return "the whole list" if found else ""
    shown = ", ".join(sorted(found, key=lambda item: (len(item), item))[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return f"{unit if len(found) == 1 else unit + 's'} {shown}{more}"


@at_event(PUBLIC)
def edition(request: HttpRequest, event: Event, kind: str, item: str, digest: str) -> HttpResponse:
    """Where the code of a paper leads: whether that printing is still true, and if not, where the new one is."""
    now_says = in_force(event, kind)
    found = find(event, kind)
    context = {
        "event": event,
        "true": state_of(event, now_says, item, digest),
        "name": found.name if found else "",
        "item": "" if item == WHOLE else f"{_unit(kind)} {item}".strip(),
        "new_url": _new_address(event, kind, item) if found else "",
        "finder_url": reverse("finder", args=[event.slug]),
    }
    return render(request, "tournament/edition.html", context)


def state_of(event: Event, says: Mapping[str, str] | None, item: str, digest: str) -> bool:
    """Whether an item with this digest is what holds now."""
    if not says:
        return False
    holds = whole_of(event, says) if item == WHOLE else says.get(item, "")
    return len(digest) == SHORT and holds.startswith(digest)


def _new_address(event: Event, kind: str, item: str) -> str:
    asked = f"?badges={item}" if kind.startswith("score-cards") and item != WHOLE else ""
    return reverse("paper_page", args=[event.slug, kind]) + asked

"""Just ask: what happened at a table, told in a few taps, and what the rules say to it; nothing is recorded."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.irregularities.facts import FACTS
from scoring.rulings import ClaimError, situations
from tournament.access import OFFICIAL, at_event
from tournament.ask_page import noticed_keys, pad, small_facts, source_keys
from tournament.forms.ask import Asked, UnknownSituationError, claim, read_asked
from tournament.forms.ask_taps import tapped
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.position_drawing import sketch
from tournament.position_words import sentence
from tournament.table_told import TableTold, table_told
from tournament.views.just_ask_answer import answered

COMMONEST = 10
LONGEST = 80


@at_event(OFFICIAL)
def ask(request: HttpRequest, event: Event) -> HttpResponse:
    """The situations of this game in everyday words, the ten commonest first."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    in_force, where = rules(event), table_told(event, request.GET.get("table", "").strip()[:20])
    rows = [(kind, each) for kind, each in situations(in_force).items() if _answers(query, each.name, each.example)]
    context = {
        "game": in_force.rulebook.title,
        "commonest": rows[:COMMONEST],
        "others": rows[COMMONEST:],
        "query": query,
        "where": where,
        "table_told": request.GET.get("table", ""),
        "behind": _behind(where, request.GET.get("refers_to", "")[:6]),
    }
    return render(request, "tournament/just_ask.html", context)


@at_event(OFFICIAL)
def ask_about(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One situation: the sketch, the open question, the facts told so far. A tap leads to the address it makes."""
    try:
        asked = read_asked(kind, request.GET, rules(event))
    except UnknownSituationError as unknown:
        messages.error(request, str(unknown))
        return redirect("just_ask", event.slug)
    if "tap" in request.GET or "go" in request.GET:
        moved = tapped(asked, request.GET["tap"]) if "tap" in request.GET else _typed(asked)
        return redirect(f"{reverse('ask_about', args=[event.slug, kind])}?{moved.query}")
    where = table_told(event, asked.table, asked.round)
    asked = _seated(asked, where, chosen="on" in request.GET)
    return render(request, "tournament/ask_about.html", _question(event, asked, where, _fault(asked)))


@at_event(OFFICIAL)
def ask_answer(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The verdict in a line, why, what to do now; where it depends, what to look at."""
    try:
        asked = read_asked(kind, request.GET, rules(event))
    except UnknownSituationError as unknown:
        messages.error(request, str(unknown))
        return redirect("just_ask", event.slug)
    where = table_told(event, asked.table, asked.round)
    asked = _seated(asked, where, chosen="on" in request.GET)
    try:
        found = answered(event, asked)
    except ClaimError as wrong:
        return render(request, "tournament/ask_about.html", _question(event, asked, where, str(wrong)), status=422)
    shown = _common(event, asked, where) | found | {"here": request.get_full_path()}
    return render(request, "tournament/ask_answer.html", shown)


def _behind(where: TableTold, refers_to: str) -> str:
    """What the links to the situations carry: the table, and the ruling that is come back to."""
    more = {"table": where.label, "round": where.round, "refers_to": refers_to}
    return urlencode({name: told for name, told in more.items() if told})


def _answers(query: str, *words: str) -> bool:
    said = " ".join(words).casefold()
    return all(part in said for part in query.casefold().split())


def _typed(asked: Asked) -> Asked:
    """A figure typed and sent with Enter: on to the next question."""
    return replace(asked, on=asked.next_open or asked.on)


def _seated(asked: Asked, where: TableTold, *, chosen: bool) -> Asked:
    """The number of players is known where the table is."""
    if where.names and "players" in asked.facts and not asked.told.get("players"):
        seated = asked.but("players", str(len(where.names)))
        # Nobody needs to be asked what the table tells; whoever taps it corrects it.
        return seated if chosen else replace(seated, on=seated.next_open)
    return asked


def _fault(asked: Asked) -> str:
    """What is wrong with the facts told so far, apart from what has not been told."""
    if asked.missing:
        return ""
    try:
        claim(asked)
    except ClaimError as wrong:
        return str(wrong)
    return ""


def _question(event: Event, asked: Asked, where: TableTold, fault: str) -> dict[str, Any]:
    return _common(event, asked, where) | {
        "fault": fault,
        "pad": pad(asked, dict(where.names)),
        "noticed": noticed_keys(asked),
        "sources": source_keys(asked),
        "facts": small_facts(asked),
        "hidden": asked.carried,
        "first_say": f"First say: {FACTS[asked.missing[0]].question}" if asked.missing else "",
    }


def _common(event: Event, asked: Asked, where: TableTold) -> dict[str, Any]:
    return {
        "asked": asked,
        "where": where,
        "sketch": sketch(asked),
        "sentence": sentence(asked),
        "list_url": f"{reverse('just_ask', args=[event.slug])}?{_behind(where, asked.refers_to)}".rstrip("?"),
        "question_url": reverse("ask_about", args=[event.slug, asked.kind]),
        "answer_url": reverse("ask_answer", args=[event.slug, asked.kind]),
    }

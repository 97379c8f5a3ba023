"""Asking the rules, whoever asks: what happened at a table, told in a few taps, and what the rules say to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from scoring.irregularities.facts import FACTS
from scoring.rulings import ClaimError, situations
from tournament.ask_page import noticed_keys, pad, small_facts, source_keys
from tournament.forms.ask import Asked, claim, read_asked
from tournament.forms.ask_taps import tapped
from tournament.ledger.lift import rules
from tournament.models import Event
from tournament.position_drawing import sketch
from tournament.position_words import sentence
from tournament.table_told import TableTold, table_told
from tournament.views.just_ask_answer import answered

COMMONEST = 10
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: an official on a page of the evening, or the phone at a table, which cannot name another one.

    `said` is what the address holds; `address` knows by a route's name where asking lies for them; `draw` makes a page.
    """

    event: Event
    said: Mapping[str, str]
    address: Callable[..., str]
    draw: Callable[[str, dict[str, Any], int], HttpResponse]
    more: Mapping[str, Any]
    at_table: bool = False

    def page(self, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
        """A page of asking, with what all of them need."""
        known = {"event": self.event, "at_table": self.at_table, **self.more}
        return self.draw(template, {**known, **context}, status)


def list_situations(asker: Asker) -> HttpResponse:
    """The situations of this game in everyday words, the ten commonest first."""
    query = asker.said.get("q", "").strip()[:LONGEST]
    in_force, where = rules(asker.event), _where(asker)
    rows = [(kind, each) for kind, each in situations(in_force).items() if _answers(query, each.name, each.example)]
    context = {
        "game": in_force.rulebook.title,
        "commonest": rows[:COMMONEST],
        "others": rows[COMMONEST:],
        "query": query,
        "where": where,
        "table_told": asker.said.get("table", ""),
        "pages": asker.address("just_ask"),
        "behind": _behind(where, asker.said.get("refers_to", "")[:6]),
    }
    return asker.page("just_ask.html", context)


def ask_question(asker: Asker, kind: str) -> HttpResponse:
    """One situation: the sketch, the open question, the facts told so far. A tap leads to the address it makes."""
    asked = read_asked(kind, asker.said, rules(asker.event))
    if "tap" in asker.said or "go" in asker.said:
        moved = tapped(asked, asker.said["tap"]) if "tap" in asker.said else _typed(asked)
        return redirect(f"{asker.address('ask_about', kind)}?{moved.query}")
    where = _where(asker)
    asked = _seated(asked, where, chosen="on" in asker.said)
    return asker.page("ask_about.html", _question(asker, asked, where, _fault(asked)))


def give_answer(asker: Asker, kind: str) -> HttpResponse:
    """The verdict in a line, why, what to do now; where it depends, what to look at."""
    asked = read_asked(kind, asker.said, rules(asker.event))
    where = _where(asker)
    asked = _seated(asked, where, chosen="on" in asker.said)
    try:
        found = answered(asker.event, asked)
    except ClaimError as wrong:
        return asker.page("ask_about.html", _question(asker, asked, where, str(wrong)), 422)
    make = {"make_url": asker.address("make_ruling")}
    return asker.page("ask_answer.html", _common(asker, asked, where) | found | make)


def _where(asker: Asker) -> TableTold:
    return table_told(asker.event, asker.said.get("table", "").strip()[:20], asker.said.get("round", "").strip()[:20])


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


def _question(asker: Asker, asked: Asked, where: TableTold, fault: str) -> dict[str, Any]:
    return _common(asker, asked, where) | {
        "fault": fault,
        "pad": pad(asked, dict(where.names)),
        "noticed": noticed_keys(asked),
        "sources": source_keys(asked),
        "facts": small_facts(asked),
        "hidden": asked.carried,
        "first_say": f"First say: {FACTS[asked.missing[0]].question}" if asked.missing else "",
    }


def _common(asker: Asker, asked: Asked, where: TableTold) -> dict[str, Any]:
    return {
        "asked": asked,
        "where": where,
        "sketch": sketch(asked),
        "sentence": sentence(asked),
        "list_url": f"{asker.address('just_ask')}?{_behind(where, asked.refers_to)}".rstrip("?"),
        "question_url": asker.address("ask_about", asked.kind),
        "answer_url": asker.address("ask_answer", asked.kind),
    }

"""Asking the rules, whoever asks: what happened at a table, told in a few taps, and what the
rules say to it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect

from scoring.disputes.adjudication import ClaimError, situations, told
from scoring.disputes.answers import answer
from scoring.law.facts import FACTS
from scoring.law.ruling import Ruling
from scoring.words import capital
from tournament.counting.scores import rules
from tournament.ledger.signing import new_key
from tournament.models import Event
from tournament.rulings.discretion import (
    AT_TABLE,
    LAST,
    LONGEST_SENTENCE,
    Precedent,
    decided_tonight,
)
from tournament.rulings.drawing import drawn, sketch
from tournament.rulings.forms_questions import Asked, claim, claim_told, read_asked
from tournament.rulings.forms_taps import tapped
from tournament.rulings.questions import (
    aloud,
    emptied,
    instead,
    noticed_keys,
    pad,
    question,
    small_facts,
    source_keys,
    taps_told,
    told_now,
    ways_out,
)
from tournament.rulings.reading import same_case
from tournament.rulings.search import (
    IGNORED,
    MOST,
    filtered,
    fitting,
    found_in_rules,
    heard,
    in_order,
)
from tournament.rulings.words import by_name, called_at, sentence
from tournament.seating.reading import TableTold, table_told

MOST_CHOICES = 2


def answered(event: Event, case: Asked, names: Mapping[str, str]) -> dict[str, Any]:
    """The context of the answer; `names` are those at the table, by seat letter.

    Raises ClaimError with a sentence where what was told cannot be.
    """
    verdict, called = answer(claim(case), case.rules), called_at(names)
    alike = same_case(event, told(verdict.ruling), case.kind)
    look_at = [
        (question(name, verdict.ruling), replace(case, on=name, key="").query)
        for name in verdict.look_at
    ]
    return {
        "found": verdict,
        "why": [by_name(reason.words, called) for reason in verdict.why],
        "now": told_now(verdict, called),
        "instead": instead(verdict.fits),
        "choices": [
            replace(choice, remedy=by_name(choice.remedy, called))
            for choice in verdict.otherwise[:MOST_CHOICES]
        ],
        "clauses": [case.rules.rulebook.clause(name) for name in _cited(verdict.ruling)],
        "aloud": aloud(verdict, called),
        "look_at": look_at,
        "ways_out": ways_out(case, verdict, called),
        "emptied": emptied(case, verdict),
        "unsure": case.but("source", "unknown").query,
        "laid_card": next(map(drawn, _cards_told(case)), None),
        "back": case.query,
        "sentence": sentence(case, called),
        "play": sentence(case, called).partition(" Noticed ")[0],
        "claim_json": json.dumps(claim_told(case)),
        "key": new_key(),
        "alike": alike,
        "games": range(1, event.games_per_round + 1),
        "departs": any(not item["same"] for item in alike[:1]),
    }


def _cards_told(case: Asked) -> list[str]:
    """The card that was before the play first, else those that were laid."""
    return f"{case.told.get('card_before', '')} {case.told.get('cards', '')}".split()


def _cited(ruling: Ruling) -> tuple[str, ...]:
    """The clauses of law, rectification and penalty; what is final is no matter of this play."""
    statements = (statement for part in ruling.parts[1:4] for statement in part.statements)
    return tuple(dict.fromkeys(clause for statement in statements for clause in statement.clauses))


COMMONEST = 10
NEAREST = 2
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: an official on a page of the evening, or the phone at a table, which cannot name
    another one.

    `said` is what the address holds; `address` knows by a route's name where asking lies for them;
    `draw` makes a page.
    """

    event: Event
    said: Mapping[str, str]
    address: Callable[..., str]
    draw: Callable[[str, dict[str, Any], int], HttpResponse]
    more: Mapping[str, Any]
    at_table: bool = False

    def page(self, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
        """A page of asking, with what all of them need."""
        values = {"event": self.event, "at_table": self.at_table, **self.more}
        return self.draw(template, {**values, **context}, status)


def list_situations(asker: Asker) -> HttpResponse:
    """The situations of this game in everyday words, the ten commonest first."""
    query, same = asker.said.get("q", "").strip()[:LONGEST], asker.said.get("same", "")[:6]
    happened = asker.said.get("play", "").strip()[:LONGEST_SENTENCE] or query
    in_force, place = rules(asker.event), _table_facts(asker)
    lines = [
        ((kind, situation, filtered(line := heard(kind, situation)) + query), line)
        for kind, situation in in_order(situations(in_force))
    ]
    tonight = decided_tonight(asker.event)
    own = [(ruling, f"{ruling.happened} {ruling.ruled}") for ruling in tonight if ruling.own]
    rows = fitting(query, lines)[:MOST] if query else [row for row, _words in lines]
    decided = _decided(query, own, lines) if query else []
    passages = found_in_rules(query, in_force)
    decides = "decide" in asker.said or bool(query and not (rows or passages or decided))
    if decides:
        # What is near to the words asked stands over the form, and no more.
        rows, passages = rows[:NEAREST] if query else [], ()
    refilled = next((ruling for ruling, _words in own if str(ruling.number) == same), None)
    context = {
        "game": in_force.rulebook.title,
        "commonest": rows[:COMMONEST],
        "others": rows[COMMONEST:],
        "every": len(rows),
        "count": len(lines),
        "query": query,
        "ignored": " ".join(sorted(IGNORED)),
        "found": passages,
        "decided": decided,
        "tonight": tonight[:LAST],
        "decides": decides,
        "filled": refilled.own if refilled else {"sentence": capital(happened)},
        "refers_to": refilled.number if refilled else None,
        "at_table_acts": AT_TABLE,
        "coming": (tonight[0].number if tonight else 0) + 1,
        "make_url": asker.address("make_ruling"),
        "key": new_key(),
        "where": place,
        "table_told": asker.said.get("table", ""),
        "pages": asker.address("just_ask"),
        "behind": _behind(place, asker.said.get("refers_to", "")[:6]),
    }
    return asker.page("rulings/ask.html", context)


def _decided(
    query: str, own: list[tuple[Precedent, str]], lines: list[tuple[Any, str]]
) -> list[Precedent]:
    """The rulings without a rule that answer to the words searched, beside all situations: the
    common word that is in every line finds none.
    """
    rulings = fitting(query, [*own, *((None, line) for _row, line in lines)])
    return [ruling for ruling in rulings if ruling is not None][:LAST]


def ask_question(asker: Asker, kind: str) -> HttpResponse:
    """One situation: the sketch, the open question, the facts told so far.

    A tap leads to the address it makes.
    """
    case = read_asked(kind, asker.said, rules(asker.event))
    if "tap" in asker.said or "go" in asker.said:
        moved = (
            tapped(case, asker.said["tap"])
            if "tap" in asker.said
            else replace(case, on=case.next_open or case.on)
        )
        return redirect(f"{asker.address('ask_about', kind)}?{moved.query}")
    place = _table_facts(asker)
    case = _seated(case, place, chosen="on" in asker.said)
    return asker.page("rulings/ask_about.html", _question(asker, case, place, _fault(case)))


def give_answer(asker: Asker, kind: str) -> HttpResponse:
    """The verdict in a line, why, what to do now; where it depends, what to look at."""
    case = read_asked(kind, asker.said, rules(asker.event))
    place = _table_facts(asker)
    case = _seated(case, place, chosen="on" in asker.said)
    try:
        context = answered(asker.event, case, place.names)
    except ClaimError as wrong:
        return asker.page("rulings/ask_about.html", _question(asker, case, place, str(wrong)), 422)
    make = {"make_url": asker.address("make_ruling")}
    return asker.page("rulings/ask_answer.html", _common(asker, case, place) | context | make)


def _table_facts(asker: Asker) -> TableTold:
    return table_told(
        asker.event,
        asker.said.get("table", "").strip()[:20],
        asker.said.get("round", "").strip()[:20],
    )


def _behind(place: TableTold, refers_to: str) -> str:
    """What the links to the situations carry: the table, and the ruling that is come back to."""
    more = {"table": place.label, "round": place.round, "refers_to": refers_to}
    return urlencode({name: text for name, text in more.items() if text})


def _seated(case: Asked, place: TableTold, *, chosen: bool) -> Asked:
    """The number of players is known where the table is."""
    if place.names and "players" in case.facts and not case.told.get("players"):
        seated = case.but("players", str(len(place.names)))
        # Nobody needs to be asked what the table tells; whoever taps it corrects it.
        return seated if chosen else replace(seated, on=seated.next_open)
    return case


def _fault(case: Asked) -> str:
    """What is wrong with the facts told so far, apart from what has not been told."""
    if case.missing:
        return ""
    try:
        claim(case)
    except ClaimError as wrong:
        return str(wrong)
    return ""


def _question(asker: Asker, case: Asked, place: TableTold, fault: str) -> dict[str, Any]:
    return _common(asker, case, place) | {
        "fault": fault,
        "pad": pad(case, dict(place.names)),
        "noticed": noticed_keys(case),
        "sources": source_keys(case),
        "facts": small_facts(case),
        "hidden": case.carried,
        "taps": taps_told(case, dict(place.names)) if asker.at_table else None,
        "first_say": f"First say: {FACTS[case.missing[0]].question}" if case.missing else "",
    }


def _common(asker: Asker, case: Asked, place: TableTold) -> dict[str, Any]:
    behind = _behind(place, case.refers_to)
    return {
        "asked": case,
        "where": place,
        "sketch": sketch(case),
        "sentence": sentence(case),
        "list_url": f"{asker.address('just_ask')}?{behind}".rstrip("?"),
        "decide_url": f"{asker.address('just_ask')}?{behind}&decide=1".replace("?&", "?"),
        "question_url": asker.address("ask_about", case.kind),
        "answer_url": asker.address("ask_answer", case.kind),
    }

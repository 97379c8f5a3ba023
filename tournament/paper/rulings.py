"""Rulings lifted from their rows into the values of the incident report and the minute."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from scoring.cards import CardError, card_symbol, parse_card
from scoring.law.facts import FACTS
from scoring.law.ruling import NOTICED, in_words
from scoring.words import many
from tournament.counting.consequences import words
from tournament.counting.rulings import decided, overruling, rulings, with_effects
from tournament.counting.scores import rules
from tournament.models import Decision, Event, Ruling
from tournament.paper.labels import clock
from tournament.paper.seating import edition
from tournament.paper.values_results import (
    CardGroup,
    DrawnCard,
    IncidentReport,
    MinuteRow,
    PrintedPart,
    PrintedStatement,
    RulingsMinute,
)
from tournament.rulings.reading import (
    called_there,
    decided_words,
    parts,
    same_case,
    situation_name,
    state_words,
    where_words,
)
from tournament.rulings.words import by_name

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
DRAWN = {
    "top": "on top of the pile",
    "pile_top_last": "on the pile, the top one last",
    "cards": "laid",
    "hand": "in the hand",
    "card": "seen",
    "turned_up": "turned up",
}
"""The facts that are cards, in the order in which they are drawn."""
SHORT = {
    "pending": "Penalty cards due",
    "stock": "Cards in the stock",
    "direction": "Play",
    "claimed": "Written down",
    "player_says": "The player says",
    "checker_says": "The checker says",
    "offender_hand_count": "Cards held",
    "said": "Called in time",
}
MOST_CARDS = 8
DECISIONS = {"accepted": "Accepted", "overruled": "Overruled", "explained": "Why it departs"}


def incident_report(ruling: Ruling, now: datetime) -> IncidentReport:
    """One ruling on one page."""
    event = ruling.event
    alike = same_case(event, ruling.answer, ruling.kind, before=ruling.number)
    return IncidentReport(
        edition(event, now),
        ruling.number,
        Ruling.objects.filter(event=event).count(),
        tuple(_facts(ruling)),
        tuple(_groups(ruling.claim.get("facts") or {}, ruling.seat)),
        tuple(_beside(ruling)),
        headline(ruling),
        tuple(_parts(ruling)),
        tuple(_decision(one) for one in ruling.decisions.all()),
        tuple(_effects(ruling)),
        tuple(
            f"{one.ruling}, {one.where}: decided {'alike' if one.same else 'otherwise'}."
            for one in alike
        ),
        ruling.given_by,
        rules(event).rulebook.title,
    )


def minute(event: Event, now: datetime) -> RulingsMinute:
    """All rulings in order."""
    in_force = rules(event)
    recorded = with_effects(rulings(event).select_related("event"))
    rows = tuple(_row(one, situation_name(in_force, one.kind)) for one in recorded)
    number = many(len(rows), "ruling")
    return RulingsMinute(edition(event, now), (number, in_force.rulebook.title), rows)


def headline(ruling: Ruling) -> str:
    """What is said in one large sentence: the umpire's own decision, else the first reason of the
    law.
    """
    last = overruling(ruling)
    if last:
        return last.parts.get("rectification") or f"{decided_words(decided(ruling))}."
    law = ruling.answer["law"]["statements"][0]["words"]
    return in_words(by_name(law, called_there(ruling)))


def _facts(ruling: Ruling) -> Iterator[str]:
    yield where_words(ruling).capitalize()
    given = f"given {clock(ruling.given_at)}"
    yield f"called {clock(ruling.called_at)}, {given}" if ruling.called_at else given


def _groups(facts: dict[str, Any], seat: str) -> Iterator[CardGroup]:
    for name, label in DRAWN.items():
        cards = tuple(_cards(facts.get(name)))
        if cards:
            called = f"{label} by seat {seat}" if name == "cards" and seat else label
            more = f"{called}, and {len(cards) - MOST_CARDS} more"
            yield CardGroup(cards[:MOST_CARDS], more if len(cards) > MOST_CARDS else called)


def _cards(given: Any) -> Iterator[DrawnCard]:
    """Cards of a claim, a list or words; what is no card is left to the words of the finding."""
    for text in given.replace(",", " ").split() if isinstance(given, str) else given or ():
        try:
            symbol = card_symbol(parse_card(str(text)))
        except CardError:
            yield DrawnCard(str(text)[:2])
            continue
        yield (
            DrawnCard(symbol[:-1], SUITS[symbol[-1]]) if symbol[-1] in SUITS else DrawnCard(symbol)
        )


def _beside(ruling: Ruling) -> Iterator[tuple[str, str]]:
    if ruling.seat:
        yield f"Seat {ruling.seat}", ruling.guest.name if ruling.guest else ""
    yield "Noticed", dict(NOTICED).get(ruling.noticed, ruling.noticed)  # type: ignore[call-overload]
    facts = ruling.claim.get("facts") or {}
    for name, value in facts.items():
        known = FACTS.get(name)
        if known and known.kind in ("number", "yes_no", "direction") and name not in ("players",):
            yield SHORT.get(name, known.question), _value(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        {1: "clockwise", -1: "anticlockwise"}.get(value, str(value))
        if value in (-1,)
        else str(value)
    )


def _parts(ruling: Ruling) -> Iterator[PrintedPart]:
    for one in parts(ruling):
        statements = tuple(
            PrintedStatement(in_words(line.words), line.authority) for line in one.said
        )
        yield PrintedPart(one.number, one.heading, one.note, statements, one.own)


def _decision(one: Decision) -> str:
    because = f": {one.reason}" if one.reason else ""
    return f"{DECISIONS[one.kind]} {clock(one.at)} by {one.by}{because}."


def _effects(ruling: Ruling) -> Iterable[str]:
    for one in ruling.adjustments.all():
        cancelled = getattr(one, "cancellation", None)
        taken = f" Cancelled {clock(cancelled.at)}: {cancelled.reason}." if cancelled else ""
        yield f"{one}: {words(one)}.{taken}"


def _row(one: Ruling, situation: str) -> MinuteRow:
    own = overruling(one)
    decision = decided_words(decided(one)) + (f". Reason: {own.reason}" if own else "")
    return MinuteRow(
        one.number,
        clock(one.given_at),
        where_words(one),
        situation,
        decision,
        state_words(one),
        tuple(_effects(one)),
    )

"""Rulings lifted from their rows into the values of the incident report and the minute."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scoring.cards import CardError, card_symbol, parse_card
from scoring.law.facts import FACTS
from scoring.law.ruling import NOTICED, in_words
from scoring.words import many
from tournament.counting.consequences import words
from tournament.counting.rulings import decided, overruling, rulings, with_effects
from tournament.counting.scores import rules
from tournament.models import Decision, Event, Ruling
from tournament.paper.labels import clock
from tournament.paper.printed import ListPaper, Printed, bold, list_paper
from tournament.paper.seating import edition
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
from tournament.site.columns import Column

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


def incident_report(ruling: Ruling, now: datetime) -> Printed:
    """One ruling on one page. Its foot says which of how many it is, and by which rules."""
    event = ruling.event
    alike = same_case(event, ruling.answer, ruling.kind, before=ruling.number)
    count = Ruling.objects.filter(event=event).count()
    return Printed(
        edition=edition(event, now),
        title=f"Ruling {ruling.number}",
        template="paper/print/incident_report.html",
        facts=tuple(_facts(ruling)),
        remarks=(f"ruling {ruling.number} of {count}", rules(event).rulebook.title),
        content={
            "groups": tuple(_groups(ruling.claim.get("facts") or {}, ruling.seat)),
            "beside": tuple(_beside(ruling)),
            "headline": headline(ruling),
            "parts": tuple(
                (part, [(in_words(line.words), line.authority) for line in part.said])
                for part in parts(ruling)
            ),
            "decisions": tuple(_decision(decision) for decision in ruling.decisions.all()),
            "effects": tuple(_effects(ruling)),
            "alike": tuple(
                "{ruling}, {where}: decided {so}.".format(
                    **item, so="alike" if item["same"] else "otherwise"
                )
                for item in alike
            ),
            "umpire": ruling.given_by,
        },
    )


SIGNED = SafeString(
    '<div class="signed"><p class="hand">Head Umpire</p><p class="hand">Organiser</p></div>'
)


def minute(event: Event, now: datetime) -> ListPaper:
    """All rulings in order, with what they did."""
    in_force = rules(event)
    rows = list(with_effects(rulings(event).select_related("event")))

    def verdict(ruling: Ruling) -> str:
        own = overruling(ruling)
        words = decided_words(decided(ruling)) + (f". Reason: {own.reason}" if own else "")
        return bold(words) + format_html_join(
            "", '<div class="reason">{}</div>', ((effect,) for effect in _effects(ruling))
        )

    columns: list[Column[Ruling]] = [
        Column("No.", lambda ruling: ruling.number, style="number"),
        Column("Given", lambda ruling: clock(ruling.given_at)),
        Column("Where", where_words),
        Column("Situation", lambda ruling: situation_name(in_force, ruling.kind)),
        Column("Decided", verdict),
        Column("Signed", state_words),
    ]
    return list_paper(
        columns,
        [("", rows)],
        edition=edition(event, now),
        title="Minute of rulings",
        style="minute",
        facts=(many(len(rows), "ruling"), in_force.rulebook.title),
        below=SIGNED,
    )


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
    text = f"given {clock(ruling.given_at)}"
    yield f"called {clock(ruling.called_at)}, {text}" if ruling.called_at else text


def _groups(facts: dict[str, Any], seat: str) -> Iterator[tuple[tuple[tuple[str, str], ...], str]]:
    """Cards that lay together, and what is said beneath them."""
    for name, label in DRAWN.items():
        cards = tuple(_cards(facts.get(name)))
        if cards:
            called = f"{label} by seat {seat}" if name == "cards" and seat else label
            more = f"{called}, and {len(cards) - MOST_CARDS} more"
            yield cards[:MOST_CARDS], more if len(cards) > MOST_CARDS else called


def _cards(value: Any) -> Iterator[tuple[str, str]]:
    """Rank and suit of the cards of a claim, a list or words; a bare rank has no suit, and what is
    no card is left to the words of the finding.
    """
    for text in value.replace(",", " ").split() if isinstance(value, str) else value or ():
        try:
            symbol = card_symbol(parse_card(str(text)))
        except CardError:
            yield str(text)[:2], ""
            continue
        yield (symbol[:-1], SUITS[symbol[-1]]) if symbol[-1] in SUITS else (symbol, "")


def _beside(ruling: Ruling) -> Iterator[tuple[str, str]]:
    if ruling.seat:
        yield f"Seat {ruling.seat}", ruling.guest.name if ruling.guest else ""
    yield "Noticed", dict(NOTICED).get(ruling.noticed, ruling.noticed)  # type: ignore[call-overload]
    facts = ruling.claim.get("facts") or {}
    for name, value in facts.items():
        fact = FACTS.get(name)
        if fact and fact.kind in ("number", "yes_no", "direction") and name not in ("players",):
            yield SHORT.get(name, fact.question), _value(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        {1: "clockwise", -1: "anticlockwise"}.get(value, str(value))
        if value in (-1,)
        else str(value)
    )


def _decision(decision: Decision) -> str:
    because = f": {decision.reason}" if decision.reason else ""
    return f"{DECISIONS[decision.kind]} {clock(decision.at)} by {decision.by}{because}."


def _effects(ruling: Ruling) -> Iterable[str]:
    for adjustment in ruling.adjustments.all():
        cancelled = getattr(adjustment, "cancellation", None)
        cancelled_words = (
            f" Cancelled {clock(cancelled.at)}: {cancelled.reason}." if cancelled else ""
        )
        yield f"{adjustment}: {words(adjustment)}.{cancelled_words}"

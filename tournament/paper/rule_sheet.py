"""The rule sheet for the tables, on one page: from the same rulebook the engine obeys, with the event's options."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.powers import Power, powers
from scoring.readings import Reading, readings
from scoring.rulesheet import Chapter, rule_sheet
from scoring.words import number_word
from tournament.ledger import lift
from tournament.models import Event
from tournament.paper.card_values import FACE, printed_values
from tournament.paper.edition import foot
from tournament.paper.seats import edition
from tournament.paper.values import Edition, ValueGroup
from tournament.paper_codes import base_address

MOST_QUESTIONS = 8
SUITS = ("hearts", "clubs", "diamonds", "spades", "hearts", "clubs")


@dataclass(frozen=True)
class PrintedRules:
    """The sheet: facts of the table, chapters, the cards with a power, card values, what people ask, the choices made.

    `choices` are the options that depart from the usual, in words; `address` is where all rules can be read.
    """

    edition: Edition
    title: str
    facts: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    powers: tuple[Power, ...]
    values: tuple[ValueGroup, ...]
    asked: tuple[Reading, ...]
    choices: tuple[str, ...]
    address: str = ""


def printed_rules(event: Event, now: datetime) -> PrintedRules:
    """The rule sheet of an event."""
    rules = lift.rules(event)
    sheet, cards = rule_sheet(rules), powers(rules.rulebook)
    drawn = {power.clause for power in cards} | {value.clause for value in sheet.values}
    chapters = tuple(
        Chapter(chapter.heading, tuple(rule for rule in chapter.rules if rule.id not in drawn))
        for chapter in sheet.chapters
    )
    return PrintedRules(
        edition(event, now),
        sheet.title,
        sheet.facts,
        tuple(chapter for chapter in chapters if chapter.rules),
        cards,
        printed_values(rules.scoring.values),
        readings(rules)[:MOST_QUESTIONS],
        tuple(choice.text for choice in sheet.choices if not choice.default),
        f"{base_address().partition('://')[2]}{reverse('rules_at_hand', args=[event.slug])}",
    )


def rule_sheet_context(paper: PrintedRules) -> dict[str, Any]:
    """The cards get a suit each to be drawn with; the foot names what departs from the usual."""
    shown = [(power, SUITS[place % len(SUITS)]) for place, power in enumerate(paper.powers)]
    count = len(paper.choices)
    chosen = f"{number_word(count)} option{'s' * (count != 1)} chosen for this event"
    remark = chosen if count else "all options as usual"
    return {
        "title": paper.title,
        "drawn": shown,
        "values": [(group, FACE if group.points is None else str(group.points)) for group in paper.values],
        "foot": foot(paper.edition, remark),
    }

"""The rules on one page that a player can read aloud: from the rulebook the engine obeys, with the
event's options.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.games.registry import leaflet
from scoring.law.leaflet import Leaflet, Note
from scoring.law.rulebook import Rules
from scoring.law.rulesheet import rule_sheet
from scoring.words import number_word, spelt
from tournament.counting import scores
from tournament.event.words import tie_break_words
from tournament.models import Event
from tournament.paper.labels import foot, values_in_force
from tournament.paper.seating import edition
from tournament.paper.values import Edition, ValueGroup
from tournament.site.codes import base_address

SUITS = ("hearts", "clubs", "diamonds", "spades", "hearts", "clubs")
SYMBOLS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


@dataclass(frozen=True)
class PrintedRules:
    """The sheet: what the game says of itself on one page, card values, the evening, the choices
    made.

    `choices` are the options that depart from the usual, in words; `address` is where all rules can
    be read.
    """

    edition: Edition
    title: str
    leaflet: Leaflet
    values: tuple[ValueGroup, ...]
    evening: tuple[Note, ...]
    choices: tuple[str, ...]
    address: str = ""


def printed_rules(event: Event, now: datetime) -> PrintedRules:
    """The rule sheet of an event."""
    rules = scores.rules(event)
    return PrintedRules(
        edition(event, now),
        rules.rulebook.title,
        leaflet(rules),
        values_in_force(rules),
        tuple(evening(event, rules)),
        tuple(choice.text for choice in rule_sheet(rules).choices if not choice.default),
        f"{base_address().partition('://')[2]}{reverse('rules_at_hand', args=[event.slug])}",
    )


def evening(event: Event, rules: Rules) -> list[Note]:
    """How the evening goes and what parts equal totals; nothing where no points are added up."""
    if rules.scoring.scorer == "places":
        return []
    rounds, games = event.qualifying_rounds, event.games_per_round
    words = (
        f"{_many(rounds, 'round')} of {_many(games, 'game')}. Points are added up after each round."
    )
    if event.has_playoff:
        start = "with their totals" if event.playoff_carries else "from zero"
        best = "lowest" if rules.scoring.direction == "lowest" else "highest"
        more = _many(event.playoff_games, "game")
        words += f" The {number_word(event.cut_size)} {best} totals play {more} more, {start}."
    level = "; ".join(tie_break_words(event.tie_breaks))
    notes = [Note("The evening", f"{words[0].upper()}{words[1:]}", ())]
    return (
        [*notes, Note("Level totals", f"{level[0].upper()}{level[1:].lower()}.", ())]
        if level
        else notes
    )


def _many(count: int, thing: str) -> str:
    return spelt(count, thing)


def rule_sheet_context(paper: PrintedRules) -> dict[str, Any]:
    """The cards get a suit each to be drawn with; the foot names what departs from the usual."""
    effects = [
        (
            effect,
            effect.rank.rstrip("♣♦♥♠"),
            SYMBOLS.get(effect.rank[-1], SUITS[place % len(SUITS)]),
        )
        for place, effect in enumerate(paper.leaflet.effects)
    ]
    count = len(paper.choices)
    chosen = f"{spelt(count, 'option')} chosen for this evening"
    remark = chosen if count else "standard rules"
    return {
        "title": paper.title,
        "page": paper.leaflet,
        "drawn": effects,
        "values": [
            (group, "as printed" if group.points is None else str(group.points))
            for group in paper.values
        ],
        "foot": foot(
            paper.edition,
            f"{remark}. Small figures: clauses; A: how this evening reads an open point",
        ),
    }

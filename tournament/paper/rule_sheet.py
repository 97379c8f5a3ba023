"""The rules on one page that a player can read aloud: from the rulebook the engine obeys, with the
event's options.
"""

from datetime import datetime

from django.urls import reverse

from scoring.games.registry import leaflet
from scoring.law.leaflet import Note
from scoring.law.rulebook import Rules
from scoring.law.rulesheet import rule_sheet
from scoring.words import number_word, spelt
from tournament.counting import scores
from tournament.event.words import tie_break_words
from tournament.models import Event
from tournament.paper.labels import values_in_force
from tournament.paper.printed import Printed
from tournament.paper.seating import edition
from tournament.site.codes import base_address

SUITS = ("hearts", "clubs", "diamonds", "spades", "hearts", "clubs")
SYMBOLS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


def printed_rules(event: Event, now: datetime) -> Printed:
    """The rule sheet of an event: what the game says of itself on one page, card values, the
    evening, the options that depart from the usual, and where all rules can be read. The cards get
    a suit each to be drawn with; the foot names what departs from the usual.
    """
    rules = scores.rules(event)
    page = leaflet(rules)
    choices = tuple(choice.text for choice in rule_sheet(rules).choices if not choice.default)
    chosen = f"{spelt(len(choices), 'option')} chosen for this evening"
    remark = chosen if choices else "standard rules"
    return Printed(
        edition=edition(event, now),
        title=rules.rulebook.title,
        template="paper/print/rule_sheet.html",
        styles=("paper/rule_sheet.css",),
        remarks=(f"{remark}. Small figures: clauses; A: how this evening reads an open point",),
        content={
            "page": page,
            "drawn": [
                (
                    effect,
                    effect.rank.rstrip("♣♦♥♠"),
                    SYMBOLS.get(effect.rank[-1], SUITS[place % len(SUITS)]),
                )
                for place, effect in enumerate(page.effects)
            ],
            "values": [
                (group, "as printed" if group.points is None else str(group.points))
                for group in values_in_force(rules)
            ],
            "evening": evening(event, rules),
            "choices": choices,
            "address": base_address().partition("://")[2]
            + reverse("rules_at_hand", args=[event.slug]),
        },
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

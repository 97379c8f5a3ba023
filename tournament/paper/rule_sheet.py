"""The rules on one page that a player can read aloud: from the rulebook the engine obeys, with the
event's options.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.formats import Format
from scoring.games.registry import leaflet
from scoring.law.leaflet import Leaflet, Note
from scoring.law.rulesheet import rule_sheet
from scoring.words import capital, number_word, spelt
from tournament.counting import scores
from tournament.counting.formats import event_format
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
    be read. With `clauses` it is the organiser's copy: small figures name what each sentence rests
    on.
    """

    edition: Edition
    title: str
    leaflet: Leaflet
    values: tuple[ValueGroup, ...]
    evening: tuple[Note, ...]
    choices: tuple[str, ...]
    address: str = ""
    clauses: bool = False


def printed_rules(event: Event, now: datetime, *, clauses: bool = False) -> PrintedRules:
    """The rule sheet of an event, for its tables or with the clauses."""
    rules = scores.rules(event)
    return PrintedRules(
        edition(event, now),
        rules.rulebook.title,
        leaflet(rules),
        values_in_force(rules),
        tuple(evening(event, whole=clauses)),
        tuple(choice.text for choice in rule_sheet(rules).choices if not choice.default),
        f"{base_address().partition('://')[2]}{reverse('rules_at_hand', args=[event.slug])}",
        clauses,
    )


SUMMED = {"points": "Points", "wins": "Games won", "place points": "Places"}


def evening(event: Event, *, whole: bool = False) -> list[Note]:
    """How the evening goes, how a game counts and what parts equal totals, `whole` with all that
    does; nothing of matches.
    """
    if event.paired:
        return []
    form = event_format(event)
    rounds, games = spelt(event.qualifying_rounds, "round"), spelt(event.games_per_round, form.unit)
    course = [f"{capital(rounds)} of {games}.", _stops(form)]
    course.append(f"{SUMMED[form.compare]} are added up after each round.")
    if event.has_playoff:
        start = "with their totals" if event.playoff_carries else "from zero"
        more, size = spelt(event.playoff_games, form.unit), number_word(event.cut_size)
        course.append(f"The {size} {form.direction} totals play {more} more, {start}.")
    words = " ".join(filter(None, course))
    notes = [Note("The evening", words, ())]
    chosen = dict(form.chosen)
    for choice in form.choices:
        if choice.name == "counting":
            counts = next(row.words for row in choice.values if row.value == chosen[choice.name])
            notes.append(Note("How a game counts", counts, ()))
    first, *others = [*tie_break_words(event.tie_breaks), ""]
    level = "; ".join((first, *others[:-1])) if whole else f"{first}; then ask at the desk"
    return [*notes, Note("Level totals", f"{capital(level.lower())}.", ())] if first else notes


def _stops(form: Format) -> str:
    """When a table stops before its last deal."""
    if form.ending != "target":
        return ""
    if form.carried:
        return f"The round in which somebody has {form.target} points in all is the last."
    return f"A table stops when somebody there has {form.target} points."


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
    figures = "Small figures: clauses; A: how this evening reads an open point"
    return {
        "title": paper.title,
        "page": paper.leaflet,
        "drawn": effects,
        "values": [
            (group, "as printed" if group.points is None else str(group.points))
            for group in paper.values
        ],
        "foot": foot(paper.edition, f"{remark}. {figures}" if paper.clauses else remark),
    }

"""The rules on one page that a player can read aloud: from the rulebook the engine obeys, with the
event's options.
"""

from datetime import datetime

from django.urls import reverse

from scoring.formats import FORMATS
from scoring.law.leaflet import Note
from scoring.law.rulesheet import rule_sheet
from scoring.words import capital, number_word, spelt
from tournament.counting import scores
from tournament.counting.formats import event_format, page_of
from tournament.event.words import tie_break_words
from tournament.models import Event
from tournament.paper.labels import values_in_force
from tournament.paper.printed import Printed
from tournament.paper.seating import edition
from tournament.site.codes import base_address

SUITS = ("hearts", "clubs", "diamonds", "spades", "hearts", "clubs")
SYMBOLS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


def printed_rules(event: Event, now: datetime, *, clauses: bool = False) -> Printed:
    """The rule sheet of an event: what the game says of itself on one page, card values, the
    evening, and where all rules can be read. The cards get a suit each to be drawn with; the foot
    says how many options depart from what is usual in this format. With `clauses` it is the
    organiser's copy: small figures name what each sentence rests on.
    """
    rules = scores.rules(event)
    form, page = event_format(event), page_of(event)
    usual = FORMATS[form.name].options.items()
    choices = tuple(
        choice.text
        for choice in rule_sheet(rules).choices
        if not choice.default and (choice.option, choice.value) not in usual
    )
    chosen = f"{spelt(len(choices), 'option')} chosen for this evening"
    remark = chosen if choices else "standard rules"
    figures = "Small figures: clauses; A: how this evening reads an open point"
    return Printed(
        edition=edition(event, now),
        title=form.title,
        template="paper/print/rule_sheet.html",
        styles=("paper/rule_sheet.css",),
        remarks=(f"{remark}. {figures}" if clauses else remark,),
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
            "evening": evening(event, whole=clauses),
            "clauses": clauses,
            "choices": choices,
            "address": base_address().partition("://")[2]
            + reverse("rules_at_hand", args=[event.slug]),
        },
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
    course = [f"{capital(rounds)} of {games}."]
    if form.carried:
        course.append(f"The round in which somebody has {form.target} points in all is the last.")
    elif form.ending == "target":
        course.append(f"A table stops when somebody there has {form.target} points.")
    course.append(f"{SUMMED[form.compare]} are added up after each round.")
    if event.has_playoff:
        start = "with their totals" if event.playoff_carries else "from zero"
        more, size = spelt(event.playoff_games, form.unit), number_word(event.cut_size)
        course.append(f"The {size} {form.direction} totals play {more} more, {start}.")
    notes = [Note("The evening", " ".join(course), ())]
    chosen = dict(form.chosen)
    for choice in form.choices:
        if choice.name == "counting":
            counts = next(row.words for row in choice.values if row.value == chosen[choice.name])
            notes.append(Note(f"How a {form.unit} counts", counts, ()))
    first, *others = [*tie_break_words(event.tie_breaks), ""]
    level = "; ".join((first, *others[:-1])) if whole else f"{first}; then ask at the desk"
    return [*notes, Note("Level totals", f"{capital(level.lower())}.", ())] if first else notes

"""When a row is done, and when a sentence of it is true: one line each, of the facts alone."""

from collections.abc import Callable, Mapping

from tournament.counting.formats import event_format
from tournament.steps import match_words
from tournament.steps.facts import Facts, RoundFacts

Condition = Callable[[Facts, RoundFacts], bool]

DONE: Mapping[str, Condition] = {
    **match_words.DONE,
    "list": lambda facts, _: facts.guests.listed >= facts.fewest or facts.rounds[0].laid,
    "seat": lambda facts, _: facts.rounds[0].laid,
    "publish": lambda facts, round_: round_.published,
    "print": lambda facts, _: facts.playing or (facts.printed and not facts.cards_to_print),
    "door": lambda facts, _: facts.playing or not facts.guests.awaited,
    "unseated": lambda facts, _: facts.playing or not facts.guests.seatless,
    "draw": lambda facts, round_: round_.laid,
    "small": lambda facts, round_: round_.begun or not round_.small,
    "start": lambda facts, round_: round_.begun,
    "play": lambda facts, round_: round_.closed or round_.all_in,
    "choose": lambda facts, round_: round_.closed or not round_.conflict,
    "reason": lambda facts, round_: round_.closed or not facts.rulings,
    "close": lambda facts, round_: round_.closed,
    "choose-line": lambda facts, _: facts.line.sealed or facts.contested is None,
    "no-line": lambda facts, _: facts.line.sealed or not facts.line.impossible,
    "cards": lambda facts, _: facts.line.sealed or not facts.line.level,
    "seal": lambda facts, _: facts.line.sealed,
    "behind": lambda facts, _: not facts.line.behind,
    "read": lambda facts, _: facts.line.revealed or all_read(facts),
    "show": lambda facts, _: facts.line.revealed,
    "ask": lambda facts, round_: round_.laid or not facts.line.unanswered,
    "reserves": lambda facts, round_: round_.laid or not facts.line.level_reserves,
    "seat-off": lambda facts, round_: round_.published,
    "choose-off": lambda facts, round_: facts.podium_public or not round_.conflict,
    "prize": lambda facts, _: told(facts) or not facts.level_prize,
    "podium": lambda facts, _: told(facts) or podium_read(facts),
    "final": lambda facts, _: told(facts),
    "choose-end": lambda facts, _: is_closed(facts) or facts.contested is None,
    "end": lambda facts, _: is_closed(facts),
    "league": lambda facts, _: not facts.strangers,
    "over": lambda facts, _: False,
}


def all_read(facts: Facts) -> bool:
    """Whether the last of those who go through was read."""
    return facts.line.reading is not None and facts.line.reading.complete


def is_closed(facts: Facts) -> bool:
    """Whether somebody said that the evening is over."""
    return bool(facts.closed_by[1])


def told(facts: Facts) -> bool:
    """Whether the final standing is public, or the evening was closed without it."""
    return facts.podium_public or is_closed(facts)


def podium_read(facts: Facts) -> bool:
    """Whether the winner was read."""
    return facts.podium is not None and facts.podium.complete


def target_ends(facts: Facts) -> bool:
    """Whether the target was reached in the round that is played, and no other follows."""
    return bool(facts.target) and event_format(facts.event).carried


WHEN: Mapping[str, Condition] = {
    **match_words.WHEN,
    "cards changed": lambda facts, _: facts.cards_to_print > 0,
    "one sheet": lambda facts, round_: round_.due == 1,
    "none to come": lambda facts, round_: not round_.due,
    "target": lambda facts, _: bool(facts.target),
    "target ends it": lambda facts, _: target_ends(facts),
    "first round": lambda facts, round_: round_.number == 1,
    "later round": lambda facts, round_: round_.number > 1,
    "last round": lambda facts, round_: round_.number >= facts.last_round,
    "not the last": lambda facts, round_: round_.number < facts.last_round,
    "reading": lambda facts, _: facts.line.reading is not None,
    "read before": lambda facts, _: facts.line.heard,
    "nothing is read": lambda facts, _: facts.line.reading is None,
    "nothing of the podium is read": lambda facts, _: facts.podium is None,
    "one name": lambda facts, _: facts.line.reading is not None and facts.line.reading.count == 1,
    "podium reading": lambda facts, _: facts.podium is not None,
    "one prize": lambda facts, _: facts.podium is not None and facts.podium.count == 1,
    "play-off": lambda facts, _: facts.event.has_playoff,
    "cards are cut": lambda facts, _: facts.line.turned > 0,
    "told": lambda facts, _: (
        facts.podium_public or facts.event.paired or not facts.event.has_playoff
    ),
    "an end is told": lambda facts, _: facts.to_go > 0,
    "only the last game": lambda facts, round_: round_.last_game,
    "charity": lambda facts, _: bool(facts.event.charity),
}

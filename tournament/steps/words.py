"""The words that stand between braces in the rows: figures and names of the facts, each asked for
where a sentence holds it.
"""

from collections.abc import Callable, Mapping

from scoring.words import capital, many, number_word
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.seating.movement import movement
from tournament.steps import match_words
from tournament.steps.facts import ROUNDS, Facts, ReadingFacts, RoundFacts

Word = Callable[[Facts, RoundFacts], object]


def _listed(facts: Facts) -> str:
    listed = facts.guests.listed
    if not listed:
        return "Nobody is"
    return f"{capital(number_word(listed))} {'is' if listed == 1 else 'are'}"


def _reading(facts: Facts) -> ReadingFacts:
    return facts.podium or facts.line.reading or ReadingFacts(0, 0)


def _contested(facts: Facts, round_: RoundFacts) -> tuple[int, int, int]:
    """The round, table and game of which two sheets differ."""
    first = round_ if round_.conflict else facts.contested or round_
    return (first.number, *(first.conflict or (0, 0)))


def _contested_words(facts: Facts, round_: RoundFacts) -> str:
    number, table, game = _contested(facts, round_)
    place = f"table {table_label(facts.event, table)}"
    unit = event_format(facts.event).unit
    return f"{place}, {unit} {game}, {facts.event.round_within(number)}"


def _small(round_: RoundFacts) -> str:
    tables = [
        f"Table {table.label} has {many(table.guests, 'guest')}." for table in round_.small[:3]
    ]
    more = len(round_.small) - len(tables)
    return " ".join([*tables, f"{more} more are too small."] if more else tables)


def _rule(facts: Facts, round_: RoundFacts) -> str:
    """Who moves where between two rounds, while it is true of every card."""
    row = next((row for row in ROUNDS.of(facts.event.pk) if row.number == round_.number), None)
    way = movement(facts.event, row).sentence if row else ""
    return f"{way}." if way else "Your new table and seat stand on your card and on the wall."


WORDS: Mapping[str, Word] = {
    **match_words.WORDS,
    "name": lambda facts, _: facts.event.name,
    "listed": lambda facts, _: _listed(facts),
    "seated": lambda facts, _: many(facts.guests.seated, "guest"),
    "arrived": lambda facts, _: facts.guests.arrived,
    "due_guests": lambda facts, _: facts.guests.arrived + facts.guests.awaited,
    "seatless": lambda facts, _: (
        f"{many(facts.guests.seatless, 'guest')} {'is' if facts.guests.seatless == 1 else 'are'}"
    ),
    "cards": lambda facts, _: (
        f"{many(facts.cards_to_print, 'score card')} {'is' if facts.cards_to_print == 1 else 'are'}"
    ),
    "number": lambda facts, round_: round_.number,
    "round": lambda facts, round_: facts.event.round_within(round_.number),
    "Round": lambda facts, round_: capital(facts.event.round_called(round_.number)),
    "Round_now": lambda facts, round_: capital(facts.event.round_within(round_.number)),
    "before": lambda facts, round_: round_.number - 1,
    "rule": lambda facts, round_: _rule(facts, round_),
    "charity": lambda facts, _: facts.event.charity,
    "unit": lambda facts, _: event_format(facts.event).unit,
    "units": lambda facts, _: event_format(facts.event).units,
    "to_go": lambda facts, _: number_word(facts.to_go),
    "target": lambda facts, _: facts.target,
    "due": lambda facts, round_: round_.due,
    "entered": lambda facts, round_: round_.entered,
    "missing": lambda facts, round_: many(round_.due - round_.entered, "sheet"),
    "sheets": lambda facts, round_: many(round_.due, "sheet"),
    "tables": lambda facts, round_: many(round_.tables, "table"),
    "small": lambda facts, round_: _small(round_),
    "small_table": lambda facts, round_: round_.small[0].label,
    "small_number": lambda facts, round_: round_.small[0].table,
    "contested": _contested_words,
    "contested_number": lambda facts, round_: _contested(facts, round_)[0],
    "table": lambda facts, round_: _contested(facts, round_)[1],
    "game": lambda facts, round_: _contested(facts, round_)[2],
    "ruling": lambda facts, _: facts.rulings[0],
    "impossible": lambda facts, _: facts.line.impossible,
    "level_guests": lambda facts, _: f"{capital(number_word(facts.line.level))} guests",
    "level_places": lambda facts, _: (
        f"{number_word(facts.line.places)} {'place' if facts.line.places == 1 else 'places'}"
    ),
    "level_total": lambda facts, _: facts.line.total,
    "size": lambda facts, _: number_word(facts.event.cut_size),
    "go": lambda facts, _: "goes" if facts.event.cut_size == 1 else "go",
    "read": lambda facts, _: _reading(facts).read,
    "count": lambda facts, _: _reading(facts).count,
    "count_words": lambda facts, _: number_word(_reading(facts).count),
    "are": lambda facts, _: "is" if _reading(facts).read == 1 else "are",
    "read_at": lambda facts, _: _reading(facts).clock,
    "unanswered": lambda facts, _: (
        f"{many(facts.line.unanswered, 'finalist')} {'is' if facts.line.unanswered == 1 else 'are'}"
    ),
    "level_reserves": lambda facts, _: (
        f"{capital(number_word(facts.line.level_reserves))} reserves"
    ),
    "level_prize": lambda facts, _: capital(facts.level_prize),
    "strangers": lambda facts, _: (
        f"{capital(number_word(facts.strangers))}"
        f" {'guest looks' if facts.strangers == 1 else 'guests look'}"
    ),
    "closed_at": lambda facts, _: facts.closed_by[0],
    "closed_by": lambda facts, _: facts.closed_by[1],
}


class Names(dict[str, object]):
    """The words of one row, for a text to be filled with."""

    def __init__(self, facts: Facts, round_: RoundFacts) -> None:
        super().__init__()
        self._facts, self._round = facts, round_

    def __missing__(self, name: str) -> object:
        return WORDS[name](self._facts, self._round)

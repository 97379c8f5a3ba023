"""The games side by side where they differ: each cell made from the rulebooks, none written by
hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rules, RulesError
from scoring.law.rulesheet import rule_sheet
from scoring.words import spelt

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one game says to a row: sentences of its clauses, and their ids; a dash where it says
    nothing.
    """

    words: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One difference, with a cell for each game in the order of the titles."""

    heading: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Titles of the games and the rows in which they differ."""

    titles: tuple[str, ...]
    rows: tuple[Row, ...]


_ASPECTS: Mapping[str, str] = {
    "fits": "What fits the card showing",
    "wild": "What is wild",
    "reverses": "What reverses",
    "skips": "What skips a player",
    "penalty": "What makes the next player pick up",
    "unable": "Who cannot lay, or need not",
    "several": "More than one card in a turn",
    "last_card": "The last card but one",
    "not_last": "What may not be the last card",
    "stock": "The stock runs out",
    "wins": "Who wins",
}
"""What games differ in, with its heading; each rulebook names the clauses that state it."""


def comparison(in_force: Rules | None = None) -> Comparison:
    """All games, the one in force with its own options (the others at their defaults) and first in
    the row.
    """
    mine = in_force.rulebook.name if in_force else ""
    order = sorted(RULEBOOKS, key=lambda name: name != mine)
    played = [in_force if in_force and name == mine else RULEBOOKS[name].rules() for name in order]
    computed = ((heading, tuple(tell(rules) for rules in played)) for heading, tell in _COMPUTED)
    stated = (
        (heading, tuple(_stated(rules, aspect) for rules in played))
        for aspect, heading in _ASPECTS.items()
    )
    rows = tuple(Row(heading, cells) for heading, cells in (*computed, *stated))
    return Comparison(tuple(rules.rulebook.title for rules in played), rows)


def _stated(rules: Rules, aspect: str) -> Cell:
    cited = rules.rulebook.aspects.get(aspect, ())
    return Cell(" ".join(rules.rulebook.clause(name).gist for name in cited) or NOTHING, cited)


def _table(rules: Rules) -> Cell:
    """Players, cards and packs: the facts of the sheet but the last, which is about scoring."""
    return Cell(" ".join(rule_sheet(rules).facts[:-1]))


def _scoring(rules: Rules) -> Cell:
    return Cell(rule_sheet(rules).facts[-1])


def _left_in_hand(rank: str) -> Callable[[Rules], Cell]:
    def told(rules: Rules) -> Cell:
        try:
            points, clause = rules.scoring.value_of(rank)
        except RulesError:
            return Cell(NOTHING)
        return Cell(f"{spelt(points, 'point').capitalize()}.", (clause,))

    return told


_COMPUTED: tuple[tuple[str, Callable[[Rules], Cell]], ...] = (
    ("Players and cards", _table),
    ("What counts", _scoring),
    ("An 8 left in hand", _left_in_hand("8")),
    ("An Ace left in hand", _left_in_hand("A")),
    ("A King left in hand", _left_in_hand("K")),
)

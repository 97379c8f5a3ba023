"""The four games side by side where they differ: each cell made from the rulebooks, none written by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.rulebook import Rules, RulesError
from scoring.rulebooks import RULEBOOKS
from scoring.rulesheet import rule_sheet
from scoring.words import number_word

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one game says to a row: sentences of its clauses, and their ids; a dash where it says nothing."""

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


_ROWS: tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...] = (
    ("What fits the card showing", {
        "swedish_pursuit": ("SP-12",), "switch": ("SW-7",), "ottawa": ("OT-22", "OT-23", "OT-24"),
        "pursuit": ("PU-12", "PU-14"),
    }),
    ("What is wild", {
        "swedish_pursuit": ("SP-18",), "switch": ("SW-15", "SW-16"), "pursuit": ("PU-16",),
    }),
    ("What reverses", {"swedish_pursuit": ("SP-21",), "switch": ("SW-14",)}),
    ("What skips a player", {"swedish_pursuit": ("SP-20",), "switch": ("SW-13",)}),
    ("What makes the next player pick up", {
        "swedish_pursuit": ("SP-22", "SP-23"), "switch": ("SW-10", "SW-11"),
    }),
    ("Who cannot lay, or need not", {
        "swedish_pursuit": ("SP-13", "SP-14", "SP-16"), "switch": ("SW-9",), "ottawa": ("OT-17", "OT-20"),
        "pursuit": ("PU-7", "PU-9"),
    }),
    ("More than one card in a turn", {
        "swedish_pursuit": ("SP-11",), "switch": ("SW-12",), "ottawa": ("OT-9", "OT-10", "OT-13"),
        "pursuit": ("PU-13",),
    }),
    ("The last card but one", {"swedish_pursuit": ("SP-25", "SP-26"), "switch": ("SW-17", "SW-18")}),
    ("What may not be the last card", {"switch": ("SW-21", "SW-22"), "pursuit": ("PU-24",)}),
    ("The stock runs out", {
        "swedish_pursuit": ("SP-15",), "switch": ("SW-19",), "ottawa": ("OT-27",), "pursuit": ("PU-11",),
    }),
    ("Who wins", {
        "swedish_pursuit": ("SP-8",), "switch": ("SW-20",), "ottawa": ("OT-28",), "pursuit": ("PU-21",),
    }),
)  # fmt: skip
"""Each difference with the clauses that state it, by the name of the rulebook; what is left out says nothing to it."""


def comparison(in_force: Rules | None = None) -> Comparison:
    """The four games, the one in force with its own options (the others at their defaults) and first in the row."""
    mine = in_force.rulebook.name if in_force else ""
    order = sorted(RULEBOOKS, key=lambda name: name != mine)
    played = [in_force if in_force and name == mine else RULEBOOKS[name].rules() for name in order]
    computed = ((heading, tuple(tell(rules) for rules in played)) for heading, tell in _COMPUTED)
    stated = ((heading, tuple(_stated(rules, clauses) for rules in played)) for heading, clauses in _ROWS)
    rows = tuple(Row(heading, cells) for heading, cells in (*computed, *stated))
    return Comparison(tuple(rules.rulebook.title for rules in played), rows)


def _stated(rules: Rules, clauses: Mapping[str, tuple[str, ...]]) -> Cell:
    cited = clauses.get(rules.rulebook.name, ())
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
        return Cell(f"{number_word(points).capitalize()} point{'s' * (points != 1)}.", (clause,))

    return told


_COMPUTED: tuple[tuple[str, Callable[[Rules], Cell]], ...] = (
    ("Players and cards", _table),
    ("What counts", _scoring),
    ("An 8 left in hand", _left_in_hand("8")),
    ("An Ace left in hand", _left_in_hand("A")),
    ("A King left in hand", _left_in_hand("K")),
)

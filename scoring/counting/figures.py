"""The figures of a standing beside its total: how each is counted from a player's line, and what
stands over its column in every output. A further figure is a function and a row of COLUMNS here,
and its name in the formats that count it (`tests/tournament/standings/test_columns.py` says where
it then stands).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.counting.tally import Direction
from scoring.counting.totals import Line


class Field(Protocol):
    """What a figure may look at beside the line: which totals are better, and the number of the
    last round.
    """

    @property
    def direction(self) -> Direction: ...
    @property
    def last_round(self) -> int: ...


Figure = Callable[[Line, Field], int | None]
"""Gives a figure of a line; None while it is not known, as where a round is known by its total
alone.
"""


class Counted(Protocol):
    """What a column reads of a standing: its figures by name, and what a par added."""

    @property
    def figures(self) -> Mapping[str, int | None]: ...
    @property
    def par(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a standing: its name there and in files, how it is counted, and what stands over
    it on pages, on paper (if at all) and in the workbook, with the width there.

    `unknown` says why it may not be known, `most` that more is better; `nothing` marks one of which
    paper shows a dash for none.
    """

    name: str
    count: Figure
    heading: str = ""
    paper: str = ""
    workbook: tuple[str, int] = ("", 0)
    unknown: str = ""
    most: bool = False
    nothing: bool = False

    def of(self, standing: Counted) -> int | None:
        """The figure of a standing; None while it is not known."""
        return standing.par if self.name == "par" else standing.figures[self.name]


TOTAL_ALONE = "not known: the card shows only the total of a round"
POINTS_ALONE = "not known: only the points are known"

COLUMNS = (
    Column(
        name="games_won",
        count=lambda line, field: None if line.bare else line.games_won,
        heading="Won",
        paper="Won",
        workbook=("{Units} won", 11),
        unknown=TOTAL_ALONE,
        most=True,
    ),
    Column(
        "second_places",
        lambda line, field: line.second_places,
        "2nds",
        "2nds",
        ("Second places", 13),
        most=True,
    ),
    Column("laps", lambda line, field: line.laps, "Laps", "Laps", ("Laps", 8), most=True),
    Column(
        name="eights_caught",
        count=lambda line, field: None if line.no_eights or line.bare else line.eights,
        heading="Eights",
        paper="8s",
        workbook=("Eights", 8),
        unknown="not known: ask for them",
        most=True,
        nothing=True,
    ),
    Column(
        "best_game",
        lambda line, field: None if line.bare else line.best(field.direction),
        "Best",
        "Best",
        ("Best {unit}", 11),
    ),
    Column(
        "worst_game",
        lambda line, field: None if line.bare else line.worst(field.direction),
        "Worst",
        "Worst",
        ("Worst {unit}", 11),
    ),
    Column(
        "given_away", lambda line, field: line.given_away, "Given away", "Given", ("Given away", 11)
    ),
    Column(
        name="cards_left",
        count=lambda line, field: None if line.no_cards or line.bare else line.cards,
        heading="Cards",
        workbook=("Cards left", 11),
        unknown=POINTS_ALONE,
    ),
    Column("last_round", lambda line, field: line.rounds.get(field.last_round)),
)
"""Every figure there is, in the order of the columns; the points of the last round have a column of
their own.
"""

FIGURES = tuple(column.name for column in COLUMNS)


def figures(line: Line, field: Field) -> dict[str, int | None]:
    """All figures of a line, by their names."""
    return {column.name: column.count(line, field) for column in COLUMNS}

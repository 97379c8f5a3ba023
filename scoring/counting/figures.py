"""The figures of a standing beside its total: what each is, counted from a player's line.

A further figure is a function here, its words in `tournament/counting/words.py`, and its name in
the formats that count it.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from scoring.counting.tally import Direction
from scoring.counting.totals import Line

SECOND = 2


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


def _games_won(line: Line, _field: Field) -> int | None:
    return None if line.bare else line.games_won


def second_places(line: Line, _field: Field) -> int:
    """How many games a player finished second."""
    return sum(score.place == SECOND for score in line.played)


def laps(line: Line, _field: Field) -> int:
    """All laps run."""
    return sum(score.laps or 0 for score in line.played)


def given_away(line: Line, _field: Field) -> int:
    """The points of hands that others scored."""
    return sum(score.held or 0 for score in line.played)


def _eights_caught(line: Line, _field: Field) -> int | None:
    return None if line.no_eights or line.bare else line.eights


def _best_game(line: Line, field: Field) -> int | None:
    return None if line.bare else line.best(field.direction)


def _worst_game(line: Line, field: Field) -> int | None:
    return None if line.bare else line.worst(field.direction)


def _cards_left(line: Line, _field: Field) -> int | None:
    return None if line.no_cards or line.bare else line.cards


def _last_round(line: Line, field: Field) -> int | None:
    return line.rounds.get(field.last_round)


FIGURES: Mapping[str, Figure] = {
    "games_won": _games_won,
    "second_places": second_places,
    "laps": laps,
    "eights_caught": _eights_caught,
    "best_game": _best_game,
    "worst_game": _worst_game,
    "given_away": given_away,
    "cards_left": _cards_left,
    "last_round": _last_round,
}
"""Every figure by its name, in the order of the columns; the points of the last round have a column
of their own.
"""


def figures(line: Line, field: Field) -> dict[str, int | None]:
    """All figures of a line."""
    return {name: figure(line, field) for name, figure in FIGURES.items()}

"""A column of a standing finds its figure by name, and what a par added beside them."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.counting.figures import Column


class Line(NamedTuple):
    """A standing, as far as a column reads it."""

    figures: Mapping[str, int | None]
    par: int


def test_a_column_finds_its_figure_and_the_par_beside_them() -> None:
    line = Line({"games_won": 3, "cards_left": None}, par=12)
    names = ("games_won", "cards_left", "par")
    found = [Column(name, lambda line, field: None).of(line) for name in names]
    assert found == [3, None, 12]

"""The drawing of a correction: rows around the line, and curves that meet them."""

import pytest

from scoring.counting.cut import cut, moves
from scoring.counting.standings import rank
from scoring.counting.tally import Player, Tally
from tests.tournament.ending import fresh
from tests.tournament.evening import foreseen, save, seated_event, sheet
from tournament.counting.before_after import (
    BELOW,
    ROW,
    THIN,
    BeforeAfter,
    before_after,
    moves_and_chances,
)
from tournament.counting.consequences import Consequence


def field(points: dict[str, int]) -> tuple[Tally, ...]:
    return tuple(Tally(player, 1, 1, 1, points=value) for player, value in points.items())


def drawn(before: dict[str, int], after: dict[str, int], size: int, corrected: str) -> BeforeAfter:
    players = [Player(name, f"Guest {name}") for name in before]
    old, new = (cut(rank(field(points), players), size) for points in (before, after))
    return before_after(Consequence(old, new, moves(old, new)), {corrected})


TWENTY = {f"P{number:02}": number for number in range(1, 21)}


def test_places_six_to_twelve_are_shown_with_the_line_after_the_tenth() -> None:
    found = drawn(TWENTY, TWENTY | {"P07": 30}, 10, "P07")
    assert [line.order or line.kind for line in found.before] == [6, 7, 8, 9, 10, "line", 11, 12]
    assert [line.order or line.kind for line in found.after] == [
        6,
        7,
        8,
        9,
        10,
        "line",
        11,
        12,
        "gap",
        20,
    ]
    assert [line.kind for line in found.before if line.kind in ("out", "in")] == ["out", "in"]
    assert found.cut_scores == (10, 11)


def test_a_curve_runs_from_the_middle_of_one_row_to_the_middle_of_the_other() -> None:
    found = drawn(TWENTY, TWENTY | {"P07": 30}, 10, "P07")
    path = dict(found.curves)["out"]
    start, end = ROW + ROW // 2, 7 * ROW + 2 * THIN + ROW // 2
    assert path == f"M0 {start}C28 {start} 28 {end} 56 {end}"
    assert found.height == 8 * ROW + 2 * THIN
    assert len(found.curves) == 7


def test_far_from_the_line_the_corrected_player_is_shown_beyond_a_gap() -> None:
    found = drawn(TWENTY, TWENTY | {"P20": 25}, 10, "P20")
    assert [line.order or line.kind for line in found.after][-2:] == ["gap", 20]
    assert (found.out, found.into) == ((), ())
    top = drawn(TWENTY, TWENTY | {"P01": 0}, 10, "P01")
    assert [line.order or line.kind for line in top.before][:3] == [1, "gap", 6]


@pytest.mark.parametrize("size", range(1, 21))
def test_the_line_stands_once_after_the_last_who_goes_through(size: int) -> None:
    found = drawn(TWENTY, TWENTY | {"P03": 4}, size, "P03")
    orders = [line.order or line.kind for line in found.before]
    if size == 20:
        assert "line" not in orders
    else:
        at = orders.index("line")
        assert [orders[at - 1], orders.count("line")] == [size, 1]
        assert size + 1 in orders
    assert BELOW == 2


def test_without_a_cut_there_is_a_sentence_instead() -> None:
    found = drawn({"P01": 1, "P02": 2}, {"P01": 1, "P02": 3}, 10, "P02")
    assert not found.drawn
    assert found.words.endswith("and there are 2: choose a smaller cut.")


@pytest.mark.django_db
def test_before_the_round_that_draws_the_line_nobody_moves_over_it() -> None:
    event = seated_event(games_per_round=1, qualifying_rounds=2, cut_size=2)
    seen = []
    for number in (1, 2):
        save(event, ("out", "5", "=6", "=20", "=40"), (number, 1, 1))
        change = sheet(("out", "=50", "=6", "=20", "=40"), (number, 1, 1))
        moved = moves_and_chances(event, foreseen(fresh(event), change), ())
        lines = [line.kind for line in moved.before].count("line")
        seen.append((moved.words, lines, len(moved.out), len(moved.into)))
    early = "Nobody is in or out yet: the line is drawn after round 2."
    assert (seen[0], seen[1][1:]) == ((early, 0, 0, 0), (1, 1, 1))

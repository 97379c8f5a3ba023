"""What the size of a table does to the points: the figures kept, and a fresh sample beside them."""

from random import Random

import pytest

from scoring.counting.table_par import read_par
from scoring.foresight.simulation import pool
from scoring.foresight.table_sizes import by_counting, measure, measured, suggested
from scoring.formats.format import SPREAD
from scoring.games.rulebooks import rulebook


def test_a_fresh_sample_agrees_with_the_figures_kept() -> None:
    for kept in measured("swedish_pursuit"):
        fresh = measure(rulebook("swedish_pursuit").rules(), kept.seats, 100, Random(kept.seats))
        assert fresh is not None
        assert abs(fresh.mean - kept.mean) < 4 * fresh.error
        assert abs(fresh.out - kept.out) < 0.05


def test_small_tables_bring_fewer_points_and_more_players_who_went_out() -> None:
    figures = measured("swedish_pursuit")
    assert [figure.seats for figure in figures] == [3, 4, 5, 6]
    assert [figure.mean for figure in figures] == sorted(figure.mean for figure in figures)
    assert [figure.out for figure in figures] == sorted(
        (figure.out for figure in figures), reverse=True
    )


def test_the_suggested_par_is_one_that_can_be_declared() -> None:
    assert read_par(suggested("swedish_pursuit")) == ((4, 156), (5, 164), (6, 166))
    assert read_par(suggested("switch"))
    assert suggested("pursuit") == ""


def test_a_game_without_points_cannot_be_measured() -> None:
    assert measure(rulebook("switch").rules(), 4, 2, Random(1)) is None


@pytest.mark.parametrize("seats", [3, 6])
def test_the_mean_of_places_and_wins_follows_from_the_counting(seats: int) -> None:
    """Simulated games of Switch played on for the places, counted each way."""
    played = pool(rulebook("switch").rules("play_on=yes"), seats, 5, Random(seats)).results
    for result in played:
        places = [result.places.index(seat) + 1 for seat in range(1, seats + 1)]
        spread = [SPREAD * (place - 1) / (seats - 1) for place in places]
        assert sum(places) / seats == by_counting("places", seats)
        assert sum(spread) / seats == pytest.approx(by_counting("spread_places", seats))
        assert sum(place == 1 for place in places) / seats == by_counting("win", seats)
    assert by_counting("own_hand", seats) is None

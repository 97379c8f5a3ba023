"""Pools of table results keep what every table keeps: one winner, all cards."""

from collections.abc import MutableSequence
from random import Random
from typing import Any

import pytest

from scoring.cards import RANKS
from scoring.foresight.simulation import Pool, TableResult, at_random, pool, simple, turned
from scoring.games.rulebooks import rulebook
from scoring.law.game import GameError


def test_each_result_of_swedish_pursuit_has_exactly_one_nought_unless_blocked() -> None:
    found = pool(rulebook("swedish_pursuit").rules(), 5, 150, Random(1), at_random)
    assert len(found.results) == 150
    for result in found.results:
        assert result.points.count(0) == result.cards.count(0) == (result.winner is not None)
        assert sum(result.cards) <= 51
        assert all(
            eights <= cards for eights, cards in zip(result.eights, result.cards, strict=True)
        )
        assert all(
            points >= 30 * eights
            for points, eights in zip(result.points, result.eights, strict=True)
        )
    assert {result.winner for result in found.results} == {None, 1, 2, 3, 4, 5}


def test_a_pool_is_the_same_for_the_same_seed() -> None:
    rules = rulebook("swedish_pursuit").rules("trick_match=rank_or_suit")
    assert pool(rules, 4, 20, Random(7)) == pool(rules, 4, 20, Random(7))
    assert pool(rules, 4, 20, Random(7)) != pool(rules, 4, 20, Random(8))


def test_void_games_are_played_again() -> None:
    found = pool(rulebook("swedish_pursuit").rules("blocked=redeal"), 5, 100, Random(1), at_random)
    assert all(result.winner for result in found.results)


def test_games_by_places_have_no_points() -> None:
    found = pool(rulebook("switch").rules("play_on=yes"), 3, 5, Random(1))
    assert all(
        (result.points, sorted(result.places)) == ((), [1, 2, 3]) for result in found.results
    )


def test_a_pool_has_the_results_and_the_seats_asked_for() -> None:
    found = pool(rulebook("swedish_pursuit").rules(), 6, 5, Random(1), simple)
    assert [len(result.points) for result in found.results] == [6] * 5


def test_an_impossible_table_is_refused() -> None:
    with pytest.raises(GameError, match="2 to 10"):
        pool(rulebook("swedish_pursuit").rules(), 11, 1, Random(1))


def test_games_without_end_are_given_up_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.foresight.simulation.play_out", lambda game, player, rng: False)
    with pytest.raises(GameError, match="seldom comes to an end"):
        pool(rulebook("ottawa").rules(), 2, 1, Random(1))


class PowersLast(Random):
    """Shuffles the first pack so that only Power Cards of Switch are left to open the pile."""

    spoilt = 0

    def shuffle(self, x: MutableSequence[Any]) -> None:
        super().shuffle(x)
        if not self.spoilt:
            self.spoilt = len(x)
            x[:] = sorted(x, key=lambda card: RANKS[card % 13] in "2478JA")


def test_a_deal_that_cannot_begin_is_dealt_again() -> None:
    rng = PowersLast(1)
    found = pool(rulebook("switch").rules(), 5, 2, rng)
    assert (rng.spoilt, len(found.results)) == (52, 2)


def test_results_turned_round_the_table_favour_no_seat() -> None:
    rules = rulebook("swedish_pursuit").rules()
    result = TableResult((0, 7, 30), 1, (1, 2, 3), (0, 1, 1), (0, 0, 1))
    found = turned(Pool(rules, 3, (result, TableResult((5, 6, 7), None, (), (1, 1, 1), (0, 0, 0)))))
    assert found.results[:3] == (
        result,
        TableResult((30, 0, 7), 2, (2, 3, 1), (1, 0, 1), (1, 0, 0)),
        TableResult((7, 30, 0), 3, (3, 1, 2), (1, 1, 0), (0, 1, 0)),
    )
    assert [one.winner for one in found.results[3:]] == [None, None, None]
    columns = zip(*(one.points for one in found.results), strict=True)
    assert {tuple(sorted(column)) for column in columns} == {(0, 5, 6, 7, 7, 30)}

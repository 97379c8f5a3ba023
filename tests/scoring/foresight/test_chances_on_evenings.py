"""Chances held against what became of them: of those given so many in a
hundred, so many made it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from scoring.foresight.chances import Chance, chances
from scoring.foresight.simulation import Field, Pool, turned
from scoring.games.rulebooks import rulebook
from tests.figures import report
from tests.scoring.planted import GAMES, PLAYERS, ROUNDS, SEATS, THROUGH, results

WITHIN = 2.576
"""Standard errors that hold 99 in a hundred."""


def _evening(seed: int, left: int, count: int) -> Iterator[tuple[Chance, bool]]:
    """Each player's chance with so many games of an evening left, and whether they made it."""
    rng = Random(seed)
    players = [str(number) for number in range(PLAYERS)]
    totals = dict.fromkeys(players, 0)
    to_come: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
    for game in reversed(range(ROUNDS * GAMES)):
        if game % GAMES == GAMES - 1:
            rng.shuffle(players)
        for first in range(0, PLAYERS, SEATS):
            table, points = (
                tuple(players[first : first + SEATS]),
                rng.choice(results(2, 600)).points,
            )
            if game < left:
                to_come.append((table, points))
            else:
                _add(totals, table, points)
    rules = rulebook("swedish_pursuit").rules("")
    pools = {SEATS: turned(Pool(rules, SEATS, results(1, 600)))}
    told = chances(
        Field(dict(totals), [table for table, _ in to_come], THROUGH), pools, count, Random(seed)
    )
    for table, points in to_come:
        _add(totals, table, points)
    lot = {player: rng.random() for player in players}
    made_it = set(sorted(totals, key=lambda player: (totals[player], lot[player]))[:THROUGH])
    for one in told:
        yield one, one.player in made_it


def _add(totals: dict[str, int], table: tuple[str, ...], points: tuple[int, ...]) -> None:
    for player, scored in zip(table, points, strict=True):
        totals[player] += scored


def _tenths(evenings: int, left: int) -> dict[int, tuple[int, float, int]]:
    """By tenth of the chance: how many, the chances added up, how many made it."""
    number: Counter[int] = Counter()
    hoped: defaultdict[int, float] = defaultdict(float)
    made: Counter[int] = Counter()
    for seed in range(evenings):
        for one, through in _evening(seed, left, 1_000):
            assert one.proved != "through" or through
            assert one.proved != "out" or not through
            tenth = min(9, int(10 * one.share))
            number[tenth] += 1
            hoped[tenth] += one.share
            made[tenth] += through
    return {tenth: (number[tenth], hoped[tenth], made[tenth]) for tenth in sorted(number)}


@pytest.mark.no_cover
@pytest.mark.parametrize("left", [0, 1, 5])
def test_the_shares_of_all_add_up_to_the_places_there_are(left: int) -> None:
    found = list(_evening(1, left, 50))
    assert sum(one.share for one, _ in found) == pytest.approx(THROUGH, abs=1.2)
    assert sum(through for _, through in found) == THROUGH


@pytest.mark.torture
@pytest.mark.parametrize("left", [1, 5])
def test_in_each_tenth_the_share_that_made_it_is_the_one_foretold(left: int) -> None:
    found = _tenths(500, left)
    told = ", ".join(
        f"{hoped / number:.3f} {made / number:.3f} ({number})"
        for number, hoped, made in found.values()
    )
    report(
        f"chances_{left}_left",
        f"500 evenings, {left} games left, by tenths foretold, made it, how many: {told}",
    )
    for number, hoped, made in found.values():
        share = hoped / number
        assert abs(made / number - share) <= WITHIN * sqrt(share * (1 - share) / number)


def _as_good(evenings: int, left: int) -> Counter[str]:
    """How often "as good as" was said, and how often it came otherwise."""
    found: Counter[str] = Counter()
    for seed in range(evenings):
        for one, through in _evening(seed, left, 10_000):
            found[one.as_good] += 1
            found["lost"] += one.as_good == "through" and not through
            found["came in"] += one.as_good == "out" and through
    return found


@pytest.mark.no_cover
def test_as_good_as_out_is_said_before_the_last_game_and_comes_true() -> None:
    """The short form: two evenings. Nobody whose every game is open is as good as through."""
    found = _as_good(2, 1)
    assert found["out"] > 100
    assert (found["lost"], found["came in"]) == (0, 0)
    assert _as_good(1, ROUNDS * GAMES)["through"] == 0


@pytest.mark.torture
@pytest.mark.parametrize("left", [1, 5])
def test_what_is_as_good_as_sure_fails_in_fewer_than_one_of_a_thousand(left: int) -> None:
    found = _as_good(200, left)
    report(f"as_good_{left}_left", f"200 evenings, {left} games left: {dict(found)}")
    assert found["lost"] <= max(1, 0.001 * found["through"])
    assert found["came in"] <= 0.001 * found["out"]

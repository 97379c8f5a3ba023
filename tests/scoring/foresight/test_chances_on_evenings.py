"""Chances held against what became of them: of those given so many in a
hundred, so many made it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import exp, sqrt
from random import Random

import pytest

from scoring.foresight.chances import Chance, chances
from scoring.foresight.simulation import Field, Pool, turned
from scoring.foresight.skill import SHARES, scales
from scoring.games.rulebooks import rulebook
from tests.figures import report
from tests.scoring.planted import GAMES, PLAYERS, ROUNDS, SEATS, THROUGH, results

WITHIN = 2.576
"""Standard errors that hold 99 in a hundred."""


SKILL = 0.3
"""Strengths with this deviation make 3 in 100 of the spread of a game skill; the rest is luck."""


def _alike(_seed: int) -> float:
    """Evenings of nothing but luck."""
    return 0.0


def _three_in_a_hundred(_seed: int) -> float:
    return SKILL


def _as_assumed(seed: int) -> float:
    """Evenings of more skill and less, as often as is assumed before a game is played."""
    (share,) = Random(f"share {seed}").choices(list(SHARES), list(SHARES.values()))
    return SKILL * sqrt(share / 0.03)


def _seated(points: Sequence[int], strengths: Sequence[float], rng: Random) -> tuple[int, ...]:
    """The hands of a table dealt out again: the better somebody plays, the sooner they are given
    the lowest one that is left.
    """
    found, left = [0] * len(points), list(range(len(points)))
    for point in sorted(points):
        (seat,) = rng.choices(left, [exp(strengths[seat]) for seat in left])
        found[seat] = point
        left.remove(seat)
    return tuple(found)


Tables = list[tuple[tuple[str, ...], tuple[int, ...]]]


def _games(rng: Random, skill: float) -> Tables:
    """Every game of an evening in its order: who sat there, and what they held."""
    players = [str(number) for number in range(PLAYERS)]
    strength = {player: rng.gauss(0, skill) for player in players}
    found: Tables = []
    for game in range(ROUNDS * GAMES):
        if game % GAMES == 0:
            rng.shuffle(players)
        for first in range(0, PLAYERS, SEATS):
            table = tuple(players[first : first + SEATS])
            points = rng.choice(results(2, 600)).points
            if skill:
                points = _seated(points, [strength[player] for player in table], rng)
            found.append((table, points))
    return found


def _evening(
    seed: int, left: int, count: int, *, skill: float = 0.0, learn: bool = True
) -> Iterator[tuple[Chance, bool]]:
    """Each player's chance with so many games of an evening left, and whether they made it."""
    rng = Random(seed)
    games = _games(rng, skill)
    now = len(games) - left * PLAYERS // SEATS
    known = Pool(rulebook("swedish_pursuit").rules(""), SEATS, results(1, 600))
    usual = sum(sum(result.points) for result in known.results) / len(known.results) / SEATS
    totals = {str(number): 0 for number in range(PLAYERS)}
    played: dict[str, list[float]] = {player: [] for player in totals}
    for table, points in games[:now]:
        _add(totals, table, points)
        for player, held in zip(table, points, strict=True):
            played[player].append(held / usual)
    scale = scales(played) if learn else {}
    field = Field(dict(totals), [table for table, _ in games[now:]], THROUGH, scale=scale)
    told = chances(field, {SEATS: turned(known)}, count, Random(seed))
    for table, points in games[now:]:
        _add(totals, table, points)
    lot = {player: rng.random() for player in totals}
    made_it = set(sorted(totals, key=lambda player: (totals[player], lot[player]))[:THROUGH])
    for one in told:
        yield one, one.player in made_it


def _add(totals: dict[str, int], table: tuple[str, ...], points: tuple[int, ...]) -> None:
    for player, scored in zip(table, points, strict=True):
        totals[player] += scored


def _tenths(
    evenings: int, left: int, *, skill: Callable[[int], float], learn: bool = True
) -> dict[int, tuple[int, float, int]]:
    """By tenth of the chance: how many, the chances added up, how many made it; `skill` by seed."""
    number: Counter[int] = Counter()
    hoped: defaultdict[int, float] = defaultdict(float)
    made: Counter[int] = Counter()
    for seed in range(evenings):
        for one, through in _evening(seed, left, 1_000, skill=skill(seed), learn=learn):
            assert one.proved != "through" or through
            assert one.proved != "out" or not through
            tenth = min(9, int(10 * one.share))
            number[tenth] += 1
            hoped[tenth] += one.share
            made[tenth] += through
    return {tenth: (number[tenth], hoped[tenth], made[tenth]) for tenth in sorted(number)}


@pytest.mark.parametrize("left", [0, 1, 5])
def test_the_shares_of_all_add_up_to_the_places_there_are(left: int) -> None:
    found = list(_evening(1, left, 50))
    assert sum(one.share for one, _ in found) == pytest.approx(THROUGH, abs=1.2)
    assert sum(through for _, through in found) == THROUGH


def test_leaders_at_half_time_gain_by_what_their_games_say_of_skill() -> None:
    """The same evening with and without learning: those ahead play on as well as they did."""

    def leaders(*, learn: bool) -> float:
        told = sorted(
            (one.share for one, _ in _evening(3, 5, 500, skill=SKILL, learn=learn)), reverse=True
        )
        return sum(told[:THROUGH])

    assert leaders(learn=True) > 1.05 * leaders(learn=False)


@pytest.mark.torture
@pytest.mark.parametrize(
    ("left", "skill"), [(1, _alike), (5, _three_in_a_hundred), (5, _as_assumed)]
)
def test_in_each_tenth_the_share_that_made_it_is_the_one_foretold(
    left: int, skill: Callable[[int], float]
) -> None:
    """At half time where 3 in 100 is skill, and over evenings of all the shares assumed. In a hall
    of nothing but luck the leaders are told too much, since some skill is always reckoned with.
    """
    found = _tenths(500, left, skill=skill)
    told = ", ".join(
        f"{hoped / number:.3f} {made / number:.3f} ({number})"
        for number, hoped, made in found.values()
    )
    report(
        f"chances_{left}_left{skill.__name__}",
        f"500 evenings, {left} games left, by tenths foretold, made it, how many: {told}",
    )
    for number, hoped, made in found.values():
        share = hoped / number
        assert abs(made / number - share) <= WITHIN * sqrt(share * (1 - share) / number)


@pytest.mark.torture
@pytest.mark.control
def test_without_learning_leaders_at_half_time_are_under_estimated() -> None:
    found = _tenths(500, 5, skill=_three_in_a_hundred, learn=False)
    number, hoped, made = (
        sum(of[at] for tenth, of in found.items() if tenth >= 4) for at in range(3)
    )
    share = hoped / number
    assert made / number - share > WITHIN * sqrt(share * (1 - share) / number)


def _as_good(evenings: int, left: int, skill: float = 0.0) -> Counter[str]:
    """How often "as good as" was said, and how often it came otherwise."""
    found: Counter[str] = Counter()
    for seed in range(evenings):
        for one, through in _evening(seed, left, 10_000, skill=skill):
            found[one.as_good] += 1
            found["lost"] += one.as_good == "through" and not through
            found["came in"] += one.as_good == "out" and through
    return found


def test_as_good_as_out_is_said_before_the_last_game_and_comes_true() -> None:
    """The short form: two evenings. Nobody whose every game is open is as good as through."""
    found = _as_good(2, 1)
    assert found["out"] > 100
    assert (found["lost"], found["came in"]) == (0, 0)
    assert _as_good(1, ROUNDS * GAMES)["through"] == 0


@pytest.mark.torture
@pytest.mark.parametrize(("left", "skill"), [(1, 0.0), (5, 0.0), (5, SKILL)])
def test_what_is_as_good_as_sure_fails_in_fewer_than_one_of_a_thousand(
    left: int, skill: float
) -> None:
    found = _as_good(200, left, skill)
    name = f"as_good_{left}_left{'_skill' if skill else ''}"
    report(name, f"200 evenings, {left} games left: {dict(found)}")
    assert found["lost"] <= max(1, 0.001 * found["through"])
    assert found["came in"] <= 0.001 * found["out"]

"""Skill is told from luck as far as the games allow, and the shares found are those planted."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.foresight.skill import SHARES, reliability, scales, skill


def _field(share: float, players: int, games: int, seed: str = "") -> dict[str, list[float]]:
    """Games of mean 30 and variance 100 with so much of it skill."""
    rng = Random(f"{share} {seed}")
    own = [rng.gauss(30, 10 * sqrt(share)) for _ in range(players)]
    return {
        str(at): [rng.gauss(of, 10 * sqrt(1 - share)) for _ in range(games)]
        for at, of in enumerate(own)
    }


def test_one_game_each_says_nothing_of_skill_nor_do_equal_figures() -> None:
    assert skill({}) is None
    assert skill({"a": [3], "b": [9], "c": []}) is None
    assert skill({"a": [3, 3], "b": [3, 3]}) is None
    assert scales({"a": [3], "b": [9]}) == {}


def test_the_share_of_skill_is_three_in_a_hundred_before_anybody_has_played() -> None:
    assert sum(share * of for share, of in SHARES.items()) == pytest.approx(0.034, abs=0.001)
    assert sum(SHARES.values()) == pytest.approx(1)


@pytest.mark.parametrize("share", [0.0, 0.03, 0.08])
def test_ten_games_of_a_large_field_tell_about_how_much_is_skill(share: float) -> None:
    found = skill(_field(share, 1_000, 10))
    assert found is not None
    assert found.share == pytest.approx(share, abs=0.012)
    assert found.mean == pytest.approx(30, abs=0.5)


def test_what_is_a_players_own_is_shrunk_and_the_rest_is_luck() -> None:
    """Somebody ten points a game better than the field in five games: skill is little of that."""
    field = _field(0.03, 109, 5)
    found = skill(field | {"lucky": [20.0] * 5})
    assert found is not None
    own = found.of["lucky"]
    assert -3 < own.points < -0.3
    assert own.games == 5
    assert found.added("lucky") == pytest.approx(100 - 5 * (found.mean + own.points))
    assert found.added("lucky") < -35
    assert 0 < own.unsure < 3


def test_what_is_told_of_players_is_off_by_as_much_as_it_says() -> None:
    """Of 110 players and five games: the true skill lies within two of its uncertainties."""
    rng = Random("5")
    own = {str(number): rng.gauss(30, 2) for number in range(400)}
    found = skill({player: [rng.gauss(of, 10) for _ in range(5)] for player, of in own.items()})
    assert found is not None
    off = [
        (of - found.mean - found.of[player].points) / found.of[player].unsure
        for player, of in own.items()
    ]
    assert sum(abs(one) <= 2 for one in off) >= 0.92 * len(off)
    assert sum(one * one for one in off) / len(off) == pytest.approx(1, abs=0.25)


@given(st.lists(st.lists(st.integers(0, 90), max_size=6), min_size=1, max_size=8))
def test_skill_and_luck_and_the_mean_add_up_to_the_total(rows: list[list[int]]) -> None:
    games = {str(at): row for at, row in enumerate(rows)}
    found = skill(games)
    for player, own in found.of.items() if found else ():
        total = sum(games[player])
        parts = own.games * (found.mean + own.points) + found.added(player)  # type: ignore[union-attr]
        assert parts == pytest.approx(total, abs=1e-6)
        # Never more is called skill than there is.
        beyond = total - own.games * found.mean  # type: ignore[union-attr]
        assert abs(own.games * own.points) <= abs(beyond) + 1e-9


def test_a_hall_that_plays_otherwise_than_simulated_players_is_believed_the_more_it_plays() -> None:
    """Half as many points again as simulated tables bring."""
    few, many = (
        scales({player: [point / 20 for point in of] for player, of in field.items()})
        for field in (_field(0.0, 5, 2), _field(0.0, 110, 5))
    )
    assert 1 < sum(by for by, _ in few.values()) / len(few) < 1.15
    assert sum(by for by, _ in many.values()) / len(many) == pytest.approx(1.42, abs=0.03)
    assert len(many) == 110


def _season(share: float, players: int, evenings: int, seed: str = "") -> list[dict[str, float]]:
    """Evenings of ten games of which so much is skill, as totals."""
    rows = _field(share, players, evenings, seed)
    return [{player: of[number] for player, of in rows.items()} for number in range(evenings)]


def test_a_league_is_reliable_the_more_evenings_it_has() -> None:
    season = _season(0.2, 60, 12)
    early, late = (reliability(season[:number], [10] * number) for number in (2, 12))
    assert early is not None
    assert late is not None
    assert (early.evenings, late.evenings) == (2, 12)
    assert 0.65 < early.ordered < 0.76 < late.ordered < 0.9
    assert late.needed == pytest.approx(8, abs=3)
    assert early.words == (
        f"Luck and skill: after 2 evenings the better of two players leads in about 7 pairs of 10."
        f" It takes about {early.needed} evenings for 8 of 10."
    )
    assert late.words == (
        "Luck and skill: after 12 evenings the better of two players leads in about 8 pairs of 10."
    )


def test_a_league_to_which_hardly_anybody_came_twice_tells_nothing() -> None:
    assert reliability([], []) is None
    first, second = _season(0.2, 7, 2)
    assert reliability([first, second], [10, 10]) is None
    assert reliability([dict.fromkeys("abcdefgh", 3.0)] * 2, [10, 10]) is None
    first, second = _season(0.2, 8, 2)
    assert reliability([first, second], [10, 10]) is not None
    assert reliability([first, first], [10, 10]) is None


def test_of_two_players_the_better_one_leads_as_often_as_the_league_says() -> None:
    """An own count of pairs over planted leagues of six evenings."""
    said, led, pairs = 0.0, 0, 0
    for seed in range(30):
        rng = Random(seed)
        own = [rng.gauss(0, sqrt(0.24)) for _ in range(30)]
        rows = [[rng.gauss(of, sqrt(0.76)) for _ in range(6)] for of in own]
        totals = [{str(at): row[number] for at, row in enumerate(rows)} for number in range(6)]
        found = reliability(totals, [10] * 6)
        assert found is not None
        said += found.ordered / 30
        for one in range(30):
            for other in range(one):
                pairs += 1
                led += (own[one] < own[other]) == (sum(rows[one]) < sum(rows[other]))
    assert led / pairs == pytest.approx(said, abs=0.03)

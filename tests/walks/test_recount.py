"""The recount apart, held against small evenings counted by hand."""

from fractions import Fraction

from tests.walks.recount import Evening, Match
from tests.walks.recount_honours import champion, is_buchholz


def test_the_opponents_points_are_counted_with_ones_own_for_a_round_without_one() -> None:
    evening = Evening(
        matches={
            (1, 1): Match("Ann", "Bob", "1"),
            (2, 1): Match("Ann", "Cas", "-"),
            (2, 2): Match("Bob", "Dot", "1", "walkover_one"),
        },
        rounds_of_matches={1: 0, 2: 0},
    )
    halves = {"Ann": 3, "Bob": 2, "Cas": 3, "Dot": 0}
    assert is_buchholz(evening, "Ann", Fraction(5, 2), halves, byes=0)
    assert not is_buchholz(evening, "Ann", Fraction(3), halves, byes=0)
    assert is_buchholz(evening, "Bob", Fraction(5, 2), halves, byes=0)
    assert is_buchholz(evening, "Cas", Fraction(3), halves, byes=2)
    assert not is_buchholz(evening, "Cas", Fraction(3, 2), halves, byes=2)


def test_the_champion_is_who_lost_no_match_of_the_knock_out_alone() -> None:
    semi_finals = {(3, 1): Match("Ann", "Dot", "1"), (3, 2): Match("Bob", "Cas", "2")}
    evening = Evening(
        matches={(1, 1): Match("Cas", "Ann", "2"), **semi_finals},
        rounds_of_matches={1: 0, 3: 1, 4: 1},
    )
    assert champion(evening, stage=1) == ""
    evening.matches[4, 1] = Match("Ann", "Cas", "2")
    evening.matches[4, 2] = Match("Bob", "Dot", "1")
    assert champion(evening, stage=1) == "Cas"

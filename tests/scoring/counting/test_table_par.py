"""A par for each size of table: how it is declared, and what it does to totals."""

import pytest

from scoring.counting.policies import Policies
from scoring.counting.standings import Facts, Ranking, Standing, rank
from scoring.counting.table_par import par_words, read_par, rounded
from scoring.counting.tally import Player, RoundTotal, State, Tally

PAR = read_par("4: 15.7, 5: 16.4, 6: 16.5")


def players(number: int) -> list[Player]:
    """So many players, P1 onwards."""
    return [Player(f"P{one}", f"Player {one}") for one in range(1, number + 1)]


def game(
    seats: range, number: int = 1, *, table: int = 1, points: int = 10, state: State = "played"
) -> list[Tally]:
    """A game in which everybody at the table holds as many points."""
    scored = points if state == "played" else None
    return [Tally(f"P{seat}", 1, table, number, state=state, points=scored) for seat in seats]


def ranked(
    tallies: list[Tally], field: int, facts: Facts | None = None, *, par: bool = True
) -> dict[str, Standing]:
    """The standings by player, with the par or without."""
    how = Ranking(policies=Policies(par=PAR if par else ()))
    return {one.player: one for one in rank(tallies, players(field), how, facts)}


def test_a_par_is_read_as_it_is_written() -> None:
    assert PAR == ((4, 157), (5, 164), (6, 165))
    assert par_words(read_par("6:17 , 5 : 16.4,")) == "5: 16.4, 6: 17.0"
    assert read_par("  ") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "five: 16",
            "“five: 16” is no par: write the size of the table and its points, such as 4: 15.7.",
        ),
        (
            "5: -3",
            "“5: -3” is no par: write the size of the table and its points, such as 4: 15.7.",
        ),
        (
            "5: 16.45",
            "“5: 16.45” is no par: write the size of the table and its points, such as 4: 15.7.",
        ),
        ("11: 16", "A par is of a table of 2 to 10 players and at most 200 points."),
        ("5: 201", "A par is of a table of 2 to 10 players and at most 200 points."),
        ("5: 16, 5: 17", "The table of 5 is there twice: give each size one par."),
        ("4: 15.7", "The par of a table of 5 is missing: the others are set against it."),
    ],
)
def test_what_is_no_par_is_answered_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="par") as refused:
        read_par(text)
    assert str(refused.value) == said


def test_tenths_are_rounded_to_the_nearest_and_a_half_away_from_nought() -> None:
    assert [rounded(tenths) for tenths in (4, 5, 14, 15, 0, -4, -5, -14, -15)] == [
        0,
        1,
        1,
        2,
        0,
        0,
        -1,
        -1,
        -2,
    ]


def test_five_games_at_a_table_of_four_are_corrected_once_by_their_sum() -> None:
    tallies = [tally for number in range(1, 6) for tally in game(range(1, 5), number)]
    assert {(one.total, one.par) for one in ranked(tallies, 4).values()} == {(54, 4)}


def test_a_table_of_five_and_one_of_no_declared_size_stay_as_played() -> None:
    tallies = game(range(1, 6)) + game(range(6, 13), table=2)
    assert {(one.total, one.par) for one in ranked(tallies, 12).values()} == {(10, 0)}


def test_without_a_declared_par_nothing_is_corrected() -> None:
    tallies = [tally for number in range(1, 6) for tally in game(range(1, 5), number)]
    assert {(one.total, one.par) for one in ranked(tallies, 4, par=False).values()} == {(50, 0)}


def test_the_rounds_stay_as_played_and_the_places_follow_the_corrected_totals() -> None:
    four = [tally for number in range(1, 6) for tally in game(range(1, 5), number)]
    five = [tally for number in range(1, 6) for tally in game(range(5, 10), number, table=2)]
    five = [tally._replace(points=11 if tally.game == 1 else 10) for tally in five]
    found = ranked(four + five, 9)
    assert (found["P1"].rounds, found["P1"].place, found["P5"].place) == ({1: 50}, 6, 1)
    raw = ranked(four + five, 9, par=False)
    assert (raw["P1"].place, raw["P5"].place) == (1, 5)


def test_an_absent_player_is_corrected_as_the_table_that_gives_the_points() -> None:
    tallies = [tally for number in range(1, 6) for tally in game(range(1, 5), number)]
    absent = [
        tally for number in range(1, 6) for tally in game(range(5, 6), number, state="absent")
    ]
    assert ranked(tallies + absent, 5)["P5"].par == 4


def test_a_game_that_nobody_played_has_no_table() -> None:
    tallies = game(range(1, 5)) + game(range(1, 5), 2, state="void")
    assert {one.total for one in ranked(tallies, 4).values()} == {21}


def test_a_round_told_in_all_is_corrected_by_its_own_games() -> None:
    sheets = tuple((1, 1, number) for number in range(1, 6))
    told = RoundTotal("P4", 1, 40, 5, sheets)
    tallies = [tally for number in range(1, 6) for tally in game(range(1, 4), number)]
    found = ranked(tallies, 4, Facts(round_totals=(told,), told=dict.fromkeys(sheets, 1)))
    assert [(found[player].total, found[player].par) for player in ("P1", "P4")] == [
        (54, 4),
        (44, 4),
    ]

"""A match and what its games say."""

import pytest

from scoring.formats.results import Halves
from scoring.pairing.values import Match, Round, fault_in_games

OPEN = Match("A", "B", table=1)


def done(games: str, result: str = "played") -> Match:
    """A match of A, who has the ten, and B."""
    return Match("A", "B", table=1, result=result, games=games)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("match", "winner", "points"),
    [
        (done("1"), "A", (2, 0)),
        (done("212"), "B", (0, 2)),
        (done("-"), None, (1, 1)),
        (done("2", "walkover"), "B", (0, 2)),
        (done("1", "late"), "A", (2, 0)),
        (done("2", "forfeit"), "B", (0, 2)),
        (done("", "double_forfeit"), None, (0, 0)),
        (OPEN, None, (0, 0)),
    ],
)
def test_a_match_counts_a_win_a_draw_or_nothing(
    match: Match, winner: str | None, points: tuple[int, int]
) -> None:
    assert (match.winner, (match.halves("A"), match.halves("B"))) == (winner, points)
    assert match.loser == (None if winner is None else match.opponent(winner))


def test_a_bye_is_a_win_one_asked_for_a_draw_and_a_pause_nothing() -> None:
    counted = [Match("A", kind=kind).halves("A") for kind in ("bye", "asked_bye", "pause")]
    assert counted == [Halves(2), Halves(1), Halves(0)]
    assert (
        Match("A", kind="bye").winner,
        Match("A", kind="bye").loser,
        Match("A", kind="bye").done,
    ) == (
        "A",
        None,
        True,
    )


def test_games_are_won_at_the_table_alone() -> None:
    assert [done("121").games_won(ref) for ref in "AB"] == [2, 1]
    assert done("1", "walkover").games_won("A") == 0


def test_only_a_match_that_could_be_played_makes_opponents() -> None:
    assert [
        match.met
        for match in (
            OPEN,
            done("1"),
            done("1", "forfeit"),
            done("1", "walkover"),
            done("1", "late"),
            done("", "double_forfeit"),
        )
    ] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    assert not Match("A", kind="bye").met


def test_a_round_knows_what_waits_and_where_everybody_is() -> None:
    held = Round(1, 0, True, (done("1"), Match("C", "D", table=2), Match("E", kind="bye")))
    assert [match.table for match in held.waiting] == [2]
    assert held.begun
    assert (held.of("E"), held.of("F")) == (Match("E", kind="bye"), None)
    assert (held.at(2), held.at(0), held.at(3)) == (Match("C", "D", table=2), None, None)


@pytest.mark.parametrize(
    ("games", "best_of", "fault"),
    [
        ("", 1, "No game is entered: tap who won."),
        ("12", 1, "2 games are entered and the match is the best of 1: take some out."),
        ("3", 1, "A game has one winner, or none when time ended it: tap one for each game."),
        ("1", 3, "Nobody has won the match yet: enter game 2."),
        ("112", 3, "The match was decided after game 2: leave the games after it empty."),
        ("12", 5, "Nobody has won the match yet: enter game 3."),
    ],
)
def test_games_that_cannot_be_are_refused_with_a_sentence(
    games: str, best_of: int, fault: str
) -> None:
    assert fault_in_games(games, best_of) == fault


@pytest.mark.parametrize(
    ("games", "best_of"),
    [("1", 1), ("-", 1), ("11", 3), ("1-2", 3), ("1-1", 3), ("12121", 5), ("111", 5)],
)
def test_whole_matches_are_taken(games: str, best_of: int) -> None:
    assert fault_in_games(games, best_of) == ""


def test_a_knock_out_match_needs_a_winner() -> None:
    said = (
        "A knock-out match needs a winner: let them play a game that decides, and enter that one."
    )
    assert fault_in_games("-", 1, needs_winner=True) == said
    assert fault_in_games("1", 1, needs_winner=True) == ""

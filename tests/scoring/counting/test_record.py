"""Standings, cut, play-off and prizes of the reference evenings come out as written there."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.counting.board import Board, Progress
from scoring.counting.cut import Cut, cut
from scoring.counting.playoff import seat
from scoring.counting.policies import Absent, Adjustment
from scoring.counting.prizes import prizes
from scoring.counting.record import (
    board_record,
    cut_record,
    prizes_record,
    standings_columns,
    standings_record,
    standings_rows,
)
from scoring.counting.standings import Facts, rank
from scoring.counting.tally import Tally
from scoring.formats.catalogue import FORMATS
from scoring.formats.results import Halves
from scoring.games.rulebooks import rulebook
from tests.scoring import evenings, printed


@pytest.mark.parametrize("folder", evenings.FOLDERS)
@pytest.mark.parametrize("part", ["standings", "cut", "playoff_standings", "prizes"])
def test_a_reference_evening_comes_out_as_expected(folder: str, part: str) -> None:
    assert (
        board_record(evenings.board(folder))[part] == evenings.read(folder, "expected.json")[part]
    )


@pytest.mark.parametrize("folder", evenings.FOLDERS)
def test_the_rows_of_the_standings_are_those_of_the_csv(folder: str) -> None:
    expected = evenings.rows(folder, "standings.csv")
    columns = standings_columns((1, 2))
    assert tuple(expected[0]) == columns
    written = standings_rows(evenings.board(folder), (1, 2))
    assert [dict(zip(columns, row, strict=True)) for row in written] == expected


@pytest.mark.parametrize("folder", evenings.FOLDERS)
def test_the_play_off_seats_are_those_of_the_evening(folder: str) -> None:
    drawn = evenings.board(folder).cut
    assert isinstance(drawn, Cut)
    expected = evenings.read(folder, "evening.json")["seating"]["playoff"]
    assert [
        list(table) for table in seat(drawn.qualifiers, rulebook("swedish_pursuit").deal, 2).tables
    ] == expected


@pytest.mark.parametrize("policy", ["table_worst", "table_mean_up", "unranked"])
def test_each_policy_for_absent_games_gives_its_row(policy: Absent) -> None:
    standings = evenings.field("C_incidents", policy)
    expected = evenings.read("C_incidents", "expected.json")["by_policy"][policy]
    late = next(standing for standing in standings if standing.player == "P014")
    assert cut_record(cut(standings, 10)) == expected["cut"]
    assert {
        "player_id": late.player,
        "total": late.total,
        "absent": late.absent,
        "place": late.place,
        "order": late.order,
    } == expected["late_player"]


def _before_the_correction() -> tuple[Tally, ...]:
    wrong = evenings.read("C_incidents", "expected.json")["correction"]
    cell = wrong["player_id"], wrong["round"], wrong["table"], wrong["game"]
    return tuple(
        Tally(*cell, points=wrong["first_entered"])
        if (tally.player, *tally.sheet) == cell
        else tally
        for tally in evenings.tallies("C_incidents", "qualifying")
    )


def test_the_cut_before_the_correction_is_the_recorded_one() -> None:
    standings = rank(
        _before_the_correction(), evenings.players("C_incidents"), evenings.ranking("C_incidents")
    )
    assert (
        cut_record(cut(standings, 10))
        == evenings.read("C_incidents", "expected.json")["cut_before_correction"]
    )


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        ("swedish_pursuit", ("games_won", "eights_caught", "worst_game", "cards_left")),
        ("switch", ("games_won", "second_places", "worst_game")),
        ("ottawa", ("games_won", "best_game", "given_away")),
        ("pursuit_racing", ("games_won", "second_places", "laps")),
    ],
)
def test_the_rows_have_the_figures_of_their_format(game: str, figures: tuple[str, ...]) -> None:
    format_ = FORMATS[game]
    columns = standings_columns((1,), format_)
    assert columns[5:] == ("round1", "total", *figures, "absent", "qualified")
    told: dict[str, Any] = {
        "second_places": 3,
        "laps": 4,
        "best_game": 41,
        "given_away": 7,
        "worst_game": Halves(5),
    }
    (ann,) = printed.ranked({"ann": "10/1/0"})
    field = (replace(ann, figures={**ann.figures, **told}),)
    players = {standing.id: standing for standing in printed.field({"ann": ""})}
    board = Board(field, None, (), Progress(), players, format=format_)
    (row,) = standings_rows(board, (1,))
    written = {name: str(value) for name, value in told.items()}
    written |= {"games_won": "0", "eights_caught": "0", "cards_left": "1"}
    assert row[5:] == ("10", "10", *(written[name] for name in figures), "0", "0")


def test_what_a_policy_or_ruling_added_is_written_only_where_it_is() -> None:
    rows = {"ann": "10", "ben": "12"}
    field = printed.ranked(rows, facts=Facts(adjustments=(Adjustment("ann", 5),)))
    players = {standing.id: standing for standing in printed.field(rows)}
    assert [standing.get("adjusted") for standing in standings_record(field, players)] == [None, 5]


def test_a_cut_that_is_open_names_the_undecided() -> None:
    rows = {"ann": "10", "ben": "10"}
    record = cut_record(cut(printed.ranked(rows), 1))
    assert (record["undecided"], record["qualifiers"], record["tie_resolved_by"]) == (
        ["ann", "ben"],
        [],
        None,
    )


def test_a_cut_that_cannot_be_drawn_is_its_sentence() -> None:
    assert cut_record(cut((), 3)) == {
        "cut": 3,
        "error": "A cut of 3 needs 3 ranked players, and there are 0: choose a smaller cut.",
    }


def test_before_the_first_game_a_board_is_written_without_results() -> None:
    players = printed.field({"ann": ""})
    empty = Board(
        rank((), players), None, (), Progress(), {player.id: player for player in players}
    )
    record = board_record(empty)
    assert (record["cut"], record["playoff_standings"]) == (None, [])
    assert record["prizes"]["wooden_spoon"] == []
    assert board_record(Board((), None, (), Progress()))["prizes"] is None
    assert standings_rows(empty, (1,)) == [
        ("", "", "ann", "Ann", "", "", "0", "0", "0", "", "0", "0", "0")
    ]


def test_prizes_nobody_has_won_yet_are_none() -> None:
    players = printed.field({"ann": ""})
    record = prizes_record(prizes(rank((), players), (), players), {})
    assert (record["most_games_won"], record["podium_2019_rule"]) == (
        None,
        {"winner": None, "second": None, "third": None},
    )


def test_a_declared_par_has_a_column_and_a_key_of_its_own() -> None:
    players = printed.field({"ann": "10"})
    field = (replace(printed.ranked({"ann": "10"})[0], par=2),)
    board = Board(
        field,
        None,
        (),
        Progress(),
        {player.id: player for player in players},
        table_par="5: 16.4",
    )
    assert standings_columns((1,), par=True)[-2:] == ("qualified", "table_par")
    assert standings_rows(board, (1,))[0][-2:] == ("0", "2")
    assert board_record(board)["standings"][0]["table_par"] == 2

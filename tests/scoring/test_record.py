"""Standings, cut, play-off and prizes of the reference evenings come out as written there."""

import pytest

from scoring.cut import Cut, cut
from scoring.playoff import seat
from scoring.policies import Absent
from scoring.record import board_record, cut_record, standings_columns, standings_rows
from scoring.standings import rank
from scoring.tally import Tally
from tests.scoring import evenings


@pytest.mark.parametrize("folder", evenings.FOLDERS)
@pytest.mark.parametrize("part", ["standings", "cut", "playoff_standings", "prizes"])
def test_a_reference_evening_comes_out_as_expected(folder: str, part: str) -> None:
    assert board_record(evenings.board(folder))[part] == evenings.read(folder, "expected.json")[part]


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
    assert [list(table) for table in seat(drawn.qualifiers, 2).tables] == expected


@pytest.mark.parametrize("policy", ["table_worst", "table_mean_up", "unranked"])
def test_each_policy_for_absent_games_gives_its_row(policy: Absent) -> None:
    standings = evenings.field("C_incidents", policy)
    expected = evenings.read("C_incidents", "expected.json")["by_policy"][policy]
    late = next(one for one in standings if one.player == "P014")
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
        Tally(*cell, points=wrong["first_entered"]) if (tally.player, *tally.sheet) == cell else tally
        for tally in evenings.tallies("C_incidents", "qualifying")
    )


def test_the_cut_before_the_correction_is_the_recorded_one() -> None:
    standings = rank(_before_the_correction(), evenings.players("C_incidents"), evenings.ranking("C_incidents"))
    assert cut_record(cut(standings, 10)) == evenings.read("C_incidents", "expected.json")["cut_before_correction"]

"""The play-off is seated by the snake, for any number of finalists and tables."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.playoff import legal_tables, packs_for, seat
from scoring.games.rulebooks import rulebook

DEAL = rulebook("swedish_pursuit").deal
OTTAWA = rulebook("ottawa").deal


def _seeds(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("count", "tables", "seats"),
    [
        (10, 2, ["1 4 5 8 9", "2 3 6 7 10"]),
        (10, 1, ["1 2 3 4 5 6 7 8 9 10"]),
        (11, 2, ["1 4 5 8 9", "2 3 6 7 10 11"]),
        (12, 3, ["1 6 7 12", "2 5 8 11", "3 4 9 10"]),
        (14, 3, ["1 6 7 12 13", "2 5 8 11 14", "3 4 9 10"]),
    ],
)
def test_seeds_run_there_and_back(count: int, tables: int, seats: list[str]) -> None:
    assert [" ".join(table) for table in seat(_seeds(count), DEAL, tables).tables] == [*seats]


@given(st.integers(2, 60), st.data())
def test_everybody_has_one_seat_and_sizes_are_at_most_one_apart(
    count: int, data: st.DataObject
) -> None:
    tables = data.draw(st.integers(1, count // 2))
    seats = seat(_seeds(count), DEAL, tables).tables
    assert sorted(int(player) for table in seats for player in table) == list(range(1, count + 1))
    assert {len(table) for table in seats} <= {count // tables, -(-count // tables)}


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (2, [2]),
        (3, [3]),
        (7, [7]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [5, 6]),
        (12, [6, 6]),
        (13, [5, 4, 4]),
        (14, [5, 5, 4]),
    ],
)
def test_two_to_fourteen_finalists_sit_at_legal_tables(count: int, sizes: list[int]) -> None:
    seated = seat(_seeds(count), DEAL, len(sizes))
    assert [len(table) for table in seated.tables] == sizes
    assert (seated.packs, seated.warnings) == ((1,) * len(sizes), ())


@pytest.mark.parametrize(
    ("players", "packs"), [(2, 1), (9, 1), (10, 2), (11, 2), (14, 2), (20, 2), (21, 3)]
)
def test_packs_leave_more_than_one_card_of_stock(players: int, packs: int) -> None:
    assert packs_for(DEAL, players) == packs
    assert seat(_seeds(players), DEAL, 1).packs == (packs,)


def test_ten_at_one_table_with_one_pack_are_warned() -> None:
    assert seat(_seeds(10), DEAL, 1, packs=1).warnings == (
        (
            "Table 1: 10 players with 1 pack leave 1 in the stock, a starved game; use 2 packs or"
            " more tables."
        ),
    )


@pytest.mark.parametrize(
    ("count", "packs", "words"),
    [
        (11, 1, "Table 1: 11 players cannot be dealt from 1 pack; use 2 packs or more tables."),
        (21, 2, "Table 1: 21 players cannot be dealt from 2 packs; use 3 packs or more tables."),
    ],
)
def test_a_table_that_cannot_be_dealt_is_said(count: int, packs: int, words: str) -> None:
    assert seat(_seeds(count), DEAL, 1, packs=packs).warnings == (words,)


def test_more_players_than_the_rules_seat_are_warned_whatever_the_packs() -> None:
    assert seat(_seeds(11), DEAL, 1).warnings == (
        "Table 1: 11 players, and the rules seat 10 at most; use more tables.",
    )
    assert seat(_seeds(10), DEAL, 1).warnings == ()


def test_another_game_deals_other_hands() -> None:
    assert seat(_seeds(8), DEAL, 1, packs=1).warnings == ()
    assert seat(_seeds(9), OTTAWA, 1, packs=1).warnings == (
        "Table 1: 9 players cannot be dealt from 1 pack; use 2 packs or more tables.",
    )


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        ([], {}, "A play-off needs at least two players, and there are 0."),
        (["1"], {}, "A play-off needs at least two players, and there are 1."),
        (["1", "1"], {}, "A player is named twice among the qualifiers; name each once."),
        (
            _seeds(5),
            {"tables": 3},
            "5 players cannot sit at 3 tables with at least two at each; choose 1 to 2 tables.",
        ),
        (
            _seeds(5),
            {"tables": 0},
            "5 players cannot sit at 0 tables with at least two at each; choose 1 to 2 tables.",
        ),
        (_seeds(5), {"packs": 0}, "Each table needs at least one pack, not 0."),
    ],
)
def test_what_cannot_be_seated_is_refused_with_the_mend(
    players: list[str], options: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        seat(players, DEAL, **{"tables": 1, **options})
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("players", "wanted", "tables"),
    [
        (10, 2, 2),
        (10, 1, 1),
        (11, 1, 2),
        (14, 1, 2),
        (14, 2, 2),
        (3, 2, 1),
        (2, 3, 1),
        (25, 1, 3),
        (1, 2, 1),
    ],
)
def test_a_declared_number_of_tables_gives_way_to_the_nearest_legal_one(
    players: int, wanted: int, tables: int
) -> None:
    assert legal_tables(players, DEAL, wanted) == tables


@pytest.mark.parametrize("wanted", [1, 2, 3])
@pytest.mark.parametrize("players", range(2, 15))
def test_two_to_fourteen_sit_legally_whatever_was_declared(players: int, wanted: int) -> None:
    plan = seat(_seeds(players), DEAL, legal_tables(players, DEAL, wanted))
    assert {2 <= len(table) <= DEAL.seats_max for table in plan.tables} == {True}
    assert (plan.warnings, plan.impossible) == ((), ())


def test_only_what_cannot_be_dealt_at_all_is_impossible() -> None:
    starved = seat(_seeds(10), DEAL, 1, packs=1)
    assert (len(starved.warnings), starved.impossible) == (1, ())
    undealt = seat(_seeds(11), DEAL, 1, packs=1)
    assert (
        undealt.impossible
        == undealt.warnings
        == ("Table 1: 11 players cannot be dealt from 1 pack; use 2 packs or more tables.",)
    )

"""How fast tables play, which of them lag, and when the last game is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.pace import Pace, TableTimes, pace

MINUTE = 60.0


def _at(table: int, *minutes: float, due: int = 5) -> TableTimes:
    return TableTimes(table, due, tuple(at * MINUTE for at in minutes))


def _told(tables: list[TableTimes], now: float) -> Pace:
    told = pace(tables, now * MINUTE)
    assert told is not None
    return told


def test_a_table_that_takes_ten_minutes_a_game_ends_ten_minutes_after_each() -> None:
    told = _told([_at(1, 10, 20, 30)], 31)
    assert (told.a_game, told.ends) == (10 * MINUTE, 50 * MINUTE)
    assert told.tables[0].last_begins == 40 * MINUTE
    assert not told.tables[0].lags


def test_a_few_games_of_its_own_are_steadied_by_the_hall() -> None:
    told = _told([_at(1, 10, 20, 30), _at(2, 12, 28)], 30)
    assert told.a_game == 10 * MINUTE
    assert told.tables[1].a_game == 12 * MINUTE
    assert told.tables[1].ends == (28 + 3 * 12) * MINUTE
    assert told.last.table == 2


def test_a_game_that_takes_longer_than_expected_ends_now_at_the_earliest() -> None:
    assert _told([_at(1, 10, 20, 30)], 47).ends == 57 * MINUTE
    assert _told([_at(1, 10, 20, 30, 40)], 55).ends == 55 * MINUTE


def test_a_table_later_than_the_middle_by_more_than_a_game_lags() -> None:
    tables = [_at(number, 10, 20, 30) for number in range(1, 5)]
    assert [one.lags for one in _told([*tables, _at(5, 10)], 31).tables] == [False] * 4 + [True]
    assert not any(one.lags for one in _told([*tables, _at(5, 10, 22)], 31).tables)


def test_a_table_without_a_sheet_is_taken_to_have_begun_with_the_first() -> None:
    told = _told([_at(1, 10, 20), _at(2, due=2)], 21)
    assert told.tables[1].ends == (21 + 10) * MINUTE
    assert _told([_at(1, 10, 20), _at(2, due=2)], 5).tables[1].ends == 20 * MINUTE


def test_sheets_keyed_together_say_nothing_about_a_game() -> None:
    assert pace([_at(1, 10, 10.5, 11)], 12 * MINUTE) is None
    assert pace([_at(1, 10), _at(2)], 12 * MINUTE) is None
    assert pace([], 0) is None
    assert _told([_at(1, 10, 10.5, 20.5)], 21).a_game == 10 * MINUTE


def test_a_table_that_is_done_ended_with_its_last_sheet() -> None:
    told = _told([_at(1, 10, 20, due=2), _at(2, 10, 20)], 25)
    assert (told.tables[0].over, told.tables[0].ends, told.tables[0].last_begins) == (True, 20 * MINUTE, None)
    assert not told.tables[1].over


def test_the_last_game_is_called_a_game_of_the_slowest_table_before_the_close() -> None:
    told = _told([_at(1, 10, 20, 30), _at(2, 12, 28)], 30)
    assert told.call_at(60 * MINUTE) == 48 * MINUTE
    assert told.games_by(60 * MINUTE) == {1: 5, 2: 4}
    assert told.games_by(0) == {1: 3, 2: 2}
    over = _told([_at(1, 10, 20, due=2)], 25)
    assert over.call_at(60 * MINUTE) == 60 * MINUTE


def test_the_last_game_of_a_table_that_plays_it_began_with_the_sheet_before() -> None:
    assert _told([_at(1, 10, 20, 30, 40)], 44).tables[0].last_begins == 40 * MINUTE


def test_more_sheets_than_games_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Table 3 has 2 sheets of 1 games\."):
        pace([_at(3, 1, 2, due=1)], 0)


@given(
    st.lists(st.lists(st.floats(0, 7200), max_size=5), min_size=1, max_size=6),
    st.floats(7200, 9000),
    st.floats(0, 20000),
)
def test_nothing_still_to_come_is_expected_in_the_past(times: list[list[float]], now: float, close: float) -> None:
    told = pace([TableTimes(number, 5, tuple(of)) for number, of in enumerate(times)], now)
    for one in told.tables if told else ():
        assert one.over or one.ends >= now
        assert one.over or one.a_game >= 60
        assert one.over or (one.last_begins or 0) <= one.ends
        assert one.games_in <= (told.games_by(close)[one.table] if told else 0) <= one.due

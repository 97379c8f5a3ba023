"""Between when and when the hall ends, which tables lag, and when the last game is called."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.foresight import game_lengths
from scoring.foresight import pace as pace_module
from scoring.foresight.game_lengths import Ends, Hall, Played
from scoring.foresight.pace import Pace, TableTimes, pace

MINUTE = 60.0


def _at(table: int, *minutes: float, due: int = 5) -> TableTimes:
    return TableTimes(table, due, tuple(minute * MINUTE for minute in minutes))


def _pace(tables: list[TableTimes], now: float) -> Pace:
    found = pace(tables, now * MINUTE, 1)
    assert found is not None
    return found


def _even(number: int = 8, *, games: int = 3) -> list[TableTimes]:
    """Tables that take ten minutes for every game."""
    return [
        _at(table, *(10.0 * game for game in range(1, games + 1))) for table in range(1, number + 1)
    ]


def test_tables_that_take_ten_minutes_a_game_end_about_ten_minutes_after_each() -> None:
    found = _pace(_even(), 31)
    assert found.a_game == pytest.approx(10 * MINUTE, rel=0.06)
    assert found.tables[0].ends.middle == pytest.approx(50 * MINUTE, rel=0.05)
    assert found.ends.early < found.ends.middle < found.ends.late
    assert found.ends.middle > found.tables[0].ends.middle
    assert not any(table.lags or table.silent for table in found.tables)


def test_running_games_count_as_at_least_so_long() -> None:
    """The same one sheet of each table: at twenty minutes the games still running are longer than
    those of five.
    """
    tables = [_at(table, 5) for table in range(1, 9)]
    late, soon = _pace(tables, 25), _pace(tables, 10)
    assert late.a_game > 1.3 * soon.a_game
    assert late.ends.middle > soon.ends.middle + 15 * MINUTE


def test_a_hall_with_one_sheet_in_has_a_wide_window_and_one_without_has_none() -> None:
    assert pace([_at(1), _at(2)], 12 * MINUTE, 1) is None
    assert pace([], 0, 1) is None
    first = _pace([_at(1, 8), *(_at(table) for table in range(2, 9))], 8)
    later = _pace(_even(), 31)
    assert first.ends.late - first.ends.early > 1.5 * (later.ends.late - later.ends.early)


def test_a_table_later_than_the_middle_by_more_than_a_game_lags_and_decides_the_end_alone() -> None:
    found = _pace([*_even(4), _at(5, 26)], 31)
    assert [table.lags for table in found.tables] == [False] * 4 + [True]
    assert (found.last.table, found.alone) == (5, True)
    assert not _pace(_even(4), 31).alone


def test_a_table_that_has_been_silent_for_very_long_is_named_and_not_waited_for() -> None:
    tables = [*_even(6, games=5)[:4], *_even(6, games=4)[4:], _at(7, 5)]
    found = _pace(tables, 48)
    assert [table.table for table in found.tables if table.silent] == [7]
    assert found.last.table in {5, 6}
    alone = _pace([*_even(4, games=5), _at(5, 5)], 50)
    assert (alone.last.table, alone.tables[-1].silent) == (5, True)


def test_sheets_keyed_together_share_the_time_since_the_one_before() -> None:
    apart = _pace([_at(table, 10, 20, 30) for table in range(1, 5)], 31)
    together = _pace([_at(table, 10, 29.9, 30) for table in range(1, 5)], 31)
    assert together.a_game == pytest.approx(apart.a_game, rel=0.03)
    at_first = _pace([_at(table, 10, 10.1, 10.2) for table in range(1, 5)], 12)
    assert at_first.a_game > 5 * MINUTE


def test_a_table_that_is_done_ended_with_its_last_sheet() -> None:
    done, open_ = _pace([_at(1, 10, 20, due=2), _at(2, 10, 20)], 25).tables
    assert (done.over, done.ends.early, done.ends.late, done.last_begins) == (
        True,
        20 * MINUTE,
        20 * MINUTE,
        None,
    )
    assert not open_.over
    both = _pace([_at(1, 10, 20, due=2), _at(2, 10, 21, due=2)], 25)
    assert (both.ends.late, both.last.table, both.call_at(60 * MINUTE)) == (
        21 * MINUTE,
        2,
        60 * MINUTE,
    )


def test_the_last_game_is_called_so_that_it_is_in_at_four_tables_of_five() -> None:
    found = _pace(_even(), 31)
    assert 49 * MINUTE > found.call_at(60 * MINUTE) > 44 * MINUTE
    one = _pace(_even(1), 31)
    assert one.call_at(60 * MINUTE) > found.call_at(60 * MINUTE)
    assert found.games_by(52 * MINUTE) == dict.fromkeys(range(1, 9), 5)
    assert found.games_by(0) == dict.fromkeys(range(1, 9), 3)


def test_the_last_game_of_a_table_that_plays_it_began_with_the_sheet_before() -> None:
    assert _pace([_at(1, 10, 20, 30, 40)], 44).tables[0].last_begins == 40 * MINUTE
    first = _pace([_at(1, 10), _at(2, due=1)], 12).tables[1]
    assert first.last_begins is not None


def test_more_sheets_than_games_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Table 3 has 2 sheets of 1 games\."):
        pace([_at(3, 1, 2, due=1)], 0, 1)


def test_a_sheet_within_the_minute_moves_its_own_table_alone_and_at_once() -> None:
    tables = [*_even(6, games=4), _at(7, 5)]
    before = _pace(tables, 42)
    assert [table.table for table in before.tables if table.silent] == [7]
    after = _pace([*tables[:6], _at(7, 5, 42.5)], 42)
    assert after.tables[6] != replace(before.tables[6], silent=False)
    assert not after.tables[6].silent
    assert [replace(table, lags=False) for table in after.tables[:6]] == [
        replace(table, lags=False) for table in before.tables[:6]
    ]
    first = _pace([_at(1, 12.5), _at(2)], 12)
    assert first == _pace([_at(1, 12.5), _at(2)], 12), "before that minute none was in"


def _course() -> list[tuple[list[TableTimes], float]]:
    """What is known of six tables whenever a sheet comes in, at the minute before."""
    rng, at, known = Random(5), 6.0, [_at(table) for table in range(1, 7)]
    course = []
    for number in rng.sample([table for table in range(6) for _ in range(5)], 30):
        at += rng.choice((0.2, 1.5))
        one = known[number]
        known[number] = replace(one, came_in=(*one.came_in, at * MINUTE))
        course.append((list(known), int(at) * MINUTE))
    return course


def _fresh(tables: list[TableTimes], now: float) -> Pace | None:
    for kept in (
        game_lengths.ends,
        game_lengths._explained,
        pace_module._learnt,
        pace_module._looked_back,
    ):
        kept.cache_clear()
    return pace(tables, now, 1, 40)


def test_what_is_kept_is_what_would_be_reckoned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    course = _course()
    kept = [pace(tables, now, 1, 40) for tables, now in course]
    fresh = [_fresh(tables, now) for tables, now in course]
    assert kept == fresh

    first: dict[tuple[int, Hall], Ends] = {}

    def missed(table: Played, number: int, of: Hall, seed: int) -> Ends:
        """Keeps a table however many of its sheets came in since."""
        return first.setdefault((number, of), game_lengths.ends(table, number, of, seed))

    monkeypatch.setattr(pace_module, "ends", missed)
    assert [pace(tables, now, 1, 40) for tables, now in course] != fresh, "the control"


@settings(max_examples=25)
@given(
    st.lists(st.lists(st.floats(0, 7200), max_size=5), min_size=1, max_size=6),
    st.floats(7200, 9000),
    st.floats(0, 20000),
)
def test_nothing_still_to_come_is_expected_in_the_past(
    times: list[list[float]], now: float, close: float
) -> None:
    found = pace(
        [TableTimes(number, 5, tuple(of)) for number, of in enumerate(times)],
        now,
        1,
        count=40,
    )
    for one in found.tables if found else ():
        assert one.ends.early <= one.ends.middle <= one.ends.late
        assert one.over or one.ends.early >= now
        assert one.over or (one.last_begins or 0) <= one.ends.late
        assert one.games_in <= (found.games_by(close)[one.table] if found else 0) <= one.due
    assert found is None or found.ends.early <= found.ends.middle <= found.ends.late

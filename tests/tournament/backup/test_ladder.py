"""Which copies stay as the evening goes on."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tournament.backup import ladder
from tournament.backup.names import copies, name_of

NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)
times = st.lists(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)), min_size=1)  # noqa: DTZ001


def test_after_three_days_each_minute_of_an_hour_each_hour_of_two_days_and_each_day_is_there() -> None:
    made = [NOW + timedelta(minutes=minute) for minute in range(3 * 24 * 60 + 1)]
    stay, last = ladder.kept(made), made[-1]
    ages = [last - at for at in stay]
    assert sum(age <= timedelta(hours=1) for age in ages) == 61
    assert sum(timedelta(hours=1) < age <= timedelta(days=2) for age in ages) == 47
    assert sum(age > timedelta(days=2) for age in ages) == 2


@given(times)
def test_the_newest_copy_always_stays_and_what_stays_once_stays_when_thinned_again(made: list[datetime]) -> None:
    stay = ladder.kept(made)
    assert max(made) in stay
    assert ladder.kept(stay) == stay


def test_a_clock_that_jumps_a_year_empties_no_folder(tmp_path: Path) -> None:
    for at in (NOW, NOW + timedelta(minutes=1), NOW - timedelta(days=365)):
        (tmp_path / name_of("spring", at, 7, "0123abcd", ".sqlite3")).touch()
    ladder.thin(tmp_path)
    assert [copy.at for copy in copies(tmp_path)] == [NOW, NOW + timedelta(minutes=1)]


def test_what_is_no_copy_and_what_is_damaged_is_left_to_people(tmp_path: Path) -> None:
    copy = tmp_path / name_of("spring", NOW, 7, "0123abcd", ".dump")
    copy.touch()
    aside = ladder.set_aside(copy)
    (tmp_path / "notes.txt").touch()
    ladder.thin(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([aside.name, "notes.txt"])
    assert copies(tmp_path) == []

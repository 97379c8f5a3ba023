"""Which copies stay as the evening goes on."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.server import ladder
from tournament.server.ladder import Copy, copies, latest_time, name_of, read_name

NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
FIRST, LAST = datetime(2020, 1, 1), datetime(2030, 1, 1)  # noqa: DTZ001 -- asked without a zone
times = st.lists(
    st.tuples(st.datetimes(FIRST, LAST, timezones=st.just(UTC)), st.booleans()), min_size=1
)


def copy(place: int, at: datetime, slug: str = "spring") -> Copy:
    """A copy at this place, under its name."""
    found = read_name(Path(name_of(slug, at, place, "0123abcd", place)))
    assert found is not None
    return found


def made_in(folder: Path, times: Sequence[datetime]) -> list[Copy]:
    """Copies made one after another while the clock said this, each followed by the thinning that a
    copy brings.
    """
    made = []
    for place, at in enumerate(times):
        held = copy(place, at)
        path = folder / held.path
        path.touch()
        ladder.thin(folder, path)
        made.append(replace(held, path=path))
    return made


def test_after_three_days_each_minute_of_an_hour_each_hour_of_two_days_and_each_day_is_there() -> (
    None
):
    stay = ladder.kept(copy(minute, NOW + minute * MINUTE) for minute in range(3 * 24 * 60 + 1))
    last = max(stay).at
    ages = [last - one.at for one in stay]
    assert sum(age <= timedelta(hours=1) for age in ages) == 61
    assert sum(timedelta(hours=1) < age <= timedelta(days=2) for age in ages) == 47
    assert sum(age > timedelta(days=2) for age in ages) == 2


@given(times)
def test_the_last_copy_always_stays_and_what_stays_once_stays_when_thinned_again(
    made: list[tuple[datetime, bool]],
) -> None:
    there = [
        copy(place, at, "spring" if spring else "autumn") for place, (at, spring) in enumerate(made)
    ]
    stay = ladder.kept(there)
    assert set(there[-ladder.MOST_RECENT :]) <= stay
    assert ladder.kept(stay) == stay


WRONG: Mapping[str, Sequence[datetime]] = {
    "a flat battery after a rehearsal": (NOW, *(NOW - 1000 * DAY + n * MINUTE for n in range(3))),
    "ninety days ahead, then right again": (
        NOW,
        NOW + 90 * DAY,
        *(NOW + n * MINUTE for n in range(1, 4)),
    ),
    "ninety days ahead from now on": (NOW, NOW + MINUTE, NOW + 90 * DAY),
    "an hour back in the night": tuple(
        NOW + n * MINUTE - (timedelta(hours=1) if n > 5 else 0 * DAY) for n in range(9)
    ),
}


@pytest.mark.promise(
    "No clock, however wrong, takes away a copy just made, nor one of the last sixty", faults=(27,)
)
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_clock_takes_no_copy_away_and_the_last_one_made_is_the_last(
    what: str, tmp_path: Path
) -> None:
    made = made_in(tmp_path, WRONG[what])
    assert copies(tmp_path) == made


@pytest.mark.control("test_a_wrong_clock_takes_no_copy_away_and_the_last_one_made_is_the_last")
@pytest.mark.parametrize(
    "what", ["a flat battery after a rehearsal", "ninety days ahead, then right again"]
)
def test_ages_by_the_latest_time_alone_would_take_the_fresh_copy_away(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_the_clock(there: Iterable[Copy]) -> set[Copy]:
        held = list(there)
        latest = max(one.at for one in held)
        return {one for one in held if latest - one.at <= ladder.DAILY}

    monkeypatch.setattr(ladder, "kept", by_the_clock)
    thinned = ladder.thin
    monkeypatch.setattr(ladder, "thin", lambda folder, _fresh: thinned(folder))
    made = made_in(tmp_path, WRONG[what])
    assert made[-1] not in copies(tmp_path)


def test_what_is_no_copy_and_what_is_damaged_is_left_to_people(tmp_path: Path) -> None:
    whole = tmp_path / name_of("spring", NOW, 7, "0123abcd")
    whole.touch()
    aside = ladder.set_aside(whole)
    (tmp_path / "notes.txt").touch()
    ladder.thin(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([aside.name, "notes.txt"])
    assert copies(tmp_path) == []


def test_the_latest_time_is_read_anew_where_a_copy_came(tmp_path: Path) -> None:
    assert latest_time(tmp_path / "nowhere") is None
    for seconds, at in enumerate((NOW + DAY, NOW, NOW + 2 * DAY), start=1):
        (tmp_path / name_of("spring", at, 7, "0123abcd", seconds)).touch()
        os.utime(tmp_path, (seconds, seconds))  # two of one moment would look alike
        assert latest_time(tmp_path) == max(copy.at for copy in copies(tmp_path))

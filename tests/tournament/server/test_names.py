"""The name of a copy says what is in it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tournament.server.ladder import Copy, name_of, read_name

NOW = datetime(2027, 2, 11, 20, 0, 1, 5, tzinfo=UTC)


@pytest.mark.parametrize("slug", ["spring", "spring-2027-2", ""])
def test_a_name_says_event_time_entry_and_head(slug: str) -> None:
    path = Path(name_of(slug, NOW, 512, "0123abcd4567", 1513))
    assert read_name(path) == Copy(1513, NOW, path, slug or "empty", 512, "0123abcd")


def test_a_name_of_an_older_program_has_no_place_and_comes_first() -> None:
    path = Path(name_of("spring", NOW, 512, "0123abcd4567"))
    assert path.name == "spring-20270211T200001000005-512-0123abcd.sqlite3"
    assert read_name(path) == Copy(-1, NOW, path, "spring", 512, "0123abcd")


@pytest.mark.parametrize(
    "name",
    [
        "evening.sqlite3",
        "spring-20270211T200000000000-7-0123abcd.sqlite3.partial",
        "spring-99999999T999999999999-7-none.sqlite3",
    ],
)
def test_other_files_are_no_copies(name: str) -> None:
    assert read_name(Path(name)) is None

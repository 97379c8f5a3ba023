"""Codes on paper go on being right on another laptop: the secret they come from goes with the
copies.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import override_settings

from tournament.server import backup, storage

NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """A server's own folder with the secret it made, and a stick."""
    made = tmp_path / "var"
    made.mkdir()
    (made / storage.SECRET).write_text("of this laptop")
    (tmp_path / "stick").mkdir()
    with override_settings(VAR_DIR=made, SECRET_KEY="of this laptop"):
        yield made


def test_the_secret_lies_beside_the_copies_and_is_read_by_nobody_else(var: Path) -> None:
    stick = var.parent / "stick"
    for _time in range(2):
        backup.lay_beside(stick)
    kept = stick / storage.SECRET
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("of this laptop", backup.PRIVATE)


def test_another_laptop_takes_it_and_keeps_its_own_under_another_name(var: Path) -> None:
    stick = var.parent / "stick"
    (stick / storage.SECRET).write_text("of the dead one")
    assert backup.take_from(stick, NOW)
    assert (var / storage.SECRET).read_text() == "of the dead one"
    assert (var / "secret_key.before-20270211T200000000000").read_text() == "of this laptop"
    with override_settings(SECRET_KEY="of the dead one"):
        assert not backup.take_from(stick, NOW)


def test_a_secret_from_the_environment_is_neither_copied_nor_replaced(var: Path) -> None:
    stick = var.parent / "stick"
    with override_settings(SECRET_KEY="given"):
        backup.lay_beside(stick)
        assert list(stick.iterdir()) == []
        (stick / storage.SECRET).write_text("of the dead one")
        assert not backup.take_from(stick, NOW)
    assert (var / storage.SECRET).read_text() == "of this laptop"

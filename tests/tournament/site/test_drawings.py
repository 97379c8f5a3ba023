"""Drawn pages: the newest while there is time for it, one a moment older while others need the
machine.
"""

import threading
from collections.abc import Callable

import pytest

from tournament.site import background, drawings
from tournament.site.background import SHARE
from tournament.site.drawings import PURSE, Drawn, DrawnPages


class Hours:
    """A clock that moves when it is told to, on the wall and for work."""

    def __init__(self) -> None:
        self.wall = self.work = 0.0


@pytest.fixture
def hours() -> Hours:
    """A clock at nought."""
    return Hours()


@pytest.fixture(autouse=True)
def _share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing is held to the share that a server has."""
    monkeypatch.setattr(background, "SHARE", SHARE)


@pytest.fixture
def pages(hours: Hours) -> DrawnPages:
    """Pages of a process that has drawn nothing."""
    return DrawnPages(clock=lambda: hours.wall, work=lambda: hours.work)


def drawing(version: int, hours: Hours, cost: float = 0.0) -> Callable[[], Drawn]:
    """Draws a version, which takes so long."""

    def draw() -> Drawn:
        hours.work += cost
        return Drawn(version, b"%d" % version)

    return draw


def never() -> Drawn:
    """Whoever draws here draws once too often."""
    raise AssertionError("drawn again")


def test_a_version_is_drawn_once_and_the_next_one_anew(pages: DrawnPages, hours: Hours) -> None:
    assert pages.of("board", 1, drawing(1, hours)).body == b"1"
    assert pages.of("board", 1, never).body == b"1"
    assert pages.of("board", 2, drawing(2, hours)).body == b"2"
    assert pages.of("other", 1, drawing(1, hours)).body == b"1"


def test_a_version_that_came_while_drawing_is_not_drawn_again(
    pages: DrawnPages, hours: Hours
) -> None:
    assert pages.of("board", 1, drawing(3, hours)).version == 3
    assert pages.of("board", 2, never).version == 3


@pytest.mark.promise(
    "However many look, drawing boards keeps to its share of the machine", faults=(26,)
)
def test_under_a_flood_drawing_keeps_to_its_share_and_the_last_page_is_handed_out(
    pages: DrawnPages, hours: Hours
) -> None:
    assert pages.of("board", 1, drawing(1, hours, PURSE + 1)).version == 1
    assert pages.of("board", 2, never).version == 1
    hours.wall = 1 / SHARE
    assert pages.of("board", 2, never).version == 1
    hours.wall += 0.01
    assert pages.of("board", 3, drawing(3, hours)).version == 3


@pytest.mark.control(
    "test_under_a_flood_drawing_keeps_to_its_share_and_the_last_page_is_handed_out"
)
def test_without_the_purse_every_version_would_be_drawn_at_once(
    hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "PURSE", float("inf"))
    pages = DrawnPages(clock=lambda: hours.wall, work=lambda: hours.work)
    for version in (1, 2, 3):
        assert pages.of("board", version, drawing(version, hours, 100)).version == version


def test_a_page_is_handed_out_for_no_longer_than_it_may_be_old(hours: Hours) -> None:
    pages = DrawnPages(clock=lambda: hours.wall, work=lambda: hours.work, oldest=3)
    assert pages.of("wall", 1, drawing(1, hours, PURSE + 1)).version == 1
    hours.wall = 2.9
    assert pages.of("wall", 2, never).version == 1
    hours.wall = 3
    assert pages.of("wall", 2, drawing(2, hours, PURSE)).version == 2
    assert pages.of("wall", 3, never).version == 2


def test_the_purse_never_holds_more_than_a_burst(pages: DrawnPages, hours: Hours) -> None:
    hours.wall = 1_000_000
    assert pages.of("board", 1, drawing(1, hours)).version == 1
    assert pages.of("board", 2, drawing(2, hours, PURSE)).version == 2
    assert pages.of("board", 3, never).version == 2


def test_who_asks_while_another_draws_gets_the_last_page_at_once(
    pages: DrawnPages, hours: Hours
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> Drawn:
        begun.set()
        assert go_on.wait(30)
        return Drawn(2, b"2")

    pages.of("board", 1, drawing(1, hours))
    artist = threading.Thread(target=pages.of, args=("board", 2, slowly))
    artist.start()
    assert begun.wait(30)
    assert pages.of("board", 2, never).version == 1
    go_on.set()
    artist.join()
    assert pages.of("board", 2, never).version == 2


def test_a_drawing_that_fails_is_no_bar_to_the_next(pages: DrawnPages, hours: Hours) -> None:
    with pytest.raises(AssertionError, match="drawn again"):
        pages.of("board", 1, never)
    assert pages.of("board", 1, drawing(1, hours)).version == 1

"""What the pages cost that officials open most: so many calls of Python, kept and after a sheet."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from tests.tournament.entry.test_costs_of_entry import calls
from tests.tournament.evening import official, save, seated_event
from tournament.models import Event
from tournament.site import keeping
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
HANDS, TURNS = ("out", "7", "3", "4", "5"), 3
CALLS = {"kept": (3_180, 3_355), "after": (19_250, 19_640), "anew": (24_820, 49_500)}
"""The most calls for the standings and the home, client and middleware with them: kept, after a
sheet of another table, and with nothing kept. A twentieth above what was counted on SQLite on
29 November 2026.
"""
DRIVER = {"sqlite": 1.0, "postgresql": 1.1}
"""PostgreSQL's driver takes more calls for each question."""
BEFORE: dict[str, Callable[[Event, int], object]] = {
    "kept": lambda _event, _turn: None,
    "after": lambda event, turn: save(event, HANDS, (1, 2 + turn % 4, 1 + turn // 4)),
    "anew": lambda _event, _turn: KEEP.clear(),
}


def counted(kind: str) -> tuple[int, int]:
    """The calls for standings and home, the fewest of three: a minute that turns draws a page."""
    event = seated_event(25)
    save(event, HANDS)
    client = Client()
    client.force_login(official(event))

    def fewest(page: str, turns: range) -> int:
        def look(_turn: int) -> None:
            assert client.get(page).status_code == 200

        def calls_at(turn: int) -> int:
            look(turn)
            BEFORE[kind](event, turn)
            return calls(look, turn)

        return min(map(calls_at, turns))

    home = f"/e/{event.slug}/"
    counts = fewest(f"{home}standings/", range(TURNS)), fewest(home, range(TURNS, 2 * TURNS))
    print(kind, counts)  # pytest tells it where a test goes red
    return counts


@pytest.mark.parametrize("kind", BEFORE)
def test_a_page_takes_no_more_calls_than_were_counted(kind: str) -> None:
    most = [bound * DRIVER[connection.vendor] for bound in CALLS[kind]]
    assert [count <= bound for count, bound in zip(counted(kind), most, strict=True)] == [
        True,
        True,
    ]


@pytest.mark.control
def test_a_page_that_is_not_kept_takes_more_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    states = iter(range(100))
    monkeypatch.setattr(keeping, "_state", lambda _official: next(states))
    most = CALLS["kept"]
    assert [count > bound for count, bound in zip(counted("kept"), most, strict=True)] == [
        True,
        True,
    ]

"""At a hundred and ten guests no act between cut and hand-over costs more than 25 queries, and its
pages few.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import fresh, sealed_event
from tests.tournament.evening import official, save, seated_event, sign
from tournament.counting.board import board
from tournament.counting.finals import PODIUM
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import (
    hold_half_time,
    open_extra_game,
    read_back,
    read_next,
    reveal_podium,
    withdraw_podium,
)
from tournament.finals.acts_replies import reply, take_reply_back
from tournament.models import Event, Reply, Role
from tournament.seating.acts import close_round
from tournament.standings.public import public_place
from tournament.steps.acts import seat_playoff
from tournament.steps.offers import step_now
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
MOST = 25
SEATING = 35
"""Once in an evening, with all that may come before it."""


def hall() -> Event:
    """Twenty-two tables of five, one game in each of two rounds."""
    event = seated_event(110, games_per_round=1, playoff_games=1)
    for number in (1, 2):
        for table in range(1, 23):
            points = tuple(f"={table + 22 * seat}" for seat in range(5))
            save(event, points, (number, table, 1), blocked=True)
        close_round(event, number, sign())
        if number == 1:
            hold_half_time(event, sign())
    seal_cut(event, sign())
    return fresh(event)


@contextmanager
def most(queries: int) -> Iterator[None]:
    """No more queries than these; a test's own savepoints are none."""
    with CaptureQueriesContext(connection) as asked:
        yield
    counted = [query["sql"] for query in asked.captured_queries if "SAVEPOINT" not in query["sql"]]
    assert len(counted) <= queries, "\n".join(counted)


def pages(event: Event, parts: dict[str, int], *, role: Role) -> None:
    """Pages of a board and a step that are kept: whoever asks first after an act pays once."""
    client = Client()
    client.force_login(official(event, role, f"{role}-{len(parts)}"))
    board(event)
    step_now(event)
    for part, queries in parts.items():
        with most(queries):
            assert client.get(f"/e/{event.slug}/{part}").status_code == 200, part


def test_acts_and_pages_stay_within_their_queries() -> None:
    event = hall()
    first, second = board(event).cut.qualifiers[:2]  # type: ignore[union-attr]
    acts: list[Callable[[], object]] = [
        *(lambda: read_next(event, sign()) for _ in range(3)),
        lambda: read_back(event, sign()),
        lambda: reply(event, [first], sign(), declined=True),
        lambda: reply(event, [second], sign(), declined=False),
        lambda: take_reply_back(event, second, sign(), reason="They left the table"),
        lambda: reveal_cut(event, sign()),
    ]
    for act in acts:
        with most(MOST):
            act()
    with most(SEATING):
        seat_playoff(event, sign())
    pages(
        fresh(event),
        {"play-off/": 18, "reveal/": 11, "prizes/": 8, "prizes/list/": 12},
        role=Role.ORGANISER,
    )
    save(event, ("out", "5", "5", "=20", "=40"), (3, 1, 1))
    save(event, ("=50", "=51", "=3", "=52", "=53"), (3, 2, 1), blocked=True)
    level = board(fresh(event)).playoff[2].undecided
    assert len(level) == 2
    ending: list[Callable[[], object]] = [
        lambda: open_extra_game(event, level, sign()),
        lambda: save(event, ("out", "=4"), (4, 1, 1)),
        lambda: read_next(event, sign(), stage=PODIUM),
        lambda: reveal_podium(event, sign()),
        lambda: withdraw_podium(event, sign(), reason="Once more"),
    ]
    for act in ending:
        with most(MOST):
            act()
    event = fresh(event)
    pages(
        event,
        {"podium/": 11, "play-off/": 20, "prizes/": 8, "paper/changed/": 11},
        role=Role.HEAD_UMPIRE,
    )
    with most(MOST):
        assert public_place(event, first) is not None


def test_verify_names_an_answer_and_a_name_that_the_ledger_does_not_know() -> None:
    event, first = sealed_event(), "P001"
    reply(event, [first], sign(), declined=True)
    read_next(event, sign())
    assert list(faults(fresh(event))) == []
    Reply.objects.filter(event=event).update(declined=False)
    Event.objects.filter(pk=event.pk).update(reading={"stage": "cut", "called": ["somebody"]})
    assert list(faults(fresh(event))) == [
        f"What finalist {first} answered is not what the record says.",
        "The names that were read out are not those of the record.",
    ]

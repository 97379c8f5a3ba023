"""What every act asks of the database at 110 guests: no more than 25 queries,
whatever the field.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection

from tests.tournament.acts_table import holds_acts
from tests.tournament.evening import add_guests, new_event, sign
from tests.tournament.test_every_act import (
    NAMES,
    fresh,
    play,
    play_extra_games,
    play_level,
    refusable,
    undone,
)
from tests.tournament.trials import TRIALS
from tournament.counting.seats import hall
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.models import Event
from tournament.seating.acts import close_round
from tournament.seating.acts_draw import draw_seating, drawn, publish_seating
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
MOST = 25
DEARER = {"seal_cut": 45, "move_table": 45, "seat_playoff": 35}
"""The seal counts twice: the cut, and the board as it stood when the last game began. A table is
moved game by game, each with its entry and its key: here two, whatever the field. The play-off is
seated once in an evening, with all that may come before it.
"""
TRANSACTION = ("SAVEPOINT", "RELEASE", "ROLLBACK")


class Costs:
    """Counts the queries of every act apart: by the outermost frame of a room's acts that asks."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}
        self._act: Any = None
        self._count = 0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        act = _outermost()
        if act is not None and not sql.startswith(TRANSACTION):
            if act is not self._act:
                self._act, self._count = act, 0
            self._count += 1
            name = act.f_code.co_name
            self.counted[name] = max(self.counted.get(name, 0), self._count)
        return execute(sql, params, many, context)


def _outermost() -> Any:
    """The act that was called from outside the acts; None where a test asks for itself."""
    frame, found = sys._getframe(), None
    while frame is not None:
        if _of_acts(frame.f_code.co_filename, frame.f_code.co_name):
            found = frame
        frame = frame.f_back  # type: ignore[assignment]
    return found


@cache
def _of_acts(file: str, name: str) -> bool:
    return not name.startswith(("_", "<")) and holds_acts(Path(file))


def stages(event: Event, rng: Random) -> Iterator[str]:
    """A whole evening of 110 guests, stopping where acts are tried."""
    yield "guests"
    draw_seating(event, drawn(hall(event), 7), sign())
    yield "drawn"
    publish_seating(event, sign())
    yield "published"
    play(event, rng, 50)
    yield "playing"
    play(event, rng, 88)
    yield "played"
    for number in (1, 2):
        close_round(event, number, sign())
    yield "closed"
    seal_cut(event, sign())
    yield "sealed"
    reveal_cut(event, sign())
    yield "revealed"
    seat_playoff(event, sign(), warned=True)
    yield "play-off"
    play_level(event)
    yield "level"
    play_extra_games(event)
    yield "decided"


@contextmanager
def counting() -> Iterator[Costs]:
    """The costs of what is done inside."""
    costs = Costs()
    with connection.execute_wrapper(costs):
        yield costs


def test_no_act_asks_more_than_25_queries_at_110_guests() -> None:
    event = new_event(games_per_round=2, cut_tie="admit_still_tied")
    add_guests(event, 110)
    found: dict[str, int] = {}
    tried: set[str] = set()
    with counting() as costs:
        for stage in stages(event, Random(7)):
            for name in (name for name in NAMES if name not in tried):
                with undone(), refusable([]):
                    undo = TRIALS[name].does(fresh(event), Random(f"{stage} 0"))
                    if undo is not None:
                        undo()
                        tried.add(name)
        found = costs.counted
    assert sorted(tried) == NAMES
    dear = {name: count for name, count in found.items() if count > DEARER.get(name, MOST)}
    assert dear == {}
    assert {trial.act for trial in TRIALS.values()} <= set(found)


def test_an_act_that_asks_once_for_each_guest_would_be_seen() -> None:
    """The control: a function of a room's acts that asks thirty times is counted so."""
    event = new_event()
    namespace: dict[str, Any] = {"Event": Event, "pk": event.pk}
    code = "def dear():\n    for _ in range(30):\n        Event.objects.filter(pk=pk).exists()\n"
    exec(compile(code, "tournament/entry/acts_dear.py", "exec"), namespace)
    with counting() as costs:
        namespace["dear"]()
        Event.objects.filter(pk=event.pk).exists()
    assert costs.counted == {"dear": 30}

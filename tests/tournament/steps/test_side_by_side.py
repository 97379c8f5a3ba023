"""Home, umpire's card, announcer, wall, board and guests' pages side by side: at no state of an
evening do two of them tell the same thing in other words, and none is at another step.
"""

from collections.abc import Callable, Mapping

import pytest

from tests.second_rank import by_rank
from tests.tournament.ending import fresh, sealed_event
from tests.tournament.evening import save, seated_event, sheet, sign
from tests.tournament.stages import STAGES
from tests.tournament.steps.mouths import (
    ANNOUNCER,
    ORGANISER,
    apart,
    browser,
    heard,
    unlike_the_step,
)
from tests.walks.sentences import false_in
from tournament.entry.acts import correct_sheet
from tournament.finals.acts_playoff import read_next
from tournament.models import Event
from tournament.seating.acts import close_round, reopen_round

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")


def _read(event: Event, names: int) -> Event:
    for _name in range(names + 1):
        read_next(event, sign())
    return fresh(event)


def _reopened() -> Event:
    """Names are read, and the round is open again."""
    event = _read(sealed_event(), 1)
    reopen_round(event, 1, sign(), reason="A card was found")
    return fresh(event)


def _moved() -> Event:
    """Names are read, and a correction changed who goes through."""
    event = _read(sealed_event(), 1)
    corrected = sheet(("=50", "5", "=5", "=20", "out"), seen=1, reason="Misread", witness="W W")
    correct_sheet(event, corrected, sign(), at_desk=True)
    return fresh(event)


def _last_game() -> Event:
    event = seated_event(10, games_per_round=2)
    for table in (1, 2):
        save(event, GAME, (1, table, 1))
    return fresh(event)


def _half_way() -> Event:
    event = seated_event(10, games_per_round=3)
    save(event, GAME, (1, 1, 1))
    return fresh(event)


def _half_time() -> Event:
    event = seated_event(10, games_per_round=1)
    for table in (1, 2):
        save(event, GAME, (1, table, 1))
    close_round(event, 1, sign())
    return fresh(event)


STATES: Mapping[str, Callable[[], Event]] = {
    "a game is played": _half_way,
    "the last game is played": _last_game,
    "after a round": _half_time,
    "a round is open again while names are read": _reopened,
    "another goes through while names are read": _moved,
    **STAGES,
}
FIRST = (
    "the last game is played",
    "after a round",
    "another goes through while names are read",
    "the play-off is level",
)


@pytest.mark.promise("Home, announcer, walls, board and guests' pages say the same of the evening")
@pytest.mark.parametrize("state", by_rank(STATES, FIRST))
def test_at_no_state_do_two_say_the_same_thing_in_other_words(state: str) -> None:
    event = fresh(STATES[state]())
    if event.is_rehearsal:
        return
    mouths = heard(event, browser(event))
    event = fresh(event)
    assert apart(mouths) == []
    assert false_in(" | ".join(mouths.values()), event) == []
    if not event.paired:
        assert unlike_the_step(event, mouths) == [], mouths


@pytest.mark.control("test_at_no_state_do_two_say_the_same_thing_in_other_words")
def test_a_home_that_speaks_for_itself_would_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    event = _half_way()
    monkeypatch.setattr("tournament.home.now.to_be_said", lambda _hall: "Please hurry.")
    assert apart(heard(event, browser(event)))


def test_while_a_result_is_looked_at_again_nobody_goes_on_reading() -> None:
    for event in (_reopened(), _moved()):
        mouths = heard(event, browser(event))
        said = "One moment, please. A result is being looked at again."
        assert mouths[ANNOUNCER] == said
        assert mouths[ORGANISER].endswith(f"“{said}”")

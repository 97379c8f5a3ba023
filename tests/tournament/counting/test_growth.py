"""The board that grows: equal to the one counted from all rows, whatever happened in between."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import save, seated_event
from tests.tournament.test_every_act import NAMES, STAGES, fresh, refusable, small_evening, undone
from tests.tournament.trials import TRIALS, results
from tournament.counting import board as counting_board
from tournament.counting.board import board, compute, counted, newest, read_at
from tournament.models import Event, LedgerEntry

pytestmark = pytest.mark.django_db
EVENINGS, ACTS = 4, 14


def differences(seed: int) -> tuple[int, int]:
    """After each of some acts the board that grew is held against the one from the rows, and that
    of an act ago against the one of the past: how often it grew, and how often they differed.
    """
    with undone():
        return _differences(seed)


def _differences(seed: int) -> tuple[int, int]:
    rng, grew, wrong = Random(seed), 0, 0
    event = small_evening(rng.choice(STAGES[2:5]), rng)
    board(fresh(event))
    for _ in range(ACTS):
        with refusable([]):
            _act(event, rng)
        now, last = fresh(event), newest(event)
        grew += bool(last and counting_board.grown(now, last))
        earlier = LedgerEntry.objects.filter(event=event).count() - 1
        wrong += read_at(now, earlier, counted) != compute(now, until=earlier)
        wrong += board(now) != compute(now)
    return grew, wrong


def _act(event: Event, rng: Random) -> None:
    """Mostly a sheet, as on an evening; else anything."""
    waiting = (game for game in results.games(event, rng) if not game.sheets.exists())
    game = next(waiting, None) if rng.random() < 0.6 else None
    if game is not None:
        results.enter(fresh(event), rng, game)
    else:
        TRIALS[rng.choice(NAMES)].does(fresh(event), rng)


@pytest.mark.promise("A board that grew by sheets is the board counted from all rows")
def test_a_board_that_grew_is_the_one_counted_from_the_rows() -> None:
    grew, wrong = zip(*(differences(seed) for seed in range(EVENINGS)), strict=True)
    assert wrong == (0,) * EVENINGS
    assert sum(grew) > EVENINGS


@pytest.mark.control("test_a_board_that_grew_is_the_one_counted_from_the_rows")
def test_an_act_taken_for_a_plain_sheet_spoils_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_board, "_plain", lambda new, _versions: bool(new))
    monkeypatch.setattr(counting_board, "_one_game_each", lambda _told, _versions: True)
    assert any(differences(seed)[1] for seed in range(10 * EVENINGS))


def test_a_sheet_costs_the_same_few_questions_however_much_is_in() -> None:
    costs = []
    for games in (1, 4):
        event = seated_event(20)
        for game in range(1, games + 1):
            save(event, ("out", "8", "3", "4", "5"), (1, 1, game))
        board(fresh(event))
        save(event, ("out", "8", "3", "4", "6"), (1, 2, 1))
        now = fresh(event)
        with CaptureQueriesContext(connection) as asked:
            board(now)
        costs.append(len(asked))
    assert costs == [2, 2]


def test_the_board_of_a_moment_ago_grows_from_what_is_known() -> None:
    event = seated_event(20)
    for table in range(1, 5):
        save(event, ("out", "8", "3", "4", "5"), (1, table, 1))
        if table == 2:
            board(fresh(event))
    now = fresh(event)
    last = compute(now).ledger
    for number in range(last - 3, last + 1):
        assert read_at(now, number, counted) == compute(now, until=number)
    with CaptureQueriesContext(connection) as asked:
        read_at(now, last - 1, counted)
    assert len(asked) == 2

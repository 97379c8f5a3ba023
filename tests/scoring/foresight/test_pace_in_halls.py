"""The end of a round as it is foretold in seven invented halls: without bias where sheets come in
one by one or in twos, and within the window in eight of ten wherever one is told.
"""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from scoring.foresight import pace as pace_module
from scoring.foresight.game_lengths import Batch
from scoring.foresight.pace import TableTimes, pace
from tests.figures import report
from tests.scoring.foresight.halls import GAMES, HALLS, MINUTE

SINGLY = ("one by one", "normal", "in twos")
MOMENTS = (20, 30, 40)
TABLES_IN = (5, 11, 18)
"""In a hall that hands in whole rounds one asks when so many tables are done."""
ROUNDS = 30


def _asked(hall: str, sheets: list[list[float]]) -> tuple[float, ...]:
    if hall == "at the end":
        done = sorted(times[-1] for times in sheets)
        return tuple(done[tables - 1] + MINUTE / 2 for tables in TABLES_IN)
    return tuple(minutes * MINUTE for minutes in MOMENTS)


def _known(sheets: list[list[float]], now: float) -> list[TableTimes]:
    return [
        TableTimes(number, GAMES, tuple(time for time in times if time <= now))
        for number, times in enumerate(sheets)
    ]


Told = tuple[float, bool, float]
"""By how many minutes the middle is too late, whether the window held, and how wide it was."""


def _told(hall: str, moment: int, seed: int) -> Told | None:
    """What was told at one of the moments; nothing if all was in, or no window was told."""
    sheets = HALLS[hall](Random(f"{hall} {seed}"))
    now, end = _asked(hall, sheets)[moment], max(times[-1] for times in sheets)
    found = pace(_known(sheets, now), now, seed, begun=0.0) if end > now else None
    if found is None or not found.told:
        return None
    ends = found.ends
    width = (ends.late - ends.early) / MINUTE
    return (ends.middle - end) / MINUTE, ends.early <= end <= ends.late, width


def _rounds(hall: str, moment: int, rounds: int) -> list[Told]:
    return [told for seed in range(rounds) if (told := _told(hall, moment, seed))]


@pytest.mark.parametrize("hall", ["one by one", "in twos", "at the end"])
def test_the_window_holds_most_ends_of_a_few_rounds(hall: str) -> None:
    """The short form: four rounds, half an hour after the first cards, or with eleven tables in."""
    moment = 1
    told = _rounds(hall, moment, 4)
    assert len(told) == 4
    assert sum(held for _off, held, _width in told) >= 3


def test_a_pair_of_sheets_that_counted_as_one_game_would_foretell_an_end_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: the first batch as one game of double length."""
    seeds = range(3)
    right = fmean(told[0] for seed in seeds if (told := _told("in twos", 1, seed)))
    batches = pace_module._batches
    for kept in (pace_module._learnt, pace_module._looked_back):
        kept.cache_clear()

    def one_game(table: TableTimes, begun: float) -> tuple[Batch, ...]:
        first, *later = batches(table, begun) or (Batch(0, 0.0),)
        return (Batch(1, first.seconds), *later) if first.games else ()

    monkeypatch.setattr(pace_module, "_batches", one_game)
    wrong = fmean(told[0] for seed in seeds if (told := _told("in twos", 1, seed)))
    for kept in (pace_module._learnt, pace_module._looked_back):
        kept.cache_clear()
    assert wrong > right + 1


def test_no_window_is_told_where_most_tables_are_silent_or_too_little_came_in() -> None:
    silent = [TableTimes(number, GAMES, (480.0, 960.0, 1440.0, 1920.0)) for number in range(8)]
    soon, late = pace(silent, 2000.0, 1, begun=0.0), pace(silent, 5500.0, 1, begun=0.0)
    assert soon is not None
    assert soon.told
    assert late is not None
    assert not late.told
    for times in ((480.0,), (480.0, 960.0, 1440.0)):
        few = [TableTimes(number, GAMES, times) for number in range(8)]
        early = pace(few, times[-1] + 20, 1, begun=0.0)
        assert early is not None
        assert not early.told


def test_whole_rounds_handed_in_foretell_the_others_by_the_length_of_a_round() -> None:
    """Four tables took 40 minutes and handed in all: those that handed in nothing are not silent,
    and do not begin with their first game.
    """
    done = [TableTimes(number, GAMES, (2400.0,) * GAMES) for number in range(4)]
    tables = [*done, *(TableTimes(number, GAMES) for number in range(4, 12))]
    found = pace(tables, 2460.0, 1, begun=0.0)
    assert found is not None
    assert found.told
    assert not any(table.silent for table in found.tables)
    assert found.ends.middle < 3300.0


def test_no_window_begins_before_the_moment_it_is_told() -> None:
    tables = [TableTimes(1, 1, (60.0,)), TableTimes(2, 1, (65.0,)), TableTimes(3, 1)]
    found = pace(tables, 70.0, 1, begun=0.0)
    assert found is not None
    assert found.told
    assert found.ends.early >= 70.0


def test_the_clock_of_a_round_begins_when_it_was_started_or_a_game_before_the_first_sheet() -> None:
    tables = [TableTimes(number, GAMES, (1000.0, 1500.0)) for number in range(4)]
    pressed, guessed = pace(tables, 1600.0, 1, begun=420.0), pace(tables, 1600.0, 1)
    assert pressed is not None
    assert pressed.begun == 420.0
    assert guessed is not None
    assert abs(guessed.begun - 500.0) < 60


@pytest.mark.torture
@pytest.mark.parametrize("hall", HALLS)
def test_thirty_rounds_of_each_hall_end_within_the_window_eight_times_in_ten(hall: str) -> None:
    """Within a minute and a half on average where sheets come one by one or in twos, as far as so
    many rounds can tell.
    """
    words = []
    for moment in range(len(MOMENTS)):
        told = _rounds(hall, moment, ROUNDS)
        if len(told) < 2:
            continue
        off = [minutes for minutes, _held, _width in told]
        held = sum(held for _off, held, _width in told)
        at = f"{TABLES_IN[moment]} tables in" if hall == "at the end" else f"{MOMENTS[moment]} min"
        words.append(
            f"{at}: {fmean(off):+.1f} min (sd {stdev(off):.1f}), {held} of {len(told)} within"
            f" {fmean(width for _off, _held, width in told):.0f} min"
        )
        assert held >= 0.8 * len(told) - 1, words[-1]
        if hall in SINGLY:
            assert abs(fmean(off)) - 2 * stdev(off) / sqrt(len(off)) <= 1.5, words[-1]
    report(f"pace_{hall.replace(' ', '_')}", "; ".join(words))

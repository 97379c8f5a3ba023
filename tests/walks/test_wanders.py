"""Evenings in which officials press whatever their pages offer, from some moment on."""

import os
from functools import partial
from random import Random

import pytest

from tests.second_rank import by_rank
from tests.walks.incidents import BESIDES, MOMENTS
from tests.walks.long_run import KEPT, LongRun, code_now
from tests.walks.plan import Plan, plan
from tests.walks.shrink import shrunk, told, walked

pytestmark = pytest.mark.django_db
LATEST = 70
"""Acts of an evening; so many of them at most come before the first press that nobody plans."""
PRESSED = KEPT.with_name("presses.jsonl")
SEEDS = (1, 2, 6, 7)


def pressed(seed: int) -> tuple[Plan, list[str], str]:
    """An evening of a seed, from some act on left to whoever presses; its wall, nothing where there
    was none.
    """
    evening = plan(seed, MOMENTS, BESIDES, most=12)
    again = partial(walked, acts=Random(f"acts {seed}").randint(1, LATEST), wanders=True)
    walk, wall = again(evening)
    befell = [evening.incidents[at].kind for at in walk.befallen]
    if wall is None:
        return evening, befell, ""
    as_met = bool(os.environ.get("AS_IT_IS"))
    return evening, befell, told(walk, wall) if as_met else told(*shrunk(evening, wall, again))


@pytest.mark.parametrize("seed", by_rank(SEEDS, SEEDS[-1:]))
def test_whatever_is_pressed_no_page_breaks_and_all_stays_in_order(seed: int) -> None:
    if wall := pressed(seed)[2]:
        pytest.fail(wall, pytrace=False)


@pytest.mark.torture
@pytest.mark.promise(
    "Whatever officials press at any moment, no page breaks, no link is dead, the ledger is in"
    " order and the archive comes in equal",
    figure="presses",
)
def test_a_thousand_evenings_stand_whatever_is_pressed(capsys: pytest.CaptureFixture[str]) -> None:
    first, number = (int(os.environ.get(*one)) for one in (("WALKS_FROM", "1"), ("WALKS", "1000")))
    run = LongRun(range(first, first + number), code_now(), PRESSED, "presses")
    with capsys.disabled():
        whole = run.go(pressed, float(os.environ.get("WALKS_SECONDS", "inf")))
    run.tell()
    assert [one.wall for one in run.walked.values() if one.wall] == []
    assert whole, f"{run}: run it again, and it goes on"


@pytest.mark.control("test_a_thousand_evenings_stand_whatever_is_pressed")
def test_an_act_that_breaks_its_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: object) -> None:
        raise KeyError("notice")

    monkeypatch.setenv("AS_IT_IS", "1")
    monkeypatch.setattr("tournament.screens.acts.tell", broken)
    # Nearly every evening comes to a page that tells the walls; the first soon does.
    wall = next(filter(None, (pressed(seed)[2] for seed in (8, 7, 5, 9))))
    broken_page = wall.splitlines()[-1].strip()
    # Whichever of the pages that tell the walls is pressed first, it is this fault that is found.
    assert broken_page.startswith("500 /e/*/")
    assert broken_page.endswith("KeyError('notice')")

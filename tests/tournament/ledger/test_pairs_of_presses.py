"""Two acts at random, and the first of them taken back: the evening ends as it was, or in a refusal
that names the press which stands on it, and nothing is changed then.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from django.db import connection

from tests.tournament.evening import sign
from tests.tournament.ledger.test_taking_back import differing, press, rows
from tests.tournament.test_every_act import (
    STAGES,
    evening_at_each_stage,
    fresh,
    refusable,
    small_evening,
    undone,
)
from tests.tournament.trials import TRIALS, Does, Undo, results
from tests.tournament.trials.outputs import outputs
from tournament.ledger import barriers
from tournament.ledger.taking_back import TakingBackRefusedError, take_back_all
from tournament.models import Event, Press
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SEED = 11


def saving(event: Event, rng: Random) -> Undo | None:
    """A sheet of a game that has none."""
    for game in results.games(event, rng):
        if not game.sheets.filter(accepted=True).exists():
            results.enter(event, rng, game)
            return lambda: None
    return None


ACTS: dict[str, Does] = {name: trial.does for name, trial in TRIALS.items()} | {"saving": saving}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two acts, and the choices each makes."""

    first: str
    second: str
    seed: int


def pressed(event: Event, name: str, seed: int) -> Press:
    """An act by a press of its own; one without a number where nothing was done."""
    with press() as done:
        ACTS[name](fresh(event), Random(seed))
    return done


def back(event: Event, presses: list[Press]) -> str:
    """Take presses back: the refusal, or nothing where they are."""
    before, named = rows(), ""
    try:
        with press():
            take_back_all(fresh(event), presses, sign())
    except TakingBackRefusedError as refused:
        named = f"{refused.press or 'own'}"
    assert not named or rows() == before
    return named


def tried(event: Event, pair: Pair) -> str:
    """How a pair ends; what is wrong begins with “wrong”."""
    before, given = rows(), outputs(fresh(event))
    first = pressed(event, pair.first, pair.seed)
    second = pressed(event, pair.second, pair.seed + 1)
    if first.pk is None or second.pk is None:
        return "nothing was done"
    alone = back(event, [first])
    if alone == "":
        ending = "taken back alone"
        refused = back(event, [second])
    elif alone in (str(second.pk), "own"):
        ending = "names the second" if alone != "own" else "by an act of its own"
        refused = back(event, [first, second])
    else:
        return f"wrong: press {alone} is named, and there is none but {second.pk}"
    fault = next(iter(faults(fresh(event))), "")
    if fault:
        return f"wrong: {fault}"
    if refused:
        return f"{ending}, the other by an act of its own"
    if rows() != before:
        return f"wrong: {differing(before, rows())}"
    return ending if outputs(fresh(event)) == given else "wrong: what is given out"


def endings(number: int, seed: int) -> tuple[Counter[str], dict[Pair, str]]:
    """How so many pairs end, and those that end wrongly."""
    rng, counted, wrong = Random(seed), Counter[str](), {}
    for stage, event in evening_at_each_stage(Random(SEED)):
        wanted = number // len(STAGES) + (STAGES.index(stage) < number % len(STAGES))
        for _try in range(20 * wanted):
            if wanted == 0:
                break
            first, second = rng.choices(sorted(ACTS), k=2)
            pair = Pair(first, second, rng.randrange(10**6))
            ending: list[str] = []
            with undone(), refusable([]):
                ending.append(tried(event, pair))
                connection.check_constraints()
            if not ending or ending[0] == "nothing was done":
                continue  # An act was refused, or the evening had no use for it.
            wanted -= 1
            counted[ending[0].partition(":")[0]] += 1
            if ending[0].startswith("wrong"):
                wrong[pair] = f"{stage}: {ending[0]}"
    return counted, wrong


@pytest.mark.promise("Any two acts go back to what was, or the one that stands in the way is named")
def test_two_acts_go_back_to_what_was_or_the_second_is_named() -> None:
    counted, wrong = endings(len(STAGES), SEED)
    assert wrong == {}
    assert counted["taken back alone"] > counted.total() / 4


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(SEED + 1, SEED + 21))
def test_two_thousand_pairs_of_acts_go_back_or_name_the_second(seed: int) -> None:
    counted, wrong = endings(100, seed)
    print(dict(counted))
    assert wrong == {}


@pytest.mark.control("test_two_acts_go_back_to_what_was_or_the_second_is_named")
def test_without_what_stands_in_the_way_a_pair_would_end_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, pair = small_evening("published", Random(SEED)), Pair("saving", "correcting", 3)
    with undone():
        assert tried(event, pair) == "names the second"
    monkeypatch.setattr(barriers, "_later", lambda groups, _changes: {pk: [] for pk in groups})
    with undone():
        assert tried(event, pair).startswith("wrong")

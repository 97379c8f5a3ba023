"""A mark takes plays back without a copy: whatever was tried in between, the game is the one that
only its plays made.
"""

from random import Random

import pytest

from scoring.games.shedding.machine import Machine
from scoring.law.plays import Reshuffle
from tests.scoring.games.shedding.side_by_side import FLAGS, Pair, dealt, next_play, state_of


def excursion(pair: Pair, rng: Random) -> int:
    """Play a few plays of the machine's own and take them back; how many new stocks they made."""
    machine = pair.machine
    mark, record, renewed = machine.mark(), len(machine.record), 0
    for _ in range(2):
        for _ in range(rng.randint(1, 12)):
            trial = next_play(Pair(machine, machine, pair.rules), rng)
            if trial is not None:
                machine.apply(trial)
        renewed += sum(isinstance(play, Reshuffle) for _, play in machine.record[record:])
        machine.back(mark)
    return renewed


def replayed(fresh: Machine, game: Machine) -> Machine:
    """The same plays at a table where nothing was ever taken back."""
    for _, play in game.record[len(fresh.record) :]:
        if not isinstance(play, Reshuffle):
            fresh.apply(play)
    return fresh


def taken_back(name: str, games: int) -> int:
    """Plays of random games with an excursion before each; new stocks met, and no trace of them."""
    rng, renewed = Random(name), 0
    for _ in range(games):
        pair = dealt(name, rng, starved=rng.random() < 0.5)
        machine = pair.machine
        machine.shuffle = lambda cards: cards.sort()
        fresh = machine.copy()
        for _ in range(120):
            renewed += excursion(pair, rng)
            play = next_play(Pair(machine, machine, pair.rules), rng)
            if play is None:
                break
            machine.apply(play)
        assert state_of(replayed(fresh, machine)) == state_of(machine)
        assert machine.mark()[3:] == fresh.mark()[3:] or machine.stock == fresh.stock
    return renewed


@pytest.mark.parametrize("name", FLAGS)
def test_what_is_taken_back_leaves_no_trace(name: str) -> None:
    assert taken_back(name, 8) > 0


@pytest.mark.torture
@pytest.mark.parametrize("name", FLAGS)
def test_ten_thousand_plays_taken_back_leave_no_trace(name: str) -> None:
    assert taken_back(name, 200) > 0

"""All acts of the matches and their reverses in any order: an act and its reverse leave every
output as it was.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.examples import examples
from tests.tournament.evening import sign
from tests.tournament.matches.matches import match_event, now, out, play_round
from tests.tournament.test_act_costs import MOST, counting
from tests.tournament.test_every_act import fresh, refusable, undone
from tests.tournament.trials.matches import MATCH_TRIALS
from tests.tournament.trials.outputs import outputs
from tournament.guests.acts import add_guest
from tournament.matches.acts import close_stage, pair_round, unpair_round
from tournament.models import Event, Pairing
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
NAMES = sorted(MATCH_TRIALS)
STAGES = ("guests", "drafted", "published", "played", "second", "all in", "closed", "knock-out")


def begun() -> Event:
    """Six players before a Swiss of two rounds into a knock-out of two."""
    return match_event(6, pairing="swiss_then_knock_out", qualifying_rounds=2, cut_size=2)


def stages(event: Event) -> Iterator[str]:
    """The event brought on, stopping at each stage; one guest came too late for round 1."""
    steps: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: pair_round(event, sign(), seed=3),
        lambda: (
            unpair_round(event, 1, sign()),
            out(event),
            add_guest(fresh(event), {"name": "Late Comer"}, sign()),
        ),
        lambda: play_round(event),
        lambda: out(event),
        lambda: play_round(event),
        lambda: close_stage(event, sign(), seed=1),
        lambda: out(event),
    )
    for step, stage in zip(steps, STAGES, strict=True):
        step()
        yield stage


def event_at(stage: str) -> Event:
    """An event at one of the stages."""
    event = begun()
    assert next(one for one in stages(event) if one == stage)
    return fresh(event)


def shown(event: Event) -> dict[str, Any]:
    """What the event gives out, and the course of its matches but for the counts of results."""
    return outputs(event) | {"matches": _plain(asdict(_unnumbered(event)))}


def _unnumbered(event: Event) -> Any:
    course = now(event)
    rounds = tuple(
        replace(held, matches=tuple(replace(match, version=0) for match in held.matches))
        for held in course.rounds
    )
    return replace(course, rounds=rounds)


def _plain(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, set | frozenset) else value


class EveryMatchAct(RuleBasedStateMachine):
    """An event of matches to which anything may happen in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = undone()
        self.evening.__enter__()
        self.event: Event | None = None
        self.given: dict[str, Any] | None = None
        """What the event gives out, as long as nothing was done that stays."""

    @initialize(stage=st.sampled_from(STAGES))
    def begins(self, stage: str) -> None:
        self.event = event_at(stage)

    @rule(name=st.sampled_from(NAMES), seed=st.integers(0, 999))
    def there_and_back(self, name: str, seed: int) -> None:
        """An act and its reverse: every output is as it was."""
        assert self.event is not None
        event = fresh(self.event)
        before = self.given or shown(event)
        refused: list[str] = []
        with refusable(refused):
            undo = MATCH_TRIALS[name].does(event, Random(seed))
            if undo is not None:
                undo()
        self.given = shown(fresh(event))
        assert self.given == before, (name, refused)

    @rule(name=st.sampled_from(NAMES), seed=st.integers(0, 999))
    def goes_on(self, name: str, seed: int) -> None:
        """An act that stays."""
        self.given = None
        assert self.event is not None
        with refusable([]):
            MATCH_TRIALS[name].does(fresh(self.event), Random(seed))

    @invariant()
    def the_ledger_agrees(self) -> None:
        """Rows and ledger say the same of every match."""
        if self.event is not None:
            assert list(faults(fresh(self.event))) == []

    def teardown(self) -> None:
        """Take the event back."""
        self.evening.__exit__(None, None, None)


def test_acts_of_matches_and_reverses_in_any_order_leave_every_output_as_it_was() -> None:
    run_state_machine_as_test(EveryMatchAct, settings=settings(examples(3), stateful_step_count=10))


def test_each_act_of_matches_is_done_and_undone_somewhere_and_costs_no_more_than_25_queries() -> (
    None
):
    done: Counter[str] = Counter()
    with counting() as costs:
        event = begun()
        for stage in stages(event):
            before = shown(fresh(event))
            for name in (name for name in NAMES if not done[name]):
                with undone(), refusable([]):
                    undo = MATCH_TRIALS[name].does(fresh(event), Random(7))
                    if undo is not None:
                        undo()
                        done[name] += 1
                        assert shown(fresh(event)) == before, (name, stage)
    assert sorted(done) == NAMES
    dear = {name: count for name, count in costs.counted.items() if count > MOST}
    assert dear == {}


def test_a_pairing_changed_behind_the_acts_is_found() -> None:
    """The control: rows that are not what the ledger says are named."""
    event = event_at("played")
    assert list(faults(event)) == []
    Pairing.objects.filter(event=event, round__number=1, table=1).update(
        games="2", result="walkover"
    )
    assert _names(faults(event)) == ["The rounds of the matches are not what the record says."]


def _names(found: Iterator[str]) -> list[str]:
    return list(found)

"""All acts and their reverses in any order: an act and its reverse leave every output as it was."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any

import pytest
from django.db import transaction
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
from tests.tournament.evening import add_guests, new_event, sign
from tests.tournament.trials import TRIALS, around, ending, mending, results, seating
from tests.tournament.trials.outputs import outputs, wrongs
from tournament.counting.board import compute
from tournament.counting.seats import hall
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import open_extra_game
from tournament.ledger.chain import all_or_nothing
from tournament.models import CutOfCards, Event, Game, Seat, Stage
from tournament.seating.acts import close_round
from tournament.seating.acts_draw import draw_seating, drawn, publish_seating
from tournament.site.keep import KEEP, _afresh
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
STAGES = (
    "guests",
    "drawn",
    "published",
    "playing",
    "played",
    "closed",
    "sealed",
    "revealed",
    "play-off",
    "level",
    "decided",
)
NAMES = sorted(TRIALS)
ENOUGH = 1
assert {seating, results, ending, mending, around}


def small_evening(stage: str, rng: Random) -> Event:
    """A small evening brought to a stage through the acts."""
    return next(event for name, event in evening_at_each_stage(rng) if name == stage)


def evening_at_each_stage(rng: Random) -> Iterator[tuple[str, Event]]:
    """Ten guests, two tables, two rounds of two games, from stage to stage."""
    event = new_event(
        games_per_round=2, cut_size=3, playoff_tables=1, playoff_games=1, cut_tie="admit_still_tied"
    )
    add_guests(event, 10)
    steps: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: draw_seating(event, drawn(hall(event), rng.randrange(100)), sign()),
        lambda: publish_seating(event, sign()),
        lambda: play(event, rng, 5),
        lambda: play(event, rng, 8),
        lambda: [close_round(event, number, sign()) for number in (1, 2)],
        lambda: seal_cut(event, sign()),
        lambda: reveal_cut(event, sign()),
        lambda: seat_playoff(event, sign(), warned=True),
        lambda: play_level(event),
        lambda: play_extra_games(event),
    )
    for stage, step in zip(STAGES, steps, strict=True):
        step()
        yield stage, fresh(event)


def play(event: Event, rng: Random, wanted: int) -> None:
    """Enter games until so many are in."""
    waiting = (
        Game.objects.filter(event=event, sheets=None).select_related("table__round").order_by("pk")
    )
    for game in list(waiting)[
        : wanted - Game.objects.filter(event=event, sheets__isnull=False).count()
    ]:
        results.enter(event, rng, game)


def play_level(event: Event) -> None:
    """Play the play-off: at each table one goes out, two hold the same, and the others all
    different hands.
    """
    held = count(10)
    for game in list(
        Game.objects.filter(event=event, table__round__stage=Stage.PLAYOFF).order_by("pk")
    ):
        others = [f"={next(held)}" for _ in range(game.table.seats.count() - 3)]
        results.enter_hands(event, game, ["out", *["5"] * 2, *others])


def play_extra_games(event: Event) -> None:
    """Let those who are level play once more, each group at a table of its own, until nobody is."""
    while level := next(
        (standing.undecided for standing in compute(fresh(event)).playoff if standing.undecided), ()
    ):
        held = open_extra_game(event, level, sign())
        game = Game.objects.get(event=event, table__round=held)
        results.enter_hands(
            event, game, ["out", *(f"={points}" for points in range(1, len(level)))]
        )


def fresh(event: Event) -> Event:
    """The event as its row stands."""
    return Event.objects.get(pk=event.pk)


@contextmanager
def refusable(said: list[str]) -> Iterator[None]:
    """An act may be refused: then with a sentence, and nothing of it is left."""
    try:
        with all_or_nothing():
            yield
    except ValueError as refused:
        said.append(str(refused))
    assert all(sentence.endswith(".") for sentence in said), said


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done inside is taken back, in what is kept too: between the acts pages are asked
    as if each had been saved.
    """
    with all_or_nothing():
        token = _afresh.set(False)
        try:
            yield
        finally:
            _afresh.reset(token)
            KEEP.clear()
        transaction.set_rollback(True)


class EveryAct(RuleBasedStateMachine):
    """An evening to which anything may happen in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = undone()
        self.evening.__enter__()
        self.event: Event | None = None
        self.given: dict[str, Any] | None = None
        """What the evening gives out, as long as nothing was done that stays."""

    @initialize(stage=st.sampled_from(STAGES), seed=st.integers(0, 999))
    def begins(self, stage: str, seed: int) -> None:
        self.event = small_evening(stage, Random(seed))

    @rule(name=st.sampled_from(NAMES), seed=st.integers(0, 999))
    def there_and_back(self, name: str, seed: int) -> None:
        """An act and its reverse: every output is as it was."""
        event = fresh(self._event)
        before = self.given or outputs(event)
        refused: list[str] = []
        with refusable(refused):
            undo = TRIALS[name].does(event, Random(seed))
            if undo is not None:
                undo()
        self.given = outputs(fresh(event))
        assert self.given == before, (name, refused)

    @rule(name=st.sampled_from(NAMES), seed=st.integers(0, 999))
    def goes_on(self, name: str, seed: int) -> None:
        """An act that stays."""
        self.given = None
        with refusable([]):
            TRIALS[name].does(fresh(self._event), Random(seed))

    @rule(seed=st.integers(0, 999))
    def plays(self, seed: int) -> None:
        """One more sheet comes in."""
        self.given = None
        rng = Random(seed)
        waiting = (game for game in results.games(self._event, rng) if not game.sheets.exists())
        game = next(waiting, None)
        if game is not None:
            with refusable([]):
                results.enter(fresh(self._event), rng, game)

    @invariant()
    def nothing_is_wrong(self) -> None:
        """The ledger agrees with the rows, nobody has two seats, no sheet
        speaks of an empty one.
        """
        if self.event is not None:
            assert list(wrongs(fresh(self.event))) == []

    @property
    def _event(self) -> Event:
        assert self.event is not None
        return self.event

    def teardown(self) -> None:
        """Take the evening back."""
        self.evening.__exit__(None, None, None)


@pytest.mark.promise(
    "Late, gone, reseated, corrected, in any order: each act's reverse leaves every output as"
    " it was",
    faults=(11, 12),
)
def test_acts_and_reverses_in_any_order_leave_every_output_as_it_was() -> None:
    run_state_machine_as_test(EveryAct, settings=settings(examples(3), stateful_step_count=15))


def test_each_act_has_an_evening_on_which_it_is_done_and_undone() -> None:
    """Each trial is really made somewhere: an act that were always refused would prove nothing."""
    done: Counter[str] = Counter()
    for stage, event in evening_at_each_stage(Random(7)):
        before = outputs(event)
        for name in (name for name in NAMES if done[name] < ENOUGH):
            with undone(), refusable([]):
                undo = TRIALS[name].does(fresh(event), Random(7))
                if undo is not None:
                    undo()
                    done[name] += 1
                    assert outputs(fresh(event)) == before, (name, stage)
    assert sorted(done) == NAMES


@pytest.mark.control("test_acts_and_reverses_in_any_order_leave_every_output_as_it_was")
def test_what_is_tampered_with_is_seen() -> None:
    """The control: outputs that differ are told apart, and what is wrong is found."""
    event = small_evening("playing", Random(7))
    before = outputs(event)
    assert list(wrongs(event)) == []
    CutOfCards.objects.all().delete()
    results.correcting(event, Random(1))
    assert outputs(fresh(event)) != before
    seat = Seat.objects.filter(event=event, round__number=1).first()
    assert seat is not None
    Seat.objects.filter(pk=seat.pk).update(left_after_game=1)
    assert any("nobody of that name sits there" in wrong for wrong in wrongs(fresh(event)))
    seat.pk, seat.letter, seat.left_after_game = None, "F", None
    seat.save()
    assert any("has two seats" in wrong for wrong in wrongs(fresh(event)))

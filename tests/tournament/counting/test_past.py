"""The evening as of a number of its ledger is the evening as it was archived at that number."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.evening import NOW, new_event, save, seated_event, sign
from tests.tournament.test_every_act import NAMES, STAGES, fresh, refusable, small_evening, undone
from tests.tournament.trials import TRIALS
from tests.tournament.trials.results import enter, games
from tournament.counting import past
from tournament.counting.board import compute
from tournament.counting.past import at_number, begins, evening_at
from tournament.counting.state import _cells
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.event.acts import change_event
from tournament.event.acts_names import wipe_names
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.guests.acts import add_guest, change_guest, remove_guest
from tournament.ledger.chain import tail
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Change, Event, Press
from tournament.models.guest import GuestStatus
from tournament.models.ledger import MARK
from tournament.seating.acts_places import withdraw
from tournament.server import triggers
from tournament.site.keep import KeptByVersion

pytestmark = pytest.mark.django_db
WHY = "As it was seen"
Archived = dict[int, dict[str, Any]]


def standing_board(event: Event, until: int | None = None) -> dict[str, Any]:
    """The board as values: now, or as of a number; without the version, which no ledger tells."""
    told = asdict(compute(fresh(event), until=until))
    del told["version"]
    # Before the first result the list of guests is no part of the record.
    return told if told["standings"] else {**told, "players": {}}


def differing(event: Event, archived: Mapping[int, dict[str, Any]]) -> list[int]:
    """The numbers at which the recomputed board is not the one that was kept then."""
    return [number for number, kept in archived.items() if standing_board(event, number) != kept]


def keep(event: Event, archived: Archived) -> None:
    """Archive the board under the number the ledger has now."""
    archived[tail(event).number] = standing_board(event)


@pytest.mark.promise(
    "The standings as of any number of the ledger are those that stood there then."
)
@given(
    st.sampled_from(STAGES[3:]),
    st.lists(st.sampled_from([*NAMES, "plays"]), max_size=5),
    st.integers(0, 999),
)
@examples(10)
def test_the_board_as_of_a_number_is_the_one_archived_at_that_number(
    stage: str, acts: list[str], seed: int
) -> None:
    with undone():
        rng = Random(seed)
        event = small_evening(stage, rng)
        archived: Archived = {}
        keep(event, archived)
        for name in acts:
            with refusable([]):
                do(fresh(event), name, rng)
            keep(event, archived)
        assert differing(event, archived) == []


def do(event: Event, name: str, rng: Random) -> None:
    """One of the acts, or one more sheet."""
    if name != "plays":
        TRIALS[name].does(event, rng)
        return
    waiting = next((game for game in games(event, rng) if not game.sheets.exists()), None)
    if waiting is not None:
        enter(event, rng, waiting)


def changed_evening() -> tuple[Event, Archived]:
    """An evening in which a guest goes home, a setting changes, a game is not played, and cards are
    cut.
    """
    event = small_evening("playing", Random(7))
    archived: Archived = {}
    open_game, played, *_ = (game for game in games(event, Random(1)) if not game.sheets.exists())
    place = Place(open_game.table.round.number, open_game.table.number, open_game.number)
    for act in (
        lambda: withdraw(event, "P003", sign(), reason=WHY),
        lambda: change_event(event, {"cut_size": 4}, sign(), reason=WHY),
        lambda: declare_unplayed(event, place, sign(), reason=WHY),
        lambda: record_cut_of_cards(event, {"P001": "7H", "P002": "2S"}, sign()),
        lambda: enter(fresh(event), Random(2), played),
    ):
        keep(event, archived)
        act()
    keep(event, archived)
    return event, archived


@pytest.mark.control("test_the_board_as_of_a_number_is_the_one_archived_at_that_number")
@pytest.mark.parametrize("kind", ["guest", "event", "game", "sheet"])
def test_one_kind_of_row_not_put_back_is_seen(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event, archived = changed_evening()
    assert differing(event, archived) == []
    put_back = past._put_back

    def without(tables: Any, changed: str, *change: Any) -> None:
        if changed != kind:
            put_back(tables, changed, *change)

    monkeypatch.setattr(past, "_put_back", without)
    assert differing(event, archived) != []


def test_a_number_beyond_the_end_is_the_end_and_before_the_first_there_is_nothing() -> None:
    event, archived = changed_evening()
    last = tail(event).number
    assert standing_board(event, last + 50) == archived[last]
    before = compute(event, until=0)
    assert (
        before.standings,
        before.cut,
        before.progress.games_due,
        before.ledger,
        before.as_of,
    ) == (
        (),
        None,
        0,
        0,
        "",
    )


def test_what_was_taken_back_since_is_there_in_the_past() -> None:
    event = seated_event(5)
    before = tail(event).number
    with pressing(Press(key="a form", at=NOW)) as pressed:
        withdraw(event, "P003", sign(), reason=WHY)
    archived = {before + 1: standing_board(event)}
    take_back(fresh(event), pressed.press, sign())
    assert tail(event).number == before + 2
    assert differing(event, archived) == []
    assert at_number(event, before + 1, status) == GuestStatus.WITHDRAWN
    assert status(event) == at_number(event, before, status) == GuestStatus.REGISTERED


def status(event: Event) -> str:
    """How one guest is listed."""
    return event.guests.get(ref="P003").status


def test_what_is_kept_of_now_is_not_read_in_the_past_and_nothing_of_the_past_is_kept() -> None:
    event = seated_event(5)
    before, kept = tail(event).number, KeptByVersion(status)
    withdraw(event, "P003", sign(), reason=WHY)
    for _time in range(2):
        assert at_number(fresh(event), before, kept.of) == GuestStatus.REGISTERED
        assert kept.of(fresh(event)) == GuestStatus.WITHDRAWN


def test_an_evening_of_former_days_is_shown_from_its_first_image_on() -> None:
    event, archived = changed_evening()
    number = sorted(archived)[2]
    mark = Change.objects.get(event=event, kind=MARK, key=number)
    triggers.drop(connection)
    Change.objects.filter(event=event, pk__lt=mark.pk).delete()
    assert begins(event) == number
    assert standing_board(event, 2) == standing_board(event, number) == archived[number]
    Change.objects.filter(event=event).delete()
    assert begins(event) == tail(event).number
    assert standing_board(event, 2) == standing_board(event)


def test_names_that_were_wiped_are_in_no_past() -> None:
    event = seated_event(5)
    before = tail(event).number
    change_guest(event, event.guests.get(ref="P003"), {"name": "Sue Wherry"}, sign())
    remove_guest(event, add_guest(event, {"name": "Zoë Early"}, sign()), sign())
    wipe_names(event, sign(at=NOW + timedelta(days=2)), text=event.name)
    with evening_at(event, before) as then:
        names = set(then.guests.values_list("name", flat=True))
    assert names == {f"Guest {badge}" for badge in range(1, 6)}


def test_an_event_without_a_ledger_has_an_empty_past() -> None:
    assert compute(new_event(), until=3).standings == ()


def test_the_games_after_a_target_are_due_again_before_it_was_reached() -> None:
    event = seated_event(
        5,
        game="ottawa",
        format="ottawa",
        choices="ending=target target=20",
        qualifying_rounds=1,
        games_per_round=3,
    )
    before = tail(event).number
    save(event, ("out", "8", "A", "K", "Q"))
    assert compute(fresh(event)).progress == compute(event, until=tail(event).number).progress
    assert compute(fresh(event)).progress.games_due == 1
    assert compute(event, until=before).progress.games_due == 3


def looked_through(event: Event) -> list[str]:
    """The tables that the question for the games of an earlier moment goes through for each."""
    with evening_at(event, tail(event).number):
        plan = _cells(event.pk).explain().splitlines()
    return [step for step in plan if "SCAN U" in step]


def test_no_game_of_an_earlier_moment_looks_through_every_sheet() -> None:
    assert looked_through(seated_event()) == []


def test_a_game_that_looks_through_every_sheet_would_be_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournament.counting.past.LOOKED_UP", ())
    assert looked_through(seated_event()) != []

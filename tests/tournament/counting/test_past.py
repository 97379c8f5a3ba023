"""The evening as of a number of its ledger is the evening as it was archived at that number."""

from collections.abc import Mapping
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.evening import new_event, save, seated_event, sign
from tests.tournament.test_every_act import NAMES, STAGES, fresh, refusable, small_evening, undone
from tests.tournament.trials import TRIALS
from tests.tournament.trials.results import enter, games
from tournament.counting import history, history_listing, history_seats
from tournament.counting.board import compute
from tournament.counting.history import past
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import declare_unplayed
from tournament.event.acts import change_event
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.ledger.chain import tail
from tournament.models import Event
from tournament.seating.acts_places import withdraw

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
    open_game = next(game for game in games(event, Random(1)) if not game.sheets.exists())
    place = Place(open_game.table.round.number, open_game.table.number, open_game.number)
    for act in (
        lambda: withdraw(event, "P003", sign(), reason=WHY),
        lambda: change_event(event, {"cut_size": 4}, sign(), reason=WHY),
        lambda: declare_unplayed(event, place, sign(), reason=WHY),
        lambda: record_cut_of_cards(event, {"P001": "7H", "P002": "2S"}, sign()),
    ):
        keep(event, archived)
        act()
    keep(event, archived)
    return event, archived


@pytest.mark.control("test_the_board_as_of_a_number_is_the_one_archived_at_that_number")
@pytest.mark.parametrize(
    ("where", "what", "instead"),
    [
        (history_listing, "UNDO", {}),
        (history, "undone", lambda _told, _number: []),
        (history, "_cells", lambda _body: set()),
        (history_seats, "ACTS", {**history_seats.ACTS, "publish": history_seats.ACTS["unpublish"]}),
    ],
    ids=["listing", "settings", "games not played", "seats"],
)
def test_one_kind_of_entry_not_rewound_is_seen(
    where: Any, what: str, instead: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, archived = changed_evening()
    assert differing(event, archived) == []
    monkeypatch.setattr(where, what, instead)
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


def test_the_seats_of_the_ledger_are_the_seats_of_the_rows() -> None:
    event, _archived = changed_evening()
    assert past(event).untold == frozenset()
    event.seats.filter(guest__ref="P001", round__number=2).delete()
    assert past(event).untold == {2}
    assert past(event).at(tail(event).number).silences == (
        (
            "The seats of round 2 are shown as they are now: the record of this evening does not"
            " show each change of them."
        ),
    )


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

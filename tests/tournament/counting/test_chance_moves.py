"""Every preview says what becomes of the chances, and only what the act changes
is said to change.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import foreseen, save, seated_event, sheet, sign
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.before_after import ChanceMove, chance_moves
from tournament.counting.consequences import (
    Change,
    Consequence,
    effect,
    effect_of_cancelling,
    rehearse,
)
from tournament.counting.grid import games_to_come
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import close_unplayed
from tournament.models import AdjustmentKind, Event
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "8", "=3", "4 4", "5"), ("out", "=12", "=21", "2", "9")
REFS = {"A": "P001", "B": "P002", "C": "P003", "D": "P004", "E": "P005"}
POINTS = Change(AdjustmentKind.POINTS, "A warning was repeated", guest="P001", points=40, round=1)
PLACE = Place(1, 1, 1)


@pytest.fixture
def event() -> Event:
    """Two tables of five with two games each; the first game of both is in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, FIRST)
    save(made, SECOND, (1, 2, 1))
    return fresh(made)


def _told(event: Event, found: Consequence | None, *about: str) -> list[ChanceMove]:
    assert found is not None
    told = chance_moves(event, found, about)
    assert told is not None
    return told


def _share(words: str) -> int:
    if words.startswith("as good as"):
        return 100 * words.endswith("through")
    return int(words.removeprefix("under ").removeprefix("over ").split()[0])


def test_a_correction_that_changes_nothing_changes_no_chance(event: Event) -> None:
    assert _told(event, foreseen(event, sheet(FIRST))) == []
    same = _told(event, foreseen(event, sheet(FIRST)), "P002")
    assert [(name, before == after) for name, before, after in same] == [("Guest 2", True)]


def test_who_gets_points_falls_and_the_others_rise(event: Event) -> None:
    told = _told(event, effect(event, POINTS), "P001")
    (name, before, after), *others = told
    assert name == "Guest 1"
    assert _share(after) < _share(before)
    assert others
    assert all(_share(after) >= _share(before) for _name, before, after in others)


def test_a_game_played_again_is_to_come_and_a_void_one_is_not(event: Event) -> None:
    ahead = games_to_come(event)
    assert sorted(ahead.drawn) == [(1, 1, 2), (1, 2, 2)]
    again = effect(event, Change(AdjustmentKind.REPLAY, "Six cards", 1, place=PLACE))
    void = effect(event, Change(AdjustmentKind.VOID, "A marked pack", 1, place=Place(1, 1, 2)))
    assert again is not None
    assert again.coming == ahead.once_more((1, 1, 1), tuple(REFS.values()))
    assert void is not None
    assert void.coming == ahead.without((1, 1, 2))
    assert _told(event, again)
    assert _told(event, void)


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (AdjustmentKind.REPLAY, PLACE),
        (AdjustmentKind.VOID, PLACE),
        (AdjustmentKind.VOID, Place(1, 1, 2)),
    ],
)
def test_what_is_to_come_after_taking_it_back_is_what_was_to_come_before(
    event: Event, kind: AdjustmentKind, place: Place
) -> None:
    before = games_to_come(event)
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    change = Change(kind, "So ruled", 1, place=place)
    foreseen = effect(event, change)
    made = adjust(event, change, sign())
    assert foreseen is not None
    assert games_to_come(event) == foreseen.coming != before
    back = effect_of_cancelling(event, made)
    assert back is not None
    assert back.coming == before


def test_a_correction_is_foreseen_with_the_figures_it_leaves(event: Event) -> None:
    found = foreseen(event, sheet(SECOND))
    save(event, SECOND, seen=1, reason="Misread")
    assert games_to_come(event) == found.coming != found.ahead


def test_what_a_rehearsal_leaves_unplayed_is_not_to_come(event: Event) -> None:
    found = rehearse(event, partial(close_unplayed, event, 1, reason="Dinner"), sign().at)
    assert found.coming is not None
    assert found.coming.drawn == {}
    told = _told(event, found)
    assert {after for _name, _before, after in told} <= {"through", "out"}


def test_where_nobody_has_a_chance_yet_nothing_is_said() -> None:
    made = seated_event(5, cut_size=5, games_per_round=2, qualifying_rounds=1)
    save(made, FIRST)
    assert chance_moves(fresh(made), foreseen(made, sheet(FIRST)), ()) is None


def test_a_cut_that_takes_everybody_afterwards_leaves_no_chance_to_tell(event: Event) -> None:
    found = foreseen(event, sheet(FIRST))
    all_through = replace(found, after=replace(found.after, size=10))
    assert "no chance to tell" in {after for _name, _before, after in _told(event, all_through)}


def _correction(client: Client, event: Event) -> str:
    hands = {
        f"hand_{letter}": said
        for letter, said in zip("ABCDE", ("O", "8", "3", "4 4", "9"), strict=True)
    }
    where = reverse("correction", args=[event.slug, 1, 1, 1])
    return client.post(where, {"key": "k", "seen": 1, "step": "preview", **hands}).content.decode()


def _adjustment(kind: str, **fields: object) -> Callable[[Client, Event], str]:
    def preview(client: Client, event: Event) -> str:
        make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
        where = reverse("adjust", args=[event.slug, 1, kind])
        return client.post(where, {"key": "k", "reason": "So ruled", **fields}).content.decode()

    return preview


def _taking_back(client: Client, event: Event) -> str:
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    adjust(event, POINTS, sign())
    return client.get(reverse("cancel_adjustment", args=[event.slug, 1])).content.decode()


def _time_out(client: Client, event: Event) -> str:
    return client.get(reverse("time_out", args=[event.slug, 1])).content.decode()


def _swap(client: Client, event: Event) -> str:
    wish = {"what": "hands", "round": 1, "table": 1, "game": 1, "one": "A", "other": "B"}
    return client.post(reverse("move_hands", args=[event.slug]), wish).content.decode()


GAME = {"round": 1, "table": 1, "game": 1}
PREVIEWS = {
    "correction": _correction,
    "points": _adjustment("points", guest="P001", points=40, into="1"),
    "void": _adjustment("void", **GAME),
    "replay": _adjustment("replay", **GAME),
    "tally": _adjustment("tally", guest="P003", hand="8 KD", **GAME),
    "taking back": _taking_back,
    "time out": _time_out,
    "two hands": _swap,
}


@pytest.mark.parametrize("preview", PREVIEWS)
def test_every_preview_shows_the_chances_before_and_after(event: Event, preview: str) -> None:
    page = PREVIEWS[preview](signed_in(event), event)
    assert "Chances of going through" in page
    assert " in 100" in page

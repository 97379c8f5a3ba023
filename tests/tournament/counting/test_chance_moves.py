"""Every preview says what becomes of the chances, only what the act changes is said to change, and
nobody waits for it.
"""

import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from tests.tournament.background import gate_shut, noted_threads
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import foreseen, save, seated_event, sheet, sign
from tests.tournament.rulings.rulings import QUEEN
from tournament.approvals.acts import Asked, ask
from tournament.counting.chance_moves import (
    GONE,
    ChanceMove,
    ChanceMoves,
    chance_moves,
    chance_moves_of,
)
from tournament.counting.chances import BEING_WORKED_OUT, event_chances
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
from tournament.event.acts import frozen_payload
from tournament.models import AdjustmentKind, Event
from tournament.places import TEMPLATES
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust
from tournament.site.access import Actor

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "8", "=3", "4 4", "5"), ("out", "=12", "=21", "2", "9")
REFS = {"A": "P001", "B": "P002", "C": "P003", "D": "P004", "E": "P005"}
POINTS = Change(AdjustmentKind.POINTS, "A warning was repeated", guest="P001", points=40, round=1)
PLACE = Place(1, 1, 1)
Answer = Any
"""What the client of a test answers, with the templates it was drawn from."""


@pytest.fixture
def event() -> Event:
    """Two tables of five with two games each; the first game of both is in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, FIRST)
    save(made, SECOND, (1, 2, 1))
    return fresh(made)


def _told(event: Event, found: Consequence | None, *about: str) -> tuple[ChanceMove, ...]:
    assert found is not None
    told = chance_moves(event, found, about)
    assert told is not None
    return told.rows


def _share(words: str) -> int:
    if words.startswith("as good as"):
        return 100 * words.endswith("through")
    return int(words.removeprefix("under ").removeprefix("over ").split()[0])


def test_a_correction_that_changes_nothing_changes_no_chance(event: Event) -> None:
    assert _told(event, foreseen(event, sheet(FIRST))) == ()
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


def _correction(client: Client, event: Event) -> Answer:
    hands = {
        f"hand_{letter}": said
        for letter, said in zip("ABCDE", ("O", "8", "3", "4 4", "9"), strict=True)
    }
    where = reverse("correction", args=[event.slug, 1, 1, 1])
    return client.post(where, {"key": "k", "seen": 1, "step": "preview", **hands})


def _adjustment(kind: str, **fields: object) -> Callable[[Client, Event], Answer]:
    def preview(client: Client, event: Event) -> Answer:
        make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
        where = reverse("adjust", args=[event.slug, 1, kind])
        return client.post(where, {"key": "k", "reason": "So ruled", **fields})

    return preview


def _taking_back(client: Client, event: Event) -> Answer:
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    adjust(event, POINTS, sign())
    return client.get(reverse("cancel_adjustment", args=[event.slug, 1]))


def _time_out(client: Client, event: Event) -> Answer:
    return client.get(reverse("time_out", args=[event.slug, 1]))


def _swap(client: Client, event: Event) -> Answer:
    wish = {"what": "hands", "round": 1, "table": 1, "game": 1, "one": "A", "other": "B"}
    return client.post(reverse("move_hands", args=[event.slug]), wish)


GAME = {"round": 1, "table": 1, "game": 1}


def _settings(client: Client, event: Event) -> Answer:
    teams = {"team_figure": "sum", "team_best": "2", "team_minimum": "1"}
    return client.post(reverse("teams", args=[event.slug]), teams)


def _pending(client: Client, event: Event) -> Answer:
    host = event.officials.get().user
    payload = frozen_payload(event, {"absent_policy": "unranked"})
    row = ask(event, Asked("settings", "Set wrongly", payload), sign(actor=Actor("x", host.pk)))
    return client.post(reverse("pending", args=[event.slug, row.pk]))


PREVIEWS = {
    "correction": ("entry/correction", _correction),
    "settings": ("event/change", _settings),
    "what waits": ("approvals/list", _pending),
    "points": ("rulings/adjust_preview", _adjustment("points", guest="P001", points=40, into="1")),
    "void": ("rulings/adjust_preview", _adjustment("void", **GAME)),
    "replay": ("rulings/adjust_preview", _adjustment("replay", **GAME)),
    "tally": ("rulings/adjust_preview", _adjustment("tally", guest="P003", hand="8 KD", **GAME)),
    "taking back": ("rulings/adjustment_cancel", _taking_back),
    "time out": ("entry/time_out", _time_out),
    "two hands": ("entry/put_right_preview", _swap),
}


@pytest.mark.promise("A preview comes at once, and fetches the chances before and after it")
@pytest.mark.parametrize("preview", PREVIEWS)
def test_every_preview_comes_at_once_and_fetches_its_chances_before_and_after(
    event: Event, preview: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, threads = signed_in(event), noted_threads(monkeypatch)
    with gate_shut() as gate:
        template, show = PREVIEWS[preview]
        answer = show(client, event)
        assert f"{template}.html" in {rendered.name for rendered in answer.templates}
        page = answer.content.decode()
        (part,) = re.findall(r'data-soon="([^"]+)"', page)
        first = client.get(part)
        assert BEING_WORKED_OUT in page
        assert BEING_WORKED_OUT in first.content.decode()
        assert first.headers["Retry-After"] == "1"
        gate.open()
        then = client.get(part)
        assert "Retry-After" not in then.headers
        told = then.content.decode()
        assert " in 100" in told or "Nobody’s chance changes" in told
    assert set(threads) == {"background"}


def test_no_page_that_shows_who_moves_is_missing_here() -> None:
    showing = {
        str(path.relative_to(TEMPLATES).with_suffix(""))
        for path in TEMPLATES.rglob("*.html")
        if 'include "standings/_moves.html"' in path.read_text(encoding="utf-8")
    }
    assert showing == {template for template, _show in PREVIEWS.values()}


@pytest.mark.control("test_every_preview_comes_at_once_and_fetches_its_chances_before_and_after")
def test_without_the_background_the_preview_itself_reckons_and_shows_them(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, threads = signed_in(event), noted_threads(monkeypatch)
    page = _correction(client, event).content.decode()
    assert " in 100" in page
    assert "data-soon" not in page
    assert threads == ["MainThread"] * 2


def test_the_chances_before_are_those_that_are_kept(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_chances(event)
    threads = noted_threads(monkeypatch)
    assert " in 100" in _correction(signed_in(event), event).content.decode()
    assert len(threads) == 1


def test_where_no_game_is_to_come_nothing_is_simulated_and_nobody_waits(event: Event) -> None:
    for table in (1, 2):
        save(event, FIRST, (1, table, 2))
    with gate_shut():
        page = _correction(signed_in(event), fresh(event)).content.decode()
        assert "data-soon" not in page
        assert re.search(r"<td>(?:through|out)</td>", page)


def test_a_key_of_another_evening_or_of_long_ago_gets_a_sentence(
    event: Event,
) -> None:
    other = seated_event(5, slug="other")
    with gate_shut() as gate:
        moves = chance_moves(event, foreseen(event, sheet(SECOND)), ())
        assert moves is not None
        gate.open()
        assert chance_moves_of(event, moves.key).rows
        for elsewhere, key in ((other, moves.key), (event, "9" * 300)):
            assert chance_moves_of(elsewhere, key) == ChanceMoves(words=GONE)


def _kept_in(folder: str) -> Any:
    """The server's folder is another one meanwhile."""
    soon = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": folder}
    return override_settings(CACHES={**settings.CACHES, "soon": soon})


def test_what_lies_in_the_servers_folder_names_nobody(event: Event, tmp_path: Path) -> None:
    with _kept_in(str(tmp_path)):
        moves = chance_moves(event, foreseen(event, sheet(SECOND)), ())
        assert moves is not None
        assert any(name == "Guest 1" for name, _before, _after in moves.rows)
    (file,) = tmp_path.iterdir()
    packed = file.read_bytes()
    told = zlib.decompress(packed[packed.index(b"x\x9c") :])
    assert (b"P001" in told, b"Guest" in told) == (True, False)


def test_a_folder_that_cannot_be_written_costs_the_chances_alone(event: Event) -> None:
    with _kept_in("/dev/null/soon"), gate_shut():
        assert GONE in _correction(signed_in(event), event).content.decode()

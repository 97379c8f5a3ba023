"""Kept pages: byte for byte what would be drawn anew, whatever happened in between."""

import re
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.safestring import SafeString

from scoring.foresight import pace
from tests.second_rank import by_rank
from tests.tournament.evening import NOW, official, seated_event
from tests.tournament.test_every_act import NAMES, STAGES, fresh, refusable, small_evening
from tests.tournament.trials import TRIALS
from tournament.counting import faces
from tournament.entry.reading import SEATED
from tournament.home import now
from tournament.models import Call, Event, Role, Table
from tournament.site import frame, keeping
from tournament.site.cache import KeptQuery, asked_once
from tournament.site.keep import KEEP
from tournament.steps.facts import ROUNDS
from tournament.templatetags import text

pytestmark = pytest.mark.django_db
PLACES = ("", "standings/", "standings/?sort=-total&figures=1", "cut/", "door/now/")
ENTERED = ("sheets/1/1/1/", "sheets/1/2/2/")
"""Pages of games, put together of parts that are kept; not there before the seating is."""
LOTS = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")\w{64}|(?<=name="key" value=")[\w-]{36}'
)
ACTS = 10


BY_ARGUMENTS = {
    text: ("_part",),
    pace: ("ends", "_learnt"),
    frame: ("_links", "_beginnings"),
    now: ("_drawer",),
    faces: ("faces", "pad_tokens", "_for_script"),
}
ALONE = {
    (module, name): getattr(module, name).__wrapped__
    for module, names in BY_ARGUMENTS.items()
    for name in names
}
"""What is kept for its arguments, and what would make it anew."""


@contextmanager
def drawn_anew() -> Iterator[None]:
    """Nothing is kept within, and what was kept before is kept again afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KEEP, "_entries", OrderedDict())
        patch.setattr(KEEP, "weight", 0)
        patch.setattr(KeptQuery, "of", spelt_anew)
        for (module, name), anew in ALONE.items():
            patch.setattr(module, name, anew)
        yield


def spelt_anew(query: "KeptQuery[Any]", *numbers: int) -> list[Any]:
    """What a kept query answers, put together and asked by the query builder."""
    rows = query._build(*numbers)
    return [query._make(*row) for row in rows] if query._make else list(rows)


def shown(client: Client, event: Event, place: str) -> bytes:
    """A page without what is drawn by lot."""
    answer = client.get(f"/e/{event.slug}/{place}")
    assert answer.status_code in ((200, 404) if place in ENTERED else (200,)), place
    return LOTS.sub(b"", answer.content)


def stale(client: Client, event: Event) -> list[str]:
    """The pages that are kept otherwise than they would be drawn."""
    found = []
    for place in PLACES + ENTERED:
        kept = shown(client, event, place)
        with drawn_anew():
            found += [place] if shown(client, event, place) != kept else []
    return found


def evening_of(seed: int) -> Iterator[tuple[Client, Event]]:
    """An evening on which anything happens, after each act seen by one official or another."""
    rng = Random(seed)
    event = small_evening(rng.choice(STAGES[2:]), rng)
    clients = []
    for number, role in enumerate((Role.ORGANISER, Role.UMPIRE, Role.UMPIRE)):
        clients.append(Client())
        clients[-1].force_login(official(event, role, f"{role} {number}"))
    for _ in range(ACTS):
        with refusable([]):
            TRIALS[rng.choice(NAMES)].does(fresh(event), rng)
        yield rng.choice(clients), fresh(event)


@pytest.mark.promise("A page that was kept is byte for byte what would be drawn anew")
@pytest.mark.parametrize("seed", by_rank(range(2), (0,)))
def test_kept_pages_are_those_that_would_be_drawn(seed: int) -> None:
    for client, event in evening_of(seed):
        assert stale(client, event) == []


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(2, 12))
def test_kept_pages_of_many_evenings_are_those_that_would_be_drawn(seed: int) -> None:
    for client, event in evening_of(seed):
        assert stale(client, event) == []


@pytest.mark.control("test_kept_pages_are_those_that_would_be_drawn")
def test_a_version_that_is_missed_shows_an_old_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_state", lambda _official: ())
    assert any(stale(client, event) for client, event in evening_of(0))


@pytest.mark.control("test_kept_pages_are_those_that_would_be_drawn")
def test_a_part_that_is_known_by_its_name_alone_shows_an_old_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first: dict[str, str] = {}
    anew = ALONE[text, "_part"]
    monkeypatch.setattr(text, "_part", lambda name, told: first.setdefault(name, anew(name, told)))
    assert any(stale(client, event) for client, event in evening_of(0))


def test_a_part_is_drawn_from_values_alone() -> None:
    with pytest.raises(TypeError, match="from values, not from rows"):
        text.drawn("parts/_shape.html", shape=Event())
    assert "&lt;b&gt;" in text.drawn("parts/_state.html", state="missing", words="<b>")
    marked = text.drawn("parts/_state.html", state="missing", words=SafeString("<i>"))
    assert "<i>" in marked
    assert "&lt;i&gt;" in text.drawn("parts/_state.html", state="missing", words="<i>")


def test_a_part_is_drawn_once_and_its_token_and_key_are_those_of_each_request() -> None:
    KEEP.clear()
    page = {"slug": "one-draw", "round": 1, "table": 1, "reasons": ()}
    calls = [
        text.drawn("rulings/_call_form.html", **page, csrf_token=lot, key=f"<{lot}>")
        for lot in ("HERE", "THERE")
    ]
    assert sum(key[0] is text._part for key in KEEP._entries if isinstance(key, tuple)) == 1
    assert calls[0].replace("HERE", "THERE") == calls[1]
    assert ('value="THERE"' in calls[1], "&lt;THERE&gt;" in calls[1]) == (True, True)


def test_for_one_page_a_question_is_asked_once_and_anew_for_the_next() -> None:
    event = seated_event(10)
    with CaptureQueriesContext(connection) as asked:
        for _page in range(2):
            with asked_once():
                assert ROUNDS.of(event.pk) == ROUNDS.of(event.pk)
        assert len(asked) == 2
        assert ROUNDS.of(event.pk) == ROUNDS.of(event.pk)
    assert len(asked) == 4


def test_rows_come_with_those_that_their_query_selects_along() -> None:
    event = seated_event(10)
    numbers = (event.pk, 1, 2, 1)
    with CaptureQueriesContext(connection) as asked:
        found = [(one, one.guest, one.guest.livery_name, one.round) for one in SEATED.of(*numbers)]
    assert (len(asked), len(found)) == (1, 5)
    anew = SEATED._build(*numbers)
    assert found == [(one, one.guest, one.guest.livery_name, one.round) for one in anew]


def test_a_query_whose_spelling_is_kept_answers_as_when_it_is_spelt_anew() -> None:
    events = [small_evening(STAGES[-1], Random(1)), seated_event(10)]
    modules = [module for name, module in sys.modules.items() if name.startswith("tournament.")]
    named = [var for module in modules for var in vars(module).values()]
    named += [one for group in named if type(group) is dict for one in group.values()]
    kept = {one for one in named if type(one) is KeptQuery}
    assert len(kept) > 20
    for event in events:
        for one in kept:
            told = signature(one._build).parameters.values()
            numbers = [event.pk for number in told if number.default is number.empty]
            assert sorted(map(repr, one.of(*numbers))) == sorted(
                map(repr, spelt_anew(one, *numbers))
            )
    with pytest.raises(ValueError, match="passes on every number"):
        KeptQuery(lambda event: Event.objects.filter(name=str(event))).of(1)
    assert [ROUNDS.of(event.pk) for event in events] == [list(one.rounds.all()) for one in events]


def test_what_moves_no_version_is_told_on_the_home_all_the_same() -> None:
    event = seated_event(10)
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE))
    assert b"calling an umpire" not in shown(client, event, "")
    table = Table.objects.filter(event=event)[0]
    Call.objects.create(event=event, table=table, called_by="Table 1", called_at=NOW)
    assert b"1 table calling an umpire" in shown(client, event, "")


def test_a_kept_page_asks_three_questions_and_its_tokens_are_ones_own() -> None:
    """The session, the account, the office with its evening; the home also, whether the server
    stumbled.
    """
    event = seated_event(10)
    tokens = set()
    for number in range(2):
        client = Client()
        client.force_login(official(event, Role.HEAD_UMPIRE, f"head {number}"))
        for place in PLACES:
            client.get(f"/e/{event.slug}/{place}")
        for place, count in (("", 4), ("standings/", 3)):
            questions = []
            for _turn in range(2):  # a minute that turns draws one of them anew
                with CaptureQueriesContext(connection) as asked:
                    answer = client.get(f"/e/{event.slug}/{place}")
                questions.append(len(asked))
            assert min(questions) == count, place
        tokens |= set(re.findall(rb'csrfmiddlewaretoken" value="(\w{64})"', answer.content))
    assert len(tokens) == 2

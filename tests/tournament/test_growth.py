"""No page costs more than its share of a larger field, counted in calls and questions, and none
fails at 5,000.
"""

import cProfile
import gc
import logging
import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.counting import prize_list
from tests.bench.field import entered_event, many_tables
from tests.figures import report
from tests.tournament.evening import official, save
from tests.tournament.route_calls import CALLS, OF_THE_GAME
from tests.tournament.visitors import IDS, mark, marks, rows_of
from tournament.models import Event
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
SHARE = 1.5
"""So many times the cost in proportion to the field is allowed."""
QUESTIONS = 30
"""So many questions more to the database are allowed, whatever the field: long lists are asked for
in parts.
"""
FILES = frozenset(
    {
        "workbook",
        "archive",
        "closing_pack",
        "paper_pdf",
        "paper_tonight",
        "paper_page",
        "ruling_pdf",
        "league_pdf",
        "league_workbook",
    }
)
SIMULATED = frozenset({"chances"})
"""What takes longest is counted by the long proof alone."""
PRIZES = [{"name": scope, "scope": scope} for scope in ("field", "round", "half_time", "livery")]


def evening_of(guests: int) -> tuple[Event, Client]:
    """Two rounds with every sheet in, prizes to give, and an organiser at the desk."""
    event = entered_event(guests)
    Event.objects.filter(pk=event.pk).update(further_prizes=PRIZES, sign_in_secret="wall")
    client = Client(raise_request_exception=False)
    client.force_login(official(event, name=f"organiser-of-{guests}"))
    event.refresh_from_db()
    return event, client


def addresses(event: Event) -> Mapping[str, str]:
    """Every page of the evening that an organiser asks for, by its route."""
    rows, found = rows_of(event), {}
    for name, call in CALLS.items():
        args = {
            key: rows.get(f"{name} {value}", rows.get(str(value), value))
            for key, value in (call.args or {}).items()
        }
        ours = marks()[name][0].startswith("e/") and not mark(name).codes
        if ours and call.method == "GET" and 0 not in [args[key] for key in set(args) & IDS]:
            found[name] = reverse(name, kwargs={"slug": event.slug, **args}) + call.asked
    return found


def cost(event: Event, client: Client, address: str) -> tuple[int, int, int]:
    """How a page answers, the calls it makes with nothing kept, and its
    questions to the database.
    """
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    KEEP.clear()
    profile = cProfile.Profile()
    gc.disable()
    try:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer: Any = profile.runcall(client.get, address)
    finally:
        gc.enable()
    return answer.status_code, sum(entry.callcount for entry in profile.getstats()), len(asked)


def grown(small: int, large: int, without: frozenset[str]) -> dict[str, str]:
    """The pages that cost more than their share at the larger field, or fail at either."""
    amiss: dict[str, str] = {}
    (one, client), (other, other_client) = evening_of(small), evening_of(large)
    larger = addresses(other)
    for name, address in addresses(one).items():
        if name in without:
            continue
        also, more, questions = cost(other, other_client, larger[name])
        said, calls, asked = cost(one, client, address)
        if more > SHARE * large / small * calls or questions > asked + QUESTIONS:
            # The first time it was asked for, its templates were read and its words looked up.
            also, more, questions = cost(other, other_client, larger[name])
        if max(said, also) >= 500 or said != also:
            amiss[name] = f"answers {said} and {also}"
        elif more > SHARE * large / small * calls:
            amiss[name] = f"{calls:,} calls became {more:,}"
        elif questions > asked + QUESTIONS:
            amiss[name] = f"{asked} questions became {questions}"
    return amiss


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.promise("No page costs four times the guests more than their share")
def test_four_times_the_guests_cost_no_page_more_than_their_share() -> None:
    assert grown(20, 80, FILES | SIMULATED | OF_THE_GAME) == {}


@pytest.mark.control("test_four_times_the_guests_cost_no_page_more_than_their_share")
def test_prizes_that_look_at_the_whole_field_for_each_guest_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anew = property(prize_list.Evening.games.func)  # type: ignore[attr-defined]
    monkeypatch.setattr(prize_list.Evening, "games", anew)
    every = frozenset(CALLS) - {"prizes"}
    # At 55 guests what the page costs at any size hides the square; from 110 on it shows plainly.
    assert list(grown(110, 440, every)) == ["prizes"]


def warm(guests: int) -> int:
    """The calls of the home after the sheet of a table, with what a process keeps of it before."""
    event = many_tables(guests // 5, games=1)
    client = Client()
    client.force_login(official(event, name=f"desk-of-{guests}"))
    home = reverse("evening", args=[event.slug])
    for table in (1, 2):
        client.get(home)
        save(event, ("out", "8", "3", "4", "5"), (1, table, 1))
    profile = cProfile.Profile()
    assert profile.runcall(client.get, home).status_code == 200
    return sum(entry.callcount for entry in profile.getstats())


OF_HOME, OF_STANDINGS = 25_500, 32_000
"""So many calls at most, some more than they took on 29 November 2026 (24,101 and 29,247): those of
the home after a sheet at a hall of a hundred, and of the standings of twenty with nothing kept.
"""


def test_the_standings_with_nothing_kept_take_so_many_calls_and_no_more() -> None:
    event, client = evening_of(20)
    address = reverse("standings", args=[event.slug])
    cost(event, client, address)  # its templates are read once
    status, calls, _asked = cost(event, client, address)
    assert (status, calls <= OF_STANDINGS) == (200, True), calls


@pytest.mark.promise("A kept home grows no more than its hall")
def test_the_home_after_a_sheet_grows_with_the_hall_and_no_more() -> None:
    warm(50)  # its templates are read once
    small = warm(100)
    assert small <= OF_HOME, small
    assert warm(400) <= SHARE * 4 * small


@pytest.mark.control("test_the_home_after_a_sheet_grows_with_the_hall_and_no_more")
def test_a_keep_too_small_for_one_hall_draws_all_of_it_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    KEEP.clear()
    small = warm(100)
    monkeypatch.setattr(KEEP, "room", KEEP.weight)
    assert warm(400) > SHARE * 4 * small


@pytest.mark.torture
@pytest.mark.promise("No page costs a larger field more than its share", figure="growth")
def test_nine_times_the_guests_cost_no_page_more_than_their_share() -> None:
    assert grown(110, 1000, frozenset()) == {}
    report(
        "growth",
        f"every page of an organiser at 110 and at 1,000 guests, none over {SHARE} times its share",
    )


@pytest.mark.torture
@pytest.mark.promise("No page fails at 5,000 guests", figure="growth_5000")
def test_no_page_fails_at_5000_guests() -> None:
    guests = int(os.environ.get("GUESTS", "5000"))
    event, client = evening_of(guests)
    said = {
        name: client.get(address).status_code
        for name, address in addresses(event).items()
        if name != "paper_tonight"  # a quarter of an hour; the score cards in it are asked alone
    }
    assert {name: status for name, status in said.items() if status >= 500} == {}
    report(
        "growth_5000",
        f"{len(said)} pages of an evening of {guests:,} guests, none fails on {connection.vendor}",
    )

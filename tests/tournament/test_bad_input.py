"""Bad input through every door: a sentence, unchanged rows, and never a page that broke."""

from collections.abc import Callable, Iterable
from html import unescape
from itertools import cycle
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.second_rank import by_rank
from tests.tournament.drawn_requests import fields
from tests.tournament.ending import closed_event, playoff_event, sealed_event, signed_in
from tests.tournament.evening import add_guests, new_event, official, save, seated_event, sign
from tests.tournament.route_calls import CALLS
from tests.tournament.visitors import marks, rows_of
from tournament.guests.acts import keep_apart
from tournament.leagues.acts import add_evening, create_league
from tournament.models import Event, Guest, LedgerEntry, Role, Round, Sheet, Tally

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")
PLACE = (1, 1, 1)
COUNTED = (LedgerEntry, Guest, Round, Sheet, Tally, Event)
HUGE = str(10**30)
HOSTILE = (
    HUGE,
    "\x00",
    "-1",
    "<script>alert(1)</script>",
    "",
    "x" * 5000,
    "0",
    "\u202egnp.exe",
    "=1+1",
    "１２",
    "8♠",
)


def rows() -> list[Any]:
    """The rows that bad input must leave as they are."""
    return [list(model.objects.order_by("pk").values()) for model in COUNTED]


def text(answer: Any) -> str:
    """What a page says."""
    return unescape(answer.content.decode())


def typed(*said: str, **more: Any) -> dict[str, Any]:
    """A form of entry as the page sends it."""
    return {
        "key": "the form",
        "seen": 0,
        **{f"hand_{seat}": words for seat, words in zip("ABCDE", said, strict=True)},
        **more,
    }


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("1", "“1” is not a card"),
        ("11", "“11” is not a card"),
        ("Z", "“Z” is not a card"),
        ("8X 9♣♣", "is not a card"),
        ("K K K K K", "entered 5 times"),
        ("=-5", "whole number"),
        ("-5", "points are never less than 0"),
        ("=501", "501"),
        (f"={10**20}", "points"),
        ("A " * 60, "cards"),
    ],
)
@pytest.mark.parametrize("door", ["sheet", "correction"])
def test_hands_that_cannot_be_are_refused_at_entry_and_correction(
    door: str, said: str, words: str
) -> None:
    event = seated_event()
    if door == "correction":
        save(event, GAME)
    before = rows()
    more = {"step": "save", "seen": 1, "reason": "misread"} if door == "correction" else {}
    answer = signed_in(event).post(
        reverse(door, args=[event.slug, *PLACE]), typed("O", said, "3", "4", "5", **more)
    )
    assert answer.status_code == 422
    refusals = [refusal for row in answer.context["rows"] for refusal in row.refusals]
    assert any(words in refusal for refusal in refusals), refusals
    assert rows() == before


def test_a_round_with_games_missing_is_not_closed() -> None:
    event = seated_event(10, games_per_round=2)
    save(event, GAME)
    before = rows()
    answer = signed_in(event).post(
        reverse("close", args=[event.slug, 1]), {"key": "close"}, follow=True
    )
    assert "cannot be closed yet" in text(answer)
    assert rows() == before


@pytest.mark.parametrize("size", [5, 6, 500])
def test_a_cut_larger_than_the_field_is_not_sealed_and_one_as_large_is(size: int) -> None:
    event = closed_event(cut_size=size)
    client, before = signed_in(event), rows()
    answer = client.post(reverse("seal_cut", args=[event.slug]), {"key": "seal"}, follow=True)
    assert (answer.status_code, "message-fault" in text(answer)) == (200, size > 5)
    assert (rows() == before) == (size > 5)


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_numbers_that_no_tables_hold_are_not_drawn(number: int) -> None:
    event = new_event()
    add_guests(event, number)
    client, before = signed_in(event), rows()
    answer = client.post(
        reverse("draw_seating", args=[event.slug]), {"key": "draw", "seed": "1"}, follow=True
    )
    assert answer.status_code == 200
    assert "message-fault" in text(answer)
    assert rows() == before


def test_a_guest_is_not_kept_apart_from_themselves_nor_given_the_badge_of_another() -> None:
    event = new_event()
    add_guests(event, 5)
    client, before = signed_in(event), rows()
    same = client.post(reverse("keep_apart", args=[event.slug, 1]), {"other": "1"}, follow=True)
    assert "field-wrong" in text(same) or "message-fault" in text(same)
    taken = client.post(
        reverse("add_guest", args=[event.slug]), {"name": "Ann Carver", "badge": "3"}, follow=True
    )
    assert "Badge 3 belongs to Guest 3" in text(taken)
    assert rows() == before


@pytest.mark.parametrize(
    "asked",
    [
        "per_page=-1",
        "per_page=0",
        "page=-1",
        "page=x",
        f"page={HUGE}",
        "sort=a.b",
        "sort=-",
        "sort=--",
    ],
)
@pytest.mark.parametrize("name", ["standings", "guests"])
def test_a_table_passes_over_what_names_no_page_and_no_column(name: str, asked: str) -> None:
    event = closed_event()
    answer = signed_in(event).get(f"{reverse(name, args=[event.slug])}?{asked}")
    assert (answer.status_code, text(answer).count("Guest 1")) == (200, 1)


STATES = ("drafted", "played", "sealed", "play-off")
FILES = (
    "paper_pdf",
    "paper_tonight",
    "league_pdf",
    "league_workbook",
    "workbook",
    "archive",
    "closing_pack",
    "mails",
    "standings_csv",
    "standings_json",
)
"""Pages that read nothing of what is sent, and take long to make."""
PAGES = sorted(set(CALLS) - set(FILES))


@pytest.mark.parametrize("state", by_rank(STATES, ("drafted", "play-off")))
def test_no_page_breaks_whatever_is_sent_to_it(state: str) -> None:
    """Each state of the evening has its quarter of the pages, and each page gets one value; in
    `make torture` every page gets every value in every state.
    """
    quarter = PAGES[STATES.index(state) :: len(STATES)]
    assert pages_broken(state, zip(quarter, cycle(HOSTILE))) == []


@pytest.mark.torture
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("value", HOSTILE)
def test_no_page_breaks_whatever_is_sent_to_every_one(state: str, value: str) -> None:
    assert pages_broken(state, [(name, value) for name in PAGES]) == []


def pages_broken(state: str, trials: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Of these pages, each with the value it gets, those that broke, with method and value."""
    event = evening_in(state)
    client, broken = signed_in(event), []
    in_a_league(event)
    client.raise_request_exception = False
    session, in_addresses = client.cookies["sessionid"].value, rows_of(event)
    for name, value in trials:
        where = address(event, name, in_addresses)
        for method in ("GET", "POST"):
            client.cookies["sessionid"] = session  # the page before may have signed them out
            if status_of(client, method, where, value) >= 500:
                broken.append((name, method, value))
    return broken


def address(event: Event, name: str, in_addresses: dict[str, Any]) -> str:
    """Where a route lies for this event; its rows stand in addresses by what `rows_of` gives."""
    call = CALLS[name]
    args = {key: in_addresses.get(str(value), value) for key, value in (call.args or {}).items()}
    slug = {"slug": event.slug} if marks()[name][0].startswith("e/") else {}
    return reverse(name, kwargs=args | slug) + call.asked


def evening_in(state: str) -> Event:
    """A small evening as far as the name of its state says, with one of each row that an address
    may hold.
    """
    makers: dict[str, Callable[[], Event]] = {
        "drafted": seated_event,
        "sealed": sealed_event,
        "play-off": playoff_event,
    }
    made = makers.get(state, closed_event)()
    official(made, Role.UMPIRE)
    one, other = made.guests.order_by("badge")[:2]
    keep_apart(made, one, other)
    return made


def in_a_league(event: Event) -> None:
    """The evening is one of a league, which its organiser runs."""
    organiser = event.officials.get(role=Role.ORGANISER).user
    winter = create_league("Winter", organiser, sign())
    add_evening(winter, event, organiser, sign())


def status_of(client: Client, method: str, where: str, value: str) -> int:
    """The status of an answer to this value in every field at once; what it changed is undone."""
    before = transaction.savepoint()
    sent = dict.fromkeys(fields(), value)
    answer = client.get(where, sent) if method == "GET" else client.post(where, sent)
    transaction.savepoint_rollback(before)
    return answer.status_code

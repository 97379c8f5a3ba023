"""The one keep: the newest of each key within its bytes, and pages of officials that are nobody
else's.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from django.db import connection
from django.middleware import csrf
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.field import entered_event
from tests.tournament.evening import NOW, official, save, seated_event
from tests.tournament.phones.phones import codes_issued, phone_key, table_code
from tests.tournament.site.test_keeping import LOTS, drawn_anew
from tests.tournament.test_growth import FILES, addresses
from tests.tournament.visitors import House
from tournament.counting.board import board
from tournament.ledger.chain import writing
from tournament.models import Call, Event, Role, Table
from tournament.refusal import Refused
from tournament.site import keeping
from tournament.site.keep import KEEP, OVERHEAD, Keep, KeptByVersion, kept_by_arguments, weight_of
from tournament.site.keeping import Kept

EVENINGS, MORE_THAN_EIGHT = 60, 12
"""So many are played at once on one server; so many rotate here."""
ROLES = ("organiser", "umpire")


def test_the_newest_of_a_key_takes_the_place_of_the_one_before() -> None:
    keep = Keep(room=10 * (100 + OVERHEAD))
    for state in range(50):
        keep.put("board", state, f"as of {state}", 100)
    entry = keep.find("board")
    assert entry is not None
    assert (entry.state, entry.value, keep.weight) == (49, "as of 49", 100 + OVERHEAD)


def test_what_was_not_asked_for_longest_goes_first_once_the_bytes_are_full() -> None:
    keep = Keep(room=3 * (100 + OVERHEAD))
    for name in ("one", "two", "three"):
        keep.put(name, 0, name, 100)
    assert keep.find("one") is not None
    keep.put("four", 0, "four", 100)
    assert [name for name in ("one", "two", "three", "four") if keep.find(name)] == [
        "one",
        "three",
        "four",
    ]
    keep.put("large", 0, "large", 4 * (100 + OVERHEAD))
    assert (keep.find("large"), keep.weight) == (None, 0)


def test_a_value_weighs_about_what_it_takes() -> None:
    assert weight_of("x" * 1000) >= 1000
    names = [f"guest {number}" for number in range(1000)]
    exact = weight_of(names[0]) * len(names)
    assert 0.8 * exact < weight_of(names) < 1.4 * exact
    assert weight_of({"names": names}) > weight_of(names)
    assert weight_of([names, names]) < 1.1 * weight_of(names)


def test_what_follows_from_its_arguments_is_made_once() -> None:
    calls = []

    @kept_by_arguments
    def double(number: int, *, words: str = "") -> str:
        calls.append(number)
        return words + str(2 * number)

    assert [double(2), double(2), double(2, words="= "), double.__wrapped__(2)] == [
        "4",
        "4",
        "= 4",
        "4",
    ]
    assert len(calls) == 3


def evenings(number: int) -> list[tuple[Event, Client, Client]]:
    """So many evenings at once: each with an organiser and the phone of a table."""
    found, before = [], Event.objects.count()
    for index in range(before, before + number):
        event = seated_event(5, slug=f"evening-{index}")
        codes_issued(event)
        client = Client()
        client.force_login(official(event, Role.ORGANISER, f"organiser {index}"))
        key = {"authorization": f"Bearer {table_code(event)}", "x-phone": phone_key()}
        found.append((Event.objects.get(pk=event.pk), client, Client(headers=key)))
    return found


def asked(event: Event, client: Client, phone: Client) -> int:
    """The questions that an evening costs whose pages were all looked at before."""
    with CaptureQueriesContext(connection) as taken:
        for place in ("", "standings/", "prizes/", "guests/", "board/now/"):
            assert client.get(f"/e/{event.slug}/{place}").status_code == 200
        assert phone.get("/pad/state").status_code == 200
    return len(taken)


def rotated(number: int) -> list[int]:
    """What each of so many evenings asks of the database in the second round of all."""
    every = evenings(number)
    for evening in every:
        asked(*evening)
    return [asked(*evening) for evening in every]


@pytest.mark.django_db
@pytest.mark.promise("Sixty evenings on one server cost what one costs", faults=(26,))
def test_an_evening_costs_the_same_however_many_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_state", lambda seen: (seen.event.version, seen.moved))
    (alone,) = set(rotated(1))
    assert rotated(MORE_THAN_EIGHT) == [alone] * MORE_THAN_EIGHT


@pytest.mark.django_db
@pytest.mark.control("test_an_evening_costs_the_same_however_many_are_played")
def test_a_keep_with_room_for_eight_evenings_would_keep_nothing_from_the_ninth_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "_state", lambda seen: (seen.event.version, seen.moved))
    KEEP.clear()
    (alone,) = set(rotated(1))
    monkeypatch.setattr(KEEP, "room", 8 * KEEP.weight)
    assert min(rotated(MORE_THAN_EIGHT)) > alone


@pytest.mark.django_db
def test_sixty_evenings_of_a_hundred_and_ten_guests_have_room() -> None:
    event = entered_event(110)
    codes_issued(event)
    KEEP.clear()
    for role in Role.ORGANISER, Role.UMPIRE:
        client = Client()
        client.force_login(official(event, role, str(role)))
        for place in ("", "standings/", "cut/", "prizes/", "guests/", "door/", "board/now/"):
            assert client.get(f"/e/{event.slug}/{place}").status_code == 200
    assert EVENINGS * KEEP.weight < KEEP.room


@pytest.mark.django_db
def test_many_versions_of_one_evening_push_out_nothing_of_another() -> None:
    busy, quiet = seated_event(5, slug="busy"), seated_event(5, slug="quiet")
    made: list[str] = []

    def noted(event: Event) -> str:
        made.append(event.slug)
        return event.slug

    kept = KeptByVersion(noted)
    kept.of(quiet)
    for version in range(20):
        busy.version = version
        kept.of(busy)
    kept.of(quiet)
    assert made == ["quiet", *["busy"] * 20]


def shown(client: Client, address: str) -> tuple[int, bytes]:
    """How a page answers, without what is drawn by lot and what another page left to be told."""
    client.cookies.pop("messages", None)
    answer = client.get(address)
    page = "text/html" in answer.headers.get("Content-Type", "")
    return answer.status_code, LOTS.sub(b"", answer.content) if page else b""


TELLS_THE_SECOND = frozenset({"status"})
"""Drawn for each request, with the time to the second and what was slow until then."""


def differing(house: House) -> Iterator[str]:
    """The pages that are kept for the organiser otherwise than they were drawn, or that an umpire
    gets from the same keep otherwise than drawn for an umpire.
    """
    for name, address in addresses(house.own).items():
        if name in FILES | TELLS_THE_SECOND:
            continue
        # A minute that turns between two looks draws a page anew, and not twice in a row.
        if differs(house, address) and differs(house, address):
            yield name


def differs(house: House, address: str) -> bool:
    organiser, umpire = (house.clients[role] for role in ROLES)
    shown(organiser, address)
    umpires, organisers = shown(umpire, address), shown(organiser, address)
    kept = shown(umpire, address), shown(organiser, address)
    with drawn_anew():
        return kept != (umpires, organisers) or shown(umpire, address) != umpires


@pytest.mark.django_db
@pytest.mark.promise("A kept page is that of its role and account, and holds no token")
def test_from_a_warm_keep_every_role_gets_its_own_pages_and_none_holds_a_token() -> None:
    house = House()
    assert list(differing(house)) == []
    held = [entry.value for entry in KEEP._entries.values() if isinstance(entry.value, Kept)]
    assert len(held) > 100
    secrets = [house.clients[role].cookies["csrftoken"].value for role in ROLES]
    words = {word for page in held for part in page.between for word in MASKED.findall(part)}
    matches: Callable[[str, str], bool] = csrf._does_token_match  # type: ignore[attr-defined]
    assert not [word for word in words for secret in secrets if matches(word.decode(), secret)]


MASKED = re.compile(rb"\b[0-9A-Za-z]{64}\b")


@pytest.mark.django_db
@pytest.mark.control("test_from_a_warm_keep_every_role_gets_its_own_pages_and_none_holds_a_token")
def test_pages_kept_for_all_roles_together_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    put, find = KEEP.put, KEEP.find

    def mixed(key: object) -> object:
        return (key[0], key[1], *key[4:]) if isinstance(key, tuple) and len(key) > 4 else key

    found: Callable[..., object] = lambda key: find(mixed(key))  # noqa: E731
    monkeypatch.setattr(KEEP, "find", found)
    monkeypatch.setattr(KEEP, "put", lambda key, *more: put(mixed(key), *more))
    assert next(differing(House()), None) is not None


@pytest.mark.django_db
def test_a_page_with_a_message_is_not_kept_and_a_form_is_new_for_everybody() -> None:
    event = seated_event(10)
    first, second = Client(), Client()
    for number, client in enumerate((first, second)):
        client.force_login(official(event, Role.ORGANISER, f"organiser {number}"))
    home = f"/e/{event.slug}/"
    first.post(f"{home}hold/", {"key": "hold it"})
    with_words = first.get(home).content
    assert b"press-" not in with_words
    assert with_words != first.get(home).content
    assert LOTS.sub(b"", second.get(home).content) == LOTS.sub(b"", first.get(home).content)
    tokens = {tuple(LOTS.findall(client.get(home).content)) for client in (first, first, second)}
    assert len(tokens) == 3


@pytest.mark.django_db
def test_a_row_that_moves_no_version_shows_at_once_on_every_page_that_tells_it() -> None:
    event = seated_event(10)
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE))
    places = ("", "calls/", "guests/", "door/")
    before = [shown(client, f"/e/{event.slug}/{place}") for place in places]
    assert before == [shown(client, f"/e/{event.slug}/{place}") for place in places]
    table = Table.objects.filter(event=event)[0]
    Call.objects.create(event=event, table=table, called_by="Table 1", called_at=NOW)
    event.guests.filter(badge=1).update(name="Zoë Other")
    after = [shown(client, f"/e/{event.slug}/{place}") for place in places]
    assert [was != now for was, now in zip(before, after, strict=True)] == [True] * 4


@pytest.mark.django_db
def test_a_board_of_acts_is_never_that_of_a_version_to_come() -> None:
    event = seated_event(5)
    before = board(event)
    save(event, ("out", "8", "3", "4", "5"))
    assert (board(event), board(Event.objects.get(pk=event.pk)) != before) == (before, True)


@pytest.mark.django_db
def test_what_a_refused_act_makes_on_its_way_is_not_kept() -> None:
    event = seated_event(5)
    with suppress(Refused), writing(event) as row:
        row.guests.filter(badge=1).update(name="Zoë Other")
        assert "Zoë Other" in str(board(row).players)
        raise Refused("No.")
    event.guests.filter(badge=2).update(name="Amy Other")
    save(event, ("out", "8", "3", "4", "5"))
    kept = board(Event.objects.get(pk=event.pk))
    assert ("Zoë Other" in str(kept.players), "Amy Other" in str(kept.players)) == (False, True)

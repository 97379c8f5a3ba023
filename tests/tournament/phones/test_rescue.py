"""A kept game typed at the desk: looked at first, saved by the one writer, and never doubled by a
later resend.
"""

import json

import pytest
from django.test import Client
from django.urls import reverse

from scoring.counting.rescue import KeptGame, encode, key_of
from tests.tournament.evening import entry, official, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.models import Conflict, Event, LedgerEntry, Role, Sheet
from tournament.site.codes import event_mark

pytestmark = pytest.mark.django_db
FIRST = ("out", "8", "3 4", "X X", "=23")


@pytest.fixture
def event() -> Event:
    """Two tables with codes on paper."""
    made = seated_event(10, games_per_round=1)
    codes_issued(made)
    return made


@pytest.fixture
def desk(event: Event) -> Client:
    """An official's browser."""
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE, "Ursula"))
    return client


def kept(said: tuple[str, ...], table: int = 1, game: int = 1) -> KeptGame:
    """A game as a phone keeps it."""
    return KeptGame(
        1,
        table,
        game,
        tuple(entry(letter, words) for letter, words in zip("ABCDE", said, strict=True)),
    )


def test_a_typed_game_is_looked_at_then_saved_and_the_phone_doubles_nothing(
    event: Event, desk: Client
) -> None:
    where = reverse("rescue", args=[event.slug])
    code = encode(kept(FIRST), event_mark(event))
    assert desk.get(where).status_code == 200
    page = desk.post(where, {"code": f"lc1.{code.lower()}"}).content.decode()
    assert "Guest 4" in page
    assert Sheet.objects.filter(event=event).count() == 0
    saved = desk.post(where, {"code": code, "save": "yes"})
    assert saved.headers["Location"] == reverse("sheet", args=[event.slug, 1, 1, 1])
    sheet = Sheet.objects.select_related("entry").get(event=event)
    assert (sheet.checked, sheet.entered_by, sheet.entry.key) == (
        True,
        "Ursula",
        key_of(kept(FIRST)),
    )
    answer = PhoneHeld(table_code(event)).post("sheet", sheet_sent(FIRST))
    assert (answer.status_code, json.loads(answer.content)["receipt"]) == (200, sheet.entry.number)
    desk.post(where, {"code": code, "save": "yes"})
    assert LedgerEntry.objects.filter(event=event, kind="sheet").count() == 1


def test_the_phone_first_and_the_code_after_is_one_game_too(event: Event, desk: Client) -> None:
    PhoneHeld(table_code(event)).post("sheet", sheet_sent(FIRST))
    code = encode(kept(FIRST), event_mark(event))
    where = reverse("rescue", args=[event.slug])
    assert "in already" in desk.post(where, {"code": code}).content.decode()
    assert desk.post(where, {"code": code, "save": "yes"}).status_code == 302
    assert Sheet.objects.filter(event=event).count() == 1
    other = encode(kept(("out", "9", "3 4", "X X", "=23")), event_mark(event))
    assert desk.post(where, {"code": other, "save": "yes"}).status_code == 409
    assert Conflict.objects.filter(event=event).count() == 1


def test_a_slip_an_impossible_hand_and_a_game_that_is_not_there_are_told(
    event: Event, desk: Client
) -> None:
    where, mark = reverse("rescue", args=[event.slug]), event_mark(event)
    code = encode(kept(FIRST), mark)
    for wrong in (
        code.replace("8", "9"),
        encode(kept(FIRST), "K7QD"),
        encode(kept(FIRST, table=9), mark),
    ):
        answer = desk.post(where, {"code": wrong, "save": "yes"})
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.content.decode()
    impossible = encode(kept(("out", "8 8 8", "8 8", "3", "4")), mark)
    answer = desk.post(where, {"code": impossible, "save": "yes"})
    assert answer.status_code == 422
    assert Sheet.objects.filter(event=event).count() == 0

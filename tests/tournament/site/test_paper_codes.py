"""Codes on paper: made when first printed, the same on every reprint; warnings about an address no
phone reaches.
"""

import base64
import io

import pytest
import segno
from django.test import Client, override_settings
from django.urls import reverse
from PIL import Image

from tests.tournament.evening import NOW, official, seated_event
from tests.tournament.paper.reading import words_in
from tests.tournament.phones.phones import PhoneHeld
from tournament.models import Code, CodeKind, Event, Role
from tournament.paper.cards import TableCards
from tournament.paper.score_cards import ScoreCards
from tournament.paper.seating import score_cards, table_cards
from tournament.site.codes import code_image, digest_of, is_local
from tournament.site.paper_codes import paper_codes

pytestmark = pytest.mark.django_db
HALL = "http://192.168.8.20:8000"


@pytest.fixture
def event() -> Event:
    """Two tables of five; nothing was printed yet."""
    return seated_event(10, games_per_round=1)


@pytest.fixture
def organiser(event: Event) -> Client:
    """The organiser's browser."""
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "olive"))
    return client


def printed(client: Client, event: Event, kind: str) -> str:
    """What stands on a paper that is opened by a press."""
    return words_in(client.post(reverse("paper_page", args=[event.slug, kind])).content)


@override_settings(BASE_URL=HALL)
def test_cards_bear_codes_from_the_first_printing_on_and_the_same_on_every_other(
    event: Event, organiser: Client
) -> None:
    assert Code.objects.count() == 0
    first = printed(organiser, event, "table-cards")
    assert Code.objects.filter(event=event).count() == 12
    codes = paper_codes(event)
    assert sorted(codes.tables) == [1, 2]
    assert sorted(codes.guests) == list(range(1, 11))
    assert codes.shorts[1] in first
    assert "192.168.8.20:8000/t" in first
    assert (
        printed(organiser, event, "table-cards").count(codes.shorts[1])
        == first.count(codes.shorts[1])
        == 1
    )
    assert paper_codes(event) == codes
    link = codes.tables[1]
    assert link.startswith("HTTP://192.168.8.20:8000/T/")
    assert link == link.upper()
    assert PhoneHeld(link.rpartition("/")[2]).state()["table"] == 1
    personal, tables = score_cards(event, NOW).coded(codes), table_cards(event, NOW).coded(codes)
    assert isinstance(personal, ScoreCards)
    assert isinstance(tables, TableCards)
    assert [card.link for card in personal.cards] == [
        codes.guests[card.guest.badge or 0] for card in personal.cards
    ]
    assert [card.link for card in tables.cards] == [codes.tables[1], codes.tables[2]]


def test_printing_warns_of_an_address_that_no_phone_reaches_and_of_one_that_changed(
    event: Event, organiser: Client
) -> None:
    where = reverse("paper", args=[event.slug])
    with override_settings(BASE_URL="http://127.0.0.1:8000"):
        assert "no phone can reach" in organiser.get(where).content.decode()
    with override_settings(BASE_URL=HALL):
        assert "phone" not in organiser.get(where).content.decode().partition("<main")[2]
        printed(organiser, event, "table-cards")
        assert paper_codes(event).warnings == ()
    with override_settings(BASE_URL="http://10.0.0.7:8000"):
        said = organiser.get(where).content.decode()
        assert f"from {HALL} to http://10.0.0.7:8000" in said
        assert "10.0.0.7:8000/t" in said
        printed(organiser, event, "table-cards")
        assert paper_codes(event).warnings == ()


def test_a_code_of_another_server_is_not_printed_wrongly(event: Event, organiser: Client) -> None:
    printed(organiser, event, "table-cards")
    old = paper_codes(event).tables[1]
    with override_settings(SECRET_KEY="another server, another secret"):
        codes = paper_codes(event)
        assert (codes.tables, codes.guests) == ({}, {})
        assert "12 codes were made by another server" in codes.warnings[-1]
        assert PhoneHeld(old.rpartition("/")[2]).get().status_code == 200
    assert Code.objects.get(event=event, kind=CodeKind.TABLE, table=1).digest == digest_of(
        old.rpartition("/")[2]
    )


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://[::1]:8000", True),
        ("", True),
        (HALL, False),
        ("https://cards.example", False),
    ],
)
def test_only_addresses_of_this_machine_are_local(address: str, local: bool) -> None:
    assert is_local(address) is local


@pytest.mark.parametrize("link", [f"{HALL}/G/{'A7' * 13}", "x", f"otpauth://totp/{'y' * 300}"])
def test_a_code_has_the_points_that_its_library_draws(link: str) -> None:
    library = segno.make_qr(link, error="m").png_data_uri(scale=8, border=0)
    ours, theirs = (
        Image.open(io.BytesIO(base64.b64decode(said.partition(",")[2])))
        for said in (code_image(link), library)
    )
    assert (ours.mode, ours.size, ours.tobytes()) == (theirs.mode, theirs.size, theirs.tobytes())

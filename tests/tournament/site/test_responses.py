"""Answers go out packed: pages and JSON, files as they are, tags of packed answers, and tokens."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client, RequestFactory

from tests.tournament.evening import official, seated_event
from tests.tournament.phones.phones import codes_issued, phone_key, table_code
from tournament.models import Role
from tournament.site.responses import LONGEST_GAP, Piece, answer

PACKED = {"accept-encoding": "gzip, deflate, br"}


@pytest.mark.django_db
def test_pages_and_states_of_phones_go_out_packed_and_hold_the_same() -> None:
    event = seated_event(20)
    codes_issued(event)
    client = Client()
    client.force_login(official(event, Role.ORGANISER))
    asked = {f"/e/{event.slug}/": client, f"/e/{event.slug}/standings/": client}
    key = {"authorization": f"Bearer {table_code(event)}", "x-phone": phone_key()}
    asked["/pad/state"] = Client(headers=key)
    for address, who in asked.items():
        plain, packed = who.get(address), who.get(address, headers=PACKED)
        assert (plain.status_code, packed.headers.get("Content-Encoding")) == (200, "gzip"), address
        assert bare(gzip.decompress(packed.content)) == bare(plain.content)
        assert len(packed.content) < len(plain.content) / 2
        assert "Accept-Encoding" in packed.headers["Vary"]


def bare(page: bytes) -> bytes:
    """A page without what is drawn by lot for each request."""
    return re.sub(rb'(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*', rb"\1", page)


@pytest.mark.django_db
def test_the_tag_of_a_packed_state_is_known_again() -> None:
    event = seated_event(5)
    codes_issued(event)
    phone = Client(headers={"authorization": f"Bearer {table_code(event)}", "x-phone": phone_key()})
    tag = phone.get("/pad/state", headers=PACKED).headers["ETag"]
    assert tag.startswith('W/"')
    again = phone.get("/pad/state", headers={**PACKED, "if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_a_workbook_is_not_packed_twice() -> None:
    event = seated_event(5)
    client = Client()
    client.force_login(official(event, Role.ORGANISER))
    book = client.get(f"/e/{event.slug}/files/standings.xlsx", headers=PACKED)
    assert (book.status_code, book.headers.get("Content-Encoding")) == (200, None)


def of_pieces(pieces: list[Piece], **headers: str) -> Any:
    """The answer of these pieces to a browser that says this of itself."""
    return answer(
        RequestFactory().get("/", headers=headers), pieces, [("Content-Type", "text/html")]
    )


def test_pieces_packed_apart_make_one_packed_answer() -> None:
    token, page = b"k" * 64, b"<p>Table 7</p>" * 300
    pieces = [
        Piece.of(page),
        Piece.unpacked(token),
        Piece.of(page),
        Piece.unpacked(b""),
        Piece.of(b""),
    ]
    whole = page + token + page
    assert of_pieces(pieces).content == whole
    packed = of_pieces(pieces, **PACKED)
    assert gzip.decompress(packed.content) == whole
    assert len(packed.content) < len(whole) / 20
    assert token in packed.content


def test_a_token_costs_the_same_whatever_stands_beside_it() -> None:
    def size(token: bytes, beside: bytes) -> int:
        pieces = [Piece.of(b"<p>" + beside), Piece.unpacked(token)]
        return len(of_pieces(pieces, **PACKED).content)

    guesses = {size(b"abcdefgh" * 8, guess * 8) for guess in (b"abcdefgh", b"hgfedcba")}
    assert len(guesses) == 1
    with pytest.raises(ValueError, match="no token"):
        Piece.unpacked(b"x" * (LONGEST_GAP + 1))

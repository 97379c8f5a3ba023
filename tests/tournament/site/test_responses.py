"""Answers go out packed: pages and JSON, files as they are, tags of packed answers, and tokens."""

import gzip
import re

import pytest
from django.test import Client, RequestFactory

from tests.tournament.evening import official, seated_event
from tests.tournament.phones.phones import codes_issued, phone_key, table_code
from tournament.models import Role
from tournament.site.responses import answer, packed

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


def test_a_kept_page_goes_out_as_it_is_or_packed_and_holds_the_same() -> None:
    page = b"<p>Table 7</p>" * 300
    headers = {"Content-Type": "text/html"}
    plain, small = (
        answer(RequestFactory().get("/", headers=asks), page, lambda: packed(page), headers)
        for asks in ({}, PACKED)
    )
    assert (plain.content, gzip.decompress(small.content)) == (page, page)
    assert len(small.content) < len(page) / 20
    assert small.headers["Content-Encoding"] == "gzip"


def test_the_length_of_a_packed_page_is_one_of_chance() -> None:
    sizes = {len(packed(b"<p>Table 7</p>")) for _ in range(100)}
    assert len(sizes) > 20

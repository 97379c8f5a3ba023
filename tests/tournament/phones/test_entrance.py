"""Getting in by a code: what the header must say, one answer to every wrong code, and limits that
hinder no other.
"""

import json

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory

from tests.tournament.evening import NOW, seated_event
from tests.tournament.phones.phones import (
    PhoneHeld,
    codes_issued,
    guest_code,
    sheet_sent,
    table_code,
)
from tournament.models import Ask, Code, Doubt, Event, Phone, PhoneState, Sheet
from tournament.paper.acts import reissue_code
from tournament.phones.entrance import by_code
from tournament.site.access import TABLE, mark_of
from tournament.site.checks import routes

pytestmark = pytest.mark.django_db
FIRST = ("out", "8", "3 4", "X X", "=23")


@pytest.fixture
def event() -> Event:
    """Two tables of five with codes on paper."""
    made = seated_event(10, games_per_round=2)
    codes_issued(made)
    return made


@pytest.fixture
def phone(event: Event) -> PhoneHeld:
    """A phone that scanned the card of table 1."""
    return PhoneHeld(table_code(event))


def test_what_is_no_message_is_turned_away(event: Event, phone: PhoneHeld) -> None:
    sent = sheet_sent(FIRST)
    assert phone.post("sheet", sent, origin="http://elsewhere.example").status_code == 403
    assert phone.post("sheet", sent, origin="").status_code == 403
    assert phone.post("sheet", b"x" * 20_001).status_code == 413
    assert phone.post("sheet", b"x" * 4_000_000).status_code == 413
    assert [
        phone.post("sheet", body).status_code
        for body in (b"{", b"[1]", b'{"round": NaN}', b"[" * 19_000)
    ] == [415] * 4
    form = phone.client.post(
        "/pad/sheet", sent, headers=phone._headers() | {"origin": "http://testserver"}
    )
    assert form.status_code == 415
    assert phone.get("sheet").status_code == 405
    assert phone.post("state", {}).status_code == 405
    assert phone.get("state", **{"x-phone": "short"}).status_code == 422
    assert Sheet.objects.filter(event=event).count() == 0


def test_a_code_opens_its_own_table_alone(event: Event) -> None:
    phone = PhoneHeld(table_code(event, 2))
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 422
    assert phone.post("sheet", sheet_sent(FIRST, table=2) | {"table": 1}).status_code == 422
    assert Sheet.objects.filter(event=event).count() == 0
    assert phone.post("sheet", sheet_sent(FIRST, table=2) | {"table": 2}).status_code == 201
    assert Sheet.objects.get(event=event).game.table.number == 2
    other = seated_event(5, games_per_round=1)
    codes_issued(other)
    assert PhoneHeld(table_code(other)).state()["event"]["slug"] == other.slug


def test_wrong_revoked_and_reprinted_codes_get_one_answer(event: Event, phone: PhoneHeld) -> None:
    right = phone.code
    wrong = [
        PhoneHeld(code).get() for code in ("A" * 26, "", "x", right.lower(), right[:-1], "é" * 26)
    ]
    table = Code.objects.get(event=event, kind="table", table=1)
    reissue_code(event, table.pk, "Olive Organiser", NOW)
    wrong.append(phone.get())
    wrong.append(PhoneHeld("A" * 26).post("sheet", sheet_sent(FIRST)))
    assert {(answer.status_code, answer.content) for answer in wrong} == {(401, wrong[0].content)}
    assert PhoneHeld(table_code(event)).get().status_code == 200


def test_every_phone_waits_where_the_event_wants_it_and_a_revoked_one_is_out(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(phones_wait=True)
    phone = PhoneHeld(table_code(event))
    waiting = phone.get()
    row = Phone.objects.get(event=event)
    assert (waiting.status_code, json.loads(waiting.content)["mark"]) == (403, row.mark)
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 403
    Phone.objects.filter(pk=row.pk).update(state=PhoneState.ADMITTED)
    assert phone.get().status_code == 200
    Phone.objects.filter(pk=row.pk).update(state=PhoneState.REVOKED)
    assert phone.get().status_code == 401


def test_a_busy_or_full_database_is_told_and_nothing_is_called_saved(
    event: Event, phone: PhoneHeld
) -> None:
    def fails(words: str) -> int:
        def view(request: object, entrance: object) -> HttpResponse:
            raise OperationalError(words)

        bearer = {"authorization": f"Bearer {phone.code}", "x-phone": phone.key}
        answer = by_code(TABLE, "GET")(view)(RequestFactory().get("/pad/state", headers=bearer))
        assert isinstance(answer, HttpResponse)
        assert b"NOT saved" in answer.content
        return answer.status_code

    assert fails("database is locked") == 503
    assert fails("database or disk is full") == 507
    assert fails("disk I/O error") == 507


def test_a_code_alone_does_not_fill_the_list_of_phones(event: Event) -> None:
    met = [PhoneHeld(table_code(event)).get().status_code for _ in range(25)]
    assert (met.count(200), met.count(429)) == (20, 5)
    assert len(set(Phone.objects.filter(event=event).values_list("mark", flat=True))) == 20


def test_one_code_cannot_keep_the_server_busy_for_the_others(
    event: Event, phone: PhoneHeld
) -> None:
    tag = phone.get().headers["ETag"]
    met = [phone.get(**{"if-none-match": tag}).status_code for _ in range(301)]
    assert (met.count(304), met.count(429)) == (299, 2)
    assert PhoneHeld(table_code(event, 2)).get().status_code == 200


def test_whatever_needs_no_token_asks_for_the_origin_instead(
    event: Event, phone: PhoneHeld
) -> None:
    marked = {
        str(route.name): (path, mark_of(route.callback), route.callback) for path, route in routes()
    }
    exempt = {
        name for name, (_path, _mark, view) in marked.items() if getattr(view, "csrf_exempt", False)
    }
    by_codes = {
        name for name, (_path, mark, _view) in marked.items() if mark is not None and mark.codes
    }
    assert exempt - {"replay"} == by_codes | {
        "short_address"
    }  # a replayed game is judged and kept nowhere
    guest = guest_code(event.guests.get(badge=1))
    foreign = "http://elsewhere.example"
    met = {}
    for name in exempt - {"replay"}:
        path, mark, _view = marked[name]
        if mark is not None and TABLE.codes == mark.codes:
            met[name] = phone.post(
                f"/{path.replace('<slug:kind>', 'kind')}", {}, origin=foreign
            ).status_code
        else:
            where = f"/G/{guest}" if name == "guest_page" else f"/{path}"
            met[name] = (
                Client().post(where, {"typed": "K7M4QD"}, headers={"origin": foreign}).status_code
            )
    assert met["pad_sheet"] == met["guest_page"] == met["short_address"] == 403
    assert {name: status for name, status in met.items() if status not in (401, 403, 405)} == {}
    assert (Ask.objects.count(), Doubt.objects.count()) == (0, 0)

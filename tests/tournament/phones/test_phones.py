"""The page Phones: six characters ask, an official lets in, a lost phone is replaced; 10,000
guesses open nothing.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.counting.rescue import CHECK_LETTERS
from tests.tournament.evening import NOW, new_event, official, seated_event
from tests.tournament.phones.phones import (
    OWN,
    PhoneHeld,
    codes_issued,
    guest_code,
    sheet_sent,
    table_code,
)
from tournament.models import (
    Ask,
    Code,
    CodeKind,
    CountKind,
    DayCount,
    Event,
    Phone,
    PhoneState,
    Role,
    Sheet,
)
from tournament.phones import acts_admission, views_guest, views_state
from tournament.phones import views_public as typed_at
from tournament.phones.entrance import by_code
from tournament.site import access
from tournament.site.codes import new_code, new_short, paper_code

pytestmark = pytest.mark.django_db
FIRST = ("out", "8", "3 4", "X X", "=23")


@pytest.fixture
def event() -> Iterator[Event]:
    """Two tables with codes on paper."""
    made = seated_event(10, games_per_round=1)
    codes_issued(made)
    yield made
    caches["limits"].clear()


@pytest.fixture
def head(event: Event) -> Client:
    """The head umpire's browser."""
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE, "Ursula"))
    return client


def asked(typed: str, name: str = "Dr Vane", client: Client | None = None) -> tuple[PhoneHeld, str]:
    """A phone that typed something at the short address, and the mark it shows."""
    answer = (client or Client()).post(
        "/t/", {"typed": typed, "name": name}, headers={"origin": OWN}
    )
    found = re.fullmatch(r"/T/([A-Z2-7]{26})#ask=(\w\w)", answer.headers["Location"])
    assert found
    assert not answer.cookies
    return PhoneHeld(found[1]), found[2]


def short_code(event: Event, table: int = 1) -> str:
    """The six characters of a table card."""
    return str(
        Code.objects.get(event=event, kind=CodeKind.TABLE, table=table, revoked_at=None).short
    )


def test_six_characters_open_nothing_until_an_official_lets_the_phone_in(
    event: Event, head: Client
) -> None:
    short = short_code(event)
    phone, mark = asked(f" {short[:3].lower()} {short[3:].lower()}")
    assert phone.get().status_code == 401
    row = Ask.objects.get(event=event)
    assert (row.table, row.mark, row.name) == (1, mark, "Dr Vane")
    for name in ("phones", "phones_now"):  # the page, and the part of it that follows by itself
        page = head.get(reverse(name, args=[event.slug])).content.decode()
        assert f'<b class="phone-mark">{mark}</b>' in page
    head.post(reverse("answer_ask", args=[event.slug, row.pk]), {"answer": "let_in"})
    assert phone.state()["table"] == 1
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 201
    other, _mark = asked(short)
    head.post(
        reverse("answer_ask", args=[event.slug, Ask.objects.get(settled_at=None).pk]),
        {"answer": "no"},
    )
    assert other.get().status_code == 401


def test_a_phone_that_was_let_in_by_an_official_does_not_wait_again(
    event: Event, head: Client
) -> None:
    head.post(
        reverse("phone_options", args=[event.slug]), {"phones_wait": "on", "pad_ticks": "each"}
    )
    scanned = PhoneHeld(table_code(event))
    assert scanned.get().status_code == 403
    head.post(
        reverse("settle_phone", args=[event.slug, Phone.objects.get().pk]), {"answer": "let_in"}
    )
    assert scanned.state()["settings"] == {"ticks": "each"}
    assert (
        PhoneHeld(table_code(event, 2), key=scanned.key).get().status_code == 200
    )  # once per event
    phone, _mark = asked(short_code(event))
    head.post(reverse("answer_ask", args=[event.slug, Ask.objects.get().pk]), {"answer": "let_in"})
    assert phone.get().status_code == 200


def test_right_and_wrong_characters_get_one_answer_for_equal_work(event: Event) -> None:
    with CaptureQueriesContext(connection) as right:
        phone, _mark = asked(short_code(event))
    asked("AAAAAA")  # the first of a day makes its row
    with CaptureQueriesContext(connection) as wrong:
        guess, _mark = asked("BBBBBB")
    writes = [
        sum(query["sql"].startswith(("INSERT", "UPDATE")) for query in seen)
        for seen in (right, wrong)
    ]
    assert writes == [1, 1]
    assert abs(len(right) - len(wrong)) <= 1
    assert phone.get().content == guess.get().content
    assert (Ask.objects.count(), DayCount.objects.get(kind=CountKind.WRONG_ASK).count) == (1, 2)


def test_nobody_who_waits_for_a_table_is_pushed_out_by_those_who_ask_later(
    event: Event, head: Client
) -> None:
    marks = [asked(short_code(event))[1] for _ in range(8)]
    assert [row.mark for row in Ask.objects.order_by("pk")] == marks[:6]
    page = head.get(reverse("phones", args=[event.slug])).content.decode()
    assert "further phones are not listed" in page
    first = Ask.objects.order_by("pk")[0]
    head.post(reverse("answer_ask", args=[event.slug, first.pk]), {"answer": "no"})
    _phone, mark = asked(short_code(event))
    assert Ask.objects.latest("pk").mark == mark, "where one is answered there is room for another"


def test_a_flood_of_wrong_characters_is_hardly_a_write(event: Event) -> None:
    for _ in range(acts_admission.WRONG_A_MINUTE + 1):
        asked("AAAAAA")
    with CaptureQueriesContext(connection) as queries:
        phone, _mark = asked("BBBBBB")
    assert not [query for query in queries if query["sql"].strip().startswith(("INSERT", "UPDATE"))]
    asked(short_code(event))
    assert Ask.objects.count() == 1, "who typed the right ones is not hindered by it"
    assert phone.get().status_code != 200


def test_a_whole_code_or_an_old_address_typed_at_the_new_one_leads_on(event: Event) -> None:
    code = table_code(event)
    for typed in (code, code.lower(), f"HTTP://192.168.8.20:8000/T/{code}"):
        answer = Client().post("/t/", {"typed": typed}, headers={"origin": OWN})
        assert answer.headers["Location"] == f"/T/{code}"
    for typed in ("", "K7M", "http://elsewhere.example/T/short"):
        assert Client().post("/t/", {"typed": typed}, headers={"origin": OWN}).status_code == 422
    assert (
        Client()
        .post("/t/", {"typed": code}, headers={"origin": "http://elsewhere.example"})
        .status_code
        == 403
    )
    assert Ask.objects.count() == 0


def test_a_new_phone_carries_on_for_a_lost_one_once(event: Event, head: Client) -> None:
    lost = PhoneHeld(table_code(event))
    PhoneHeld(table_code(event, 2), key=lost.key).get()
    lost.post("name", {"umpire": "Dr Vane"})
    row = Phone.objects.get()
    page = head.post(reverse("replace_phone", args=[event.slug, row.pk]))
    link = page.context["handed"]["link"]
    assert page.headers["Cache-Control"] == "no-store"
    assert lost.get().status_code == 401
    new = PhoneHeld(link.rpartition("/P/")[2])
    assert new.get().status_code == 401  # a hand-over opens no table by itself
    given = json.loads(new.post("/phone/carry-on", {}).content)
    assert (given["umpire"], [code["table"] for code in given["codes"]]) == ("Dr Vane", [1, 2])
    assert new.post("/phone/carry-on", {}).status_code == 401
    carried = PhoneHeld(given["codes"][1]["code"], key=new.key)
    assert (carried.state()["table"], carried.state()["umpire"], carried.state()["tables"]) == (
        2,
        "Dr Vane",
        [1, 2],
    )
    head.post(reverse("settle_phone", args=[event.slug, row.pk]), {"answer": "let_in"})
    assert lost.get().status_code == 200  # it was found again


def test_a_code_printed_anew_makes_the_old_paper_worthless(event: Event, head: Client) -> None:
    old, short = PhoneHeld(table_code(event)), short_code(event)
    code = Code.objects.get(event=event, kind=CodeKind.TABLE, table=1)
    head.post(reverse("reissue_code", args=[event.slug, code.pk]))
    assert old.get().status_code == 401
    assert PhoneHeld(table_code(event)).get().status_code == 200
    assert short_code(event) != short
    said = head.post(
        reverse("reissue_code", args=[event.slug, code.pk]), follow=True
    ).content.decode()
    assert "not in force any more" in said


def test_a_guest_gets_a_new_code_and_the_old_card_opens_nothing(event: Event, head: Client) -> None:
    old = guest_code(event.guests.get(badge=3))
    assert Client().get(f"/G/{old}").status_code == 200
    head.post(reverse("reissue_guest_code", args=[event.slug, 3]))
    assert Client().get(f"/G/{old}").status_code == 404
    assert Client().get(f"/G/{guest_code(event.guests.get(badge=3))}").status_code == 200
    assert head.post(reverse("reissue_guest_code", args=[event.slug, 99])).status_code == 404
    Code.objects.filter(guest__badge=4).update(revoked_at=NOW)
    said = head.post(
        reverse("reissue_guest_code", args=[event.slug, 4]), follow=True
    ).content.decode()
    assert "there is nothing to replace" in said


def test_after_the_evening_no_code_opens_anything_until_cards_are_printed_anew(
    event: Event, head: Client
) -> None:
    phone, guest = PhoneHeld(table_code(event)), guest_code(event.guests.get(badge=3))
    other = seated_event(5, games_per_round=1)
    codes_issued(other)
    assert phone.get().status_code == 200
    head.post(reverse("close_codes", args=[event.slug]))
    assert (phone.get().status_code, Client().get(f"/G/{guest}").status_code) == (401, 404)
    assert PhoneHeld(table_code(other)).get().status_code == 200
    codes_issued(event)
    assert phone.get().status_code == 401
    assert PhoneHeld(table_code(event)).get().status_code == 200


def test_the_rows_of_another_evening_are_out_of_reach(event: Event, head: Client) -> None:
    other = seated_event(5, games_per_round=1)
    codes_issued(other)
    PhoneHeld(table_code(other)).get()
    code, phone = Code.objects.get(event=other, kind=CodeKind.TABLE), Phone.objects.get(event=other)
    asked(short_code(other))
    for name, pk in (
        ("reissue_code", code.pk),
        ("settle_phone", phone.pk),
        ("replace_phone", phone.pk),
        ("answer_ask", Ask.objects.get(event=other).pk),
    ):
        assert (
            head.post(reverse(name, args=[event.slug, pk]), {"answer": "let_in"}).status_code == 404
        ), name
    assert Code.objects.get(pk=code.pk).revoked_at is None
    assert Phone.objects.get(pk=phone.pk).state == PhoneState.ADMITTED
    assert Ask.objects.get(event=other).settled_at is None


def test_only_the_digest_of_a_code_is_kept(event: Event) -> None:
    columns = {str(value) for row in Code.objects.values() for value in row.values()}
    codes = [paper_code(code) for code in Code.objects.all()]
    assert len(set(codes)) == 12
    assert not columns.intersection(codes)
    assert len({new_code() for _ in range(1000)}) == 1000


def test_the_page_of_phones_costs_the_same_for_many(event: Event, head: Client) -> None:
    for _ in range(12):
        PhoneHeld(table_code(event)).get()
    with CaptureQueriesContext(connection) as queries:
        assert head.get(reverse("phones", args=[event.slug])).status_code == 200
    assert len(queries) <= 12


def guesses(number: int) -> Counter[int]:
    """So many guesses in all ways there are, straight at the views; statuses counted, and what
    would have opened.
    """
    made, ways = RequestFactory(), number // 4
    met: Counter[int] = Counter()
    for _ in range(ways):
        bearer = {"authorization": f"Bearer {new_code()}", "x-phone": new_code(), "origin": OWN}
        met[views_state.state(made.get("/pad/state", headers=bearer)).status_code] += 1
        sent = made.post("/pad/sheet", b"{}", content_type="application/json", headers=bearer)
        met[views_state.sheet(sent).status_code] += 1
        met[views_guest.guest_page(made.get("/G/x"), code=new_code()).status_code] += 1
        typed = made.post("/t/", {"typed": new_short()}, headers={"origin": OWN})
        met[typed_at.short_address(typed).status_code] += 1
    return met


@pytest.mark.promise(
    "Guesses at codes open nothing by the thousand, and phones with right ones are served",
    faults=(17,),
)
def test_a_thousand_guesses_open_nothing_and_hinder_no_phone(event: Event) -> None:
    guesses_open_nothing(event, 1_000)


@pytest.mark.torture
def test_ten_thousand_guesses_open_nothing_and_hinder_no_phone(event: Event) -> None:
    guesses_open_nothing(event, 10_000)


def guesses_open_nothing(event: Event, number: int) -> None:
    """None of so many is served, and who has a code is."""
    phone = PhoneHeld(table_code(event))
    met, typed = guesses(number * 96 // 100), number * 24 // 100
    client = Client()
    for _ in range(number * 4 // 100):  # the last ones through the whole stack of the site
        met[
            client.get("/pad/state", headers={"authorization": f"Bearer {new_code()}"}).status_code
        ] += 1
    assert sum(met.values()) == number
    # Every guess at a code is turned away; six characters are told to wait, and wait for ever.
    assert met == {401: met[401], 404: met[404], 429: met[429], 302: typed}
    assert met[429] > 0
    assert 0 < DayCount.objects.get(kind=CountKind.WRONG_ASK).count <= typed
    assert Ask.objects.count() == 0
    assert Phone.objects.count() == 0
    # Right ones are served as before, whatever is left in the purse of the wrong ones.
    assert phone.get().status_code == 200
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 201
    assert Client().get(f"/G/{guest_code(event.guests.get(badge=1))}").status_code == 200
    assert Sheet.objects.filter(event=event).count() == 1


@pytest.mark.control("test_a_thousand_guesses_open_nothing_and_hinder_no_phone")
def test_a_guess_at_short_weak_codes_would_have_been_right(event: Event) -> None:
    """The same guesses find a code of two characters, so they are real guesses."""

    def opened(request: object, entrance: object) -> HttpResponse:
        return HttpResponse(status=200)

    weak = Code.objects.get(event=event, kind=CodeKind.TABLE, table=1)
    from tournament.site.codes import digest_of  # noqa: PLC0415 -- beside its only use

    Code.objects.filter(pk=weak.pk).update(digest=digest_of("K7"))
    view, made = by_code(access.TABLE, "GET")(opened), RequestFactory()
    met: Counter[int] = Counter()
    for first in CHECK_LETTERS:
        for second in CHECK_LETTERS:
            bearer = {"authorization": f"Bearer {first}{second}", "x-phone": new_code()}
            met[view(made.get("/pad/state", headers=bearer)).status_code] += 1
    assert met[200] == 1
    assert sum(met.values()) == 1_024


def test_an_outsider_sees_no_phones(event: Event) -> None:
    client = Client()
    client.force_login(official(new_event(), Role.ORGANISER, "outsider"))
    assert client.get(reverse("phones", args=[event.slug])).status_code == 404

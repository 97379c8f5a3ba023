"""The phone at a table asks the rules and records the answer, for its own table and in an open
round alone.
"""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpResponse

from scoring.disputes.adjudication import adjudicate, read_claim, told
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.rulings import state
from tournament.counting.scores import rules
from tournament.models import Event, LedgerEntry, Ruling
from tournament.rulings.acts import accept
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
ASKED = "ask/card_did_not_match/"
FACTS = "cards=QS&top=QH&seat=C"


@pytest.fixture
def event() -> Iterator[Event]:
    """Two tables with codes, one game to play in each round."""
    made = seated_event(10, games_per_round=1)
    codes_issued(made)
    yield made
    caches["limits"].clear()


@pytest.fixture
def phone(event: Event) -> PhoneHeld:
    """The phone at table 2, of Dr Vane."""
    held = PhoneHeld(table_code(event, 2))
    held.post("name", {"umpire": "Dr Vane"})
    return held


def form(page: HttpResponse) -> dict[str, Any]:
    """What the form of an answer sends."""
    said = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode())
    )
    return {
        "key": said["key"],
        "claim": json.loads(unescape(said["claim"])),
        "round": int(said["round"]),
    }


def field(answer: HttpResponse) -> str:
    """The field that was refused."""
    assert answer.status_code == 422, answer.content
    return str(json.loads(answer.content)["faults"][0]["field"])


def test_the_answer_on_a_phone_becomes_a_numbered_ruling_of_its_table(
    event: Event, phone: PhoneHeld
) -> None:
    assert b'href="/pad/ask/card_did_not_match/?table=2&amp;round=1"' in phone.get("ask/").content
    tapped = phone.get(f"{ASKED}?cards=QS&top=QH&on=seat&tap=set:seat=C")
    assert tapped.headers["Location"].startswith(f"/pad/{ASKED}?cards=QS&top=QH&seat=C")
    assert (
        b"Guest 8" in phone.get(f"{ASKED}?cards=QS&on=seat&table=1").content
    )  # whatever table the address says
    page = phone.get(f"{ASKED}answer/?{FACTS}")
    sent = form(page) | {"game": 1}
    assert [json.loads(phone.post("ruling", sent).content)["ruling"] for _ in range(2)] == [1, 1]
    made = Ruling.objects.get(event=event)
    in_force = rules(event)
    assert made.answer == told(adjudicate(read_claim(sent["claim"], in_force), in_force))
    assert (str(made.table), str(made.game), made.guest and made.guest.ref) == (
        "Table 2",
        "Table 2, game 1",
        "P008",
    )
    entry = LedgerEntry.objects.get(event=event, kind="ruling")
    mark = event.phones.get().mark
    assert (made.given_by, entry.actor, state(made)) == (*[f"Dr Vane, phone {mark}"] * 2, "given")
    assert b"Ruling 1" in phone.get(f"{ASKED}answer/?{FACTS}").content
    accept(event, 1, sign())
    assert list(faults(event)) == []


def test_a_phone_rules_for_no_other_table_no_closed_round_and_not_without_a_name(
    event: Event, phone: PhoneHeld
) -> None:
    sent: dict[str, Any] = {"key": "ruling-0001", "claim": QUEEN, "round": 1, "game": 1}
    assert field(PhoneHeld(table_code(event, 2)).post("ruling", sent)) == "umpire"
    wrong: tuple[tuple[str, Any], ...] = (
        ("table", 1),
        ("table", 40),
        ("round", 9),
        ("round", 10**30),
        ("claim", {}),
        ("claim", "Q"),
        ("key", "x"),
    )
    for name, value in wrong:
        assert field(phone.post("ruling", sent | {name: value})) == name
    assert field(phone.post("ruling", sent | {"claim": {"kind": "cheating"}})) == ""
    sheet = sheet_sent(("out", "8", "3", "4", "5"), table=2)
    phone.post("sheet", sheet)
    assert (
        b"sent before as something else"
        in phone.post("ruling", sent | {"key": sheet["key"]}).content
    )
    save(event, ("out", "8", "3", "4", "5"))
    close_round(event, 1, sign())
    assert b"Round 1 is not open" in phone.post("ruling", sent).content
    assert not Ruling.objects.exists()


def test_where_no_rule_is_the_umpire_decides_on_the_phone_and_the_next_table_reads_it(
    event: Event, phone: PhoneHeld
) -> None:
    page = phone.get("ask/?q=zebra").content.decode()
    assert "The umpire decides" in page
    assert 'action="/pad/ruling"' in page
    sent = {
        "key": "ruling-0001",
        "sentence": "A glass fell on C",
        "against": "C",
        "stands": "on",
        "drawn": "0",
        "charged": "",
        "round": 1,
    }
    assert json.loads(phone.post("ruling", sent).content)["ruling"] == 1
    made = Ruling.objects.get(event=event)
    assert (made.seat, made.guest and made.guest.ref) == ("C", "P008")
    assert list(faults(event)) == []
    other = PhoneHeld(table_code(event, 1)).get("ask/?q=glass").content.decode()
    assert "A glass fell on a player" in other
    assert "The play stands." in other
    assert field(phone.post("ruling", sent | {"key": "ruling-0002", "stands": ""})) == ""


def test_one_code_does_not_fill_the_record(event: Event, phone: PhoneHeld) -> None:
    met = [
        phone.post("ruling", {"key": f"ruling-{n:04}", "claim": QUEEN, "round": 1}).status_code
        for n in range(7)
    ]
    assert met == [201] * 6 + [429]
    assert Ruling.objects.count() == 6


def test_the_round_that_just_ended_can_be_chosen_and_the_game_is_a_key(
    event: Event, phone: PhoneHeld
) -> None:
    assert b"It was in" not in phone.get("ask/").content
    for table in (1, 2):
        save(event, ("out", "9", "3", "4", "5"), (1, table, 1))
    assert b'href="/pad/ask/?round=1">It was in round 1<' in phone.get("ask/").content
    page = phone.get(f"{ASKED}answer/?{FACTS}&round=1")
    assert (form(page)["round"], page.content.count(b'type="radio" name="game"')) == (1, 1)
    sent = form(page) | {"game": 1}
    assert json.loads(phone.post("ruling", sent).content)["ruling"] == 1
    assert str(Ruling.objects.get(event=event).game) == "Table 2, game 1"
    assert form(phone.get(f"{ASKED}answer/?{FACTS}"))["round"] == 2

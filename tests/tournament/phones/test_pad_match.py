"""The result of a match from the phone at its table: saved once, over no other one, only where it
is played.
"""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tournament.ending import signed_in
from tests.tournament.evening import NOW, sign
from tests.tournament.matches.matches import match_event, now, out, play_round, save
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.matches.acts import close_stage
from tournament.matches.acts_results import Outcome, take_match_back
from tournament.models import Event, LedgerEntry, Phone, Press, Role
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three players of a knock-out of best of three: the semi-final of the second and the third is
    at table 1.
    """
    made = match_event(3, pairing="knock_out", best_of=3)
    out(made)
    codes_issued(made)
    return made


@pytest.fixture
def phone(event: Event) -> PhoneHeld:
    """A phone that scanned the card of table 1."""
    return PhoneHeld(table_code(event))


def sent(games: str, key: str = "match-1-1-0-FIRST", **more: Any) -> dict[str, Any]:
    """A result as the phone sends it."""
    players = ["P002", "P003"]
    return {
        "key": key,
        "round": 1,
        "seen": 0,
        "games": games,
        "players": players,
        "umpire": "Dr Vane",
    } | more


def told(answer: HttpResponse) -> dict[str, Any]:
    """The JSON of an answer."""
    said: dict[str, Any] = json.loads(answer.content)
    return said


def refusal(answer: HttpResponse) -> str:
    """The one sentence of a message that was refused."""
    assert answer.status_code == 422, answer.content
    [fault] = told(answer)["faults"]
    return str(fault["sentence"])


def test_a_table_is_told_its_match_and_whom_its_players_meet_next(
    event: Event, phone: PhoneHeld
) -> None:
    state = phone.state()
    assert (state["table"], state["round"]["name"], state["round"]["open"]) == (
        1,
        "Semi-finals",
        True,
    )
    assert [state["people"][ref]["name"] for ref in state["match"]["players"]] == [
        "Guest 2",
        "Guest 3",
    ]
    assert (state["match"]["best_of"], state["match"]["version"], state["match"]["onward"]) == (
        3,
        0,
        [],
    )
    save(event, 1, 1, "11")
    out(event)
    final = phone.state()
    assert (final["round"]["name"], final["match"]["result"]) == ("Final", "")
    assert final["match"]["players"] == list(now(event).match(2, 1).players)
    save(event, 2, 1, "22")
    assert phone.state()["match"]["words"] == "Guest 2 wins"


def test_a_match_is_saved_once_however_often_it_is_sent_and_the_ledger_names_the_phone(
    event: Event, phone: PhoneHeld
) -> None:
    first, again = phone.post("match", sent("121")), phone.post("match", sent("121"))
    other = PhoneHeld(phone.code).post("match", sent("121", "match-1-1-0-OTHER"))
    assert [answer.status_code for answer in (first, again, other)] == [201, 200, 200]
    [entry] = LedgerEntry.objects.filter(event=event, kind="match")
    assert {told(answer)["receipt"] for answer in (first, again, other)} == {entry.number}
    assert {told(answer)["version"] for answer in (first, again, other)} == {1}
    assert entry.actor == f"Dr Vane, phone {Phone.objects.order_by('pk')[0].mark}"
    match = phone.state()["match"]
    assert (match["games"], match["score"], match["receipt"], match["by"]) == (
        "121",
        "2–1",
        entry.number,
        entry.actor,
    )
    assert "another" in refusal(phone.post("match", sent("22")))
    assert list(faults(event)) == []


def test_another_result_is_a_conflict_with_both_and_overwrites_nothing(
    event: Event, phone: PhoneHeld
) -> None:
    save(event, 1, 1, "22")
    answer = phone.post("match", sent("11"))
    assert (answer.status_code, told(answer)["yours"], told(answer)["theirs"]["games"]) == (
        409,
        {"games": "11"},
        "22",
    )
    assert now(event).match(1, 1).games == "22"
    assert "reason" in refusal(phone.post("match", sent("11", "match-1-1-1-MINE", seen=1)))
    mine = phone.post("match", sent("11", "match-1-1-1-MINE", seen=1, reason="Two versions"))
    assert (mine.status_code, now(event).match(1, 1).games) == (201, "11")
    assert list(faults(event)) == []


def test_what_was_saved_and_taken_back_is_not_saved_again_by_a_late_resend(
    event: Event, phone: PhoneHeld
) -> None:
    phone.post("match", sent("11"))
    take_match_back(event, Outcome(1, 1, seen=1, reason="Wrong table"), sign())
    assert "the desk took it back" in refusal(phone.post("match", sent("11")))
    assert (phone.state()["match"]["result"], phone.state()["match"]["version"]) == ("", 2)


def test_a_phone_is_told_that_the_press_of_its_result_was_taken_back(
    event: Event, phone: PhoneHeld
) -> None:
    assert phone.post("match", sent("11")).status_code == 201
    with pressing(Press(key="back", at=NOW)):
        take_back(event, Press.objects.get(entries__kind="match"), sign())
    assert "the desk took it back: ask there" in refusal(phone.post("match", sent("11")))
    assert now(event).match(1, 1).result == ""
    assert phone.post("match", sent("22", "match-1-1-0-OTHER")).status_code == 201
    assert list(faults(event)) == []


def test_a_match_is_refused_where_it_is_not_played_and_once_its_stage_is_closed(
    event: Event, phone: PhoneHeld
) -> None:
    assert "table 1" in refusal(phone.post("match", sent("11", table=2)))
    assert "no round 2" in refusal(phone.post("match", sent("11", round=2)))
    assert "Others meet" in refusal(phone.post("match", sent("11", players=["P001", "P003"])))
    assert "needs a winner" in refusal(phone.post("match", sent("1-2")))
    assert "1, 2, or -" in refusal(phone.post("match", sent("13")))
    phone.post("match", sent("11"))
    out(event)
    assert "the desk" in refusal(
        phone.post("match", sent("22", "match-1-1-1-LATE", seen=1, reason="Mistyped"))
    )
    play_round(event)
    close_stage(event, sign(), seed=1)
    late = sent(
        "11", "match-2-1-1-LATE", round=2, seen=1, reason="Mistyped", players=["P001", "P002"]
    )
    assert "closed" in refusal(phone.post("match", late))
    assert "raise a hand" in refusal(phone.post("call", {"reason": ""}))


def word(phone: PhoneHeld, *, agrees: Any, **more: Any) -> HttpResponse:
    """What the other player says of the result, on their own phone."""
    return phone.post("agreed", sent("11", f"says-1-1-1-{agrees}", seen=1, agrees=agrees) | more)


def said_of(phone: PhoneHeld) -> tuple[str, bool]:
    """What a phone is told of the other player's word, and whether it told the result itself."""
    match = phone.state()["match"]
    return match["testimony"], match["own"]


def test_the_other_player_confirms_on_a_phone_of_their_own_and_nothing_waits_for_it(
    event: Event, phone: PhoneHeld
) -> None:
    second = PhoneHeld(phone.code)
    phone.post("match", sent("11"))
    assert (said_of(phone), said_of(second)) == (("waits", True), ("waits", False))
    home = signed_in(event)
    assert "One phone says so" in page(home, event)
    assert word(second, agrees=True).status_code == 200
    assert (said_of(phone), said_of(second)) == (("agreed", True), ("agreed", False))
    assert "Both say so" in page(home, event)
    assert out(event).rounds[-1].number == 2
    assert list(faults(event)) == []


def test_where_the_two_do_not_agree_the_desk_is_asked_and_settles_it(
    event: Event, phone: PhoneHeld
) -> None:
    second, umpire = PhoneHeld(phone.code), signed_in(event, Role.UMPIRE)
    phone.post("match", sent("11"))
    asked = "Table 1: the two do not agree who won"
    assert asked not in page(umpire, event)
    assert word(second, agrees=False).status_code == 200
    assert asked in page(umpire, event)
    assert (said_of(phone)[0], now(event).match(1, 1).games) == ("disputed", "11")
    where = f"/e/{event.slug}/pairings/1/1/"
    assert "The two do not agree." in umpire.get(where).content.decode()
    umpire.post(where, {"what": "agreed", "seen": "1", "key": "settled"})
    assert (said_of(second)[0], asked in page(umpire, event)) == ("agreed", False)
    save(event, 1, 1, "22", reason="The other way round")
    assert said_of(second) == ("", False)
    assert list(faults(event)) == []


def test_a_word_on_another_result_than_the_one_that_stands_is_refused(
    event: Event, phone: PhoneHeld
) -> None:
    assert "Somebody else entered" in refusal(word(phone, agrees=True))
    assert "no result to be confirmed" in refusal(word(phone, agrees=True, seen=0))
    phone.post("match", sent("11"))
    assert "Others meet" in refusal(word(phone, agrees=True, players=["P001", "P003"]))
    assert "true or false" in refusal(word(phone, agrees="yes"))
    assert said_of(phone) == ("waits", True)


def page(client: Client, event: Event) -> str:
    """The home as an official sees it."""
    return client.get(f"/e/{event.slug}/").content.decode()

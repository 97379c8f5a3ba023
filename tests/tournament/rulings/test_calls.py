"""Calling an umpire: offered while somebody is on duty, shown with who goes, seen back at the
table.
"""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.ending import signed_in
from tests.tournament.evening import seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.models import Call, Event, Role
from tournament.refusal import Refused
from tournament.rulings.acts import NOBODY, call_umpire, go_to_call
from tournament.rulings.reading import open_calls

pytestmark = pytest.mark.django_db
TABLE = {"round": 1, "table": 1}


@pytest.fixture
def event() -> Event:
    """Two tables of five."""
    return seated_event(10)


def page(client: Client, event: Event, name: str = "sheet", *args: int) -> str:
    where = (
        reverse(name, args=[event.slug, *(args or (1, 1, 1))])
        if name == "sheet"
        else reverse(name, args=[event.slug])
    )
    return " ".join(client.get(where).content.decode().split())


def press(client: Client, event: Event, name: str, said: dict[str, object], *args: int) -> str:
    answer = client.post(reverse(name, args=[event.slug, *args]), said, follow=True)
    return " ".join(answer.content.decode().split())


def test_a_table_can_call_only_while_somebody_is_on_duty(event: Event) -> None:
    umpire = signed_in(event, Role.UMPIRE)
    assert "Call the umpire" not in page(umpire, event)
    assert NOBODY in press(umpire, event, "call_umpire", {"reason": "A card"}, 1, 1)
    assert "You are on duty" in press(umpire, event, "duty", {"on": "1"})
    assert "Call the umpire" in page(umpire, event)
    assert "Raise a hand too" in page(umpire, event)
    press(umpire, event, "duty", {"on": "0"})
    assert "Call the umpire" not in page(umpire, event)


def test_a_call_is_seen_taken_and_settled_and_the_table_reads_each_step(event: Event) -> None:
    umpire, head = signed_in(event, Role.UMPIRE), signed_in(event, Role.HEAD_UMPIRE)
    press(head, event, "duty", {"on": "1"})
    press(umpire, event, "call_umpire", {"reason": "A Queen on a Queen"}, 1, 1)
    made = Call.objects.get(event=event)
    assert "The umpire is called." in page(umpire, event)
    assert "A Queen on a Queen" in page(head, event, "calls")
    press(head, event, "take_call", {"call": made.pk})
    assert "who is on the way" in page(umpire, event)
    assert "is going there" not in press(head, event, "take_call", {"call": made.pk})
    with pytest.raises(Refused, match="is going to table 1 already"):
        go_to_call(event, made.pk, "Somebody else", timezone.now())
    press(head, event, "drop_call", {"call": made.pk})
    assert "The umpire is called." in page(umpire, event)
    press(head, event, "settle_call", {"call": made.pk})
    assert "Call the umpire" in page(umpire, event)
    assert "already been settled" in press(head, event, "settle_call", {"call": made.pk})


def test_a_table_that_called_keeps_its_place_and_the_longest_wait_stands_first(
    event: Event,
) -> None:
    press(signed_in(event), event, "duty", {"on": "1"})
    now = timezone.now()
    first = call_umpire(event, 1, 2, "One", ("Table 2", now - timedelta(minutes=4)))
    call_umpire(event, 1, 1, "Two", ("Table 1", now))
    assert call_umpire(event, 1, 2, "Again", ("Table 2", now)).pk == first.pk
    found = open_calls(event, now)
    assert [(one.call.table.number, one.minutes, one.words, one.long) for one in found] == [
        (2, 4, "4 minutes", True),
        (1, 0, "just now", False),
    ]
    go_to_call(event, first.pk, "Ursula", now)
    assert [call.call.table.number for call in open_calls(event, now)] == [1, 2]


@pytest.mark.parametrize("said", [{}, {"call": "x"}, {"call": 10**30}, {"call": 4711}])
def test_a_call_that_is_not_there_is_said_so(event: Event, said: dict[str, object]) -> None:
    shown = press(signed_in(event), event, "take_call", said)
    assert "Choose a call of the list." in shown or "already been settled" in shown


def test_a_table_that_is_not_there_cannot_call(event: Event) -> None:
    press(signed_in(event), event, "duty", {"on": "1"})
    for round, table in ((1, 3), (9, 1), (10**30, 1)):
        with pytest.raises(Refused, match="There is no table"):
            call_umpire(event, round, table, "", ("Somebody", timezone.now()))


def test_a_phone_at_the_table_calls_by_its_code_and_reads_that_it_was_seen(event: Event) -> None:
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    head = signed_in(event, Role.HEAD_UMPIRE)
    refused = phone.post("call", {"reason": "A card"})
    assert (refused.status_code, NOBODY in refused.content.decode()) == (422, True)
    press(head, event, "duty", {"on": "1"})
    for wrong in (7, "x" * 121, "a\u202eb"):
        assert phone.post("call", {"reason": wrong}).status_code == 422
    told = json.loads(phone.post("call", {"reason": "A card"}).content)
    assert (told["on_duty"], told["seen_by"], told["words"].endswith("Raise a hand too.")) == (
        True,
        "",
        True,
    )
    go_to_call(event, Call.objects.get().pk, "Ursula", timezone.now())
    assert json.loads(phone.get("called").content)["seen_by"] == "Ursula"
    assert Call.objects.get().table.round.number == 1

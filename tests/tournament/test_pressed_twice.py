"""Every form of every page, pressed twice in a row, adds what it adds once; and its press is taken
back, or led to an act of its own.
"""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.second_rank import by_rank
from tests.tournament.evening import NOW, add_guests, new_event, official, seated_event, sign
from tests.tournament.every_form import (
    PRESSED_ONLY_IN,
    adds_once,
    filled,
    forms_of,
    of_other_states,
    press_everything,
    press_forms,
)
from tests.tournament.leagues.leagues import league_of, serve
from tests.tournament.phones.phones import OWN, codes_issued, guest_code
from tests.tournament.stages import PRESSED
from tournament.home import presses
from tournament.ledger import signing, taking_back
from tournament.models import (
    Call,
    Doubt,
    Event,
    Guest,
    Press,
    SignIn,
)
from tournament.phones.acts_doubts import raise_doubt
from tournament.seating.acts_walk_in import put_code_up

pytestmark = pytest.mark.django_db
FIRST = ("in_play", "matched")
"""The states that `make test` tries, which have most forms; the night tries all."""


@pytest.mark.promise("A form pressed twice adds once, whichever form it is")
@pytest.mark.parametrize("state", by_rank(PRESSED, FIRST))
def test_a_form_pressed_twice_adds_once(state: str) -> None:
    adds_once(state, of_other_states(state), goes_back=state == "in_play")


@pytest.mark.torture
@pytest.mark.parametrize("state", PRESSED)
def test_a_form_pressed_twice_adds_once_in_every_state(state: str) -> None:
    adds_once(state, goes_back=True)


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_a_press_without_words_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(presses.ROWS, "screen")
    found = press_everything(PRESSED["before_the_seating"](), only={"add_screen"})
    assert found.unnamed == {"add_screen"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_an_act_that_goes_past_the_presses_would_be_found(settings: Any) -> None:
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "pressing" not in name]
    found = press_everything(PRESSED["before_the_seating"](), only={"check_in", "switch_chances"})
    assert set(found.uncounted.values()) == {0}
    assert set(found.uncounted) >= {"check_in", "switch_chances"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_a_kind_of_row_that_is_not_put_back_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    put_back = taking_back._put_back
    monkeypatch.setattr(
        taking_back,
        "_put_back",
        lambda event, change: None if change.kind == "guest" else put_back(event, change),
    )
    found = press_everything(PRESSED["in_play"](), only={"add_here"}, goes_back=True)
    assert found.left == {"add_here": "Guest"}


@pytest.mark.control("test_a_form_pressed_twice_adds_once")
def test_without_its_key_a_form_would_add_twice() -> None:
    doubling = {"hold_places", "new_event"}
    other_states = PRESSED_ONLY_IN["before_the_seating"] - doubling - {"add_guest"}
    found = press_everything(
        PRESSED["before_the_seating"](), without="key", only=doubling, other_states=other_states
    )
    assert set(found.doubled) == doubling


def test_an_evening_of_ones_own_is_started_once() -> None:
    found = press_forms(Client(), ["/"])
    assert (found.doubled, found.keyless, found.added) == ({}, {}, {"own_evening"})


def test_the_second_press_of_an_evening_of_ones_own_opens_it_without_the_first_answer() -> None:
    client = Client()
    address = reverse("own_evening")
    form = next(form for form in forms_of(client, ["/"]) if form.action.endswith(address))
    sent = filled(form)
    first, second = client.post(form.action, sent), Client().post(form.action, sent)
    assert second["Location"] == first["Location"]
    other = Client().post(form.action, sent | {"password": ["another pass phrase 8"]})
    assert (other.status_code, "sessionid" in other.cookies, Event.objects.count()) == (
        200,
        False,
        1,
    )


@pytest.mark.parametrize(("key", "evenings"), [({"key": "one page"}, 0), ({}, 1)])
def test_an_evening_taken_into_a_league_and_out_again_stays_out(
    key: dict[str, str], evenings: int
) -> None:
    league, user = league_of()
    event = seated_event(5)
    serve(event, user)
    client = Client()
    client.force_login(user)
    taken_in, out = (reverse("league_evenings", args=[league.slug]), [league.slug, event.slug])
    client.post(taken_in, {"event": event.pk} | key)
    assert league.evenings.count() == 1
    client.post(reverse("remove_evening", args=out))
    client.post(taken_in, {"event": event.pk} | key)
    assert league.evenings.count() == evenings


@pytest.mark.promise("A form sent again after it was answered adds nothing")
@pytest.mark.parametrize("what", ["call", "sign_in", "doubt"])
def test_a_form_sent_again_after_it_was_answered_adds_nothing(what: str) -> None:
    assert sent_again(what, {"key": "one page"}) == 1


@pytest.mark.control("test_a_form_sent_again_after_it_was_answered_adds_nothing")
@pytest.mark.parametrize("what", ["call", "sign_in", "doubt"])
def test_without_its_key_a_form_sent_after_it_was_answered_would_add_again(what: str) -> None:
    assert sent_again(what, {}) == 2


def sent_again(what: str, key: dict[str, str]) -> int:
    """How many rows a form makes that is sent, answered by an official, and sent again."""
    event = seated_event(10)
    codes_issued(event)
    client = Client()
    client.force_login(official(event))
    event.officials.update(on_duty=True)
    put_code_up(event)
    event.refresh_from_db()
    kind, path, sent, answered = {
        "call": (
            Call,
            reverse("call_umpire", args=[event.slug, 1, 1]),
            {"reason": "A card"},
            {"done_at": NOW},
        ),
        "sign_in": (
            SignIn,
            reverse("sign_in", args=[event.slug, event.sign_in_secret]),
            {"name": "Wanda"},
            {"answered_at": NOW},
        ),
        "doubt": (
            Doubt,
            f"/G/{guest_code(event.guests.all()[0])}",
            {"words": "Wrong"},
            {"seen_at": NOW},
        ),
    }[what]
    for _press in range(2):
        client.post(path, sent | key, headers={"origin": OWN})
        kind._default_manager.update(**answered)
    return kind._default_manager.count()


def test_a_page_gone_back_to_and_filled_in_anew_adds_again() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    for places in ("2", "2", "3"):
        client.post(
            f"/e/{event.slug}/guests/places/", {"places": places, "key": "the key of one page"}
        )
    assert event.guests.count() == 5


def test_a_doubt_said_twice_is_one_until_somebody_has_looked() -> None:
    event = seated_event(5)
    ann = event.guests.all()[0]
    for words in ("Game 1 is wrong", "Game 1 is wrong", "Game 2 is wrong"):
        raise_doubt(ann, None, words, sign().at)
    assert Doubt.objects.count() == 2


def test_a_guest_added_twice_by_one_form_is_added_and_not_refused() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    for _press in range(2):
        answer = client.post(
            f"/e/{event.slug}/guests/add/", {"name": "Ann", "key": "one page"}, follow=True
        )
    assert "on the list already" not in answer.content.decode()
    assert event.guests.count() == 1


def test_a_press_that_was_refused_can_be_made_again() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    add_guests(event, 1)
    sent = {"name": "Ann", "badge": "1", "key": "one page"}
    client.post(f"/e/{event.slug}/guests/add/", sent)
    assert (event.guests.count(), Press.objects.count()) == (1, 0)
    Guest.objects.all().delete()
    client.post(f"/e/{event.slug}/guests/add/", sent)
    assert (event.guests.count(), Press.objects.count()) == (1, 1)


def test_of_two_presses_at_once_the_slower_one_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    sent = {"places": "2", "key": "one page"}
    client.post(f"/e/{event.slug}/guests/places/", sent)
    answers = iter((False, True))
    monkeypatch.setattr(signing, "pressed_before", lambda *_asked: next(answers))
    point = transaction.savepoint()
    client.post(f"/e/{event.slug}/guests/places/", sent)
    transaction.savepoint_rollback(point)
    assert (event.guests.count(), list(answers)) == (2, [])

"""Guessing a password: a few tries for each account and never by address; nobody else notices, the
organiser least.
"""

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.figures import report
from tests.tournament.clock import moved
from tests.tournament.evening import new_event, official
from tournament.models import Event, Role
from tournament.site import limits, log_in_limits
from tournament.site.log_in_limits import NEW_A_MINUTE, TRIES, WAIT_A_LITTLE

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase 7"
HALL = "10.0.0.9"


@pytest.fixture
def event() -> Event:
    """An evening with an organiser and an umpire."""
    made = new_event()
    official(made, Role.ORGANISER, "organiser")
    official(made, Role.UMPIRE, "umpire")
    return made


def log_in(
    name: str, password: str, client: Client | None = None, address: str = HALL
) -> HttpResponse:
    """A try at the log-in, from the one address that all of the hall has."""
    sent = {"username": name, "password": password}
    answer: HttpResponse = (client or Client()).post(reverse("login"), sent, REMOTE_ADDR=address)  # type: ignore[assignment]
    return answer


def guesses(number: int, name: str = "organiser") -> list[int]:
    """How so many wrong passwords are answered."""
    return [log_in(name, f"guess {one}").status_code for one in range(number)]


def told(event: Event, met: list[int], live: Client) -> None:
    """What holds after a flood of guesses: few were looked at, and nobody else notices."""
    assert set(met) == {200, 429}
    assert met.count(200) == TRIES
    assert live.get(reverse("evening", args=[event.slug])).status_code == 200
    assert log_in("umpire", PASSWORD).status_code == 302
    refused = log_in("organiser", PASSWORD)
    assert (refused.status_code, WAIT_A_LITTLE in refused.content.decode()) == (429, True)
    assert log_in("organiser", PASSWORD, address="127.0.0.1").status_code == 302


def logged_in() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    return client


@pytest.mark.promise(
    "A flood of guessed passwords opens nothing and hinders nobody else", faults=(18,)
)
def test_a_flood_of_guesses_is_looked_at_ten_times_and_hinders_nobody_else(event: Event) -> None:
    live = logged_in()
    told(event, guesses(30), live)


@pytest.mark.torture
@pytest.mark.promise(
    "A thousand guesses at a password are looked at ten times", faults=(18,), figure="guesses"
)
def test_a_thousand_guesses_are_looked_at_ten_times(event: Event) -> None:
    live = logged_in()
    met = guesses(1000)
    told(event, met, live)
    report(
        "guesses",
        f"1,000 guesses at a password: {met.count(200)} looked at, 0 hits, nobody else hindered",
    )


@pytest.mark.control("test_a_flood_of_guesses_is_looked_at_ten_times_and_hinders_nobody_else")
def test_without_the_limit_every_guess_would_be_looked_at(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_in_limits, "spend", lambda *_said, **_more: True)
    assert guesses(15) == [200] * 15


def test_a_browser_that_was_logged_in_before_is_known_and_not_locked_out(event: Event) -> None:
    known = Client()
    assert log_in("organiser", PASSWORD, known).status_code == 302
    known.post(reverse("logout"))
    guesses(TRIES + 1)
    assert log_in("organiser", "mistyped", known).status_code == 200
    assert log_in("organiser", PASSWORD, known).status_code == 302
    forged = Client()
    forged.cookies[settings.KNOWN_COOKIE_NAME] = (
        known.cookies[settings.KNOWN_COOKIE_NAME].value[:-3] + "xyz"
    )
    assert log_in("organiser", PASSWORD, forged).status_code == 429
    other = Client()
    assert log_in("umpire", PASSWORD, other).status_code == 302
    assert log_in("organiser", PASSWORD, other).status_code == 429


def test_a_known_browser_has_few_tries_too(event: Event) -> None:
    known = Client()
    assert log_in("organiser", PASSWORD, known).status_code == 302
    known.post(reverse("logout"))
    met = [log_in("organiser", f"guess {number}", known).status_code for number in range(TRIES + 3)]
    assert met == [200] * TRIES + [429] * 3


def test_names_that_nobody_has_are_answered_as_names_that_somebody_has(event: Event) -> None:
    known, unknown = guesses(TRIES + 3), guesses(TRIES + 3, "nobody")
    assert known == unknown == [200] * TRIES + [429] * 3
    said = [log_in(name, "guess").content.decode() for name in ("organiser", "nobody")]
    assert all("Too many tries" in words for words in said)


def test_over_all_names_new_browsers_have_few_tries_and_others_notice_nothing(
    event: Event,
) -> None:
    known, live = Client(), logged_in()
    assert log_in("umpire", PASSWORD, known).status_code == 302
    known.post(reverse("logout"))
    met = [log_in(f"nobody {number}", "guess").status_code for number in range(NEW_A_MINUTE)]
    assert met[-1] == 429
    assert log_in("organiser", PASSWORD).status_code == 429, "alike, whether somebody has the name"
    assert log_in("umpire", PASSWORD, known).status_code == 302
    assert log_in("organiser", PASSWORD, address="127.0.0.1").status_code == 302
    assert live.get(reverse("evening", args=[event.slug])).status_code == 200


def test_an_official_at_the_desk_lets_a_new_browser_in(event: Event) -> None:
    desk, new, other = logged_in(), Client(), Client()
    guesses(TRIES + 1, "umpire")
    refused = log_in("umpire", PASSWORD, new).content.decode()
    number = re.findall(r"its number, (\d{6})", refused)[0]
    assert number in log_in("umpire", PASSWORD, new).content.decode(), "the browser keeps it"
    page = reverse("let_browser_in", args=[event.slug])
    assert "six digits" in desk.post(page, {"number": "12", "who": "umpire"}).content.decode()
    assert desk.post(page, {"number": number, "who": "nobody"}).status_code == 200
    sent = {"number": f"{number[:3]} {number[3:]}", "who": "umpire"}
    assert desk.post(page, sent).status_code == 302
    guesses(TRIES + 1, "umpire")
    assert log_in("umpire", PASSWORD, other).status_code == 429
    assert log_in("organiser", "guess", new).status_code == 200
    assert log_in("umpire", PASSWORD, new).status_code == 302


def test_who_is_logged_in_says_the_password_again_however_much_others_guess(event: Event) -> None:
    live = logged_in()
    guesses(TRIES + 1)
    page = reverse("account")
    sent = {"before": PASSWORD, "password": "another long phrase 8"}
    assert live.post(page, sent, REMOTE_ADDR=HALL).status_code == 302


def test_after_a_quarter_of_an_hour_one_may_try_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = moved(monkeypatch, limits)
    guesses(TRIES + 1)
    caches["limits"].clear()
    clock.later = log_in_limits.LOG_IN_WINDOW + 1
    assert log_in("organiser", PASSWORD).status_code == 302

"""How long a log-in lasts: organisers eight hours and an hour without a request, umpires the
evening.
"""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.tournament.clock import Clock, moved
from tests.tournament.evening import new_event, official
from tournament.models import Event, Role
from tournament.site import sessions

pytestmark = pytest.mark.django_db
MINUTE, HOUR = 60, 60 * 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which log-ins age."""
    return moved(monkeypatch, sessions)


@pytest.fixture
def event() -> Event:
    """An evening with an organiser and an umpire."""
    made = new_event()
    official(made, Role.ORGANISER, "organiser")
    official(made, Role.UMPIRE, "umpire")
    return made


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def is_in(client: Client, event: Event) -> bool:
    """Whether the home of the evening is shown to this browser."""
    return client.get(reverse("doubts", args=[event.slug])).status_code == 200


@pytest.mark.promise(
    "An organiser's log-in ends after an hour without a request, and after eight hours",
    faults=(25,),
)
def test_an_organisers_log_in_ends_after_an_hour_of_silence_and_after_eight_hours(
    event: Event, clock: Clock
) -> None:
    client = logged_in("organiser")
    for _ in range(9):
        clock.later += 50 * MINUTE
        assert is_in(client, event)
    clock.later += 40 * MINUTE
    assert not is_in(client, event)
    quiet = logged_in("organiser")
    clock.later += 61 * MINUTE
    assert not is_in(quiet, event)


def test_an_umpire_stays_logged_in_for_the_evening(event: Event, clock: Clock) -> None:
    client = logged_in("umpire")
    clock.later += 11 * HOUR
    assert is_in(client, event)
    assert settings.SEEN_COOKIE_NAME not in client.cookies
    assert settings.SESSION_COOKIE_AGE == 12 * HOUR


@pytest.mark.control(
    "test_an_organisers_log_in_ends_after_an_hour_of_silence_and_after_eight_hours"
)
def test_without_the_limits_an_old_log_in_would_still_open(
    event: Event, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = logged_in("organiser")
    monkeypatch.setattr(sessions, "ABSOLUTE", 10**9)
    monkeypatch.setattr(sessions, "IDLE", 10**9)
    clock.later += 11 * HOUR
    assert is_in(client, event)


def test_the_stamp_of_another_session_or_a_forged_one_keeps_nobody_in(
    event: Event, clock: Clock
) -> None:
    quiet, busy = logged_in("organiser"), logged_in("organiser")
    clock.later += 50 * MINUTE
    assert is_in(busy, event)
    clock.later += 20 * MINUTE
    quiet.cookies[settings.SEEN_COOKIE_NAME] = busy.cookies[settings.SEEN_COOKIE_NAME].value
    assert not is_in(quiet, event)
    assert is_in(busy, event)
    busy.cookies[settings.SEEN_COOKIE_NAME] = "x" + busy.cookies[settings.SEEN_COOKIE_NAME].value
    clock.later += 50 * MINUTE
    assert not is_in(busy, event)


def test_who_becomes_organiser_while_logged_in_is_held_to_it(event: Event, clock: Clock) -> None:
    client = logged_in("umpire")
    event.officials.filter(user__username="umpire").update(role=Role.ORGANISER)
    assert is_in(client, event)
    clock.later += 61 * MINUTE
    assert not is_in(client, event)


def test_a_new_password_and_a_closed_account_end_the_log_ins_there_are(event: Event) -> None:
    umpire, before = User.objects.get(username="umpire"), logged_in("umpire")
    assert is_in(before, event)
    umpire.set_password("another long pass phrase 8")
    umpire.save()
    after = logged_in("umpire")
    assert (is_in(before, event), is_in(after, event)) == (False, True)
    User.objects.filter(pk=umpire.pk).update(is_active=False)
    assert not is_in(after, event)


def test_a_page_that_asks_for_no_user_reads_no_session_and_sets_no_stamp(
    event: Event, clock: Clock
) -> None:
    client = logged_in("organiser")
    clock.later += 2 * MINUTE
    answer = client.get(reverse("hall_reached"))
    assert not answer.cookies
    assert answer.headers.get("Vary", "") == "Accept-Encoding"

"""Requests that another site forged: no form is taken without its token, nor from a foreign page,
wherever it goes.
"""

from itertools import cycle

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.urls import reverse

from tests.tournament.evening import new_event, official
from tests.tournament.visitors import IDS, calls, mark, marks
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db
OWN, FOREIGN = "http://testserver", "http://elsewhere.example"
EXEMPT = {"replay", "short_address"}
"""A game written down is judged and kept nowhere; the short address asks for the origin
(test_entrance.py).
"""


@pytest.fixture
def event() -> Event:
    """An evening with an organiser."""
    made = new_event()
    official(made, Role.ORGANISER, "organiser")
    return made


def clients() -> dict[str, Client]:
    """Browsers of nobody, of the organiser and of the administrator, each with a token; the token
    is asked for.
    """
    User.objects.create_superuser("administrator", password="a long pass phrase 7")
    made = {
        name: Client(enforce_csrf_checks=True) for name in ("nobody", "organiser", "administrator")
    }
    for name, client in made.items():
        if name != "nobody":
            client.force_login(User.objects.get(username=name))
        client.get(reverse("login"))
    return made


def posts(event: Event) -> list[str]:
    """Every address that reads a cookie; which row it names does not matter, as the token is asked
    for before.
    """
    found = []
    for name, call in calls().items():
        if mark(name).codes or name in EXEMPT:
            continue
        args = {
            key: 1 if key in IDS and isinstance(value, str) else value
            for key, value in (call.args or {}).items()
        }
        if marks()[name][0].startswith("e/"):
            args["slug"] = event.slug
        found.append(reverse(name, kwargs=args))
    return found


@pytest.mark.promise(
    "Every form asks for its token, and for its own site as origin, the log-in too", faults=(15,)
)
def test_no_form_is_taken_without_its_token_or_from_another_site(event: Event) -> None:
    met: dict[tuple[str, str, str], int] = {}
    browsers = clients()
    # The token is asked for before anybody knows who it is: each address is asked by one of them.
    for (person, client), where in zip(cycle(browsers.items()), posts(event), strict=False):
        token = {"csrfmiddlewaretoken": client.cookies[settings.CSRF_COOKIE_NAME].value}
        met[person, where, "no token"] = client.post(where, headers={"origin": OWN}).status_code
        met[person, where, "foreign"] = client.post(
            where, token, headers={"origin": FOREIGN}
        ).status_code
    assert {asked: status for asked, status in met.items() if status != 403} == {}
    assert len(met) > 2 * 300


@pytest.mark.control("test_no_form_is_taken_without_its_token_or_from_another_site")
@override_settings(MIDDLEWARE=[name for name in settings.MIDDLEWARE if "csrf" not in name])
def test_without_the_check_a_forged_act_would_be_done(event: Event) -> None:
    where = reverse("hold_board", args=[event.slug])
    assert clients()["organiser"].post(where, headers={"origin": FOREIGN}).status_code == 302


def test_with_its_token_and_from_its_own_site_a_form_is_taken(event: Event) -> None:
    client = clients()["organiser"]
    token = {"csrfmiddlewaretoken": client.cookies[settings.CSRF_COOKIE_NAME].value}
    assert client.post(reverse("logout"), token, headers={"origin": OWN}).status_code == 302

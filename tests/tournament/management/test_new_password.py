"""A forgotten password: a new one is set at the computer that keeps the file, and it is noted."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournament.evening import new_event, official
from tournament.management.commands.new_password import RECORDED
from tournament.models import LogInEntry

pytestmark = pytest.mark.django_db


def test_a_forgotten_password_is_set_anew_said_once_and_shown_among_the_log_ins() -> None:
    event = new_event()
    user = official(event)
    said = StringIO()
    call_command("new_password", user.username, stdout=said)
    phrase = said.getvalue().splitlines()[0].partition("logs in with: ")[2]
    client = Client()
    assert client.login(username=user.username, password=phrase)
    assert LogInEntry.objects.filter(user=user, right=True, here=True, browser=RECORDED).exists()
    user.refresh_from_db()
    client.force_login(user)
    assert RECORDED in client.get(f"/e/{event.slug}/officials/log-ins/").content.decode()


@pytest.mark.parametrize(("address", "said"), [("127.0.0.1", True), ("192.0.2.7", False)])
def test_the_log_in_page_says_how_where_it_can_be_done(address: str, said: bool) -> None:
    page = Client(REMOTE_ADDR=address).get("/login/").content.decode()
    assert ("run.py new_password NAME" in page) is said


def test_for_a_name_nobody_has_nothing_is_set() -> None:
    with pytest.raises(CommandError, match="Nobody logs in as Nobody: mind capitals"):
        call_command("new_password", "Nobody")

"""Every form of every page, stopped as the log-in ended and sent on with the page that asks for it,
does what it does once.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournament.every_form import adds_once, of_other_states
from tests.tournament.stages import PRESSED
from tests.walks.pages import read
from tournament.site import keeper

pytestmark = pytest.mark.django_db
OWN = {"origin": "http://testserver"}
PASSWORD = "a long pass phrase 7"


AT_NIGHT = ("before_the_seating", "in_play")
STATES = [
    pytest.param(state, marks=pytest.mark.nightly if state in AT_NIGHT else pytest.mark.torture)
    for state in PRESSED
]


class Stopped(Client):
    """A browser whose log-in ends before each form that it sends: it is sent on with the log-in of
    the page that asks for one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.user, self.stopped = User(), 0

    def force_login(self, user: Any, backend: str | None = None) -> None:
        """Logged in for the pages; the password is the one that is typed again."""
        user.set_password(PASSWORD)
        user.save()
        self.user = user
        super().force_login(user, backend)

    def post(self, path: Any, data: Any = None, *asked: Any, **more: Any) -> Any:
        """Sent by nobody, then sent on by whoever logs in."""
        nobody = Client()
        answer = nobody.post(path, data or {}, headers=OWN)
        page = "" if answer.streaming else answer.content.decode()
        if keeper.USERNAME not in page:
            return super().post(path, data, *asked, **more)
        self.stopped += 1
        form = next(form for form in read(path, 200, page).forms if form.method == "post")
        fields = form.as_it_stands()
        fields |= {keeper.USERNAME: [self.user.username], keeper.PASSWORD: [PASSWORD]}
        return nobody.post(form.action, fields, headers=OWN)


@pytest.mark.parametrize("state", STATES)
def test_a_form_that_the_end_of_a_log_in_stopped_is_sent_on_once(state: str) -> None:
    browser = Stopped()
    adds_once(state, of_other_states(state), goes_back=False, client=browser)
    assert browser.stopped > 40

"""Names that are code, in a real browser with all its scripts: nothing asks, nothing runs, nothing
is refused.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Dialog, Page, expect

from tests.journeys.conftest import SignIn
from tests.tournament.hostile import hostile_event
from tests.tournament.phones.phones import guest_code
from tournament.models import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLE, GAME = {"round": 1, "table": 2}, {"round": 1, "table": 2, "game": 1}
LOOKED_AT: dict[str, dict[str, Any]] = {
    "board": {},
    "standings": {},
    "seating": {},
    "desk_table": TABLE,
    "sheet": GAME,
}
"""Where names meet scripts: parts that are swapped, tables that are sorted,
boxes that count hands.
"""


def asking(page: Page) -> list[str]:
    """What pages ask by a dialog from now on."""
    asked: list[str] = []

    def heard(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", heard)
    return asked


@pytest.mark.promise("No name runs in a browser, and no policy has to stop one", faults=(19,))
def test_no_name_is_run_by_a_browser(page: Page, sign_in: SignIn) -> None:
    event, asked = hostile_event(), asking(page)
    sign_in(page, User.objects.get(username=Role.ORGANISER))
    places = [
        reverse(name, kwargs={**args, "slug": event.slug}) for name, args in LOOKED_AT.items()
    ]
    for where in [*places, f"/G/{guest_code(event.guests.get(badge=1))}"]:
        page.goto(where)
        expect(page.locator("body"), where).to_contain_text("alert(1)", use_inner_text=True)
    assert asked == []


@pytest.mark.control("test_no_name_is_run_by_a_browser")
def test_written_as_it_is_such_a_name_would_have_asked(page: Page) -> None:
    asked = asking(page)
    page.set_content("<p><script>alert(1)</script></p>")
    assert asked == ["1"]

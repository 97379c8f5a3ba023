"""The first screen of a newcomer: a password is typed once and can be looked at."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.journeys.conftest import NoBarriers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a long word of twelve"


def test_a_new_password_is_typed_once_and_shown_on_demand(
    page: Page, live_server: LiveServer, no_barriers: NoBarriers
) -> None:
    page.goto(live_server.url)
    field = page.get_by_label("Password", exact=True)
    field.fill(PASSWORD)
    expect(field).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")
    no_barriers(page)
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_value(PASSWORD)

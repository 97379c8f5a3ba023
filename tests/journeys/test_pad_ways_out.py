"""The browser's own Back goes a screen back, two versions are not called unsent, and a browser that
runs no script is told what to do.
"""

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.hall import Server, acts_of, named, phone, tables, tap
from tests.tournament.evening import save

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["567", "out", "589X", "3457", "9"]


def test_back_goes_a_screen_back_and_never_out_of_a_game(browser: Browser, server: Server) -> None:
    _event, (code,) = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, code)
    page.get_by_role("button", name="Yes, in this order").click()
    page.get_by_role("button", name="Guest 2").click()
    page.locator(".keys [data-to='5']").click()
    page.locator(".foot [data-act=next]").click()
    expect(page.get_by_role("heading", name="Guest 3", level=2)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Guest 1", level=2)).to_be_visible()
    expect(page.locator(".hero").first).to_have_text("1")
    page.go_back()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    context.close()


def test_two_versions_are_the_desks_and_not_called_kept_here(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, code)
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    save(event, ("5 6", "out", "5 9 X", "3 4", "A"), (1, 1, 1))
    tap(page, acts_of(HAND, ordered=False))
    expect(page.get_by_role("heading", name="Game 1: two versions")).to_be_visible()
    expect(page.locator(".line")).to_have_text("Desk")
    page.locator("[data-act=tables], [data-act=back]").first.click()
    expect(page.get_by_role("heading", name="The desk has both versions")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/T/ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Write the card, and tell the desk."),
        pytest.param(
            "/A/ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "raise a hand to call the umpire",
            marks=pytest.mark.nightly,
        ),
        pytest.param("/screen", "This browser cannot run a wall.", marks=pytest.mark.nightly),
    ],
)
def test_without_a_script_that_runs_a_sentence_says_what_to_do(
    browser: Browser, server: Server, address: str, sentence: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + address)
    expect(page.locator(".late")).to_be_visible()
    expect(page.locator(".late")).to_contain_text(sentence)
    context.close()

"""A phone of 2018: a browser without what came later enters a game and asks the rules."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.hall import Server, acts_on, named, phone, saved, tables, tap, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["567", "out", "589X", "3457", "9"]
OLD = """for (const [where, ...names] of [
    [Element.prototype, "replaceChildren"], [Document.prototype, "replaceChildren"],
    [Array.prototype, "at", "findLast"], [String.prototype, "at", "replaceAll", "matchAll"],
    [AbortSignal, "timeout"], [SubmitEvent.prototype, "submitter"],
    [HTMLDialogElement.prototype, "show", "showModal", "close"],
    [HTMLFormElement.prototype, "requestSubmit"], [Navigator.prototype, "vibrate"],
    [window, "ResizeObserver", "PointerEvent", "structuredClone"],
  ]) for (const name of names) delete where[name];"""
"""Takes away what Safari of iOS 12 has not."""


def test_a_phone_of_2018_enters_a_game_and_asks_the_rules(browser: Browser, server: Server) -> None:
    event, codes = tables(1, 2)
    context = phone(browser)
    context.add_init_script(OLD)
    page = named(context, server.url, codes[0])
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(fault.message))
    tap(page, acts_on(page, HAND))
    until(page, lambda: saved(event) == {(1, 1): HAND})
    expect(page.locator("#pad")).to_contain_text("Game 1 is saved")
    page.goto(f"{server.url}/A/{codes[0]}")
    page.get_by_role("link", name="A card was laid that may not fit").click()
    for suit in ("Spades", "Hearts"):
        page.get_by_role("button", name=suit).click()
        page.get_by_role("button", name="Q", exact=True).click()
        expect(page.locator(".sketch-sentence")).to_contain_text(f"the Queen of {suit.lower()}")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Not legal")
    page.get_by_role("button", name="Umpire and rules").click()
    expect(page.get_by_role("button", name="Call the umpire")).to_be_visible()
    assert faults == []
    context.close()

"""A game entered on the phone: by thumbs from the scan of the card to the receipt, the database
read afterwards.
"""

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.journeys.conftest import NoBarriers
from tests.journeys.hall import (
    AT_REST,
    Server,
    acts_of,
    entries,
    named,
    phone,
    saved,
    tables,
    tap,
    to_game,
    until,
)
from tests.tournament.evening import seated_event, sign
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.models import Sheet
from tournament.seating.acts_seats import leave

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
A_MINUTE_LATER = """() => {
  for (const name of Object.keys(localStorage).filter((one) => one.includes("out.pad-"))) {
    const kept = JSON.parse(localStorage[name]);
    localStorage[name] = JSON.stringify({ ...kept, sentAt: kept.sentAt - 70000 });
  }
}"""
HANDS = ["567", "out", "589X", "3457", "9"]


def test_a_game_goes_from_the_card_to_the_receipt_with_one_call(
    browser: Browser, server: Server, no_barriers: NoBarriers
) -> None:
    event, codes = tables(2, 3)
    context = phone(browser)
    errors: list[str] = []
    page = context.new_page()
    page.on(
        "console",
        lambda said: errors.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda fault: errors.append(str(fault)))
    page.goto(f"{server.url}/T/{codes[0]}")
    expect(page.get_by_role("heading", name="Who is scoring?")).to_be_focused()
    page.get_by_label("Your name").fill("Dr Vane")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_focused()
    page.get_by_role("button", name="Move Guest 2").click()
    page.get_by_role("button", name="Put them at seat C").click()
    page.get_by_role("button", name="Yes, in this order").click()
    calls: list[str] = []
    # How the round stands is asked all the time, whatever is tapped.
    page.on("request", lambda one: calls.extend([] if "/clock/" in one.url else [_named(one)]))
    expect(page.get_by_role("heading", name="Who went out?")).to_be_focused()
    expect(page.locator(".people button").nth(1)).to_have_accessible_name("Guest 3")
    until(page, AT_REST)
    page.wait_for_timeout(300)
    calls.clear()
    _tap_the_hands(page)
    assert calls == []
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    assert calls.count("POST /pad/sheet") == 1
    assert saved(event) == {(1, 1): HANDS}
    sheet = Sheet.objects.get()
    assert (sheet.checked, sheet.entered_by.split(",")[0], entries(event, "sheet")) == (
        True,
        "Dr Vane",
        1,
    )
    guests = [tally.guest.ref for tally in sheet.tallies.order_by("seat").select_related("guest")]
    assert guests == ["P001", "P003", "P002", "P004", "P005"]
    expect(page.locator(".receipt b")).to_have_text(f"{sheet.entry.number:04}")
    no_barriers(page)
    assert [error for error in errors if "favicon" not in error] == []
    context.close()


def _named(asked: Request) -> str:
    return f"{asked.method} /{asked.url.split('/', 3)[3].split('?')[0]}"


def _tap_the_hands(page: Page) -> None:
    page.get_by_role("button", name="Guest 3").click()
    for name, hand in zip(
        ("Guest 1", "Guest 2", "Guest 4", "Guest 5"), (HANDS[0], *HANDS[2:]), strict=True
    ):
        expect(page.get_by_role("heading", name=name, level=2)).to_be_focused()
        for key in hand:
            page.locator(f".keys [data-to='{key}']").tap()
        page.locator(".foot [data-act=next]").tap()
    expect(page.get_by_role("heading", name="Look, then save")).to_be_focused()
    expect(page.locator(".row-sum b")).to_have_text(["18", "0", "54", "19", "9"])


def test_a_saved_game_is_taken_back_at_once_and_corrected_later_with_a_reason(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    tap(page, acts_of(HANDS, ordered=False))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    page.locator(".row-hand[data-to=E]").click()
    tap(page, [("undo", ""), ("tap", "8"), ("next", ""), ("save", "")])
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): [*HANDS[:4], "8"]}
    page.evaluate(A_MINUTE_LATER)
    page.reload()
    tap(
        page,
        [("game", "1"), ("correct", ""), ("go", "A"), ("undo", ""), ("next", ""), ("save", "")],
    )
    expect(page.get_by_role("heading", name="Why does game 1 change?")).to_be_focused()
    page.get_by_role("button", name="Save with this reason").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose a reason")
    page.get_by_role("button", name="Counted again").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): ["56", "out", "589X", "3457", "8"]}
    assert (
        list(Sheet.objects.order_by("version").values_list("reason", flat=True))[2]
        == "Counted again"
    )
    tap(page, [("round", "")])
    expect(page.locator(".aloud-total b")).to_have_text("11")
    context.close()


def test_the_round_is_read_out_before_the_next_one_begins(browser: Browser, server: Server) -> None:
    event = seated_event(5, games_per_round=2)
    codes_issued(event)
    context = phone(browser)
    page = named(context, server.url, table_code(event))
    tap(page, acts_of(HANDS, ordered=False))
    expect(page.locator(".line")).to_have_text("All sent")
    to_game(page, 2)
    tap(page, acts_of(HANDS))
    expect(page.get_by_role("button", name="Round 2")).to_be_visible()
    expect(page.get_by_role("heading", name="Game 2 is saved")).to_be_visible()
    page.get_by_role("button", name="Read out the round").click()
    totals = []
    for name in ("Guest 1", "Guest 2", "Guest 3", "Guest 4", "Guest 5"):
        expect(page.get_by_role("heading", name=name, level=2)).to_be_focused()
        totals.append(page.locator(".aloud-total b").inner_text())
        page.locator(".foot .button-main").click()
    assert totals == ["36", "0", "108", "38", "18"]
    page.get_by_role("button", name="Round 2").click()
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_focused()
    tap(page, [("inOrder", ""), ("out", "A"), ("tap", "8")])
    page.reload()
    expect(page.locator(".where p")).to_have_text("Round 2 · game 1 of 2", use_inner_text=True)
    expect(page.locator(".hero").first).to_have_text("1")
    context.close()


def test_a_table_that_everybody_left_while_a_game_was_entered_says_so(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    page.get_by_role("button", name="Yes, in this order").click()
    tap(page, acts_of(HANDS))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    page.get_by_role("button", name="Carry on").click()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_focused()
    for badge in range(1, 6):
        leave(event, f"P{badge:03}", (1, 2), sign(), reason="The last train")
    page.reload()
    words = "Everybody has left this table: nothing more is entered here."
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    context.close()

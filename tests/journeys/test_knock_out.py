"""A Pursuit knock-out run on phones, from the first pairing to the winner: an official's, and that
of a table.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.journeys.hall import named
from tests.journeys.hall import phone as another_phone
from tests.tournament.evening import official
from tests.tournament.matches.matches import match_event, now, out
from tests.tournament.phones.phones import codes_issued, guest_code, table_code
from tournament.matches.reading import winner_of
from tournament.models import Event, Guest, LedgerEntry
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Page, words: str) -> None:
    """A button by its words."""
    page.get_by_role("button", name=words, exact=True).click()


@pytest.fixture
def event() -> Event:
    """Three players of a knock-out of best of three, with codes on paper."""
    made = match_event(3, pairing="knock_out", best_of=3)
    codes_issued(made)
    return made


@pytest.fixture
def table(browser: Browser, live_server: Any, event: Event) -> Iterator[Page]:
    """The phone at table 1, which came by its card and has no account."""
    context = another_phone(browser)
    yield named(context, live_server.url, table_code(event))
    assert context.cookies() == []
    context.close()


def test_a_knock_out_of_three_is_run_on_phones(
    phone: Page, table: Page, event: Event, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    sign_in(phone, official(event))
    phone.goto(f"/e/{event.slug}/")
    press(phone, "Pair in the order of the badges")
    phone.get_by_text("Why", exact=True).first.click()
    expect(phone.get_by_text("Seed 1 meets nobody in the first round")).to_be_visible()
    no_barriers(phone)
    press(phone, "Publish the semi-finals")
    told_at_the_table(table, event, no_barriers)
    phone.reload()
    press(phone, "Pair the final")
    press(phone, "Publish the final")
    no_barriers(phone)
    opponent_is_told(table, event)
    look_again(table)
    press(table, "On to the next match Final")
    expect(table.get_by_role("group", name="Game 1")).to_be_visible()
    phone.locator("button.half").first.click()
    expect(phone.locator(".half-score").first).to_have_text("1")
    phone.locator("button.half").first.click()
    expect(phone.get_by_text("Table 1 is in.")).to_be_visible()
    press(phone, "Close the knock-out")
    phone.get_by_role("link", name="Results", exact=True).first.click()
    winner = event.guests.get(ref=winner_of(now(event)) or "")
    expect(phone.get_by_role("heading", name=f"{winner.name} has won")).to_be_visible()
    expect(phone.get_by_role("img", name="The bracket")).to_be_visible()
    no_barriers(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.goto(f"/e/{event.slug}/")
    press(phone, "Close the evening")
    expect(phone.get_by_role("heading", name=f"{winner.name} has won")).to_be_visible()
    expect(phone.get_by_text("The evening is over.")).to_be_visible()
    assert list(faults(Event.objects.get(pk=event.pk))) == []


def told_at_the_table(table: Page, event: Event, no_barriers: NoBarriers) -> None:
    """The semi-final by the phone at its table: three games tapped, checked, saved by a key."""
    expect(table.get_by_role("heading", name="No match here now")).to_be_visible()
    look_again(table)
    for number, winner in ((1, "Guest 2"), (2, "Guest 3"), (3, "Guest 3")):
        table.get_by_role("group", name=f"Game {number}").get_by_role("button", name=winner).click()
    no_barriers(table)
    press(table, "Guest 3 wins Check")
    expect(table.get_by_role("heading", name="Look, then save")).to_be_focused()
    no_barriers(table)
    table.wait_for_selector("#pad:not([data-unseen])")
    table.keyboard.press("Enter")
    expect(table.get_by_role("heading", name="The match is saved")).to_be_focused()
    entry = LedgerEntry.objects.get(event=event, kind="match")
    assert (now(event).match(1, 1).winner, entry.actor[:15]) == ("P003", "Dr Vane, phone ")
    expect(table.locator(".receipt")).to_contain_text(f"{entry.number:04}")


def look_again(table: Page) -> None:
    """The phone is taken in the hand: the page looks by itself."""
    table.evaluate("dispatchEvent(new Event('focus'))")


def opponent_is_told(table: Page, event: Event) -> None:
    """Seed 1, who had the bye, sees on their own page whom they meet in the final; a phone that no
    official uses opens it.
    """
    guest = Guest.objects.select_related("event").get(event=event, ref="P001")
    opponent = now(event).rounds[-1].matches[0].opponent("P001")
    page = table.context.new_page()
    page.goto(urljoin(table.url, f"/G/{guest_code(guest)}"))
    expect(page.get_by_text(event.guests.get(ref=str(opponent)).name).first).to_be_visible()
    page.close()


def test_two_keys_a_match_enter_a_round_at_the_desk(page: Page, sign_in: SignIn) -> None:
    event = match_event(6)
    out(event)
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table 1 is in.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table 2 is in.")).to_be_visible()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pair round 2")).to_be_focused()
    assert [match.games for match in now(event).rounds[0].matches] == ["1", "2", "1"]


def test_a_match_of_three_is_won_by_keys_in_the_bracket_and_over_who_comes_late(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = match_event(6, pairing="knock_out", best_of=3)
    out(event)
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/results/")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("button.half:focus .half-score")).to_have_text("1")
    no_barriers(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table 2 is in.")).to_be_visible()
    expect(page.get_by_role("heading", name="Results so far")).to_be_visible()
    assert now(event).match(1, 2).games == "22"
    page.goto(f"/e/{event.slug}/")
    row = page.locator("#match-1")
    row.locator("summary").click()
    row.get_by_role("button", name="is late and loses the first game").first.click()
    expect(row.locator(".half-score").last).to_have_text("1")
    row.locator("button.half").last.click()
    expect(page.get_by_text("Table 1 is in.")).to_be_visible()
    assert now(event).match(1, 1).games == "22"


def entered(page: Page) -> None:
    """The winner of a match of one game told from its table."""
    press(page, "Guest 1")
    page.get_by_role("button", name="Guest 1 wins").click()
    expect(page.get_by_role("heading", name="Look, then save")).to_be_focused()
    page.wait_for_selector("#pad:not([data-unseen])")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The match is saved")).to_be_focused()


@pytest.fixture
def two(browser: Browser, live_server: Any) -> Iterator[tuple[Page, Page]]:
    """The phones of two who meet at table 1, both by its card."""
    event = match_event(2, qualifying_rounds=1)
    codes_issued(event)
    out(event)
    contexts = [another_phone(browser), another_phone(browser)]
    first, second = (named(item, live_server.url, table_code(event)) for item in contexts)
    yield first, second
    for context in contexts:
        context.close()


def test_one_of_two_phones_tells_the_winner_and_the_other_confirms(
    two: tuple[Page, Page], no_barriers: NoBarriers
) -> None:
    first, second = two
    entered(first)
    expect(first.get_by_text("Nothing waits for it.")).to_be_visible()
    look_again(second)
    expect(second.get_by_role("heading", name="Is that right?")).to_be_visible()
    no_barriers(second)
    second.wait_for_selector("#pad:not([data-unseen])")
    press(second, "Yes, that is right")
    expect(second.get_by_text("Both of you say so.")).to_be_visible()
    look_again(first)
    expect(first.get_by_text("Both of you say so.")).to_be_visible()


def test_where_two_phones_do_not_agree_the_desk_is_asked(
    two: tuple[Page, Page], page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    first, second = two
    entered(first)
    look_again(second)
    expect(second.get_by_role("heading", name="Is that right?")).to_be_visible()
    second.wait_for_selector("#pad:not([data-unseen])")
    press(second, "No: ask the desk")
    expect(second.get_by_text("The desk is told")).to_be_visible()
    look_again(first)
    expect(first.get_by_text("You do not agree.")).to_be_visible()
    no_barriers(first)
    event = Event.objects.get()
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Ask them, and settle it").click()
    press(page, "It is right: confirm it")
    expect(page.get_by_text("Table 1 is confirmed.")).to_be_visible()
    look_again(second)
    expect(second.get_by_text("Both of you say so.")).to_be_visible()
    assert list(faults(event)) == []

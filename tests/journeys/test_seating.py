"""Seating in a real browser: draw, try a harmful swap, take the alternative, publish; by keys
alone, on any screen.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.seating import certificate
from tests.journeys.conftest import NoBarriers, SignIn
from tests.scoring.seating.changed import swap
from tests.tournament.evening import add_guests, new_event, official
from tests.tournament.hall import overlaps
from tournament.counting.seats import hall
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def harmful(event: Event) -> tuple[int, int]:
    """Two badges of whom at least one would meet somebody twice in round 2."""
    found = hall(event)
    for number in range(2, len(found.guests) + 1):
        if certificate(swap(found.seating, 1, number, 2), found.wishes).count("repeats"):
            return 1, number
    raise AssertionError("every swap is clean")


def press(page: Page, words: str) -> None:
    """Go to a link or button by its words and press it, without the mouse."""
    target = (
        page.locator("main :is(a, button)")
        .filter(has_text=re.compile(rf"^\s*{re.escape(words)}"))
        .first
    )
    target.focus()
    expect(target).to_be_focused()
    page.keyboard.press("Enter")


def try_to_swap(page: Page, one: int, other: int) -> None:
    """Choose two guests at their tables, and look at the swap; the page stays where it is."""
    for badge in (one, other):
        page.locator(f"#seat-{badge}").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chosen")).to_be_focused()
        expect(page.locator(f"#seat-{badge}")).to_have_count(0)
    expect(
        page.get_by_role("heading", name=f"Swap Guest {one} with Guest {other}?")
    ).to_be_attached()


def open_seating(page: Page, sign_in: SignIn, guests: int = 30) -> Event:
    """An organiser before the draw."""
    event = new_event()
    add_guests(event, guests)
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/seating/")
    return event


def test_thirty_guests_are_seated_by_keys_alone(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = open_seating(page, sign_in)
    no_barriers(page)
    page.get_by_text("To repeat a draw").click()
    page.get_by_label("Seed of the draw").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Drawn. Look it over")).to_be_visible()
    expect(page.get_by_text("Everyone meets new people")).to_be_visible()
    no_barriers(page)

    press(page, "Round 2")
    expect(page.get_by_text("Round 2 of 2, draft 1, not published")).to_be_visible()
    try_to_swap(page, *harmful(event))
    expect(page.locator(".seating-harm").first).to_contain_text("and met at table")
    expect(page.locator("#chosen .button-main")).to_have_text("Cancel")
    no_barriers(page)

    press(page, "Try ")
    expect(page.get_by_text("Nobody meets twice, and no other wish is broken.")).to_be_visible()
    expect(page.locator("#chosen .button-main")).to_have_text("Swap them")
    no_barriers(page)
    press(page, "Swap them")
    expect(page.get_by_text("have changed seats in round 2")).to_be_visible()
    said = certificate(hall(event).seating, hall(event).wishes)
    assert (said.count("repeats"), overlaps(event)) == (0, [])

    press(page, "Publish both rounds")
    expect(page.get_by_role("heading", name="Publish the seating?")).to_be_visible()
    no_barriers(page)
    press(page, "Publish")
    expect(page.get_by_text("The seating is published")).to_be_visible()
    no_barriers(page)


def test_two_clicks_on_badges_try_a_swap(page: Page, sign_in: SignIn) -> None:
    event = open_seating(page, sign_in)
    page.get_by_role("button", name="Draw both rounds").click()
    page.get_by_label("Find a guest").fill("Guest 7")
    expect(page.locator("#seat-12")).to_be_hidden()
    page.locator("#seat-7").click()
    expect(page.locator("#chosen")).to_contain_text("Guest 7")
    page.locator("#seat-12").click()
    expect(page.locator("#chosen")).to_contain_text("Guest 12")
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("#chosen")).to_have_count(0)
    assert event.ledger.filter(kind="swap").count() == 0


def test_somebody_goes_home_and_their_place_is_taken(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = open_seating(page, sign_in)
    page.get_by_role("button", name="Draw both rounds").click()
    page.get_by_role("link", name="Publish both rounds").click()
    page.get_by_role("button", name="Publish").click()
    page.locator("#seat-7").click()
    page.get_by_role("link", name="Goes home", exact=True).click()
    expect(page.get_by_role("heading", name="Somebody goes home")).to_be_visible()
    no_barriers(page)
    expect(page.get_by_label("Who goes home")).to_have_value("7")
    page.get_by_label("Reason").fill("Unwell")
    page.get_by_role("button", name="Mark as gone home").click()
    expect(page.get_by_text("1 card changed since publication:")).to_be_visible()
    no_barriers(page)
    page.get_by_role("link", name="Find a seat for Guest 7").click()
    expect(page.get_by_role("heading", name="Seats for Guest 7")).to_be_visible()
    no_barriers(page)
    page.get_by_label("Reason").fill("Better again")
    page.get_by_role("button", name="Give them these seats").click()
    expect(page.get_by_text("Guest 7 has a seat.")).to_be_visible()
    assert (overlaps(event), event.guests.get(badge=7).status) == ([], "registered")


def test_no_page_of_the_seating_moves_sideways_on_a_phone(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    """Sideways is a matter of the width, contrast one of the scheme: each page is seen in both."""

    def looked() -> None:
        for width, scheme in ((320, "light"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            no_barriers(page)

    event = open_seating(page, sign_in, 23)
    looked()
    page.get_by_role("button", name="Draw both rounds").click()
    expect(page.get_by_text("Drawn. Look it over")).to_be_visible()
    looked()
    for part in (
        "2/?one=3",
        "2/swap/?one=3&other=4",
        "1/change/?leave=3",
        "1/tables/2/",
        "publish/",
    ):
        page.goto(f"/e/{event.slug}/seating/{part}")
        looked()


def test_a_guest_goes_to_a_free_seat_by_keys_alone_and_back_by_one_press(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = open_seating(page, sign_in, 23)
    page.get_by_role("button", name="Draw both rounds").click()
    expect(page.get_by_text("Drawn. Look it over")).to_be_visible()
    before = hall(event).seating
    page.locator("#seat-7").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chosen")).to_be_focused()
    free = page.locator("#hall a.tile-free").first
    free.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Move Guest 7")).to_be_visible()
    expect(page.locator("#chosen")).to_be_focused()
    expect(page.locator("#chosen")).to_be_in_viewport()
    no_barriers(page)
    press(page, "Move them")
    expect(page.get_by_text("Guest 7 has moved.")).to_be_visible()
    assert hall(event).seating != before
    page.get_by_role("button", name="Take back", exact=True).first.click()
    expect(page.get_by_text("Taken back")).to_be_visible()
    assert hall(event).seating == before

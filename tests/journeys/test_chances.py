"""Pages that tell chances or the pace, opened before these are reckoned, fill themselves."""

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.background import gate_shut
from tests.tournament.evening import official, save, seated_event
from tournament.counting.chances import BEING_WORKED_OUT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_of_chances_fills_itself_and_after_a_sheet_once_more(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, cut_size=3, games_per_round=3, qualifying_rounds=1)
    save(event, ("out", "8", "=3", "4 4", "5"))
    save(event, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    sign_in(page, official(event))
    with gate_shut() as gate:
        page.goto(f"/e/{event.slug}/standings/chances/")
        expect(page.get_by_role("status").filter(has_text=BEING_WORKED_OUT)).to_be_visible()
        no_barriers(page)
        gate.open()
        expect(page.locator(".share-part").first).to_be_visible()
        expect(page.get_by_text(BEING_WORKED_OUT)).to_have_count(0)
    with gate_shut() as gate:
        save(event, ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        page.reload()
        changed = page.get_by_role("status").filter(has_text="the totals changed since.")
        expect(changed).to_be_visible()
        no_barriers(page)
        gate.open()
        expect(changed).to_have_count(0)
        expect(page.locator(".share-part")).to_have_count(10)


def place(spot: Locator) -> float:
    """How far down the window something stands."""
    box = spot.bounding_box()
    assert box is not None
    return box["y"]


def test_a_preview_fills_itself_and_leaves_what_is_typed_and_pressed_where_it_is(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, cut_size=3, games_per_round=3, qualifying_rounds=1)
    save(event, ("out", "8", "=3", "4 4", "5"))
    save(event, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    sign_in(page, official(event))
    page.set_viewport_size({"width": 390, "height": 664})
    with gate_shut() as gate:
        page.goto(f"/e/{event.slug}/rounds/1/time-out/")
        part, press = page.locator(".moves-chances"), page.locator("main form .actions").first
        expect(part.get_by_role("status")).to_have_text(BEING_WORKED_OUT)
        no_barriers(page)
        page.get_by_label("In words").fill("Dinner")
        # Safari holds nothing in its place by itself, as other browsers do.
        page.evaluate("document.body.style.overflowAnchor = 'none'")
        press.scroll_into_view_if_needed()
        before = place(press)
        gate.open()
        expect(part.locator("tbody tr").first).to_be_attached()
        assert place(press) == pytest.approx(before, abs=1)
        expect(page.get_by_label("In words")).to_have_value("Dinner")
        expect(part.get_by_text(BEING_WORKED_OUT)).to_have_count(0)
        no_barriers(page)


def test_what_was_pressed_while_the_pace_came_is_not_lost_by_it(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, cut_size=3, games_per_round=3, qualifying_rounds=1)
    save(event, ("out", "8", "=3", "4 4", "5"))
    sign_in(page, official(event))
    pressed: list[Route] = []
    page.route("**/desk/**", lambda route: pressed.append(route))
    with gate_shut() as gate:
        page.goto(f"/e/{event.slug}/")
        expect(page.get_by_text("When it ends is being worked out.")).to_be_visible()
        no_barriers(page)
        page.get_by_role("link", name="Type scores").click(no_wait_after=True)
        with page.expect_response(lambda answer: answer.url == page.url and _whole(answer)):
            gate.open()
        pressed[0].continue_()
        page.wait_for_url("**/desk/**")
        page.go_back()
        expect(page.get_by_text("being worked out")).to_have_count(0)


def _whole(answer: Response) -> bool:
    """Whether nothing of the page is still being reckoned."""
    return "retry-after" not in answer.headers

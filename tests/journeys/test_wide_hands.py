"""No box in which a hand is typed is narrower than the longest hand, on any page of typing."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import DESK, ZOOMED, SignIn
from tests.second_rank import by_rank
from tests.tournament.evening import official, save, seated_event
from tournament.models import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE: ViewportSize = {"width": 390, "height": 664}
LONGEST = ("A 2 3 4 5 6 7 8 9 T J Q", "8S KD 10C 3H QS")
"""A hand of twelve, and one of five cards with their suits."""
CUT = "input => input.scrollWidth > input.clientWidth"
PLACES = ("desk/1/1/", "desk/1/cards/2/", "sheets/1/1/2/", "sheets/1/1/1/correct/")


@pytest.mark.parametrize(
    "size", by_rank((DESK, ZOOMED, PHONE), (PHONE,)), ids=["1280", "200 %", "390"]
)
def test_the_longest_hand_is_seen_whole_wherever_it_is_typed(
    page: Page, sign_in: SignIn, size: ViewportSize
) -> None:
    event = seated_event(5, games_per_round=5, qualifying_rounds=1)
    save(event, ("out", "2", "3", "4", "5"))
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    page.set_viewport_size(size)
    for place in PLACES:
        page.goto(f"/e/{event.slug}/{place}")
        boxes = page.locator("input[name^=hand_]")
        expect(boxes.first).to_be_visible()
        for hand in LONGEST:
            boxes.last.fill(hand)
            expect(boxes.last).to_have_value(hand)
            assert not boxes.last.evaluate(CUT), (place, hand)

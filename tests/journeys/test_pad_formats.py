"""Other games on the phone: the order of finish, the winner and the others' hands, laps; the rows
read afterwards.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import NoBarriers
from tests.journeys.hall import Server, named, phone, tables
from tournament.models import Event, Tally

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begun(browser: Browser, server: Server, name: str) -> tuple[Event, Page]:
    """A table of five of a game, its order confirmed on the phone."""
    event, codes = tables(1, 2, format=name)
    page = named(phone(browser), server.url, codes[0])
    page.get_by_role("button", name="Yes, in this order").click()
    return event, page


def saved(event: Event, *columns: str) -> list[tuple[Any, ...]]:
    """What each seat of the one accepted sheet has."""
    return list(
        Tally.objects.filter(event=event, sheet__accepted=True)
        .order_by("seat")
        .values_list(*columns)
    )


def test_switch_asks_for_the_order_of_finish(
    browser: Browser, server: Server, no_barriers: NoBarriers
) -> None:
    event, page = begun(browser, server, "switch")
    for guest in (3, 1, 4):
        page.get_by_role("button", name=f"Guest {guest}").click()
    page.get_by_role("button", name="Guest 1").click()  # given back, and with it the place behind
    no_barriers(page)
    page.get_by_role("button", name="Somebody is not there").click()
    page.get_by_role("button", name="Guest 5").click()
    page.get_by_role("button", name="All others are here").click()
    page.get_by_role("button", name="Guest 2").click()
    page.get_by_role("button", name="Time called").click()
    expect(page.get_by_role("heading", name="Look, then save")).to_be_focused()
    no_barriers(page)
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    # Third and fourth are shared: three and a half each, kept as half points.
    assert saved(event, "place", "points") == [(3, 7), (2, 4), (1, 2), (3, 7), (None, None)]
    expect(page.locator(".totals [role=row]").nth(1)).to_contain_text("3.5")
    page.context.close()


def test_ottawa_asks_for_the_hands_that_the_winner_takes(browser: Browser, server: Server) -> None:
    event, page = begun(browser, server, "ottawa")
    page.get_by_role("button", name="Guest 2").click()
    for keys in ("A5", "8", "K", "23"):
        for key in keys:
            page.locator(f".keys [data-to='{'X' if key == 'K' else key}']").tap()
        page.locator(".foot [data-act=next]").tap()
    expect(page.locator(".row-sum b")).to_have_text(["20", "43", "8", "10", "5"])
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    assert saved(event, "points", "held") == [(0, 20), (43, 0), (0, 8), (0, 10), (0, 5)]
    expect(page.locator(".after p")).to_contain_text("Highest is best.")
    page.context.close()


def test_a_race_asks_for_laps(browser: Browser, server: Server, no_barriers: NoBarriers) -> None:
    event, page = begun(browser, server, "pursuit_racing")
    expect(page.get_by_text("Laps are missing")).to_be_visible()
    for seat, laps in zip("ABCDE", "35214", strict=True):
        page.locator(f"[data-to='{seat} {laps}']").click()
    no_barriers(page)
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    assert saved(event, "laps", "place", "points") == [
        (3, 3, 6),
        (5, 1, 2),
        (2, 4, 8),
        (1, 5, 10),
        (4, 2, 4),
    ]
    page.context.close()

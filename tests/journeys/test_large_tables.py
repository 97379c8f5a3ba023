"""Games that seven and more play at one table: fourteen at Switch, on a phone and at the desk."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, shows
from tests.journeys.hall import Server, named, phone
from tests.tournament.evening import official
from tests.tournament.formats import evening_of
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.models import Event, Role, Tally

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FINISHED = (14, 13, 12, 3, 1, 4, 2, 5, 6, 11, 10, 9, 8, 7)
OVERLAPS = """() => {
  const rows = [...document.querySelectorAll(".step > :not(h2), .step .people > *, .totals > *")];
  const boxes = rows.map((row) => [row, row.getBoundingClientRect()])
    .filter(([, box]) => box.height);
  return boxes.flatMap(([row, box]) => boxes
    .filter(([other, below]) => row.parentNode === other.parentNode
      && box.top < below.top && box.bottom > below.top + 1)
    .map(([other]) => `${row.textContent} over ${other.textContent}`));
}"""


def places(event: Event, game: int) -> list[int | None]:
    """The places of a game, seat by seat."""
    tallies = Tally.objects.filter(event=event, sheet__accepted=True, sheet__game__number=game)
    by_seat = dict(tallies.values_list("seat", "place"))
    return [by_seat[seat] for seat in sorted(by_seat)]


def test_fourteen_finish_at_one_table_on_a_phone(
    browser: Browser, server: Server, no_barriers: NoBarriers
) -> None:
    event = evening_of("switch", 14, table="large")
    codes_issued(event)
    page = named(phone(browser), server.url, table_code(event))
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_focused()
    page.get_by_role("button", name="Yes, in this order").click()
    for guest in FINISHED:
        page.get_by_role("button", name=f"Guest {guest}", exact=True).click()
    assert page.evaluate(OVERLAPS) == []
    page.get_by_role("button", name="Everybody has a place").click()
    expect(page.get_by_role("heading", name="Look, then save")).to_be_focused()
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    expect(page.locator(".totals [role=row]")).to_have_count(15)
    assert page.evaluate(OVERLAPS) == []
    no_barriers(page)
    assert places(event, 1) == [FINISHED.index(guest) + 1 for guest in range(1, 15)]
    page.context.close()


def test_ten_race_at_one_table_on_a_phone(browser: Browser, server: Server) -> None:
    event = evening_of("pursuit_racing", 10, table="large")
    codes_issued(event)
    page = named(phone(browser), server.url, table_code(event))
    page.get_by_role("button", name="Yes, in this order").click()
    expect(page.get_by_role("heading", name="How many laps?")).to_be_focused()
    assert page.evaluate(OVERLAPS) == []
    for letter, laps in zip("ABCDEFGHIJ", "5432104321", strict=True):
        page.locator(f"[data-to='{letter} {laps}']").click()
    page.get_by_role("button", name="Everybody has laps").click()
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_focused()
    assert places(event, 1) == [1, 2, 4, 6, 8, 10, 2, 4, 6, 8]
    page.context.close()


def test_fourteen_are_typed_in_one_grid(page: Page, sign_in: SignIn) -> None:
    event = evening_of("switch", 14, table="large")
    sign_in(page, official(event, Role.ORGANISER))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    boxes = page.locator(".desk-grid input[name^=hand_]")
    expect(boxes.first).to_be_focused()
    for guest in range(1, 15):
        page.keyboard.type(str(FINISHED.index(guest) + 1))
        page.keyboard.press("Tab")
    tops = page.locator(".desk-who").evaluate_all("all => all.map((cell) => cell.offsetTop)")
    assert tops == sorted(tops)
    assert len(set(tops)) == 16
    page.keyboard.press("Control+Enter")
    shows(page, "Saved")
    assert places(event, 1) == [FINISHED.index(guest) + 1 for guest in range(1, 15)]

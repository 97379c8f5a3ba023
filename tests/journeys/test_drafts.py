"""What is half typed is found again by the browser that it was typed in, and by nobody else."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.second_rank import by_rank
from tests.tournament.evening import official, save, seated_event, sheet, sign
from tournament.entry.acts import correct_sheet
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange
from tournament.models import Event, Role, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ("0", "23", "46")
TABLE = ("desk/1/1/", "hand_1_{}")
PLACES = (TABLE, ("sheets/1/1/2/", "hand_{}"), ("desk/1/cards/1/", "hand_2_{}"))


@pytest.fixture
def event() -> Event:
    """Two tables of five, two games."""
    return seated_event(10, games_per_round=2, qualifying_rounds=1)


def half_typed(page: Page, event: Event, where: str = TABLE[0], name: str = TABLE[1]) -> None:
    """Three hands in points, then the tab is closed in the middle of it."""
    page.goto(f"/e/{event.slug}/{where}")
    page.get_by_label("points", exact=True).check()
    for seat, text in zip("ABC", HANDS, strict=True):
        field = page.locator(f"[name={name.format(seat)}]")
        if field.count():
            field.fill(text)
    page.close(run_before_unload=False)


def opened_again(context: BrowserContext, event: Event, where: str = TABLE[0]) -> Page:
    page = context.new_page()
    page.goto(f"/e/{event.slug}/{where}")
    return page


@pytest.mark.parametrize(("where", "name"), by_rank(PLACES, (TABLE,)))
def test_a_tab_that_closes_finds_its_half_typed_hands_again_as_they_were_typed(
    page: Page,
    sign_in: SignIn,
    no_barriers: NoBarriers,
    event: Event,
    where: str,
    name: str,
) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    half_typed(page, event, where, name)
    again = opened_again(context, event, where)
    found = again.locator("#draft .message")
    expect(found).to_contain_text("not saved.")
    no_barriers(again)
    expect(again.locator(f"[name={name.format('A')}]")).to_have_value("")
    found.get_by_role("button", name="Put it back").click()
    expect(again.locator(f"[name={name.format('A')}]")).to_have_value("0")
    expect(again.get_by_label("points", exact=True)).to_be_checked()


def test_a_half_typed_correction_is_found_again_until_its_sheet_is_another(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, event: Event
) -> None:
    save(event, ("out", "8 K", "A", "2", "3"))
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    where = "sheets/1/1/1/correct/"
    page.goto(f"/e/{event.slug}/{where}")
    page.locator("[name=hand_B]").fill("9 K")
    page.close(run_before_unload=False)
    again = opened_again(context, event, where)
    found = again.locator("#draft .message")
    expect(found).to_contain_text("not saved.")
    no_barriers(again)
    expect(again.locator("[name=hand_B]")).to_have_value("8 K")
    found.get_by_role("button", name="Put it back").click()
    expect(again.locator("[name=hand_B]")).to_have_value("9 K")
    again.close(run_before_unload=False)
    correct_sheet(event, sheet(("out", "7 K", "A", "2", "3"), seen=1, reason="Misread"), sign())
    later = opened_again(context, event, where)
    expect(later.locator("[name=hand_A]")).to_be_focused()
    expect(later.locator("#draft .message")).to_have_count(0)


def test_what_is_put_back_is_saved_and_forgotten(page: Page, sign_in: SignIn, event: Event) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    half_typed(page, event)
    again = opened_again(context, event)
    again.get_by_role("button", name="Put it back").click()
    for seat, text in (("D", "8"), ("E", "5")):
        again.locator(f"[name=hand_1_{seat}]").fill(text)
    again.keyboard.press("Control+Enter")
    arrived(again, "Table 2")
    again.goto(f"/e/{event.slug}/desk/1/1/")
    expect(again.locator("#draft .message")).to_have_count(0)
    drafts = "Object.keys(localStorage).filter(key => key.startsWith('draft ')).length"
    assert (again.evaluate(drafts), Sheet.objects.count()) == (0, 1)


def test_nobody_else_and_no_other_guest_gets_what_was_half_typed(
    page: Page, sign_in: SignIn, event: Event
) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    half_typed(page, event)
    reseat(event, SeatChange(1, 2, 7), sign(), reason="They sat the other way round")
    again = opened_again(context, event)
    again.get_by_role("button", name="Put it back").click()
    for seat, text in zip("ABC", ("0", "", "46"), strict=True):
        expect(again.locator(f"[name=hand_1_{seat}]")).to_have_value(text)
    again.close(run_before_unload=False)
    other = context.new_page()
    sign_in(other, official(event, Role.HEAD_UMPIRE, "hilda"))
    other.goto(f"/e/{event.slug}/desk/1/1/")
    expect(other.locator("#draft .message")).to_have_count(0)


def test_who_logs_out_leaves_nothing_half_typed_behind(
    page: Page, sign_in: SignIn, event: Event
) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    half_typed(page, event)
    again = opened_again(context, event)
    again.locator("form[action$='/logout/'] button").evaluate("button => button.click()")
    again.wait_for_url(lambda url: "/desk/" not in url)
    drafts = "Object.keys(localStorage).filter(key => key.startsWith('draft ')).length"
    assert again.evaluate(drafts) == 0


@pytest.mark.control
def test_in_a_browser_that_keeps_nothing_there_is_nothing_to_put_back(
    page: Page, sign_in: SignIn, event: Event
) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    context = page.context
    context.add_init_script("Storage.prototype.setItem = () => {}")
    half_typed(page, event)
    again = opened_again(context, event)
    expect(again.locator("[name=hand_1_A]")).to_be_focused()
    expect(again.locator("#draft .message")).to_have_count(0)

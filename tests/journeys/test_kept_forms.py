"""A log-in that changes under what is typed: the page says what is needed, and it is sent once."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.evening import official, seated_event
from tournament.models import Event, LedgerEntry, Role, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a long pass phrase 7"
HANDS = ("O", "8 K", "A", "4 6", "2 3 4")
LOST = "Nothing is lost"


@pytest.fixture
def event() -> Event:
    """One table, two games, an organiser and a head umpire."""
    made = seated_event(5, games_per_round=2, qualifying_rounds=1)
    official(made, Role.HEAD_UMPIRE, "hilda")
    return made


def log_in_in_a_second_tab(page: Page, name: str) -> None:
    other = page.context.new_page()
    other.goto("/login/")
    other.get_by_label("Name").fill(name)
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Log in").click()
    other.wait_for_load_state("load")
    other.close()


def same_again(page: Page) -> None:
    log_in_in_a_second_tab(page, "olive")


def another(page: Page) -> None:
    log_in_in_a_second_tab(page, "hilda")


def no_cookies(page: Page) -> None:
    page.context.clear_cookies()


def session_ended(page: Page) -> None:
    Session.objects.all().delete()


WAYS: tuple[tuple[Callable[[Page], None], str, str], ...] = (
    (same_again, "Save table 1 as olive", "olive"),
    (another, "Save table 1 as hilda", "hilda"),
    (no_cookies, "Log in and save table 1", "olive"),
    (session_ended, "Log in and save table 1", "olive"),
)


@pytest.mark.parametrize(("way", "button", "name"), WAYS)
def test_a_table_typed_while_the_log_in_changes_is_saved_once(
    page: Page,
    sign_in: SignIn,
    no_barriers: NoBarriers,
    event: Event,
    way: Callable[[Page], None],
    button: str,
    name: str,
) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    arrived(page, "Table 1")
    for seat, text in zip("ABCDE", HANDS, strict=True):
        page.locator(f"[name=hand_1_{seat}]").fill(text)
    way(page)
    page.keyboard.press("Control+Enter")
    arrived(page, LOST)
    no_barriers(page)
    if button.startswith("Log in"):
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=button).click()
    arrived(page, "Scores")
    expect(page.get_by_text("Receipt 2.")).to_be_visible()
    sheets = LedgerEntry.objects.filter(event=event, kind="sheet")
    assert list(sheets.values_list("user__username", flat=True)) == [name]
    assert Sheet.objects.filter(event=event).count() == 1

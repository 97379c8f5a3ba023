"""Each way in which a log-in changes under what is typed, for each kind of form: the page says what
is needed, and it is sent once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.second_rank import by_rank
from tests.tournament.evening import official, save, seated_event
from tournament.models import Event, Guest, LedgerEntry, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a long pass phrase 7"
HANDS = ("O", "8 K", "A", "4 6", "2 3 4")
LOST = "Nothing is lost"
MOST_PRESSES = 2


@pytest.fixture
def event() -> Event:
    """One table, two games of which one is in; an organiser, a head umpire and an umpire."""
    made = seated_event(5, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "2", "3", "4", "5"))
    official(made, Role.HEAD_UMPIRE, "hilda")
    official(made, Role.UMPIRE, "ulla")
    return made


# ---------------------------------------------------------------------- what is typed


def a_grid(page: Page, base: str) -> None:
    page.goto(f"{base}desk/1/1/")
    arrived(page, "Table 1")
    for seat, text in zip("ABCDE", HANDS, strict=True):
        page.locator(f"[name=hand_2_{seat}]").fill(text)


def a_guest(page: Page, base: str) -> None:
    page.goto(f"{base}guests/add/")
    page.locator("[name=name]").fill("Ann Bo")


def settings(page: Page, base: str) -> None:
    page.goto(f"{base}settings/")
    page.get_by_role("heading", name="Name, day, place, printer").click()
    page.locator("[name=name]").fill("Another Evening")


def a_correction(page: Page, base: str) -> None:
    page.goto(f"{base}sheets/1/1/1/correct/")
    arrived(page, "Correct game 1")
    page.locator("[name=hand_B]").fill("8 2")
    page.keyboard.press("Control+Enter")
    arrived(page, "Correct the hand of Guest 2")
    page.get_by_role("button", name="8 counted as 8").click()


@dataclass(frozen=True)
class Typed:
    """A kind of form: how it is filled in and sent, how often it was done, and whom it takes two
    presses, as they may not do it.
    """

    fill: Callable[[Page, str], None]
    send: Callable[[Page], None]
    done: Callable[[Event], int]
    may_not: tuple[str, ...] = ("ulla",)


def press(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=name).first.click()


def without_its_script(page: Page) -> None:
    """The settings are saved as they are changed: here as where no script runs."""
    page.locator("form.settings").evaluate("form => form.submit()")


def of_kind(kind: str) -> Callable[[Event], int]:
    return lambda event: LedgerEntry.objects.filter(event=event, kind=kind).count()


FORMS = {
    "grid": Typed(a_grid, press("Save"), lambda event: of_kind("sheet")(event) - 1),
    "guest": Typed(
        a_guest, press("Add"), lambda _event: Guest.objects.filter(name="Ann Bo").count()
    ),
    "settings": Typed(
        settings,
        without_its_script,
        lambda _event: Event.objects.filter(name="Another Evening").count(),
        may_not=("hilda", "ulla"),
    ),
    "correction": Typed(a_correction, press("Save the correction"), of_kind("correct"), may_not=()),
}


# ---------------------------------------------------------------------- what happens meanwhile


def in_a_second_tab(page: Page, name: str) -> None:
    other = page.context.new_page()
    other.goto("/login/")
    other.get_by_label("Name").fill(name)
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Log in").click()
    other.wait_for_url(lambda url: "/login/" not in url)
    other.close()


def log_out_elsewhere(page: Page) -> None:
    other = page.context.new_page()
    other.goto("/")
    with other.expect_navigation():
        other.locator("form[action$='/logout/'] button").evaluate("button => button.click()")
    other.close()


WAYS: dict[str, tuple[Callable[[Page], None], str]] = {
    "the same again": (lambda page: in_a_second_tab(page, "olive"), "olive"),
    "another account": (lambda page: in_a_second_tab(page, "hilda"), "hilda"),
    "an umpire": (lambda page: in_a_second_tab(page, "ulla"), "ulla"),
    "no cookies": (lambda page: page.context.clear_cookies(), ""),
    "logged out": (log_out_elsewhere, ""),
    "ended": (lambda _page: Session.objects.all().delete() and None, ""),
}
SHORT = (("grid", "the same again"), ("settings", "another account"))
CASES = by_rank([(form, way) for form in FORMS for way in WAYS], SHORT)


def sent_on(page: Page) -> int:
    """How many presses it takes until the form has gone through."""
    for press in range(MOST_PRESSES + 1):
        page.wait_for_load_state("load")
        if page.get_by_role("heading", level=1).inner_text() != LOST:
            return press
        if page.get_by_label("Password").count():
            page.get_by_label("Name").fill("olive")
            page.get_by_label("Password").fill(PASSWORD)
        with page.expect_navigation():
            page.locator(".kept-ask .button-main").click()
    raise AssertionError("It was stopped once more.")


@pytest.mark.parametrize(("form", "way"), CASES)
def test_what_is_typed_while_the_log_in_changes_is_sent_once(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, event: Event, form: str, way: str
) -> None:
    typed, (happens, known) = FORMS[form], WAYS[way]
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    typed.fill(page, f"/e/{event.slug}/")
    happens(page)
    with page.expect_navigation():
        typed.send(page)
    arrived(page, LOST)
    no_barriers(page)
    assert sent_on(page) == (2 if known in typed.may_not else 1)
    assert typed.done(event) == 1
    expect(page.get_by_role("heading", level=1)).not_to_have_text(LOST)


@pytest.mark.control
def test_without_the_log_in_the_form_is_not_done(page: Page, sign_in: SignIn, event: Event) -> None:
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    a_grid(page, f"/e/{event.slug}/")
    page.context.clear_cookies()
    page.keyboard.press("Control+Enter")
    arrived(page, LOST)
    assert FORMS["grid"].done(event) == 0

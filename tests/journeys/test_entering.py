"""Entering in a real browser: by keys alone, with flags, refusals, a correction and a conflict."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.journeys.conftest import ZOOMED, NoBarriers, SignIn, shows
from tests.tournament.evening import official, save, seated_event
from tournament.models import Conflict, Event, Flag, Role, Sheet, Tally

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def points(event: Event, game: int = 1) -> list[int | None]:
    rows = Tally.objects.filter(
        event=event, sheet__accepted=True, sheet__game__number=game
    ).order_by("seat")
    return list(rows.values_list("points", flat=True))


def game(event: Event, number: int = 1, name: str = "") -> str:
    return f"/e/{event.slug}/sheets/1/1/{number}/{name}"


def type_seats(page: Page, *said: str) -> None:
    """Types for one seat after another, Enter between them; the first field has
    the focus already.
    """
    for text in said:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def test_a_whole_game_is_entered_by_keyboard_alone(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    sign_in(page, official(event, Role.UMPIRE))
    page.goto(game(event))
    no_barriers(page)
    type_seats(page, "8 A K", "O", "=23", "-", "xx9")
    expect(page.locator(".seat-points")).to_have_text(["41", "0", "23", "", "29"])
    expect(page.locator("[data-seat=A] .card-dear")).to_have_text("8 30", use_inner_text=True)
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    shows(page, "Saved")
    expect(page).to_have_url(f"{page.url.split('/e/')[0]}{game(event, 2)}")
    assert points(event) == [41, 0, 23, None, 29]
    assert Sheet.objects.get().checked
    expect(page.locator("[name=hand_A]")).to_be_focused()


def test_a_flag_opens_in_its_row_and_a_digit_dismisses_it(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    sign_in(page, official(event, Role.UMPIRE))
    page.goto(game(event))
    type_seats(page, "8", "O")
    flag = page.locator("[data-seat=A] .seat-flag")
    expect(flag).to_contain_text("single 8")
    no_barriers(page)
    type_seats(page, "A", "2", "3")
    page.locator("[data-seat=A] input[type=radio]").first.focus()
    page.keyboard.press("2")
    page.keyboard.press("Control+Enter")
    shows(page, "Saved")
    assert Flag.objects.get().dismissed == "Seen by the umpire"


def test_an_open_flag_of_a_saved_sheet_goes_with_one_key(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    save(event, ("out", "8", "A", "2", "3"))
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    page.goto(game(event))
    no_barriers(page)
    page.keyboard.press("1")
    shows(page, "Flag dismissed")
    assert Flag.objects.get().dismissed == "Right as it is"


def test_a_refusal_stands_at_its_row_and_is_mended_there(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    sign_in(page, official(event, Role.UMPIRE))
    page.goto(game(event))
    type_seats(page, "O", "A 6", "Z", "2", "3")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-seat=C] .seat-refused")).to_contain_text("is not a card")
    expect(page.locator("[name=hand_C]")).to_be_focused()
    expect(page.locator("[name=hand_B]")).to_have_value("A 6")
    no_barriers(page)
    page.keyboard.press("Control+A")
    page.keyboard.type("7")
    page.keyboard.press("Control+Enter")
    shows(page, "Saved")
    assert points(event) == [0, 7, 7, 2, 3]


def test_a_correction_is_seen_in_its_consequences_before_it_is_saved(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(cut_size=2, qualifying_rounds=1)
    save(event, ("out", "2", "3", "4", "5"))
    sign_in(page, official(event, Role.UMPIRE))
    page.goto(game(event))
    page.get_by_role("link", name="Correct Guest 2").click()
    no_barriers(page)
    expect(page.locator("[name=hand_B]")).to_be_focused()
    page.keyboard.type("8 2")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".crossing-out")).to_contain_text("Guest 2")
    expect(page.locator(".crossing-in")).to_contain_text("Guest 3")
    expect(page.locator(".curves path")).to_have_count(4)
    assert points(event) == [0, 2, 3, 4, 5]
    no_barriers(page)
    page.get_by_role("button", name="8 counted as 8").click()
    page.get_by_role("button", name="Save the correction").click()
    shows(page, "Corrected")
    assert points(event) == [0, 32, 3, 4, 5]
    page.get_by_role("link", name="History of this game").click()
    expect(page.locator("main")).to_contain_text("8 counted as 8")
    no_barriers(page)


def test_two_sheets_of_one_game_are_settled_by_a_choice(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    sign_in(page, official(event, Role.UMPIRE))
    page.goto(game(event))
    save(event, ("out", "A", "2", "3", "4"))
    type_seats(page, "O", "A", "2", "5", "4")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Two versions of game 1")).to_be_visible()
    expect(page.locator(".version-differs .figure")).to_have_text(["3", "5"])
    no_barriers(page)
    page.get_by_label("Or in your own words").fill("the hand was shown")
    page.get_by_role("button", name="Use mine").click()
    shows(page, "Settled")
    assert points(event) == [0, 1, 2, 5, 4]
    assert not Conflict.objects.filter(resolved_by=None).exists()


def test_the_home_leads_to_the_first_game_not_in(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10)
    save(event, ("out", "A", "2", "3", "4"), checked=True)
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    page.goto(f"/e/{event.slug}/")
    no_barriers(page)
    page.get_by_role("link", name="Go to table 1, game 2").click()
    expect(page.get_by_role("button", name="Save game 2")).to_be_visible()
    page.goto(f"/e/{event.slug}/desk/")
    no_barriers(page)
    page.set_viewport_size(ZOOMED)
    no_barriers(page)
    page.evaluate("document.querySelector('.places').style.gap = '40px'")
    with pytest.raises(AssertionError, match="the tabs run under what follows them"):
        no_barriers(page)


def test_thumbs_enter_a_hand_with_the_card_keys(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event()
    sign_in(phone, official(event, Role.UMPIRE))
    phone.goto(game(event))
    no_barriers(phone)
    for keys in (("8", "X"), ("Out",), ("A",), ("2", "9", "Undo"), ("3",)):
        for key in keys:
            named = {"8": "8 30", "X": "10, Jack, Queen or King", "A": "A 1"}.get(
                key, f"{key} {key}"
            )
            named = key if key in ("Out", "Undo") else named
            phone.locator(".card-keys").get_by_role("button", name=named, exact=True).tap()
        phone.get_by_role("button", name="Next seat").tap()
    phone.get_by_role("button", name="Save game 1").tap()
    shows(phone, "Saved")
    assert points(event) == [40, 0, 1, 2, 3]


def test_no_page_of_a_game_moves_sideways_on_the_narrowest_phone(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(30)
    save(event, ("out", "8", "A 2 3 4 5 6 7 8 9 T J", "2", "3"))
    sign_in(phone, official(event, Role.HEAD_UMPIRE))
    phone.set_viewport_size({"width": 320, "height": 640})
    for address in (
        f"/e/{event.slug}/",
        f"/e/{event.slug}/desk/",
        *(game(event, 1, name) for name in ("", "correct/", "history/", "conflict/")),
        game(event, 2),
    ):
        phone.goto(address)
        no_barriers(phone)


def test_what_is_typed_while_the_line_is_lost_stays_and_is_saved_once(
    browser: Browser, live_server: Any, sign_in: SignIn
) -> None:
    event = seated_event()
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    grid = f"/e/{event.slug}/desk/1/1/"
    for address, first, answer in (
        (game(event), "hand_A", "Saved at"),
        (grid, "hand_2_A", "game 2. Receipt"),
    ):
        page.goto(address)
        expect(page.locator(f"[name={first}]")).to_be_focused()
        type_seats(page, "8 A K", "O", "=23", "4", "9")
        context.set_offline(True)
        page.keyboard.press("Control+Enter")
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("Not saved yet. The computer of the evening does not answer.")
        # In the page, not on the dark line of what was done last.
        expect(page.locator("#line")).to_have_css("position", "static")
        expect(page.locator(f"[name={first}]")).to_have_value("8 A K")
        context.set_offline(False)
        page.keyboard.press("Control+Enter")
        shows(page, answer)
    assert (points(event), points(event, 2)) == ([41, 0, 23, 4, 9], [41, 0, 23, 4, 9])
    assert Sheet.objects.count() == 2
    # Sent without asking, the same is gone with the page.
    page.goto(game(event, 3))
    page.locator("[name=hand_A]").fill("8 A K")
    context.set_offline(True)
    with suppress(Error):
        page.evaluate("document.getElementById('desk').submit()")
    expect(page.locator("[name=hand_A]")).to_have_count(0)
    context.close()

"""The desk in a real browser: a table typed by keys alone, a personal card, and a second keying."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import SAID, NoBarriers, SignIn, arrived, shows
from tests.tournament.evening import official, seated_event
from tournament.models import CardTotal, Event, Role, SecondKeying, Sheet, Tally
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FIRST = ("8 A", "O", "3 K", "=14", "5 6")
SECOND = ("2 2", "7", "O", "9 9", "K")
CARDS = ("13", "7", "13", "32", "21")


def points(event: Event, table: int, game: int) -> list[int | None]:
    rows = Tally.objects.filter(
        event=event, sheet__accepted=True, sheet__game__number=game
    ).order_by("seat")
    return list(rows.filter(sheet__game__table__number=table).values_list("points", flat=True))


def type_down(page: Page, *texts: str) -> None:
    """Types one field after another, Tab between them."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Tab")


def _holds(page: Page, *texts: str) -> None:
    """What the first fields hold."""
    fields = page.locator("input[data-row]")
    for place, text in enumerate(texts):
        expect(fields.nth(place)).to_have_value(text)


def _shows_points(page: Page, *figures: str) -> None:
    """The points that stand beside the first fields."""
    for place, figure in enumerate(figures):
        expect(page.locator(".desk-points").nth(place)).to_have_text(figure)


def test_a_table_is_typed_by_keys_alone_and_a_difference_of_22_is_named(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    page.goto(f"/e/{event.slug}/desk/")
    page.keyboard.type("2")
    offers = page.locator("#offers button")
    expect(offers).to_have_text([re.compile("Table 2"), re.compile("Badge 2 Guest 2, table 1")])
    no_barriers(page)
    page.keyboard.press("ArrowDown")
    expect(offers.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    arrived(page, "Guest 2")
    page.goto(f"/e/{event.slug}/desk/")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    arrived(page, "Table 1")
    no_barriers(page)
    expect(page.locator("[name=hand_1_A]")).to_be_focused()
    type_down(page, *FIRST)
    expect(page.locator("[name=hand_2_A]")).to_be_focused()
    type_down(page, *SECOND)
    expect(page.locator("[data-sum]")).to_have_text(
        ["35", "7", "13", "32", "21"], use_inner_text=True
    )
    type_down(page, *CARDS)
    verdicts = ["22 over", *["agrees"] * 4]
    expect(page.locator("[data-verdict]")).to_have_text(verdicts, use_inner_text=True)
    told = page.locator("#told .message")
    expect(told).to_contain_text(
        "Guest 1: the card says 13, the games make 35. Game 1: 8 was counted as 8 instead of 30"
    )
    told.get_by_role("button", name="Go to game 1").press("Enter")
    expect(page.locator("[name=hand_1_A]")).to_be_focused()
    no_barriers(page)
    page.keyboard.press("Control+Enter")
    expect(
        page.locator(SAID).filter(has_text="table 1, games 1, 2. Receipts").first
    ).to_be_visible()
    arrived(page, "Table 1")
    assert (points(event, 1, 1), points(event, 1, 2)) == ([31, 0, 13, 14, 11], [4, 7, 0, 18, 10])
    assert CardTotal.objects.count() == 5
    expect(page.get_by_role("link", name="Go to game 1")).to_have_attribute(
        "href", f"/e/{event.slug}/sheets/1/1/1/correct/?seat=A"
    )
    page.goto(f"/e/{event.slug}/desk/1/2/")
    type_down(page, *FIRST, *SECOND)
    # The key saves from a tick of the form as well as from a cell of it.
    page.get_by_role("checkbox", name="The umpire’s sheet is signed").press("Space")
    page.keyboard.press("Control+Enter")
    shows(page, "Every game of round 1 is in.")
    assert list(faults(event)) == []


def test_one_personal_card_is_found_by_its_badge_and_kept(
    page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=2)
    sign_in(page, official(event, Role.ORGANISER))
    for badge, texts in enumerate(zip(FIRST, SECOND, CARDS, strict=True), start=1):
        page.goto(f"/e/{event.slug}/desk/?by=card")
        expect(page.get_by_label("Table, badge or name")).to_be_focused()
        page.keyboard.type(str(badge))
        page.keyboard.press("Enter")
        arrived(page, f"Guest {badge}")
        if badge == 1:
            no_barriers(page)
        type_down(page, *texts[: 2 if badge == 1 else 3])
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Control+Enter")
        shows(page, f"The card of Guest {badge} is kept.")
    shows(page, "table 1, games 1, 2. Receipts")
    assert (points(event, 1, 1), points(event, 1, 2)) == ([31, 0, 13, 14, 11], [4, 7, 0, 18, 10])
    sign_in(phone, official(event, Role.UMPIRE))
    phone.goto(f"/e/{event.slug}/desk/1/1/totals/")
    no_barriers(phone)
    phone.locator("[name=card_A]").fill("13")
    phone.get_by_role("button", name="Compare").click()
    expect(phone.locator(".message-flag").last).to_contain_text("8 was counted as 8 instead of 30")
    no_barriers(phone)


def test_a_second_keying_by_somebody_else_is_blind_and_its_difference_stands_side_by_side(
    page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=2)
    sign_in(page, official(event, Role.HEAD_UMPIRE, "first"))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    type_down(page, *FIRST, *SECOND)
    page.keyboard.press("Control+Enter")
    shows(page, "Every game of round 1 is in.")
    sign_in(phone, official(event, Role.ORGANISER, "second"))
    phone.goto(f"/e/{event.slug}/desk/1/1/again/")
    no_barriers(phone)
    _holds(phone, *[""] * 10)
    for game, said in ((1, ("8 A", "O", "3 K", "=14", "5 8")), (2, SECOND)):
        for seat, text in zip("ABCDE", said, strict=True):
            phone.locator(f"[name=hand_{game}_{seat}]").fill(text)
    phone.get_by_role("button", name="Compare").click()
    differing = phone.get_by_role("region", name="Game 1, typed twice")
    expect(differing.locator("tbody td")).to_have_text(["E", "Guest 5", "5 6", "5 8"])
    no_barriers(phone)
    assert list(SecondKeying.objects.values_list("agrees", flat=True)) == [False, True]
    assert Sheet.objects.get(checked=True).checker == "first and second, typed twice"
    differing.get_by_role("button", name="The second is right: correct game 1").click()
    arrived(phone, "Correct the hand of Guest 5")
    phone.get_by_role("button", name="Save the correction").click()
    shows(phone, "Corrected")
    assert points(event, 1, 1) == [31, 0, 13, 14, 35]
    assert list(faults(event)) == []


def test_points_are_typed_from_the_score_card_and_the_last_save_is_taken_back_by_one_key(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    expect(page.locator("#typing-now")).to_have_text("23 is a Two and a Three. O is out.")
    type_down(page, "O", "23", "46", "8", "5")
    _shows_points(page, "0", "5", "10", "30", "5")
    question = page.get_by_role(
        "group", name="Game 1, seat B: is 23 a Two and a Three, or 23 points?"
    )
    expect(question).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("#typing-now")).to_have_text("23 is 23 points. 0 is out.")
    _shows_points(page, "0", "23", "46", "8", "5")
    expect(question).to_have_count(0)
    expect(page.locator("[name=hand_2_A]")).to_be_focused()
    type_down(page, "12", "0", "31", "6", "20")
    no_barriers(page)
    page.keyboard.press("Control+Enter")
    expect(
        page.locator(SAID).filter(has_text="table 1, games 1, 2. Receipts").first
    ).to_be_visible()
    arrived(page, "Table 2")
    page.keyboard.press("u")
    expect(
        page.locator(SAID).filter(has_text="Taken back: Table 1, two games.").first
    ).to_be_visible()
    arrived(page, "Table 1")
    _holds(page, "O", "23", "46", "8", "5")
    page.locator("input[data-row]").first.focus()
    page.keyboard.press("Control+Enter")
    arrived(page, "Table 2")
    expect(page.get_by_label("points", exact=True)).to_be_checked()
    assert (points(event, 1, 1), points(event, 1, 2)) == ([0, 23, 46, 8, 5], [12, 0, 31, 6, 20])
    assert list(faults(event)) == []


def test_a_question_before_a_save_is_answered_by_one_key(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=2)
    sign_in(page, official(event, Role.HEAD_UMPIRE))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    type_down(page, "O", "23", "46", "8", "5", "K Q", "3 4", "A", "9", "2 2 2")
    page.keyboard.press("Control+Enter")
    asked = page.get_by_role("group", name="Game 1, seat B: is 23 a Two and a Three, or 23 points?")
    expect(asked.get_by_role("button").first).to_be_focused()
    no_barriers(page)
    page.keyboard.press("c")
    nobody = page.get_by_role("group", name="Nobody went out in game 2: was the game blocked?")
    expect(nobody.get_by_role("button").first).to_be_focused()
    page.keyboard.press("b")
    shows(page, "Every game of round 1 is in.")
    assert (points(event, 1, 1), points(event, 1, 2)) == ([0, 5, 10, 30, 5], [20, 7, 1, 9, 6])
    assert list(faults(event)) == []

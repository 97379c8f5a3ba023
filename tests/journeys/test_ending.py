"""From the last sheet to the end of the evening in a real browser, and the
public board on the way.
"""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived, looks_again, shows
from tests.second_rank import by_rank
from tests.tournament.ending import (
    LEVEL,
    closed_event,
    following,
    fresh,
    names_shown,
    played_event,
    playoff_event,
    sealed_event,
)
from tests.tournament.evening import official, save, seated_event
from tournament.models import Event, LedgerEntry, Role, Seal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROWEST = {"width": 320, "height": 700}
PAGES = ("standings/", "cut/", "play-off/", "prizes/", "board/")
LAPTOP = {"width": 1280, "height": 800}
LARGE = ("Brigadier Sir Bartholomew Featherstonehaugh-Cholmondeley", "Łucja Ćwikła")


def go(page: Page, event: Event, part: str) -> None:
    """Open a page of the event."""
    page.goto(f"/e/{event.slug}/{part}")


def place(page: Page, name: str) -> None:
    """Go to a place of the evening by its tab, and to a page of the tab after `>`."""
    tab, _, part = name.partition(" > ")
    page.get_by_label("Places of the evening").get_by_role("link", name=tab, exact=True).click()
    if part:
        page.get_by_label("Pages of this tab").get_by_role("link", name=part, exact=True).click()


def names(page: Page) -> list[str]:
    """The names on the board."""
    return names_shown(page.content())


def tied_event() -> Event:
    """The third and the fourth are level on the line until games won decide; all sheets are in."""
    event = played_event(("out", "5", "=10", "=6", "=40"), games_per_round=2)
    save(event, ("=2", "=3", "out", "=4", "=40"), (1, 1, 2))
    return fresh(event)


def test_an_evening_goes_from_its_last_sheet_to_its_end(
    page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = tied_event()
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    sign_in(page, official(event, Role.ORGANISER))
    go(phone, event, "board/")
    as_frozen = ["Guest 1", "Guest 2", "Guest 4", "Guest 3", "Guest 5"]  # after the first game
    assert names(phone) == as_frozen

    go(page, event, "")
    page.get_by_role("button", name="Close round 1").click()
    seal_and_announce(page, phone, no_barriers)
    arrived(page, "The cut, sealed")
    page.get_by_role("link", name="To the play-off").click()
    page.locator(".finalists li", has_text="Guest 3").get_by_role("button", name="Declines").click()
    shows(page, "the next reserve moves up")
    page.get_by_role("button", name="Seat the play-off and open its tables").click()
    no_barriers(page)
    enter_the_play_off(page)

    place(page, "Results > Play-off")
    arrived(page, "After the play-off")
    expect(page.locator(".podium h2")).to_have_text(
        ["Guest 2", "Guest 4", "Guest 1"], use_inner_text=True
    )
    no_barriers(page)
    page.get_by_role("link", name="All prizes").click()
    no_barriers(page)
    read_the_podium(page, phone)
    looks_again(phone)
    expect(phone.locator(".board-name").first).to_have_text("Guest 2")
    no_barriers(phone)
    hand_over(page, no_barriers)


def seal_and_announce(page: Page, phone: Page, no_barriers: NoBarriers) -> None:
    """Sealed, printed, read name by name and revealed, while two are tied on the line."""
    place(page, "Results > Cut")
    no_barriers(page)
    page.get_by_role("button", name="Seal the cut").click()
    arrived(page, "The cut, sealed")
    expect(page.locator(".digest")).to_have_text(Seal.objects.get().digest[:8])
    phone.reload()
    expect(phone.locator(".board-foot")).to_contain_text("Sealed: the names are read out soon")
    expect(phone.locator(".board-holding")).to_be_visible()

    expect(page.get_by_role("heading", name="Level on 10 points at the line")).to_be_visible()
    page.get_by_role("button", name="It is printed").click()
    no_barriers(page)
    page.get_by_role("link", name="Read them out").click()
    read_all(page, no_barriers)
    with page.expect_navigation():
        page.get_by_role("button", name="Let the board show the list").click()
    looks_again(phone)
    expect(phone.locator(".board-foot")).to_contain_text("Sealed")


def hand_over(page: Page, no_barriers: NoBarriers) -> None:
    """The play-off is closed, the prizes are handed over, and the evening is over: its home offers
    the files.
    """
    place(page, "Evening")
    page.get_by_role("button", name="Close the play-off").click()
    expect(page.get_by_role("heading", name="Hand over the prizes")).to_be_visible()
    page.get_by_role("button", name="Close the evening").click()
    expect(page.get_by_role("heading", name="The evening is over")).to_be_visible()
    expect(page.get_by_role("heading", name="Still to do")).to_have_count(0)
    expect(page.locator(".phases li:not(.done)")).to_have_count(0)
    expect(page.get_by_role("link", name="Evening (JSON)")).to_have_count(1)
    no_barriers(page)


def read_the_podium(page: Page, phone: Page) -> None:
    """Three names by the keyboard; the board has none of them before."""
    place(page, "Results > Play-off")
    page.get_by_role("link", name="Read the podium").click()
    arrived(page, "3 to be read")
    page.wait_for_load_state()
    for words in ("Third", "Second", "Winner", "That is the podium"):
        page.keyboard.press("Space")
        arrived(page, words)
    phone.reload()
    assert names(phone) == ["Guest 1", "Guest 4", "Guest 2"]
    with page.expect_navigation():
        page.get_by_role("button", name="Let the board show the final list").click()


def enter_the_play_off(page: Page) -> None:
    """Enter its one game by way of its table."""
    page.get_by_role("link", name="Type games of table 1").click()
    page.locator("a[href$='/sheets/2/1/1/']").or_(page.locator("[name=hand_A]")).first.wait_for()
    if not page.locator("[name=hand_A]").count():
        page.locator("a[href$='/sheets/2/1/1/']").first.click()
    for seat, said in zip("ABC", ("9", "O", "2"), strict=True):
        page.locator(f"[name=hand_{seat}]").fill(said)
    # By keyboard: what is typed is counted on its way, and a button that moves meanwhile would not
    # be hit.
    page.keyboard.press("Control+Enter")
    shows(page, "Saved")


def read_all(page: Page, no_barriers: NoBarriers) -> None:
    """Read the three out with the keyboard, one step back among them."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("3 to be read")
    page.wait_for_load_state("load")
    page.keyboard.press("Space")
    expect(heading).to_have_text("Third")
    assert "Guest 1" not in page.content()
    no_barriers(page)
    page.keyboard.press("Space")
    expect(heading).to_have_text("Second")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("Third")
    for words in ("Second", "First", "Those are the 3"):
        page.keyboard.press("Space")
        expect(heading).to_have_text(words)


def test_the_board_follows_without_being_loaded_again(page: Page, no_barriers: NoBarriers) -> None:
    event = following(seated_event(5, qualifying_rounds=1, games_per_round=2, cut_size=3))
    go(page, event, "board/")
    no_barriers(page)
    expect(page.get_by_role("heading", name="The first totals appear here")).to_be_visible()
    page.evaluate("document.body.dataset.same = 'yes'")
    save(event, ("out", "5", "=5", "=20", "=40"))
    expect(page.locator(".board-name").first).to_have_text("Guest 1")
    no_barriers(page)
    save(event, ("=30", "out", "=1", "=1", "=1"), (1, 1, 2))
    expect(page.locator(".board-name").first).to_have_text("Guest 2")
    assert page.evaluate("document.body.dataset.same") == "yes"
    expect(page.locator("#board-news")).to_contain_text("tables in, as of")


def test_a_double_click_on_the_seal_is_one_entry(page: Page, sign_in: SignIn) -> None:
    event = closed_event()
    sign_in(page, official(event))
    go(page, event, "cut/")
    page.get_by_role("button", name="Seal the cut").dblclick()
    arrived(page, "The cut, sealed")
    expect(page.locator(".message-fault")).to_have_count(0)
    assert LedgerEntry.objects.filter(event=event, kind="seal").count() == 1


def test_who_is_alone_breaks_a_seal_in_four_presses_and_is_asked_once(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = sealed_event()
    sign_in(page, official(event))
    go(page, event, "cut/")
    page.get_by_text("Break the seal").first.focus()
    page.keyboard.press("Enter")
    no_barriers(page)
    break_it(page, "A sheet was misread")
    shows(page, "The seal is broken")
    assert Seal.objects.get().broken_at is not None
    assert Event.objects.get().one_official

    page.get_by_role("button", name="Seal the cut").click()
    page.get_by_text("Break the seal").first.click()
    assert page.get_by_text("Are you alone tonight?").count() == 0
    break_it(page, "Another was misread")
    shows(page, "The seal is broken")


def break_it(page: Page, reason: str) -> None:
    """Its reason, who watches, and Enter."""
    page.get_by_label("The reason, for the record").last.fill(reason)
    page.get_by_label("Who watches now?").last.fill("Walter Witness")
    page.keyboard.press("Enter")


def test_the_cut_of_cards_is_typed_where_it_is_asked_for(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = closed_event(LEVEL, cut_size=2)
    sign_in(page, official(event))
    go(page, event, "cut/")
    no_barriers(page)
    page.get_by_label("Guest 2").fill("7H")
    page.get_by_label("Guest 3").fill("2c")
    page.get_by_role("button", name="Record the cut of cards").click()
    expect(page.locator(".cut-line ~ tr .name").first).to_have_text("Guest 2")


def test_the_standings_are_sorted_and_filtered_by_their_controls(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = played_event()
    sign_in(page, official(event, Role.UMPIRE))
    go(page, event, "standings/")
    no_barriers(page)
    page.get_by_role("link", name="Total").click()
    page.get_by_role("link", name="Total").click()
    expect(page.locator("td.name").first).to_have_text("Guest 5")
    page.get_by_label("Name, badge or livery").fill("guest 4")
    page.keyboard.press("Enter")
    expect(page.locator("td.name")).to_have_text(["Guest 4"])
    assert re.search("sort=-total", page.url)


def test_every_page_fits_the_narrowest_phone_and_has_no_barrier(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = playoff_event()
    save(event, ("=9", "out", "=2"), (2, 1, 1))
    for ref, name in zip(("P001", "P002"), LARGE, strict=True):
        event.guests.filter(ref=ref).update(name=name)
    sign_in(phone, official(fresh(event)))
    wide = phone.viewport_size
    assert wide is not None
    for part in (*PAGES, "reveal/?step=2", "find/?q=guest"):
        phone.set_viewport_size(wide)
        go(phone, event, part)
        no_barriers(phone)
        phone.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
        no_barriers(phone)


def test_the_pages_have_no_barrier_in_the_dark(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = playoff_event()
    sign_in(page, official(event))
    page.emulate_media(color_scheme="dark")
    for part in PAGES:
        go(page, event, part)
        no_barriers(page)


PLANTED = {
    "color-contrast": "<p class='soft'>Faint</p>",
    "button-name": "<button class='button'></button>",
    "label": "<input class='input'>",
    "image-alt": "<img src='data:,' width='9' height='9'>",
    "list": "<ul class='lines'><div>Nothing</div></ul>",
}
PLANT = """(barrier) => {
  const main = document.querySelector("main");
  main.insertAdjacentHTML("beforeend", barrier);
  Object.assign(main.lastElementChild.style, { color: "#999", background: "#fff" });
}"""


@pytest.mark.parametrize("light", by_rank(("light", "dark"), ("light",)))
def test_a_barrier_on_a_page_that_was_passed_would_be_found(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, light: Literal["light", "dark"]
) -> None:
    event = closed_event()
    sign_in(page, official(event))
    page.emulate_media(color_scheme=light)
    go(page, event, "cut/")
    no_barriers(page)
    for rule, barrier in PLANTED.items():
        page.evaluate(PLANT, barrier)
        with pytest.raises(AssertionError, match=rule):
            no_barriers(page)
        page.evaluate("document.querySelector('main').lastElementChild.remove()")
        no_barriers(page)

"""The hall's own address, as phones meet it: a plain-HTTP name of the network that no browser
trusts.
"""

import io
from collections.abc import Iterator

import pytest
import zxingcpp
from django.contrib.auth.models import User
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, expect

from scoring.counting.rescue import KeptGame, encode
from tests.journeys.conftest import DESK, NoBarriers
from tests.journeys.hall import NAME, phone, saved, serving, tables
from tests.tournament.evening import entry, official
from tests.tournament.phones.phones import guest_code
from tournament.models import Ask, Event, Role
from tournament.site.codes import event_mark
from tournament.site.paper_codes import paper_codes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HALL = f"http://{NAME}"
HANDS = ("out", "8", "3 4", "X X", "9")


@pytest.fixture
def network(
    playwright: Playwright, browser_type_launch_args: dict[str, object]
) -> Iterator[Browser]:
    """A browser for which the hall's name leads to the server."""
    with serving(BASE_URL=HALL) as server:
        args = [
            *browser_type_launch_args["args"],
            f"--host-resolver-rules=MAP {NAME} 127.0.0.1:{server.port}",
        ]  # type: ignore[misc]
        browser = playwright.chromium.launch(
            executable_path=str(browser_type_launch_args["executable_path"]), args=args
        )
        yield browser
        browser.close()


def read(page: Page, name: str) -> str:
    """What a camera reads from a square on a page."""
    picture = Image.open(io.BytesIO(page.get_by_role("img", name=name).screenshot()))
    found = zxingcpp.read_barcodes(picture)
    assert len(found) == 1
    return str(found[0].text)


def signed_in(page: Page, user: User) -> None:
    """A session at the hall's address."""
    client = Client()
    client.force_login(user)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": HALL}]
    )


def test_a_phone_reaches_the_laptop_and_gets_in_by_six_characters(
    network: Browser, no_barriers: NoBarriers
) -> None:
    event, _codes = tables(1, 1)
    laptop = network.new_context(viewport=DESK).new_page()
    laptop.goto(f"{HALL}/hall/")
    expect(laptop.get_by_role("heading", name="Nothing opens on the phone?")).to_be_visible()
    expect(laptop.get_by_text("This Wi-Fi keeps phones apart")).to_be_visible()
    no_barriers(laptop)
    context = phone(network)
    page = context.new_page()
    page.goto(read(laptop, "A code that leads to"))
    expect(page.get_by_role("heading", name="This phone reaches the laptop")).to_be_visible()
    assert page.evaluate("isSecureContext") is False
    no_barriers(page)
    page.get_by_role("link", name="type its six characters").click()
    no_barriers(page)
    page.get_by_label("The code on the table card").fill(paper_code_typed(event))
    page.get_by_label("Your name").fill("Dr Vane")
    page.get_by_role("button", name="Ask to be let in").click()
    mark = Ask.objects.get(event=event).mark
    expect(page.get_by_text(mark).first).to_be_visible()
    signed_in(laptop, official(event, Role.HEAD_UMPIRE, "Ursula"))
    laptop.goto(f"{HALL}/e/{event.slug}/phones/")
    no_barriers(laptop)
    laptop.get_by_role("button", name=f"Let in phone {mark}").click()
    expect(page.get_by_label("Your name").or_(page.get_by_text("Guest 1")).first).to_be_visible()
    page.goto(f"{HALL}/G/{guest_code(event.guests.get(badge=2))}")
    a_guest_calls_it_wrong(page, no_barriers)
    an_official_scans_the_same_card(laptop, event, no_barriers)
    the_desk_looks_and_types(laptop, event, no_barriers)
    assert context.cookies() == []


CAMERA = """(squares) => {
  const shown = document.createElement("canvas");
  shown.getContext("2d").fillRect(0, 0, 9, 9);
  setInterval(() => shown.getContext("2d").fillRect(0, 0, 9, 9), 50);
  const getUserMedia = async () => shown.captureStream();
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia } });
  window.BarcodeDetector = class {
    async detect() { return [{ rawValue: squares.length > 1 ? squares.shift() : squares[0] }]; }
  };
}"""
"""A camera before which these squares are held one after another: this browser has neither."""


def an_official_scans_the_same_card(laptop: Page, event: Event, no_barriers: NoBarriers) -> None:
    """Whoever is logged in and opened the evening sees the card in place of the guest's page."""
    laptop.goto(f"{HALL}/e/{event.slug}/")
    laptop.goto(f"{HALL}/G/{guest_code(event.guests.get(badge=2))}")
    expect(laptop.get_by_role("heading", name="Called wrong")).to_be_visible()
    laptop.get_by_role("button", name="Check in: table 1, seat B").click()
    expect(laptop.get_by_text("Here since")).to_be_visible()
    no_barriers(laptop)
    laptop.get_by_role("button", name="Scan the next card").click()
    expect(laptop.get_by_text("Hold the camera of the phone")).to_be_visible()
    no_barriers(laptop)
    laptop.get_by_label("Or the number on the card").fill("3")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name="Guest 3")).to_be_visible()
    the_camera_reads_the_next(laptop, guest_code(event.guests.get(badge=4)))


def the_camera_reads_the_next(laptop: Page, code: str) -> None:
    """Where the browser can read squares: any other square is told apart from a guest's card."""
    laptop.evaluate(CAMERA, ["https://elsewhere.example/", f"HTTP://OLD.NAME/G/{code}"])
    laptop.get_by_role("button", name="Scan the next").click()
    expect(laptop.get_by_text("That is no guest’s card.")).to_be_visible()
    expect(laptop.get_by_role("button", name="Check in: table 1, seat D")).to_be_visible()


def a_guest_calls_it_wrong(page: Page, no_barriers: NoBarriers) -> None:
    """The guest's own page, in both lights and at 320 pixels, and the flag on it."""
    expect(page.get_by_role("heading", name="Guest 2")).to_be_visible()
    page.get_by_text("That is wrong").click()
    no_barriers(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 640})
    no_barriers(page)
    page.get_by_label("What is wrong").fill("My five was read as a three")
    page.get_by_role("button", name="Tell the umpires").click()
    expect(page.get_by_text("The umpires are told.")).to_be_visible()


def the_desk_looks_and_types(laptop: Page, event: Event, no_barriers: NoBarriers) -> None:
    """The umpires see what was called wrong; the desk types a game that a phone kept."""
    laptop.goto(f"{HALL}/e/{event.slug}/doubts/")
    no_barriers(laptop)
    laptop.get_by_role("button", name="Looked at (Guest 2)").click()
    laptop.goto(f"{HALL}/e/{event.slug}/phones/rescue/")
    no_barriers(laptop)
    kept = KeptGame(
        1, 1, 1, tuple(entry(seat, said) for seat, said in zip("ABCDE", HANDS, strict=True))
    )
    laptop.get_by_label("The code on the phone").fill(encode(kept, event_mark(event)))
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name="Is this the game?")).to_be_visible()
    no_barriers(laptop)
    laptop.get_by_role("button", name="Save game 1").click()
    expect(laptop.get_by_text("table 1, game 1").first).to_be_visible()
    assert saved(event) == {(1, 1): ["out", "8", "34", "XX", "9"]}


def paper_code_typed(event: Event) -> str:
    """The six characters of the one table card."""
    return paper_codes(event).shorts[1]

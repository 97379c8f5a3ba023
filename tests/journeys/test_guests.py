"""From the first screen to a guest list taken in from a workbook, with the keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.journeys.keyboard import tab_to
from tests.tournament.evening import add_guests, new_event, official
from tests.tournament.guest_lists import as_xlsx
from tournament.models import Event, KeepApart

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 700})
PASSWORD = "lantern quill copper"


def guest_list(path: Path) -> Path:
    """Thirty guests, two of them faulty: a badge twice, and a livery misspelt."""
    rows: list[list[object]] = [["No.", "Guest", "Company", "Dignity", "Diet"]]
    rows += [
        [number, f"Zoë O’Wherry-Núñez {number}", "WC of Grocers", "Guest", ""]
        for number in range(1, 31)
    ]
    rows[12][0] = 3
    rows[20][2] = "Enviromental Cleaners"
    path.write_bytes(as_xlsx(rows))
    return path


def press(page: Page, wanted: Locator) -> None:
    """Move to a control by the tab key and press Enter on it."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def typed(page: Page, label: str, words: str) -> None:
    """Reach a field by its label and type."""
    tab_to(page, page.get_by_label(label, exact=True))
    page.keyboard.type(words)


def test_an_organiser_starts_an_evening_and_imports_thirty_guests_by_keyboard(
    page: Page, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    page.goto("/")
    no_barriers(page)
    typed(page, "Your name", "Ann Carver")
    typed(page, "Password", PASSWORD)
    typed(page, "Evening", "Spring Evening")
    typed(page, "Day", "02112027")
    press(page, page.get_by_role("button", name="Start my own evening"))
    arrived(page, "Guests")
    no_barriers(page)

    press(page, page.get_by_role("link", name="Choose a file"))
    arrived(page, "Import a guest list")
    no_barriers(page)
    chosen = page.get_by_label("Guest list")
    tab_to(page, chosen)
    chosen.set_input_files(guest_list(tmp_path / "guests.xlsx"))
    press(page, page.get_by_role("button", name="Read this file"))
    arrived(page, "Take in the list")
    expect(page.get_by_role("heading", name="2 rows need fixing")).to_be_visible()
    no_barriers(page)

    press(page, page.get_by_role("button", name="Give 31, the next free (row 13)"))
    arrived(page, "Take in the list")
    expect(page.get_by_role("heading", name="1 row needs fixing")).to_be_visible()
    press(page, page.get_by_role("button", name="Use that (row 21)"))
    arrived(page, "Take in the list")
    expect(page.get_by_role("heading", name="30 guests ready")).to_be_visible()
    no_barriers(page)
    press(page, page.get_by_role("button", name="Take in 30 guests"))
    expect(page.get_by_text("30 guests added.")).to_be_visible()
    no_barriers(page)
    event = Event.objects.get()
    assert (event.name, str(event.date), event.guests.count()) == (
        "Spring Evening",
        "2027-02-11",
        30,
    )
    assert list(
        event.guests.filter(livery__name="Environmental Cleaners").values_list("badge", flat=True)
    ) == [20]
    assert event.guests.get(badge=31).name == "Zoë O’Wherry-Núñez 12"


def test_a_cell_is_typed_over_and_a_column_matched_by_hand(
    page: Page, sign_in: SignIn, tmp_path: Path
) -> None:
    event = new_event()
    sign_in(page, official(event))
    path = tmp_path / "list.csv"
    path.write_text("Wer,Guild,No.\nAnn Carver,Grocers,twelve\n")
    page.goto(f"/e/{event.slug}/guests/import/")
    page.get_by_label("Guest list").set_input_files(path)
    page.get_by_role("button", name="Read this file").click()
    page.get_by_label("Wer").select_option("Name as printed")
    page.get_by_role("button", name="Read again").first.click()
    page.get_by_text("Type it").click()
    page.get_by_label("Badge of row 2").fill("12")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take in 1 guest").click()
    expect(page.get_by_text("1 guest added.")).to_be_visible()
    assert list(event.guests.values_list("badge", "name", "livery__name")) == [
        (12, "Ann Carver", "Grocers")
    ]


def test_the_pages_of_an_organiser_fit_a_phone_without_barriers(
    phone: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    event = new_event()
    first, second = add_guests(event, 12)[:2]
    KeepApart.objects.create(event=event, one=first, other=second)
    sign_in(phone, official(event))
    pages = ("guests/", "guests/add/", "guests/1/", "settings/", "settings/rules/", "officials/")

    def looked() -> None:
        for size in SIZES:
            phone.set_viewport_size(size)
            no_barriers(phone)

    for path in ("/", "/new/", *(f"/e/{event.slug}/{part}" for part in pages)):
        phone.goto(path)
        looked()
    phone.goto(f"/e/{event.slug}/guests/import/")
    phone.get_by_label("Guest list").set_input_files(guest_list(tmp_path / "guests.xlsx"))
    phone.get_by_role("button", name="Read this file").click()
    arrived(phone, "The list again")
    looked()

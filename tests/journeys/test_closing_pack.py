"""The closing pack fetched from the page of an evening that is over, and its site opened from the
disk; and the mails with results sent from their page.
"""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.archive.post_office import PASSWORD, post_office
from tests.tournament.archive.test_closing_pack import over
from tests.tournament.evening import official

READY = "Ready: it is among your downloads."
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_takes_the_closing_pack_home_and_opens_it(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    event = over()
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/")
    page.wait_for_load_state("load")
    with page.expect_download() as waited:
        page.get_by_role("link", name="Closing pack (zip)").click()
    expect(page.locator("#file-progress")).to_have_text(READY)
    no_barriers(page)
    assert waited.value.suggested_filename == f"{event.slug}-closing-pack.zip"
    with zipfile.ZipFile(waited.value.path()) as pack:
        pack.extractall(tmp_path)
    site = tmp_path / event.slug / "site"
    for file in sorted(site.glob("*.html")):
        page.goto(file.as_uri())
        no_barriers(page)
    page.goto((site / "index.html").as_uri())
    page.get_by_role("navigation").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings")


@pytest.mark.parametrize(
    ("press", "ending", "scripts"),
    [("PDF to print", "-standings.pdf", True), ("Workbook (xlsx)", ".xlsx", False)],
)
def test_a_long_file_pressed_on_any_page_tells_how_far_it_is_and_comes_without_a_script_too(
    browser: Browser,
    live_server: Any,
    sign_in: SignIn,
    monkeypatch: pytest.MonkeyPatch,
    *,
    press: str,
    ending: str,
    scripts: bool,
) -> None:
    monkeypatch.setattr("tournament.site.downloads.MANY", 2)
    event = over()
    page = browser.new_page(java_script_enabled=scripts, base_url=live_server.url)
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/standings/")
    page_before = page.url
    page.get_by_text("Export").click()
    with page.expect_download() as waited:
        page.get_by_text(press).click()
        if not scripts:
            page.get_by_role("button", name="Make the file").click()
    assert waited.value.suggested_filename == f"{event.slug}{ending}"
    back = page.get_by_role("link", name="Back", exact=True)
    expect(back).to_have_attribute("href", page_before)
    if scripts:
        expect(page.locator("#file-progress")).to_have_text(READY)
    page.close()


def test_an_organiser_sends_the_results_looks_and_notes_one_that_came_back(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, settings: Any
) -> None:
    event = over()
    event.guests.filter(badge=1).update(email="one@example.org")
    event.guests.filter(badge=2).update(email="two@example.org")
    sign_in(page, official(event))
    with post_office() as box:
        settings.MAIL_PORTS, box.answers = [box.port], {"two@": "550 no such mailbox"}
        page.goto(f"/e/{event.slug}/mails/results/")
        arrived(page, "Mails with results")
        no_barriers(page)
        page.get_by_label("Your e-mail address").fill("olive@lastcard.example")
        page.get_by_label("Mail server (SMTP)").fill("127.0.0.1")
        page.get_by_label("Encryption").select_option("none")
        page.get_by_label("User name there").fill("olive")
        page.get_by_role("button", name="Save").click()
        arrived(page, "Mails with results")
        password = page.get_by_label("Mail password")
        password.fill(PASSWORD)
        page.get_by_role("button", name="Send a test").click()
        told = page.locator("#mail-progress")
        expect(told).to_have_text("A test mail went to olive@lastcard.example: look at it there.")
        page.get_by_role("button", name="Send the mails").click()
        expect(told).to_have_text("1 guest has the mail. 1 guest is listed below.")
        assert box.addresses == ["olive@lastcard.example", "one@example.org"]
    fared = page.locator("#mail-fared")
    expect(fared).to_contain_text("550 no such mailbox")
    no_barriers(page)
    page.get_by_label("A mail that came back to you").fill("Undelivered to <one@example.org>")
    page.get_by_role("button", name="Note it").click()
    expect(fared).to_contain_text("one@example.org: came back")
    no_barriers(page)

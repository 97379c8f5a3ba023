"""The closing pack fetched from the page of an evening that is over, and its site opened from the
disk.
"""

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.archive.test_closing_pack import over
from tests.tournament.evening import official

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
    expect(page.locator("#pack-progress")).to_have_text("Ready: it is among your downloads.")
    assert waited.value.suggested_filename == f"{event.slug}-closing-pack.zip"
    with zipfile.ZipFile(waited.value.path()) as pack:
        pack.extractall(tmp_path)
    page.goto((tmp_path / event.slug / "site" / "index.html").as_uri())
    no_barriers(page)
    page.get_by_role("navigation").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings")
    no_barriers(page)

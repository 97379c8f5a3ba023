"""A ticket shop’s list taken in, and a newer one compared with it, change by change."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.evening import new_event, official, sign
from tests.tournament.guest_lists import as_csv
from tests.tournament.tickets.lists import shop
from tournament.seating.acts import lay_round, publish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_reads_a_newer_list_and_takes_its_changes_in(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    event = new_event()
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/guests/import/")
    first, newer = tmp_path / "first.csv", tmp_path / "newer.csv"
    rows = shop("eventbrite")
    first.write_bytes(as_csv(rows))
    rows[2][2:4] = ["Lavinia", "Trescothick"]
    rows[5][16] = "Not Attending"
    rows[7][16] = "Attending"
    newer.write_bytes(as_csv([*rows[:6], rows[7]]))
    page.get_by_label("Guest list").set_input_files(first)
    page.get_by_role("button", name="Read this file").click()
    arrived(page, "Take in the list")
    expect(page.get_by_role("heading", name="4 guests ready")).to_be_visible()
    no_barriers(page)
    page.get_by_role("button", name="Take in 4 guests").click()
    arrived(page, "Guests")
    refs = list(event.guests.order_by("badge").values_list("ref", flat=True))
    for number in (1, 2):
        lay_round(event, number, [refs])
        publish_round(event, number, sign())
    page.goto(f"/e/{event.slug}/guests/import/")
    page.get_by_label("Guest list").set_input_files(newer)
    page.get_by_role("button", name="Read this file").click()
    arrived(page, "The list again")
    expect(page.get_by_role("heading", name="3 changes since the last list")).to_be_visible()
    no_barriers(page)
    page.get_by_role("button", name="This alone (Cornelius Fenn)").click()
    arrived(page, "The list again")
    expect(page.get_by_role("heading", name="2 changes since the last list")).to_be_visible()
    page.get_by_role("button", name="Take in the ticked changes").click()
    arrived(page, "Guests")
    page.get_by_role("link", name="Tickets").click()
    arrived(page, "Tickets")
    no_barriers(page)

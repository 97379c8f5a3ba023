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
    headings, _ottoline, unnamed, _second_unnamed, _zoe, barnaby, persephone, cornelius = rows
    name, status = headings.index("First Name"), headings.index("Attendee Status")
    # Three changes: a name for a ticket without one, a guest who withdraws, one who comes again.
    unnamed[name : name + 2] = ["Lavinia", "Trescothick"]
    barnaby[status] = "Not Attending"
    cornelius[status] = "Attending"
    # Persephone is on the waiting list and was never a guest: that her row goes changes nothing.
    rows.remove(persephone)
    newer.write_bytes(as_csv(rows))
    page.get_by_label("Guest list").set_input_files(first)
    page.get_by_role("button", name="Read this file").click()
    arrived(page, "Take in the list")
    # Of seven tickets: two are not attending or refunded, and one waits.
    expect(page.get_by_role("heading", name="4 guests ready")).to_be_visible()
    no_barriers(page)
    page.get_by_role("button", name="Take in 4 guests").click()
    arrived(page, "Guests")
    # The list is compared while rounds are seated: from then on nothing is changed unasked.
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
    assert dict(event.guests.values_list("name", "status")) == {
        "Ottoline Quillfeather": "registered",
        "Lavinia Trescothick": "registered",
        "Guest of Grocers, name to follow": "registered",
        "Barnaby Tillingham-Okoro": "no_show",
        "Cornelius Fenn": "registered",
    }
    page.get_by_role("link", name="Tickets").click()
    arrived(page, "Tickets")
    no_barriers(page)

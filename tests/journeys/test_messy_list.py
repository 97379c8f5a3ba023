"""A messy list from upload to seats: what was not read is told, each line answered by its button,
and whoever truly comes sits at a table, nobody else.
"""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.evening import new_event, official
from tests.tournament.guest_lists import as_csv
from tests.tournament.tickets.lists import take_in
from tests.tournament.tickets.ways_of_mess import WAYS, spoilt
from tournament.models import Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SPOILT = ["clubs of their own", "two in a row", "off, behind the name", "hidden rows"]
SPOILT += ["struck-through rows", "notes above and below", "answers", "tables"]


def answer(page: Page, line: str, button: str) -> None:
    """Press the button beside a line of what was not read; the page comes back changed."""
    row = page.locator(".not-read li").filter(has_text=line)
    row.get_by_role("button", name=button).first.click()
    changed = page.locator(".not-read li.pressed").filter(has_text=line)
    expect(changed).to_be_visible()
    arrived(page, "Take in the list")


def test_a_messy_list_is_answered_line_by_line_and_all_who_come_are_seated(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    mess, path = spoilt(SPOILT, Random(17)), tmp_path / "guests.xlsx"
    path.write_bytes(mess.data())
    event = new_event()
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/guests/import/")
    page.get_by_label("Guest list").set_input_files(path)
    page.get_by_role("button", name="Read this file").click()
    arrived(page, "Take in the list")
    no_barriers(page)
    for way in SPOILT:
        expect(page.locator(".not-read li").filter(has_text=WAYS[way].line).first).to_be_visible()
    answer(page, "looks like answers", "not coming")
    answer(page, "not on the list", "Add this 1")
    number = len(mess.truth)
    page.get_by_role("button", name=f"Take in {number} guests").click()
    arrived(page, "Guests")
    guests = event.guests.order_by("name").values_list("name", "livery__name", "fixed_table")
    assert list(guests) == [(*person, None) for person in sorted(mess.truth)]
    page.goto(f"/e/{event.slug}/seating/")
    page.get_by_role("button", name="Draw both rounds").click()
    arrived(page, "Who sits where")
    seats = Seat.objects.filter(event=event, round__number=1)
    assert sorted(seat.guest.name for seat in seats) == sorted(name for name, _livery in mess.truth)


def test_a_list_again_is_answered_by_keys_and_an_answer_is_asked_again(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    event = new_event()
    take_in(event, as_csv([["Name", "Livery"], ["John Smith", ""], ["Jon Pattenham", "Coopers"]]))
    path = tmp_path / "again.csv"
    rows = [["Name", "Livery"], ["John Smith", "Mercers"], ["John Pattenham", "Coopers"]]
    path.write_bytes(as_csv([*rows, ["John Smith", "Grocers"]]))
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/guests/import/")
    page.get_by_label("Guest list").set_input_files(path)
    page.get_by_role("button", name="Read this file").click()
    arrived(page, "The list again")
    no_barriers(page)
    asked, answered = page.locator(".twins [data-answer=S]"), page.locator(".twins .answered")
    number = asked.count()
    page.keyboard.press("s")
    expect(answered).to_have_count(1)
    arrived(page, "The list again")
    no_barriers(page)
    page.keyboard.press("n")
    expect(answered).to_have_count(2)
    arrived(page, "The list again")
    page.get_by_role("button", name="Ask again").first.click()
    expect(answered).to_have_count(1)
    expect(asked).to_have_count(number - 1)

"""An evening taken in from its file, told as it goes, until the new evening opens."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.evening import official, save, seated_event
from tournament.archive.export import archive
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_takes_an_evening_in_and_is_led_to_it(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, tmp_path: Path
) -> None:
    event = seated_event(qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "8H KD", "A", "=23", "2 3 4"))
    damaged, file = tmp_path / "damaged.json", tmp_path / "evening.json"
    damaged.write_text("no evening")
    file.write_text(json.dumps(archive(event)))
    Event.objects.filter(pk=event.pk).update(uid=uuid4(), date="2020-01-01", name="Before")
    sign_in(page, official(event))
    page.goto("/take-in/")
    arrived(page, "Take an evening in")
    chosen, told = page.get_by_label("File of an evening"), page.locator("#taking-in")
    chosen.set_input_files(damaged)
    page.get_by_role("button", name="Take it in").click()
    expect(told).to_contain_text("no readable JSON")
    no_barriers(page)
    chosen.set_input_files(file)
    page.get_by_role("button", name="Take it in").click()
    page.wait_for_url(f"**/e/{event.slug}-2/")
    arrived(page, event.name)

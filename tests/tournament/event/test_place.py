"""Where an evening is: its time zone, the paper in its printer, what parts the cells of a list."""

import csv
import io
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.tournament.evening import add_guests, new_event, official, seated_event, sign
from tournament import places
from tournament.event.acts import change_event
from tournament.models import Event
from tournament.tickets.spreadsheet import read_guest_file

pytestmark = pytest.mark.django_db


def browser(event: Event) -> Client:
    """The organiser's."""
    client = Client()
    client.force_login(official(event))
    return client


@pytest.mark.parametrize(
    ("zone", "hour"), [("", "20:30"), ("Europe/Stockholm", "21:30"), ("America/New_York", "15:30")]
)
def test_every_page_tells_the_time_of_the_evenings_own_zone(zone: str, hour: str) -> None:
    event = seated_event(5, time_zone=zone)
    arrived = datetime(2027, 2, 11, 20, 30, tzinfo=UTC)
    event.guests.filter(badge=1).update(arrived_at=arrived)
    assert f"Here since {hour}" in browser(event).get(f"/e/{event.slug}/guests/1/").content.decode()


def test_a_zone_that_is_none_is_refused_with_what_may_be_meant() -> None:
    event = new_event()
    page = browser(event)
    where = f"/e/{event.slug}/settings/"
    form = page.get(where).context["form"]
    sent = {name: field.value() for name, field in ((one.name, one) for one in form)}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    answer = page.post(where, sent | {"time_zone": "Stockholm"})
    assert "Write it as in Europe/Stockholm." in answer.content.decode()
    event.refresh_from_db()
    assert event.time_zone == ""


def test_a_new_evening_has_the_zone_of_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIME_ZONE", raising=False)
    monkeypatch.setattr(places, "get_localzone_name", lambda: "Asia/Kolkata")
    assert places.own_zone() == "Asia/Kolkata"
    client = Client()
    client.force_login(official(new_event()))
    client.post("/new/", {"name": "Diwali cards", "date": "2027-11-06"})
    assert Event.objects.get(name="Diwali cards").time_zone == "Asia/Kolkata"


@pytest.mark.parametrize(("name", "given"), [("Nowhere/Atall", None), ("Asia/Kolkata", "UTC")])
def test_a_zone_without_a_name_and_one_that_is_set_leave_it_to_the_server(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str | None
) -> None:
    monkeypatch.setattr(places, "get_localzone_name", lambda: name)
    if given:
        monkeypatch.setenv("TIME_ZONE", given)
    else:
        monkeypatch.delenv("TIME_ZONE", raising=False)
    assert places.own_zone() == ""


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_list_is_parted_as_the_evening_parts_it_and_comes_in_again(separator: str) -> None:
    event = new_event(list_separator=separator)
    add_guests(event, 3)
    answer = browser(event).get(f"/e/{event.slug}/guests/?file=csv")
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    assert [row[1] for row in rows[1:]] == ["Guest 1", "Guest 2", "Guest 3"]
    assert "Guest 2" in str(read_guest_file("guests.csv", answer.content))


def test_what_the_place_is_like_may_be_changed_at_any_time() -> None:
    event = seated_event(5)
    fields = {"paper_size": "Letter", "time_zone": "Europe/Paris"}
    changed = change_event(event, fields, sign(), reason="Set wrongly")
    assert (changed.paper_size, str(changed.zone)) == ("Letter", "Europe/Paris")

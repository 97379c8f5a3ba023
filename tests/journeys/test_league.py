"""A league on a phone: set up, two evenings taken in, a person confirmed at both, the standing read
and printed.
"""

from datetime import date

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.leagues.leagues import evening, lines, serve
from tournament.models import Event, League

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evenings() -> tuple[Event, Event]:
    """Two evenings; Ann was at both, and her name was misspelt at the second."""
    spring = evening(date(2027, 3, 1), {"Ann Thimble": 12, "Ben Bodkin": 0, "Cat Bobbin": 30})
    return spring, evening(date(2027, 6, 1), {"Ann Thimbel": 0, "Dan Distaff": 25, "Eve Ell": 31})


def test_a_league_of_two_evenings_is_made_on_a_phone_and_counts_who_was_at_both(
    phone: Page, evenings: tuple[Event, Event], sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    user = User.objects.create_user("league")
    for event in evenings:
        serve(event, user)
    sign_in(phone, user)
    phone.goto("/leagues/")
    phone.get_by_label("Name").fill("Winter League")
    phone.get_by_role("button", name="Set it up").click()
    for event in evenings:
        arrived(phone, "Winter League")
        phone.get_by_label("Evening").select_option(str(event.pk))
        phone.get_by_role("button", name="Take it in").click()
        expect(phone.get_by_text(f"{event.name} is in the league.")).to_be_visible()
    no_barriers(phone)
    phone.get_by_role("link", name="People").click()
    pair = phone.get_by_role("group", name="Ann Thimble and Ann Thimbel")
    expect(pair).to_contain_text("a name spelt almost alike")
    pair.get_by_role("checkbox").check()
    no_barriers(phone)
    phone.get_by_role("button", name="Link the ticked pairs").click()
    expect(phone.get_by_text("The ticked pair is one person.")).to_be_visible()
    phone.get_by_role("link", name="Standing").click()
    first = phone.get_by_role("row").filter(has_text="Ann Thimbel")
    expect(first).to_contain_text("12")
    no_barriers(phone)
    assert lines(League.objects.get())[0] == ("1", "Ann Thimbel", "12")
    with phone.expect_response("**/paper/") as printed:
        phone.get_by_role("link", name="Print").click()
    assert printed.value.status == 200
    expect(phone.get_by_text("Ann Thimbel")).to_be_visible()

"""The home knows how far a list is read, and says what the announcer says."""

import re

import pytest

from tests.tournament.ending import fresh, playoff_event, sealed_event, signed_in
from tests.tournament.evening import save, sign
from tournament.counting.finals import CUT, PODIUM, closing_of
from tournament.finals.acts_playoff import read_next, reveal_podium
from tournament.home.phase import evening
from tournament.models import Event
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.steps.acts import close_evening

pytestmark = pytest.mark.django_db
SAID = re.compile(r'class="read-aloud">“([^”]*)”')


def home(event: Event) -> str:
    """The organiser's first page."""
    return signed_in(event).get(f"/e/{event.slug}/").content.decode()


def headings(event: Event, stage: str, names: int) -> list[str]:
    """What the home says before the reading, when it begins, and after each name."""
    found = [evening(fresh(event)).next.heading]
    for _name in range(names + 1):
        read_next(event, sign(), stage=stage)
        found.append(evening(fresh(event)).next.heading)
    return found


def test_while_the_list_is_read_the_home_counts_and_afterwards_lets_the_board_show_it() -> None:
    event = sealed_event()
    assert headings(event, CUT, 3) == [
        "Read the names out",
        "0 of 3 are read",
        "1 of 3 is read",
        "2 of 3 are read",
        "All three are read",
    ]
    page = home(fresh(event))
    assert "the hall waits for the names" not in page
    assert "The last name was read at 20:00. The board still shows the reading." in page
    assert SAID.findall(page) == [
        "These are your three. Please come to the front. Everybody else: thank you, and stay to"
        " watch."
    ]
    button = page[: page.index("Let the board show the list")]
    assert button.endswith('<button class="button button-main">')
    assert f'action="/e/{event.slug}/cut/reveal/"' in button


def test_while_names_are_read_the_filled_button_leads_to_the_reading() -> None:
    event = sealed_event()
    for _step in range(2):
        read_next(event, sign())
    card = home(fresh(event)).partition("panel-next")[2].partition("</section>")[0]
    assert re.findall(r'button-main" href="([^"]+)">([^<]+)<', card) == [
        (f"/e/{event.slug}/reveal/", "Go to the reading")
    ]


def over() -> Event:
    """Up to the podium, nothing of it read."""
    event = playoff_event()
    save(event, ("out", "=10", "=20"), (2, 1, 1))
    close_round(event, 2, sign())
    return fresh(event)


def test_the_podium_is_read_before_the_prizes_are_handed_over() -> None:
    event = over()
    assert headings(event, PODIUM, 3) == [
        "Read the podium",
        "0 of 3 are read",
        "1 of 3 is read",
        "2 of 3 are read",
        "All three are read",
    ]
    page = home(fresh(event))
    assert "Let the board show the final list" in page
    assert SAID.findall(page) == ["Ladies and gentlemen, your winner. Thank you all."]
    reveal_podium(event, sign())
    assert evening(fresh(event)).next.heading == "Hand over the prizes"


def test_to_close_an_evening_whose_podium_was_not_read_is_asked_about_first() -> None:
    event = over()
    client, where = signed_in(event), f"/e/{event.slug}/close/"
    asked = client.post(where, {"key": "once"}).content.decode()
    assert "First: Read the podium" in asked
    assert "Nobody knows the winner yet. If you close the evening all the same" in asked
    assert closing_of(event) is None
    for _name in range(4):
        read_next(event, sign(), stage=PODIUM)
    asked = client.post(where, {"key": "again"}).content.decode()
    assert "First: Let the board show the final list" in asked
    assert closing_of(event) is None
    client.post(where, {"key": "once", "unread": "1"})
    assert closing_of(event) is not None


def test_an_evening_whose_podium_was_read_is_closed_unasked() -> None:
    event = over()
    reveal_podium(event, sign())
    signed_in(event).post(f"/e/{event.slug}/close/", {"key": "once"})
    assert closing_of(event) is not None


def test_an_evening_is_not_closed_while_a_prize_is_level() -> None:
    event = playoff_event()
    save(event, ("out", "5", "5"), (2, 1, 1))
    close_round(event, 2, sign())
    assert evening(fresh(event)).next.heading == "Decide the prizes"
    with pytest.raises(Refused, match="Second is level: an extra game or a cut of cards"):
        close_evening(event, sign())

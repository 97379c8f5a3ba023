"""The hall of fame: every evening of a game that is over, by its organisers alone, named as they
wished, with those whose names were wiped left out; it goes with the pages of a closing pack.
"""

import json

import pytest
from django.urls import reverse

from tests.tournament.archive.test_closing_pack import dead_links, over
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import official, sign
from tests.tournament.event.test_closing import played_matches
from tests.tournament.event.test_names import AFTER, FIRST, LAST
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.fame import NOT_KEPT, hall_of_fame, won_often
from tournament.archive.website import website
from tournament.event.acts import appoint
from tournament.event.acts_names import wipe_names
from tournament.models import Event, Guest, Role
from tournament.steps.acts import close_evening, reopen_evening

pytestmark = pytest.mark.django_db


def again(event: Event, name: str) -> Event:
    """The evening as taken in from its closing pack, by the same organiser, with another name."""
    document = json.loads(json.dumps(archive(event)))
    document["event"]["name"] = name
    made = import_evening(document, AFTER)
    appoint(made, event.officials.get(role=Role.ORGANISER).user, Role.ORGANISER)
    return fresh(made)


def test_the_years_stand_below_each_other_on_the_page_and_in_the_pack() -> None:
    event = over()
    client = signed_in(event)
    assert "hall-of-fame.html" not in website(event, (), AFTER)
    made = again(event, "Held elsewhere")
    found = hall_of_fame(event)
    assert [night.name for night in found] == ["Held elsewhere", event.name]
    winner = found[0].places[0]
    assert winner == found[1].places[0]
    assert any(f"{first} {last}" in winner for first, last in zip(FIRST, LAST, strict=True))
    assert [name for name, _years in won_often(found)] == [winner.partition(", ")[0]]
    page = client.get(reverse("fame", args=[event.slug])).content.decode()
    assert "Held elsewhere" in page
    assert LAST[3] not in page
    assert (
        reverse("fame", args=[event.slug])
        in client.get(reverse("paper", args=[event.slug])).content.decode()
    )
    site = website(made, (), AFTER)
    assert winner.partition(", ")[0] in site["hall-of-fame.html"].decode()
    assert dead_links(site) == []


def test_who_goes_by_badge_who_was_wiped_and_who_is_another_organisers_are_not_named() -> None:
    event = over()
    official(event)
    made = again(event, "Wiped")
    wipe_names(made, sign(at=AFTER), text="Wiped")
    Guest.objects.filter(event=event).update(unnamed=True)
    found = hall_of_fame(fresh(event))
    assert found[0].places[0].startswith(NOT_KEPT)
    assert found[1].places[0].startswith("Badge ")
    assert list(won_often(found)) == []
    made.officials.all().delete()
    assert [night.name for night in hall_of_fame(event)] == [event.name]


def test_an_evening_of_matches_has_its_places_and_an_open_one_none() -> None:
    event = played_matches()
    official(event)
    assert hall_of_fame(event) == ()
    close_evening(event, sign())
    (night,) = hall_of_fame(fresh(event))
    assert all(night.places[:2])
    reopen_evening(event, sign(), reason="A sheet was found.")
    assert hall_of_fame(fresh(event)) == ()

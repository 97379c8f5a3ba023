"""The finder: a guest's seats from three letters or the badge, and nothing that
is not published.
"""

import re

import pytest
from django.test import Client

from tests.tournament.ending import playoff_event
from tests.tournament.evening import seated_event
from tournament.models import Event, Guest
from tournament.seating.acts import lay_round

pytestmark = pytest.mark.django_db


def shown(event: Event, query: str) -> str:
    """What anybody gets for a search."""
    answer = Client().get(f"/e/{event.slug}/find/", {"q": query})
    assert answer.status_code == 200
    return answer.content.decode()


def found(event: Event, query: str) -> list[str]:
    """The names the finder answers with."""
    return re.findall(r"<h2>([^<]*)</h2>", shown(event, query))


def test_three_letters_find_a_guest_however_the_name_is_accented() -> None:
    event = seated_event(5)
    Guest.objects.filter(event=event, ref="P002").update(name="Łucja Ćwikła-O’Brien")
    for query in ("luc", "ŁUC", "Cwik", "o'brien", "lucja cwikla"):
        assert found(event, query) == ["Łucja Ćwikła-O’Brien"]
    assert found(event, "xyz") == []


def test_the_way_back_to_the_board_is_there_before_and_after_a_search() -> None:
    event = seated_event(5)
    for query in ("", "Guest", "xyz"):
        assert shown(event, query).count(f'href="/e/{event.slug}/board/"') == 1


def test_a_badge_finds_its_guest_alone() -> None:
    event = seated_event(15)
    assert found(event, "1") == ["Guest 1"]
    assert found(event, "007") == ["Guest 7"]
    assert found(event, "9" * 40) == []


def test_less_than_three_letters_are_refused_but_for_a_whole_name() -> None:
    event = seated_event(5)
    assert "Type three letters of the name" in shown(event, "gu")
    Guest.objects.filter(event=event, ref="P003").update(name="Wu Li")
    assert found(event, "wu") == ["Wu Li"]


def test_at_most_twenty_are_shown_and_the_rest_is_said() -> None:
    event = seated_event(25)
    html = shown(event, "guest")
    assert len(found(event, "guest")) == 20
    assert "25 guests match that" in html


def test_the_finder_knows_published_rounds_alone() -> None:
    event = seated_event(5, qualifying_rounds=1)
    lay_round(event, 2, [["P005", "P004", "P003", "P002", "P001"]])
    html = shown(event, "Guest 1")
    assert "Round 1" in html
    assert "Round 2" not in html


def test_seats_of_the_play_off_stay_unknown_until_the_cut_is_revealed() -> None:
    event = playoff_event()
    assert "Play-off" in shown(event, "Guest 1")
    event.seals.update(revealed_at=None)
    assert "Play-off" not in shown(event, "Guest 1")

"""Every act has a way of at most three pages from the home of an evening, and each is followed."""

import pytest

from tests.second_rank import by_rank
from tests.tournament.stages import STAGES, visitors
from tests.tournament.ways import followed
from tests.tournament.ways_table import MOST, PAGE, Way, page_with, wanting, ways


def test_no_act_is_without_a_way() -> None:
    assert wanting() == []
    assert [way for way in ways() if len(way.routes) > MOST + 1] == []


def test_the_table_is_that_of_the_ways() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page_with(text) == text, "run: make format"


@pytest.mark.django_db
@pytest.mark.parametrize("when", by_rank(STAGES, tuple(STAGES)[::8]))
def test_every_way_leads_from_the_home_to_its_act(when: str) -> None:
    come = visitors(STAGES[when]())
    here = [way for way in ways() if way.when == when]
    assert here
    lost = [way.act[1] for way in here if not followed(way, come[way.who])]
    assert not lost, ", ".join(lost)


@pytest.mark.django_db
def test_the_control_finds_a_way_that_leads_to_another_act() -> None:
    come = visitors(STAGES["guests are listed"]())
    wrong = Way(("seating/acts_door", "close_door"), "", "", ("guests", "guest", "remove_guest"))
    assert followed(wrong, come["the organiser"]) == ()

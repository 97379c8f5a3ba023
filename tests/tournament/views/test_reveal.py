"""Reading out the sealed cut: one name a step, and none before its turn."""

import re

import pytest
from django.test import Client

from tests.tournament.ending import closed_event, sealed_event, signed_in
from tests.tournament.evening import sign
from tournament.acts.cut import reveal_cut
from tournament.models import Event

pytestmark = pytest.mark.django_db


def read(event: Event, step: str) -> str:
    """One step of the reading out."""
    return signed_in_once(event).get(f"/e/{event.slug}/reveal/", {"step": step}).content.decode()


def signed_in_once(event: Event) -> Client:
    """A browser of the event's organiser, made the first time."""
    client = Client()
    known = event.officials.select_related("user").first()
    if known is None:
        return signed_in(event)
    client.force_login(known.user)
    return client


def test_names_to_come_are_not_on_the_page_at_all() -> None:
    event = sealed_event()
    seen = [re.findall(r"Guest \d", read(event, str(step))) for step in range(5)]
    assert [sorted(set(names)) for names in seen] == [
        [],
        ["Guest 3"],
        ["Guest 2", "Guest 3"],
        ["Guest 1", "Guest 2", "Guest 3"],
        ["Guest 1", "Guest 2", "Guest 3"],
    ]


def test_the_sentence_to_read_aloud_has_its_figures_in_words() -> None:
    event = sealed_event()
    livery = event.guests.get(ref="P003").livery_name
    assert f"“In third place, with five points, of the {livery}: Guest 3.”" in read(event, "1")


def test_after_the_last_name_comes_the_revealing() -> None:
    event = sealed_event()
    assert 'action="/e/' not in read(event, "3")
    assert f'action="/e/{event.slug}/cut/reveal/"' in read(event, "4")
    reveal_cut(event, sign())
    assert "The public board has shown them since" in read(event, "4")


def test_a_strange_step_is_the_nearest_one() -> None:
    event = sealed_event()
    for step, words in (("x", "3 to be read"), ("-1", "3 to be read"), ("999", "All 3 are read"), ("9" * 20, "3 to")):
        assert words in read(event, step)


def test_nothing_is_read_out_before_the_seal() -> None:
    event = closed_event()
    html = read(event, "")
    assert "the cut is not sealed" in html
    assert "Guest 1" not in html


def test_a_tie_is_told_without_a_name_that_is_still_to_come() -> None:
    event = sealed_event(("out", "5", "5", "=20", "=40"))
    assert "Level on 5: nothing separates them." in read(event, "1")
    other = sealed_event(("out", "5", "=6", "=20", "=40"), slug="no-tie")
    assert "Level on" not in read(other, "1")

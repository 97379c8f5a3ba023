"""Whoever presses only what is filled comes from an empty list to the end of the evening, and every
filled button leads to where its act is done, for each office.
"""

from typing import Any

import pytest
from django.test import Client

from tests.second_rank import by_rank
from tests.tournament.evening import official
from tests.tournament.steps.obedient import AstrayError, begun, walk_in, walked
from tournament.models import Event, Role
from tournament.steps import table

pytestmark = pytest.mark.django_db
LEVEL = ("out", "=5", "=5", "=5", "=40")
KINDS: dict[str, dict[str, Any]] = {
    "two rounds and a play-off": {"guests": 10},
    "one round, no play-off": {"qualifying_rounds": 1, "has_playoff": False},
    "three rounds": {"qualifying_rounds": 3},
    "a tie that cards decide": {"qualifying_rounds": 1, "hands": {1: LEVEL}},
    "a prize that an extra game decides": {
        "qualifying_rounds": 1,
        "hands": {2: ("out", "=5", "=5"), 3: ("out", "=5", "=9")},
    },
}
SHORTEST = "one round, no play-off"
ROWS = ("publish", "print", "door", "start", "close", "seal", "read", "show", "ask", "podium")


@pytest.mark.promise("Whoever presses only the filled button comes to the end of the evening")
@pytest.mark.parametrize("kind", by_rank(KINDS, (SHORTEST,)))
def test_the_filled_buttons_alone_lead_from_an_empty_list_to_the_end(kind: str) -> None:
    """By day one more is walked in tests/walks/test_sentences.py."""
    evening = walked(begun(**KINDS[kind]))
    assert len(evening.pressed) < 60


def test_without_a_list_they_lead_from_the_first_table_to_the_end() -> None:
    evening = walked(walk_in(begun()))
    assert evening.pressed[0] == "Print the papers"
    assert "Draw round 2" in evening.pressed


@pytest.mark.control("test_the_filled_buttons_alone_lead_from_an_empty_list_to_the_end")
@pytest.mark.parametrize("gone", by_rank(ROWS, ("start", "seal")))
def test_with_a_row_taken_out_they_lead_astray(gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = table.text()
    rows = [row for row in text["row"] if row["key"] != gone]
    monkeypatch.setattr(table, "text", lambda: {**text, "row": rows})
    with pytest.raises((AstrayError, ValueError, KeyError, StopIteration)):
        walked(begun(qualifying_rounds=1))


def clients(event: Event) -> list[Client]:
    """A browser of a head umpire, and of a table umpire."""
    found = []
    for role in (Role.HEAD_UMPIRE, Role.UMPIRE):
        client = Client()
        client.force_login(official(event, role))
        found.append(client)
    return found


@pytest.mark.promise("A filled button never leads to a page without its act")
@pytest.mark.parametrize("kind", by_rank(KINDS, (SHORTEST,)))
def test_whoever_looks_on_is_led_to_no_page_without_the_act_and_told_who_does_it(
    kind: str,
) -> None:
    evening = begun(**KINDS[kind])
    walked(evening, *clients(evening.event))


@pytest.mark.control("test_whoever_looks_on_is_led_to_no_page_without_the_act_and_told_who_does_it")
def test_were_every_button_filled_for_everybody_it_would_be_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournament.steps.offers.may", lambda _request, _roles: True)
    evening = begun(qualifying_rounds=1)
    with pytest.raises(AstrayError, match="leads to"):
        walked(evening, *clients(evening.event))


@pytest.mark.control("test_the_filled_buttons_alone_lead_from_an_empty_list_to_the_end")
def test_a_page_that_fills_a_button_of_its_own_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.templatetags.steps.does", lambda _step, *_targets: True)
    with pytest.raises(AstrayError, match="filled, and the step is"):
        walked(begun(qualifying_rounds=1))

"""The page of the check queue: the next card, the figures typed, and what the
entries say to them.
"""

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import save, seated_event
from tournament.models import CardTotal, Event, LedgerEntry, Role
from tournament.refusal import Refused
from tournament.standings.forms import read_card
from tournament.standings.views_foresight import difference

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables with one game in, three of ten go through."""
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    save(made, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    return fresh(made)


def _address(event: Event) -> str:
    return f"/e/{event.slug}/cut/check-queue/"


def test_the_page_asks_for_the_next_card_and_says_no_number_before_one_was_compared(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(event)
    with django_assert_max_num_queries(20):
        page = client.get(_address(event))
    assert page.context["wanted"][0][0].doubt == page.context["told"].wanted[0].doubt
    nothing_yet = "Nothing has been compared yet, so nobody can say how sure this list is."
    assert nothing_yet in page.content.decode()
    assert len(page.context["by_lot"]) == 5
    walk = client.get(_address(event) + "?list").content.decode()
    assert (
        walk.count(nothing_yet),
        walk.count("Come back after five cards: what you find changes the order."),
    ) == (
        1,
        1,
    )
    assert re.findall(r"\d in 100|%", walk) == []
    assert walk.count('class="box"') == len(page.context["wanted"]) == 10


def test_a_card_that_agrees_is_taken_and_the_next_one_asked_for(event: Event) -> None:
    client = signed_in(event, Role.HEAD_UMPIRE)
    said = client.post(
        _address(event) + "compare/", {"badge": "7", "round-1": "12", "key": "k"}, follow=True
    )
    assert [str(message) for message in said.context["messages"]] == ["The card of Guest 7 agrees."]
    again = client.post(_address(event) + "compare/", {"badge": "7", "round-1": "12", "key": "k"})
    assert again.status_code == 302
    assert CardTotal.objects.filter(event=event).count() == 1


def test_a_card_that_says_otherwise_leads_to_where_the_game_is_found(event: Event) -> None:
    said = signed_in(event).post(
        _address(event) + "compare/", {"badge": "7", "round-1": "21", "key": "k"}
    )
    assert said["Location"] == f"/e/{event.slug}/desk/1/cards/7/"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"round-1": "12"}, "The badge number is missing"),
        ({"badge": "99", "round-1": "12"}, "There is no badge 99 this evening"),
        ({"badge": "7"}, "No total was typed"),
        ({"badge": "7", "round-1": "a dozen"}, "Round 1: a card's total is a whole number"),
        ({"badge": "7", "round-1": "٣"}, "Round 1: a card's total is a whole number"),
    ],
)
def test_what_cannot_be_taken_gets_a_sentence_and_changes_nothing(
    event: Event, data: dict[str, str], words: str
) -> None:
    entries = LedgerEntry.objects.count()
    said = signed_in(event).post(_address(event) + "compare/", data, follow=True)
    assert [str(message).startswith(words) for message in said.context["messages"]] == [True]
    assert (LedgerEntry.objects.count(), CardTotal.objects.count()) == (entries, 0)


def test_before_the_first_sheet_the_page_says_that_there_is_nothing_to_compare() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    page = signed_in(empty).get(_address(empty)).content.decode()
    assert "No sheet is in yet: there is nothing to compare." in page


def test_the_first_round_that_differs_is_named() -> None:
    assert difference({1: 12, 2: 30}, {1: 12, 2: 8}) == 2
    assert difference({1: 12}, {1: 12}) is None
    assert difference({}, {1: 0}) == 1


def test_a_round_left_empty_is_not_compared() -> None:
    assert read_card({"badge": " 7 ", "round-1": "", "round-2": "30"}, 2).totals == {2: 30}
    with pytest.raises(Refused):
        read_card({"badge": "7", "round-3": "30"}, 2)


def test_a_sheet_at_another_game_of_the_table_is_found_by_comparing_games() -> None:
    """The totals of the two tied agree with their cards; only game by game the exchange shows."""
    made = seated_event(10, cut_size=5, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=7", "4 4", "5"))
    save(made, ("9", "9", "=3", "out", "9"), (1, 1, 2))
    save(made, ("out", "=12", "=6", "9", "9"), (1, 2, 1))
    save(made, ("9", "8", "=4", "out", "9"), (1, 2, 2))
    client = signed_in(made)
    assert 'name="games"' in client.get(_address(made)).content.decode()
    said = {"badge": "3", "round-1": "10", "key": "k"}
    for games, words, where in (
        ("3 7", "game 1 of round 1 is entered as 7 and the card says 3", "/desk/1/cards/3/"),
        ("3", "1 game was typed of 2 entered", "/desk/1/cards/3/"),
        ("3 x", "whole numbers with spaces between them", "/cut/check-queue/"),
        ("7 3", "The card of Guest 3 agrees.", "/cut/check-queue/"),
    ):
        answer = client.post(_address(made) + "compare/", said | {"games": games}, follow=True)
        assert answer.redirect_chain[-1][0].endswith(where)
        assert words in answer.content.decode()

"""The page of chances: for officials always, for the room when the organiser says so."""

from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.foresight.chances import Chance, Loss
from scoring.formats import FORMATS
from tests.tournament.ending import following, fresh, signed_in
from tests.tournament.evening import save, seated_event, sign
from tournament.counting import chances
from tournament.counting.chances import (
    Chances,
    as_good_words,
    event_chances,
    in_words,
    loses_words,
    needs_words,
    words,
)
from tournament.event.acts import show_chances
from tournament.models import Event, Guest, Role
from tournament.standings.public import chance_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables of five, one of two games in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    save(made, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    return fresh(made)


def test_the_page_lists_everybody_with_a_bar_and_the_words(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(event, Role.UMPIRE)
    with django_assert_max_num_queries(20):
        page = client.get(f"/e/{event.slug}/standings/chances/").content.decode()
    assert page.count('class="share-part"') == 10
    assert page.count("1 to play") + page.count("in the last game") == 10
    assert "or fewer in the last game" in page
    assert 'class="cut-line"' not in page
    best = client.get(f"/e/{event.slug}/standings/chances/", {"sort": "-chance", "q": "guest 1"})
    assert best.content.decode().count('class="share-part"') == 2
    assert "Show them to the room" not in page


def test_the_organiser_shows_the_chances_to_the_room_and_takes_them_back(event: Event) -> None:
    client = signed_in(event)
    client.post(f"/e/{event.slug}/standings/chances/show/", {"shown": "on", "key": "one"})
    assert fresh(event).chances_shown is True
    client.post(f"/e/{event.slug}/standings/chances/show/", {"key": "two"})
    assert fresh(event).chances_shown is False


def test_before_the_first_sheet_there_is_a_sentence() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    page = signed_in(empty).get(f"/e/{empty.slug}/standings/chances/").content.decode()
    assert "No sheet is in yet: nobody is ahead of anybody." in page


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.004, "under 1 in 100"),
        (0.5, "50 in 100"),
        (0.9951, "over 99 in 100"),
        (0.99, "99 in 100"),
        (1.0, "100 in 100"),
        (0.0, "0 in 100"),
    ],
)
def test_nothing_open_is_called_certain_or_hopeless(share: float, said: str) -> None:
    assert words(share) == said


def test_as_good_as_through_is_told_apart_from_proof_with_what_would_lose_it() -> None:
    playing = Chance("P001", 0.9999, "", None, "through", Loss(61))
    done = Chance("P001", 0.9999, "", None, "through", Loss(12, 4, 9))
    proof = Chance("P001", 1.0, "through", None)
    assert [in_words(chance) for chance in (playing, proof)] == ["as good as through", "through"]
    assert (as_good_words(proof), loses_words(proof, 1, FORMATS["swedish_pursuit"])) == ("", "")
    assert (
        loses_words(playing, 1, FORMATS["swedish_pursuit"])
        == "only with 61 points or more in the last game"
    )
    assert loses_words(done, 0, FORMATS["swedish_pursuit"]) == (
        "only if 4 of the 9 who can still pass end with 12 points or fewer"
    )
    highest = replace(FORMATS["swedish_pursuit"], direction="highest")
    assert [
        needs_words(Chance("P001", 0.3, "", needs), 1, form)
        for needs, form in (
            (2, FORMATS["swedish_pursuit"]),
            (0, FORMATS["swedish_pursuit"]),
            (0, highest),
        )
    ] == ["2 or fewer in the last game", "0 in the last game", "0 or more in the last game"]
    assert loses_words(playing, 2, highest) == "only with 61 points or fewer in 2 games"
    assert (
        loses_words(done, 0, highest)
        == "only if 4 of the 9 who can still pass end with 12 points or more"
    )


def test_the_page_and_the_guest_are_told_what_would_lose_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All five who can pass would have to: one by going out, the others with an ace in hand."""
    monkeypatch.setattr(chances, "FINISHES", 10_000)
    event = seated_event(10, cut_size=5, games_per_round=2, qualifying_rounds=1)
    save(event, ("out", "8", "=3", "4 4", "5"))
    save(event, ("=2", "=90", "out", "=92", "=93"), (1, 1, 2))
    save(event, ("out", "=1", "=1", "=1", "=1"), (1, 2, 1))
    show_chances(following(event), sign(), visible=True)
    found = event_chances(fresh(event))
    assert isinstance(found, Chances)
    first = found.of_player["P001"]
    assert (first.proved, first.as_good) == ("", "through")
    page = signed_in(event).get(f"/e/{event.slug}/standings/chances/").content.decode()
    assert "as good as through" in page
    assert "only if 5 of the 5 who can still pass end with 2 points or fewer" in page
    said = chance_of(Guest.objects.get(event=event, ref="P001"))
    assert said.startswith("You are as good as through: you would miss it only if 5 of the ")

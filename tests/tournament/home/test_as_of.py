"""The page of any moment: what it shows, what it compares, and what it answers to nonsense."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, new_event, save, seated_event, sign
from tests.tournament.matches.matches import match_event, out, play_round
from tournament.counting.consequences import Change
from tournament.finals.acts import hold_board, release_board
from tournament.ledger.chain import tail
from tournament.models import Event, LedgerEntry, Role
from tournament.rulings.acts_adjustments import adjust
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "8", "=3", "4 4", "5"), ("9", "out", "2", "A", "K")


@pytest.fixture
def event() -> Event:
    """One table, two rounds of one game: the half-time list, then the second game and a ruling."""
    made = seated_event(5, cut_size=2, games_per_round=1)
    save(made, FIRST)
    close_round(made, 1, sign())
    save(made, SECOND, (2, 1, 1))
    adjust(made, Change("points", "Slow play", guest="P003", points=5), sign())
    return fresh(made)


def page(event: Event, asked: str = "", client: Client | None = None) -> str:
    """The page as an umpire reads it."""
    answer = (client or signed_in(event, Role.UMPIRE)).get(f"/e/{event.slug}/as-of/{asked}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def totals(shown: str) -> list[int]:
    """The totals of the standing, in the order of the page."""
    return [
        int(part.split("<", 1)[0]) for part in shown.split('role="cell" class="num total">')[1:]
    ]


def test_a_number_shows_the_standings_of_then_and_what_its_entry_says(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(event, Role.UMPIRE)
    half_time = LedgerEntry.objects.get(kind="close").number
    with django_assert_max_num_queries(30):
        shown = page(event, f"?number={half_time}", client)
    assert "Round 1 was closed" in shown
    assert totals(shown) == [0, 3, 5, 8, 30]
    assert f'href="?number={half_time - 1}"' in shown
    assert f'href="?number={half_time + 1}"' in shown
    assert totals(page(event, "", client)) == [9, 9, 10, 15, 30]
    found = page(event, f"?number={half_time}&q=guest++3", client)
    assert totals(found) == [3]
    assert f'<input type="hidden" name="number" value="{half_time}">' in found
    assert "No guest fits this search." in page(event, "?q=<nobody>", client)


def test_it_says_who_moved_since_half_time_and_by_which_entries(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, half_time = signed_in(event, Role.UMPIRE), LedgerEntry.objects.get(kind="close").number
    with django_assert_max_num_queries(30):
        shown = page(event, f"?since={half_time}", client)
    assert "Since the half-time list: 4 moved" in shown
    assert "Adjustment 1: 5 points added to Guest 3 in the total" in shown
    assert shown.count(f'<a href="?number={half_time + 1}">{half_time + 1}</a>') == 4


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("?number=999999999999999", "The record ends at number 6, so that is shown."),
        ("?number=-1", "is no number of the record: choose one from 0 to 6."),
        ("?number=%00x", "is no number of the record: choose one from 0 to 6."),
        ("?at=soon", "is no time: give day and time, such as 2027-02-11T20:15."),
        (
            "?at=1999-01-01T00:00",
            "Nothing was on record then: the record begins on 11 February at 20:00.",
        ),
        ("?since=7", "Changes are shown since an earlier number: choose one from 1 to 5."),
        ("?number=0&since=1", "Changes are shown since an earlier number: choose one from 1 to 1."),
    ],
)
def test_nonsense_is_answered_with_a_sentence(event: Event, asked: str, said: str) -> None:
    assert said in page(event, asked)


def test_a_time_shows_the_last_entry_until_then(event: Event) -> None:
    client = signed_in(event, Role.UMPIRE)
    assert "No. 6 of 6" in page(event, f"?at={NOW:%Y-%m-%dT%H:%M}", client)
    assert "Before the first entry" in page(event, "?at=2027-02-11T19:59", client)


def test_the_moment_before_the_first_entry_and_an_empty_ledger_show_no_standings(
    event: Event,
) -> None:
    assert totals(page(event, "?number=0")) == []
    assert "The record is empty" in page(new_event(name="Another"))


def test_a_cut_larger_than_the_field_is_said_in_place_of_the_line() -> None:
    made = seated_event(5, cut_size=9, games_per_round=1)
    save(made, FIRST)
    shown = page(made)
    assert 'class="cut-line"' not in shown
    assert totals(shown) == [0, 3, 5, 8, 30]


def test_where_guests_are_paired_the_matches_are_shown_as_they_were() -> None:
    made = match_event(4, qualifying_rounds=2)
    client = signed_in(made, Role.UMPIRE)
    assert "The record is empty" in page(made, "", client)
    out(made)
    published = tail(made).number
    play_round(made)
    played = tail(made).number
    out(made)
    then = page(made, f"?number={published}&since={published - 1}", client)
    assert ("2 to be played" in then, "Round 2" in then) == (True, False)
    assert "Nobody has been paired" in page(made, "?number=0", client)
    assert f"Since number {published - 1}: 1 step of the matches" in then
    assert totals(then) == [0, 0, 0, 0]
    assert totals(page(made, f"?number={played}", client)) == [1, 1, 0, 0]
    assert "Round 2" in page(made, "", client)


def test_a_format_that_gives_no_stages_is_said_in_place_of_the_matches() -> None:
    made = match_event(4, cut_size=3, pairing="swiss_then_knock_out")
    assert (
        "A knock-out after the Swiss takes 2, 4, 8, 16 or more players, not 3: change the cut."
        in page(made)
    )


def test_it_says_when_the_public_board_was_held(event: Event) -> None:
    client = signed_in(event, Role.UMPIRE)
    hold_board(event, sign())
    held = tail(event).number
    release_board(event, sign())
    assert "The public board was frozen." in page(event, f"?number={held}", client)
    assert "The public board was frozen." not in page(event, "", client)


@pytest.mark.promise("No line of the cut is drawn before the last sheet of the last round is in")
def test_no_line_of_the_cut_is_drawn_before_the_last_sheet_of_the_last_round_is_in(
    event: Event,
) -> None:
    client, half_time = signed_in(event, Role.UMPIRE), LedgerEntry.objects.get(kind="close").number
    drawn = [
        'class="cut-line"' in page(event, asked, client) for asked in (f"?number={half_time}", "")
    ]
    assert drawn == [False, True]


@pytest.mark.control(
    "test_no_line_of_the_cut_is_drawn_before_the_last_sheet_of_the_last_round_is_in"
)
def test_were_every_line_drawn_the_half_time_list_would_show_one(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.home.views_board.line_is_drawn", lambda _event, _now: True)
    half_time = LedgerEntry.objects.get(kind="close").number
    assert 'class="cut-line"' in page(event, f"?number={half_time}")
